//! The tree of bodies: where everything is, how it moves, what it takes to move it.
//!
//! All vectors are in world axes; motions and forces of a body are taken at its own origin, which lies on its joint. Velocities
//! of a free joint are those of its body's centre of mass, so that flight does not depend on where the body's frame is.

mod inverse_dynamics;
mod kinematics;
mod mass_matrix;
#[cfg(test)]
mod tests;

pub(crate) use inverse_dynamics::{Dynamics, JointMotions, Loads};
pub(crate) use kinematics::{Kinematics, arm};
pub(crate) use mass_matrix::{Composite, mass_matrix};

use crate::joint::{Joint, JointKind};
use bristle_geometry::Pose;
use std::ops::Range;

/// One body of the tree, as the recursions need it. Parents come before their children.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) parent: Option<usize>,
    /// Joint frame in the parent's (or the world's) frame.
    pub(crate) pose: Pose,
    pub(crate) kind: JointKind,
    pub(crate) coordinates: Range<usize>,
    pub(crate) velocities: Range<usize>,
    /// Velocities that move this body: its own and those of all below it in the tree towards the root.
    pub(crate) chain: Vec<usize>,
}

/// How a velocity of a joint comes about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Source {
    /// `ratio` times unknown `column` of the solve; the ratio is 1 but for a joint that follows another.
    Solved { column: usize, ratio: f64 },
    /// `ratio` times the trajectory of the joint of body `leader`.
    Given { leader: usize, ratio: f64 },
}

/// The tree.
#[derive(Clone, Debug)]
pub(crate) struct Mechanism {
    pub(crate) branches: Vec<Branch>,
    pub(crate) joints: Vec<Joint>,
    /// One per velocity.
    pub(crate) sources: Vec<Source>,
    /// The body whose joint has this velocity.
    pub(crate) owner: Vec<usize>,
    pub(crate) coordinates: usize,
    /// Number of unknowns.
    pub(crate) columns: usize,
}

impl Mechanism {
    /// Number of velocities of all joints.
    pub(crate) fn velocities(&self) -> usize {
        self.sources.len()
    }

    /// Sums per velocity to sums per unknown.
    pub(crate) fn gather(&self, per_velocity: &[f64], per_column: &mut [f64]) {
        per_column.fill(0.0);
        for (source, value) in self.sources.iter().zip(per_velocity) {
            if let Source::Solved { column, ratio } = source {
                per_column[*column] += ratio * value;
            }
        }
    }

    /// Unknowns to velocities of all joints; given ones are left as they are.
    pub(crate) fn scatter(&self, per_column: &[f64], per_velocity: &mut [f64]) {
        for (source, value) in self.sources.iter().zip(per_velocity) {
            if let Source::Solved { column, ratio } = source {
                *value = ratio * per_column[*column];
            }
        }
    }

    /// Velocities of all joints to unknowns.
    pub(crate) fn extract(&self, per_velocity: &[f64], per_column: &mut [f64]) {
        for (source, value) in self.sources.iter().zip(per_velocity) {
            if let Source::Solved { column, ratio } = source
                && *ratio == 1.0
            {
                per_column[*column] = *value;
            }
        }
    }
}
