//! Rigid poses.

use glam::{DMat3, DQuat, DVec3};
use serde::{Deserialize, Serialize};

/// A rigid pose `X_AB`: takes coordinates of a point in frame B to frame A, `p_A = R_AB p_B + p_AB`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// `R_AB` as a unit quaternion.
    pub rotation: DQuat,
    /// Origin of B in A, in metres.
    pub translation: DVec3,
}

impl Pose {
    /// The pose that changes nothing.
    pub const IDENTITY: Self = Self { rotation: DQuat::IDENTITY, translation: DVec3::ZERO };

    /// From rotation and translation; the rotation is normalised.
    pub fn new(rotation: DQuat, translation: DVec3) -> Self {
        Self { rotation: rotation.normalize(), translation }
    }

    /// A pure translation.
    pub const fn from_translation(translation: DVec3) -> Self {
        Self { rotation: DQuat::IDENTITY, translation }
    }

    /// A pure rotation by `angle` radians about the unit vector `axis`.
    pub fn from_axis_angle(axis: DVec3, angle: f64) -> Self {
        Self { rotation: DQuat::from_axis_angle(axis, angle), translation: DVec3::ZERO }
    }

    /// `X_BA` of `X_AB`.
    pub fn inverse(self) -> Self {
        let rotation = self.rotation.conjugate();
        Self { rotation, translation: -(rotation * self.translation) }
    }

    /// `p_A` of `p_B`.
    pub fn transform_point(self, point: DVec3) -> DVec3 {
        self.rotation * point + self.translation
    }

    /// `v_A` of `v_B`: rotates, does not translate.
    pub fn transform_vector(self, vector: DVec3) -> DVec3 {
        self.rotation * vector
    }

    /// `R_AB` as a matrix, for kernels that transform many points.
    pub fn rotation_matrix(self) -> DMat3 {
        DMat3::from_quat(self.rotation)
    }

    /// True when every coordinate is a finite number.
    pub fn is_finite(self) -> bool {
        self.rotation.is_finite() && self.translation.is_finite()
    }
}

/// `X_AC = X_AB * X_BC`.
impl std::ops::Mul for Pose {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self {
            rotation: (self.rotation * other.rotation).normalize(),
            translation: self.transform_point(other.translation),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_undoes_the_pose() {
        let pose = Pose::new(DQuat::from_xyzw(0.3, -0.7, 0.2, 1.1), DVec3::new(0.3, -0.7, 1.1));
        let p = DVec3::new(-0.2, 0.5, 0.9);
        assert!((pose.inverse().transform_point(pose.transform_point(p)) - p).length() < 1e-15);
        assert!(((pose * pose.inverse()).transform_point(p) - p).length() < 1e-15);
    }
}
