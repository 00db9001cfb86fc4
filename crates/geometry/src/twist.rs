//! Rigid velocities.

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Velocity of a body in the world: of its frame's origin, and of its rotation, both in world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Twist {
    /// Velocity of the body frame's origin \[m/s\].
    pub linear: DVec3,
    /// Angular velocity \[rad/s\].
    pub angular: DVec3,
}

impl Twist {
    /// A body at rest.
    pub const ZERO: Self = Self { linear: DVec3::ZERO, angular: DVec3::ZERO };

    /// Pure translation.
    pub const fn from_linear(linear: DVec3) -> Self {
        Self { linear, angular: DVec3::ZERO }
    }

    /// Velocity of the body's material point at `offset` from the body's origin, in world axes.
    pub fn velocity_at(self, offset: DVec3) -> DVec3 {
        self.linear + self.angular.cross(offset)
    }

    /// True when every coordinate is a finite number.
    pub fn is_finite(self) -> bool {
        self.linear.is_finite() && self.angular.is_finite()
    }
}
