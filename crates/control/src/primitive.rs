//! Primitive actions: what is to be done, without regard to the gripper that does it.

use glam::DVec3;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Primitive {
    /// Open the hand, then move it.
    Approach {
        /// How far it is opened: 0 closed, 1 as far as it goes.
        aperture: f64,
        /// Way of the hand, in world axes \[m\].
        by: DVec3,
    },
    /// Close until something is touched, and stop there.
    Touch,
    /// Close until something is touched, then squeeze it.
    Grasp {
        /// Normal force on each side \[N\].
        force: f64,
    },
    /// Move the hand with what it holds, squeezing as before: lift, move down.
    Carry {
        /// Way of the hand, in world axes \[m\].
        by: DVec3,
    },
    /// Hold what was grasped.
    Hold {
        /// For how long \[s\].
        time: f64,
    },
    /// Let go.
    Release {
        /// How far it is opened: 0 closed, 1 as far as it goes.
        aperture: f64,
    },
}

impl Primitive {
    /// Whether something is held meanwhile, and can be lost.
    pub fn holds(&self) -> bool {
        matches!(self, Self::Carry { .. } | Self::Hold { .. })
    }
}
