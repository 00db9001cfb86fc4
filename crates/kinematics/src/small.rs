//! Rotations as matrices, and linear systems of at most six equations.

use bristle_geometry::Pose;
use glam::{DMat3, DVec3};

/// The most equations that a target has: three for a position, three for a rotation.
pub(crate) const ROWS: usize = 6;

/// A pose with its rotation as a matrix: what many points are moved with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) turn: DMat3,
    pub(crate) at: DVec3,
}

impl Frame {
    pub(crate) const IDENTITY: Self = Self { turn: DMat3::IDENTITY, at: DVec3::ZERO };

    pub(crate) fn of(pose: Pose) -> Self {
        Self { turn: pose.rotation_matrix(), at: pose.translation }
    }

    pub(crate) fn pose(self) -> Pose {
        Pose::new(glam::DQuat::from_mat3(&self.turn), self.at)
    }
}

impl std::ops::Mul for Frame {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { turn: self.turn * other.turn, at: self.turn * other.at + self.at }
    }
}

/// The rotation by `angle` about a unit vector.
pub(crate) fn rotation(axis: DVec3, angle: f64) -> DMat3 {
    DMat3::from_axis_angle(axis, angle)
}

/// The rotation vector of a rotation matrix: its axis times its angle, which is at most π.
pub(crate) fn rotation_vector(r: DMat3) -> DVec3 {
    let twice_sine = DVec3::new(r.y_axis.z - r.z_axis.y, r.z_axis.x - r.x_axis.z, r.x_axis.y - r.y_axis.x);
    let (sine, cosine) = (0.5 * twice_sine.length(), 0.5 * (r.x_axis.x + r.y_axis.y + r.z_axis.z - 1.0));
    if cosine > -0.99 {
        // sin(x)/x is 1 to round-off for the smallest angles.
        let scale = if sine < 1e-9 { 1.0 } else { sine.atan2(cosine) / sine };
        return twice_sine * (0.5 * scale);
    }
    // Near half a turn the quaternion is well conditioned, and the sine is not.
    let q = glam::DQuat::from_mat3(&r).normalize();
    let q = if q.w < 0.0 { -q } else { q };
    let axis = q.xyz();
    axis.normalize_or(DVec3::X) * (2.0 * axis.length().atan2(q.w))
}

/// Some unit vector at a right angle to `v`.
pub(crate) fn across(v: DVec3) -> DVec3 {
    v.any_orthonormal_vector()
}

/// A symmetric positive definite system, by Cholesky's method: overwrites the lower triangle and the right side. False if it is not definite.
pub(crate) fn solve_definite(a: &mut [[f64; ROWS]; ROWS], b: &mut [f64; ROWS], rows: usize) -> bool {
    for i in 0..rows {
        for j in 0..=i {
            let (above, below) = (a[j], a[i]);
            let sum = (0..j).fold(below[j], |sum, k| sum - below[k] * above[k]);
            if i == j {
                if !(sum > 0.0) {
                    return false;
                }
                a[i][i] = sum.sqrt();
            } else {
                a[i][j] = sum / a[j][j];
            }
        }
    }
    for i in 0..rows {
        for k in 0..i {
            b[i] -= a[i][k] * b[k];
        }
        b[i] /= a[i][i];
    }
    for i in (0..rows).rev() {
        for k in i + 1..rows {
            b[i] -= a[k][i] * b[k];
        }
        b[i] /= a[i][i];
    }
    true
}
