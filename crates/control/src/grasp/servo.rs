//! Position and force control of one actuator: eq. 4 to 7 of Romano et al. (2011).

use super::GraspConstants;
use super::hand::BoundActuator;
use crate::{Command, Percept};

/// Where an actuator shall be, and how it is brought there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Servo {
    /// Wanted aperture \[m\].
    desired: f64,
    /// Wanted rate of the aperture \[m/s\].
    rate: f64,
}

impl Servo {
    /// Stays where it is.
    pub(super) fn at(aperture: f64) -> Self {
        Self { desired: aperture, rate: 0.0 }
    }

    /// Stays at an aperture.
    pub(super) fn hold(&mut self, aperture: f64) {
        *self = Self::at(aperture);
    }

    /// Moves on at a rate for `dt` \[s\].
    pub(super) fn move_at(&mut self, rate: f64, dt: f64) {
        self.rate = rate;
        self.desired += rate * dt;
    }

    /// Moves on at a rate that brings a force to its target (eq. 6). Where the effort is at its limit anyway, the desired aperture does not run farther ahead.
    pub(super) fn follow_force(
        &mut self,
        constants: &GraspConstants,
        actuator: &BoundActuator,
        rate: f64,
        aperture: f64,
        dt: f64,
    ) {
        self.move_at(rate, dt);
        let lead = actuator.max_effort / constants.stiffness;
        self.desired = self.desired.clamp(aperture - lead, aperture + lead);
    }

    /// The command of this turn: an effort by eq. 4, within the limit of the actuator, or the wanted aperture.
    pub(super) fn command(
        &self,
        constants: &GraspConstants,
        actuator: &BoundActuator,
        percept: &Percept,
    ) -> Command {
        if actuator.is_led_by_position() {
            return actuator.go_to(self.desired);
        }
        let (aperture, rate) = actuator.aperture(percept);
        let effort = constants.stiffness * (aperture - self.desired) + constants.damping * (rate - self.rate)
            - sign(self.rate) * constants.friction_effort;
        actuator.push(effort.clamp(-actuator.max_effort, actuator.max_effort))
    }
}

/// The sign of a number; 0 for 0.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}
