//! A motor's own controller: from a command to what the motor is told at every step.

use crate::{Command, HardwareError, Limit};
use bristle_world::motor::{Command as Told, Mode, Motor};
use bristle_world::{BodyId, JointKind, Model, ModelError, MotorId, World};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// Speed below which a joint has come to rest after its drive was cut \[m/s\], and for a hinge \[rad/s\]: 0.5 mm/s at 0.1 m.
const AT_REST: [f64; 2] = [5e-4, 5e-3];

/// A motor, what it was commanded, and how it goes about it.
#[derive(Clone, Debug)]
pub(super) struct Drive {
    name: String,
    motor: MotorId,
    body: BodyId,
    /// Effort at the joint per ampere, if there is a winding.
    per_ampere: Option<f64>,
    at_rest: f64,
    /// A command that has to be looked after at every step.
    command: Option<Command>,
    /// Of a limited velocity: whether the velocity and not the limit is what holds now.
    by_speed: bool,
}

/// What a drive is at.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct DriveMemory {
    command: Option<Command>,
    by_speed: bool,
}

/// Effort at the joint per ampere of a motor with a winding.
pub(super) fn effort_per_ampere(motor: &Motor) -> Option<f64> {
    let gear = motor.gear();
    motor.winding().map(|winding| gear.efficiency * gear.ratio * winding.torque_constant)
}

impl Drive {
    pub(super) fn new(model: &Model, id: MotorId) -> Self {
        let motor = &model.motors()[id.0];
        let body = motor.body();
        let slides = matches!(model.bodies()[body.0].joint.kind, JointKind::Prismatic { .. });
        Self {
            name: motor.name().to_owned(),
            motor: id,
            body,
            per_ampere: effort_per_ampere(motor),
            at_rest: AT_REST[usize::from(!slides)],
            command: None,
            by_speed: false,
        }
    }

    pub(super) fn motor(&self) -> MotorId {
        self.motor
    }

    /// Refuses what it cannot do; else gives what the motor is told, if that is all there is to do.
    pub(super) fn check(&self, model: &Model, command: Command) -> Result<Option<Told>, HardwareError> {
        command.check().map_err(|why| self.refused(command, &why))?;
        let winding = || {
            self.per_ampere
                .ok_or_else(|| self.refused(command, &"the motor has no winding; command its effort"))
        };
        let motor = &model.motors()[self.motor.0];
        let plain = match command {
            Command::Position(value) => Some(Told::Position(value)),
            Command::Velocity(value) => Some(Told::Velocity(value)),
            Command::Effort(value) => Some(Told::Effort(value)),
            Command::Current(value) => Some(Told::Effort(value * winding()?)),
            Command::Voltage(value) => Some(Told::Voltage(value)),
            Command::LimitedVelocity { limit, .. } => {
                if matches!(limit, Limit::Current(_)) {
                    winding()?;
                }
                if !motor.has(Mode::Velocity) {
                    return Err(
                        self.refused(command, &"the motor has no velocity control; command its effort")
                    );
                }
                None
            }
            Command::Halt => None,
        };
        if let Some(told) = plain {
            // Tried on a state of no consequence.
            motor.obey(&mut motor.start(0.0), told).map_err(|error| self.refused(command, &error))?;
        }
        Ok(plain)
    }

    /// Takes a command. Plain ones are passed on at once, the others at every step.
    pub(super) fn take(&mut self, world: &mut World, command: Command) -> Result<(), HardwareError> {
        let plain = self.check(world.model(), command)?;
        if let Some(told) = plain {
            world.command(self.motor, told).map_err(|error| self.refused(command, &error))?;
        }
        self.by_speed = false;
        self.command = plain.is_none().then_some(command);
        Ok(())
    }

    pub(super) fn memory(&self) -> DriveMemory {
        DriveMemory { command: self.command, by_speed: self.by_speed }
    }

    /// Takes up what a drive of the same motor was at; refuses a command that it could not have taken.
    pub(super) fn recall(&mut self, model: &Model, memory: DriveMemory) -> Result<(), ModelError> {
        let refused = memory.command.and_then(|command| self.check(model, command).err());
        if let Some(error) = refused {
            return Err(ModelError::BadState { what: "a stored command".into(), why: error.to_string() });
        }
        DriveMemory { command: self.command, by_speed: self.by_speed } = memory;
        Ok(())
    }

    /// Leaves the motor to whoever commands it now.
    pub(super) fn leave(&mut self) {
        self.command = None;
    }

    /// Tells the motor what to do in the next step.
    ///
    /// A motor of the world is led by position, velocity or effort. A limited velocity is velocity control whose effort is cut off, which
    /// is an effort as soon as something resists, and a velocity while nothing does.
    pub(super) fn act(&mut self, world: &mut World) -> Result<(), ModelError> {
        let Some(command) = self.command else { return Ok(()) };
        let rate = world.joint_velocity(self.body)?;
        let told = match command {
            Command::Halt => {
                let can_hold = world.model().motors()[self.motor.0].has(Mode::Position);
                if can_hold && rate.abs() < self.at_rest {
                    // From now on it is held here, and does not drift.
                    self.command = None;
                    Told::Position(world.joint_position(self.body)?)
                } else {
                    // A brake ramp would press fingers on. Without drive, what they touch and their own friction stop them.
                    Told::Effort(0.0)
                }
            }
            Command::LimitedVelocity { velocity, limit } => {
                let way = velocity.signum();
                let telemetry = world.telemetry(self.motor);
                let per_ampere = self.per_ampere.unwrap_or(1.0);
                let (drawn, most, effort) = match limit {
                    Limit::Current(most) => {
                        let current = telemetry.and_then(|told| told.current).unwrap_or(0.0);
                        (current * per_ampere.signum() * way, most, most * per_ampere.abs())
                    }
                    Limit::Effort(most) => (telemetry.map_or(0.0, |told| told.effort) * way, most, most),
                };
                self.by_speed = match self.by_speed {
                    false => rate * way > velocity.abs(),
                    true => drawn < most,
                };
                if self.by_speed { Told::Velocity(velocity) } else { Told::Effort(way * effort) }
            }
            _ => return Ok(()),
        };
        world.command(self.motor, told)
    }

    fn refused(&self, command: Command, why: &impl Display) -> HardwareError {
        HardwareError::Refused { command: format!("{}: {command}", self.name), why: why.to_string() }
    }
}
