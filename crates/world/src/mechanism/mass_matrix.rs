//! Composite rigid bodies: the mass matrix over the unknowns of the solve.

use super::{Kinematics, Mechanism, Source};
use crate::Inertia;
use bristle_coupling::Matrix;
use glam::{DMat3, DVec3};

/// A body and all it carries, about the end of the body's arm in world axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Composite {
    mass: f64,
    /// Mass times centre.
    first: DVec3,
    /// Inertia about the same point.
    second: DMat3,
}

/// `[a]ₓ[b]ₓ = b aᵀ − (a·b) I`.
fn cross_product_matrix(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(b * a.x, b * a.y, b * a.z) - DMat3::from_diagonal(DVec3::splat(a.dot(b)))
}

impl Composite {
    fn new(inertia: &Inertia, r: DMat3, arm: DVec3) -> Self {
        let c = r * inertia.centre - arm;
        let about_centre = r * inertia.about_centre * r.transpose();
        Self {
            mass: inertia.mass,
            first: c * inertia.mass,
            second: about_centre - cross_product_matrix(c, c) * inertia.mass,
        }
    }

    /// Adds another whose point lies `offset` away.
    fn carry(&mut self, other: &Self, offset: DVec3) {
        self.mass += other.mass;
        self.first += other.first + offset * other.mass;
        self.second += other.second
            - cross_product_matrix(offset, other.first)
            - cross_product_matrix(other.first, offset)
            - cross_product_matrix(offset, offset) * other.mass;
    }
}

/// Fills `matrix` (square, over the unknowns); `composites` is room to work in.
pub(crate) fn mass_matrix(
    mechanism: &Mechanism,
    kinematics: &Kinematics,
    inertias: &[Inertia],
    composites: &mut Vec<Composite>,
    matrix: &mut Matrix,
) {
    composites.clear();
    composites.extend(
        inertias
            .iter()
            .zip(kinematics.poses.iter().zip(&kinematics.arms))
            .map(|(inertia, (pose, arm))| Composite::new(inertia, pose.rotation_matrix(), *arm)),
    );
    // About their centres of mass free bodies' motions are apart, to the last bit.
    let point = |i: usize| kinematics.poses[i].translation + kinematics.arms[i];
    let axis_at_point = |d: usize| kinematics.axes[d].at(kinematics.arms[mechanism.owner[d]]);
    for (i, branch) in mechanism.branches.iter().enumerate().rev() {
        if let Some(parent) = branch.parent {
            let part = composites[i];
            composites[parent].carry(&part, point(i) - point(parent));
        }
    }
    matrix.clear();
    for (i, branch) in mechanism.branches.iter().enumerate() {
        let body = &composites[i];
        for d in branch.velocities.clone() {
            let Source::Solved { column, ratio } = mechanism.sources[d] else { continue };
            let axis = axis_at_point(d);
            // Momentum of what is carried, per unit of velocity, about the same point.
            let momentum = axis.linear * body.mass + axis.angular.cross(body.first);
            let spin = body.second * axis.angular + body.first.cross(axis.linear);
            *matrix.at(column, column) += ratio * ratio * mechanism.joints[i].armature;
            for &e in &branch.chain {
                let Source::Solved { column: other, ratio: other_ratio } = mechanism.sources[e] else {
                    continue;
                };
                let shift = point(i) - point(mechanism.owner[e]);
                let along = axis_at_point(e);
                let product = along.linear.dot(momentum) + along.angular.dot(spin + shift.cross(momentum));
                let entry = ratio * other_ratio * product;
                *matrix.at(column, other) += entry;
                // Joints of one body meet both ways in this loop; those of ancestors once.
                if mechanism.owner[e] != i {
                    *matrix.at(other, column) += entry;
                }
            }
        }
    }
}
