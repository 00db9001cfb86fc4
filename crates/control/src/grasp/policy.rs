//! How hard to grip.

use super::GraspConstants;
use super::signals::{HandSignals, PadSignals};
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
    /// By the load along the pads and by how much of their friction it uses, with a margin as people keep it.
    Margin(GripMargin),
}

/// A grip that follows its load, as people grip (Romano et al. 2011, §I.A): just above what would slip.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GripMargin {
    /// How far above what would slip the force is kept, as a share of that.
    pub margin: f64,
    /// Friction that is assumed until slip, or its beginning, has told.
    pub friction: f64,
    /// The least force \[N\].
    pub least: f64,
    /// The most force \[N\].
    pub most: f64,
    /// How fast the force may fall \[1/s\]; it rises at once.
    pub relax: f64,
    /// Utilisation from which a pad counts as about to slip.
    pub incipient: f64,
}

impl Default for GripMargin {
    fn default() -> Self {
        Self { margin: 0.25, friction: 0.3, least: 1.0, most: 40.0, relax: 0.5, incipient: 0.9 }
    }
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
            Self::Margin(of) => EmbodimentError::unless_positive(&[
                ("the margin of the grip", of.margin),
                ("the friction that is assumed", of.friction),
                ("the least grip force [N]", of.least),
                ("the most grip force [N]", of.most),
                ("how fast the grip force may fall [1/s]", of.relax),
                ("the utilisation that is incipient slip", of.incipient),
            ]),
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
            GripPolicy::Hardness { .. } => f64::NAN,
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
            GripPolicy::Margin(of) => of.least.max(constants.least_force),
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
            GripPolicy::Hardness { .. } => wanted,
            GripPolicy::Margin(of) => {
                let needed = signals.pads().iter().map(|pad| self.needed(&of, pad)).fold(0.0, f64::max);
                let goal = (needed * (1.0 + of.margin) * self.load_factor).clamp(of.least, of.most);
                // Down slowly, up at once: a load that has gone may come back.
                goal.max(wanted - of.relax * wanted * dt)
            }
        }
    }

    /// The force at which a pad would slip under its present load \[N\].
    fn needed(&mut self, of: &GripMargin, pad: &PadSignals) -> f64 {
        let load = pad.shear.length();
        match pad.utilisation {
            // The share of its friction that a pad uses is known: it would slip at this share of its force.
            Some(used) => pad.force * used,
            None => {
                // A pad that slips tells its friction.
                if pad.force > of.least && load > self.friction * pad.force {
                    self.friction = load / pad.force;
                }
                load / self.friction
            }
        }
    }
}
