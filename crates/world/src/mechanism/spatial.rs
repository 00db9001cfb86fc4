//! Motions, inertias and blocks about a common point, in world axes.

use super::{Motion, Six, six};
use crate::Inertia;
use bristle_geometry::Pose;
use bristle_skin::Block6;
use glam::{DMat3, DVec3};

/// `[v]` with `[v] x = v × x`.
fn cross(v: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, v.z, -v.y), DVec3::new(-v.z, 0.0, v.x), DVec3::new(v.y, -v.x, 0.0))
}

/// A motion of the point `at` of a body as the motion of the body's point that lies at `origin`.
pub(crate) fn moved_to(motion: Motion, at: DVec3, origin: DVec3) -> Six {
    six(motion.linear + motion.angular.cross(origin - at), motion.angular)
}

fn block_of(a: DMat3, b: DMat3, c: DMat3, d: DMat3) -> Block6 {
    let mut block = Block6::ZERO;
    for i in 0..3 {
        for j in 0..3 {
            block.0[i][j] = a.col(j)[i];
            block.0[i][j + 3] = b.col(j)[i];
            block.0[i + 3][j] = c.col(j)[i];
            block.0[i + 3][j + 3] = d.col(j)[i];
        }
    }
    block
}

/// The inertia of a body at `pose` about a point: momentum per motion.
pub(crate) fn inertia_about(inertia: &Inertia, pose: Pose, origin: DVec3) -> Block6 {
    let r = pose.rotation_matrix();
    let c = r * inertia.centre + (pose.translation - origin);
    let (m, arm) = (inertia.mass, cross(c));
    let about_centre = r * inertia.about_centre * r.transpose();
    // v + ω × c moves the centre.
    block_of(DMat3::from_diagonal(DVec3::splat(m)), arm * -m, arm * m, about_centre - arm * arm * m)
}

/// A block of a frame, about its origin and in its axes, about another point in world axes.
pub(crate) fn about_point(block: &Block6, frame: Pose, origin: DVec3) -> Block6 {
    let r = frame.rotation_matrix();
    let part = |row: usize, column: usize| {
        let column_of = |j: usize| {
            DVec3::new(block.0[row][column + j], block.0[row + 1][column + j], block.0[row + 2][column + j])
        };
        r * DMat3::from_cols(column_of(0), column_of(1), column_of(2)) * r.transpose()
    };
    let (a, b, c, d) = (part(0, 0), part(0, 3), part(3, 0), part(3, 3));
    // Motion there: v + ω × (frame − origin).
    let arm = cross(frame.translation - origin);
    let b = b - a * arm;
    block_of(a, b, arm * a + c, arm * b + d - c * arm)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    #[test]
    fn a_block_answers_a_motion_the_same_about_any_point() {
        let mut block = Block6::ZERO;
        for (i, row) in block.0.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = ((7 * i + 3 * j) % 11) as f64 - 4.3;
            }
        }
        let frame = Pose::new(DQuat::from_xyzw(0.3, -0.2, 0.5, 0.7), DVec3::new(0.3, -0.7, 1.1));
        let origin = DVec3::new(-0.2, 0.4, 0.6);
        let (v, w) = (DVec3::new(0.3, 1.2, -0.4), DVec3::new(-0.5, 0.7, 0.9));
        let back = frame.rotation.conjugate();
        let here = v + w.cross(frame.translation - origin);
        let (f, t) = block.apply(back * here, back * w);
        let (f, t) = (frame.rotation * f, frame.rotation * t);
        let (g, u) = about_point(&block, frame, origin).apply(v, w);
        assert!((f - g).length() < 1e-13);
        assert!((t + (frame.translation - origin).cross(f) - u).length() < 1e-13);
    }

    #[test]
    fn momentum_is_mass_times_velocity_of_the_centre() {
        let inertia = Inertia {
            mass: 1.3,
            centre: DVec3::new(0.1, -0.2, 0.3),
            about_centre: DMat3::from_diagonal(DVec3::new(0.3, 0.4, 0.5)),
        };
        let pose = Pose::new(DQuat::from_xyzw(0.1, 0.4, -0.2, 0.8), DVec3::new(-0.4, 0.6, 0.2));
        let origin = DVec3::new(0.7, 0.1, -0.3);
        let (v, w) = (DVec3::new(0.3, 1.2, -0.4), DVec3::new(-0.5, 0.7, 0.9));
        let arm = pose.transform_point(inertia.centre) - origin;
        let (p, l) = inertia_about(&inertia, pose, origin).apply(v, w);
        let momentum = (v + w.cross(arm)) * inertia.mass;
        let spin = pose.rotation * (inertia.about_centre * (pose.rotation.conjugate() * w));
        assert!((p - momentum).length() < 1e-13);
        assert!((l - spin - arm.cross(momentum)).length() < 1e-13);
    }
}
