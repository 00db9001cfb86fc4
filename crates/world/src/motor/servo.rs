//! One step of a motor: plan, effort, finish.
//!
//! Position errors are taken at the middle of the step and velocity errors at its end, as the stepper takes elastic forces
//! and dampers: a servo then conserves and damps as a spring and a damper would.

use super::drive::Push;
use super::{Command, LimitedBy, Motor, MotorState, Reference};

/// A step about to be made: the reference has moved, the joint has not yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MotorPlan {
    /// State before the step, its reference begun anew if the mode has changed.
    before: MotorState,
    /// The reference after the step.
    after: Reference,
    law: Law,
    /// Position of the joint before the step.
    q: f64,
}

/// The controller of this step. `origin` is the position at which the elastic part vanishes, `pull` its slope.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Law {
    Servo { offset: f64, origin: f64, pull: f64, velocity: f64, damping: f64 },
    Effort(f64),
    Voltage(f64),
}

/// Effort at the joint and how it changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MotorEffort {
    /// \[N | N·m\]
    pub(crate) effort: f64,
    /// By the position in the middle of the step \[N/m | N·m/rad\]; never positive.
    pub(crate) d_position: f64,
    /// By the velocity at the end of the step \[N·s/m | N·m·s/rad\]; never positive.
    pub(crate) d_velocity: f64,
}

impl Motor {
    /// Moves the reference by one step of `h` from the joint's position `q` and velocity `v`.
    pub(crate) fn plan(&self, state: &MotorState, q: f64, v: f64, h: f64) -> MotorPlan {
        let mut before = *state;
        if before.mode != before.command.mode() {
            before.mode = before.command.mode();
            before.reference = Reference { position: q, velocity: self.profile.slow_enough(v) };
            before.integral = 0.0;
        }
        let now = before.reference;
        let (after, law) = match before.command {
            Command::Position(goal) => {
                let after = self.profile.towards_position(now, goal, h);
                let gains = self.position_gains.unwrap_or_default();
                let law = Law::Servo {
                    // The integral has grown by half a step's error at the middle of the step.
                    offset: gains.integral * before.integral,
                    pull: gains.stiffness + 0.5 * h * gains.integral,
                    origin: 0.5 * (now.position + after.position),
                    velocity: after.velocity,
                    damping: gains.damping,
                };
                (after, law)
            }
            Command::Velocity(goal) => {
                let after = self.profile.towards_velocity(now, goal, h);
                let gains = self.velocity_gains.unwrap_or_default();
                let law = Law::Servo {
                    offset: 0.0,
                    // What the reference has run ahead of the joint is the integral of the velocity error.
                    pull: gains.integral,
                    origin: 0.5 * (now.position + after.position),
                    velocity: after.velocity,
                    damping: gains.proportional,
                };
                (after, law)
            }
            Command::Effort(effort) => (Reference { position: q, velocity: v }, Law::Effort(effort)),
            Command::Voltage(voltage) => (Reference { position: q, velocity: v }, Law::Voltage(voltage)),
        };
        MotorPlan { before, after, law, q }
    }

    /// Effort at the joint for a position in the middle of the step and a velocity at its end. Continuous in both.
    pub(crate) fn effort(&self, plan: &MotorPlan, q_mid: f64, v_after: f64) -> MotorEffort {
        let (push, _) = self.push(plan, q_mid, v_after);
        let viscous = self.drive.viscous();
        MotorEffort {
            effort: push.effort - viscous * v_after,
            d_position: push.d_position,
            d_velocity: push.d_velocity - viscous,
        }
    }

    /// The state after the step.
    pub(crate) fn finish(&self, plan: &MotorPlan, q_after: f64, v_after: f64, h: f64) -> MotorState {
        let q_mid = 0.5 * (plan.q + q_after);
        let (push, limited_by) = self.push(plan, q_mid, v_after);
        let mut state =
            MotorState { reference: plan.after, drive_effort: push.effort, limited_by, ..plan.before };
        let Law::Servo { origin, .. } = plan.law else {
            state.reference = Reference { position: q_after, velocity: v_after };
            return state;
        };
        match plan.before.command {
            Command::Position(_) => {
                let error = origin - q_mid;
                // An integral that cannot be obeyed must not grow; one that brings relief may.
                if limited_by == LimitedBy::Nothing || error * push.effort < 0.0 {
                    state.integral += h * error;
                }
            }
            _ => {
                let run_ahead = (plan.after.position - plan.before.reference.position) - (q_after - plan.q);
                if limited_by != LimitedBy::Nothing && run_ahead * push.effort > 0.0 {
                    state.reference.position = plan.before.reference.position + (q_after - plan.q);
                }
            }
        }
        state
    }

    /// What the winding gives, before the rotor's friction.
    fn push(&self, plan: &MotorPlan, q_mid: f64, v_after: f64) -> (Push, LimitedBy) {
        let wish = match plan.law {
            Law::Servo { offset, origin, pull, velocity, damping } => Push {
                effort: offset + pull * (origin - q_mid) + damping * (velocity - v_after),
                d_position: -pull,
                d_velocity: -damping,
            },
            Law::Effort(effort) => Push::constant(effort),
            Law::Voltage(voltage) => match &self.drive.winding {
                Some(winding) => {
                    let supply = winding.supply_voltage;
                    let wish = self.drive.at_voltage(winding, voltage.clamp(-supply, supply), v_after);
                    let (push, by) = self.drive.limited(wish, v_after);
                    let beyond = voltage.abs() > supply && by == LimitedBy::Nothing;
                    return (push, if beyond { LimitedBy::Voltage } else { by });
                }
                None => Push::constant(0.0),
            },
        };
        self.drive.limited(wish, v_after)
    }
}
