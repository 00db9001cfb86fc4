//! How hard to grip.

use super::GraspConstants;
use super::GripMargin;
use super::signals::HandSignals;
use crate::EmbodimentError;
use serde::{Deserialize, Serialize};

/// How the grip force is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum GripPolicy {
    /// By the force at contact, and harder with every slip: Romano et al. (2011), eq. 10 and §V.C.
    Hardness {
        /// What the client knows of the object: the least grip force \[N\].
        #[serde(default)]
        hint: Option<f64>,
    },
    /// A constant force that the client chooses: eq. 5 to 7 alone.
    Force {
        /// Grip force \[N\].
        force: f64,
    },
    /// By the load along the pads and by how much of their friction it uses, with a margin as people keep it.
    Margin(GripMargin),
}

impl Default for GripPolicy {
    fn default() -> Self {
        Self::Hardness { hint: None }
    }
}

impl GripPolicy {
    /// Refuses numbers that cannot be.
    pub(super) fn check(&self) -> Result<(), EmbodimentError> {
        match self {
            Self::Hardness { hint: None } => Ok(()),
            Self::Hardness { hint: Some(hint) } => {
                EmbodimentError::unless_positive(&[("the hint of a grip force [N]", *hint)])
            }
            Self::Force { force } => EmbodimentError::unless_positive(&[("the grip force [N]", *force)]),
            Self::Margin(of) => of.check(),
        }
    }
}

/// A policy at work.
#[derive(Clone, Debug)]
pub(super) struct Gripping {
    policy: GripPolicy,
    /// Friction as far as it is known.
    friction: f64,
    /// How much harder than gravity alone the client's next motion loads the grip.
    load_factor: f64,
}

impl Gripping {
    pub(super) fn new(policy: GripPolicy) -> Self {
        let friction = match policy {
            GripPolicy::Hardness { .. } | GripPolicy::Force { .. } => f64::NAN,
            GripPolicy::Margin(of) => of.friction,
        };
        Self { policy, friction, load_factor: 1.0 }
    }

    /// Forgets the object before.
    pub(super) fn restart(&mut self) {
        *self = Self::new(self.policy);
    }

    /// What the client is about to do: how much harder than now it will load the grip, at most.
    pub(super) fn expect_load(&mut self, factor: f64) {
        self.load_factor = factor.max(1.0);
    }

    /// The grip force \[N\] to begin with, from the largest force at contact \[N\] (eq. 10).
    pub(super) fn first(&self, constants: &GraspConstants, contact: f64) -> f64 {
        match self.policy {
            GripPolicy::Hardness { hint } => {
                let chosen = contact * constants.hardness_gain / constants.close_speed;
                chosen.max(hint.unwrap_or(0.0)).max(constants.least_force)
            }
            GripPolicy::Force { force } => force,
            GripPolicy::Margin(of) => of.start.max(constants.least_force),
        }
    }

    /// The grip force \[N\] from now on, while something is held with `wanted` \[N\]; `slips` says that a slip was felt in a new frame.
    pub(super) fn next(
        &mut self,
        constants: &GraspConstants,
        signals: &HandSignals,
        wanted: f64,
        slips: bool,
        dt: f64,
    ) -> f64 {
        match self.policy {
            GripPolicy::Hardness { .. } if slips => wanted * constants.slip_gain,
            GripPolicy::Hardness { .. } | GripPolicy::Force { .. } => wanted,
            GripPolicy::Margin(of) => {
                of.next(signals.pads(), &mut self.friction, self.load_factor, wanted, dt)
            }
        }
    }

    /// Time constant with which the force follows its target \[s\]; `None` for the published gains.
    pub(super) fn response_time(&self) -> Option<f64> {
        match self.policy {
            GripPolicy::Hardness { .. } | GripPolicy::Force { .. } => None,
            GripPolicy::Margin(of) => Some(of.response_time),
        }
    }
}
