//! Bodies on rails: imposed motion with pose and twist that agree.

use bristle_geometry::{Pose, Shape, Twist};
use bristle_skin::Target;
use glam::{DQuat, DVec3};

/// A body that moves as told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rail {
    pub(crate) pose: Pose,
    pub(crate) twist: Twist,
}

impl Rail {
    pub(crate) fn still(pose: Pose) -> Self {
        Self { pose, twist: Twist::ZERO }
    }

    /// Moves for a time `h` \[s\] with the twist it has.
    pub(crate) fn advance(&mut self, h: f64) {
        let turn = DQuat::from_scaled_axis(self.twist.angular * h);
        self.pose = Pose::new(turn * self.pose.rotation, self.pose.translation + self.twist.linear * h);
    }

    /// Turns with `angular` \[rad/s\] about the point `centre`, which rests.
    pub(crate) fn turn_about(&mut self, centre: DVec3, angular: DVec3) {
        self.twist = Twist { linear: angular.cross(self.pose.translation - centre), angular };
    }

    /// Moves for a time `h` along the circle about `centre` that [`turn_about`](Self::turn_about) begins.
    pub(crate) fn advance_about(&mut self, centre: DVec3, angular: DVec3, h: f64) {
        let turn = DQuat::from_scaled_axis(angular * h);
        self.pose = Pose::new(turn * self.pose.rotation, centre + turn * (self.pose.translation - centre));
        self.turn_about(centre, angular);
    }

    pub(crate) fn target<'a>(&self, shape: &'a Shape) -> Target<'a> {
        Target::new(shape, self.pose, self.twist)
    }
}

/// A body's motion seen with everything moved by `world`.
pub(crate) fn reposed(world: Pose, pose: Pose, twist: Twist) -> (Pose, Twist) {
    let turned = |v| world.transform_vector(v);
    (world * pose, Twist { linear: turned(twist.linear), angular: turned(twist.angular) })
}
