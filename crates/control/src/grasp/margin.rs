//! A grip that follows its load: just above the force at which the object would slip.

use super::signals::PadSignals;
use crate::EmbodimentError;
use serde::{Deserialize, Serialize};

/// A pad that feels less than this \[N\] says nothing about friction.
const LEAST_TOLD: f64 = 0.5;
/// Share of the largest ratio of load to force that was held without slipping that counts as friction: kinetic friction is below static friction.
const HELD_SHARE: f64 = 0.9;

/// A grip force that follows its load with a margin. People hold objects with 10 to 40 % more than the least force (Romano et al. 2011, §I.A).
///
/// Where the skin tells the friction utilisation of its cells, the least force is the product of utilisation and force. Where it tells normal force and shear only, as real
/// three-axis arrays do, friction is estimated from the loads that were held.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GripMargin {
    /// How far above the least force the grip is kept, as a share of the least force.
    pub margin: f64,
    /// Friction that is assumed until a load was held that shows more. Not used where the skin tells utilisation.
    pub friction: f64,
    /// Force to begin with \[N\].
    pub start: f64,
    /// Lower limit of the force \[N\].
    pub least: f64,
    /// Upper limit of the force \[N\].
    pub most: f64,
    /// How fast the force may fall, as a share of itself \[1/s\]. It may rise at once.
    pub relax: f64,
    /// Utilisation from which a pad is about to slip: from there on the force rises faster.
    pub incipient: f64,
    /// Further increase, as a share of the force, when a pad slips altogether.
    pub slip_gain: f64,
    /// Time constant with which the force follows its target \[s\]. The speed of the fingers is found from the stiffness that they feel.
    pub response_time: f64,
}

impl Default for GripMargin {
    fn default() -> Self {
        Self {
            margin: 0.25,
            friction: 0.5,
            start: 2.5,
            least: 1.0,
            most: 40.0,
            relax: 0.1,
            incipient: 0.8,
            slip_gain: 0.5,
            response_time: 0.04,
        }
    }
}

impl GripMargin {
    /// Refuses numbers that are out of range.
    pub(super) fn check(&self) -> Result<(), EmbodimentError> {
        EmbodimentError::unless_positive(&[
            ("the margin of the grip", self.margin),
            ("the assumed friction", self.friction),
            ("the first grip force [N]", self.start),
            ("the least grip force [N]", self.least),
            ("the most grip force [N]", self.most),
            ("how fast the grip force may fall [1/s]", self.relax),
            ("the utilisation of incipient slip", self.incipient),
            ("the gain of slip", self.slip_gain),
            ("the response time of the grip force [s]", self.response_time),
        ])?;
        if self.most < self.least {
            let what = "the most grip force [N]";
            return Err(EmbodimentError::Number {
                what,
                value: self.most,
                allowed: "at least the least one",
            });
        }
        if self.incipient >= 1.0 {
            let what = "the utilisation of incipient slip";
            return Err(EmbodimentError::Number { what, value: self.incipient, allowed: "below 1" });
        }
        Ok(())
    }

    /// The next grip force \[N\]. `friction` is the estimate so far, and is updated; `load_factor` is how much harder the next motion loads the grip.
    pub(super) fn next(
        &self,
        pads: &[PadSignals],
        friction: &mut f64,
        load_factor: f64,
        wanted: f64,
        dt: f64,
    ) -> f64 {
        let needed = pads.iter().map(|pad| self.needed(pad, friction)).fold(0.0, f64::max);
        let goal = (needed * (1.0 + self.margin) * load_factor).clamp(self.least, self.most);
        // Down slowly, up at once: a load that has gone may come back.
        goal.max(wanted - self.relax * wanted * dt)
    }

    /// The force at which a pad would slip under its present load \[N\]; more if it slips already.
    fn needed(&self, pad: &PadSignals, friction: &mut f64) -> f64 {
        let used = match pad.utilisation {
            Some(used) => used,
            None if pad.force < LEAST_TOLD => return pad.load / *friction,
            None => {
                // A load that is held shows that friction is at least so large.
                let held = pad.load / pad.force;
                *friction = friction.max(HELD_SHARE * held);
                held / *friction
            }
        };
        let slipping = ((used - self.incipient) / (1.0 - self.incipient)).clamp(0.0, 1.0);
        pad.force * used * (1.0 + self.slip_gain * slipping)
    }
}
