//! Repeatable random numbers.

use bristle_geometry::{Pose, Twist};
use glam::{DQuat, DVec3};

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers on every machine.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// Evenly from \[0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Evenly from the cube of half side `reach`.
    pub(crate) fn vector(&mut self, reach: f64) -> DVec3 {
        DVec3::new(self.between(-reach, reach), self.between(-reach, reach), self.between(-reach, reach))
    }

    pub(crate) fn pose(&mut self, reach: f64) -> Pose {
        let q = DQuat::from_xyzw(
            self.between(-1.0, 1.0),
            self.between(-1.0, 1.0),
            self.between(-1.0, 1.0),
            self.between(0.2, 1.0),
        );
        Pose::new(q, self.vector(reach))
    }

    pub(crate) fn twist(&mut self, linear: f64, angular: f64) -> Twist {
        Twist { linear: self.vector(linear), angular: self.vector(angular) }
    }
}
