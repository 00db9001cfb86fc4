//! Forces that say where they act.

use crate::Pose;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A force and the torque that goes with it about a stated point, all in one frame's axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Wrench {
    /// Force \[N\].
    pub force: DVec3,
    /// Torque about `point` \[N·m\].
    pub torque: DVec3,
    /// The point the torque is taken about \[m\].
    pub point: DVec3,
}

impl Wrench {
    /// No force, about `point`.
    pub const fn zero_at(point: DVec3) -> Self {
        Self { force: DVec3::ZERO, torque: DVec3::ZERO, point }
    }

    /// The same wrench, its torque taken about another point: the only way to move one.
    pub fn shift_to(self, point: DVec3) -> Self {
        Self { force: self.force, torque: self.torque + (self.point - point).cross(self.force), point }
    }

    /// The reaction: equal and opposite, about the same point.
    pub fn reaction(self) -> Self {
        Self { force: -self.force, torque: -self.torque, point: self.point }
    }

    /// The same wrench written in frame A, given `X_AB` and the wrench in frame B.
    pub fn in_frame(self, pose: Pose) -> Self {
        Self {
            force: pose.transform_vector(self.force),
            torque: pose.transform_vector(self.torque),
            point: pose.transform_point(self.point),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shifted_wrench_has_the_lever_arm_torque() {
        let w = Wrench {
            force: DVec3::new(0.0, 0.0, 2.0),
            torque: DVec3::ZERO,
            point: DVec3::new(3.0, 0.0, 0.0),
        };
        assert_eq!(w.shift_to(DVec3::ZERO).torque, DVec3::new(0.0, -6.0, 0.0));
        assert_eq!(w.shift_to(DVec3::ZERO).shift_to(w.point), w);
    }
}
