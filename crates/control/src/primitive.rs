//! Primitive actions: what is to be done, without regard to the gripper that does it.

use glam::DVec3;
use serde::Deserialize;

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
        /// What is done while some fingers touch and others do not yet.
        one_sided: OneSided,
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

/// What a grasp does while some fingers touch and others do not yet: the object is not in the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OneSided {
    /// All fingers go on closing: the first one pushes the object until the others meet it.
    #[default]
    Ignore,
    /// The arm moves the hand towards the finger that touches, as fast as that finger closes: it keeps its place, and the hand comes to
    /// stand around the object. Needs an arm that can move along the closing direction.
    Centre,
    /// Fingers that touch wait for the others. Needs a motor for each finger.
    Wait,
}

impl Primitive {
    /// A grasp that does not mind being one-sided.
    pub fn grasp(force: f64) -> Self {
        Self::Grasp { force, one_sided: OneSided::Ignore }
    }

    /// Whether something is held meanwhile, and can be lost.
    pub fn holds(&self) -> bool {
        matches!(self, Self::Carry { .. } | Self::Hold { .. })
    }
}
