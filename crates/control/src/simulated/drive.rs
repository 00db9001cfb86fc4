//! The gripper's own controller: from a command to what the motor is told at every step.

use super::wiring::{Wired, refused};
use crate::{GripperCommand, HardwareError};
use bristle_world::{Command, World};

/// Rate of the opening at which fingers have stopped \[m/s\].
const AT_REST: f64 = 1e-3;

/// What the gripper was told, and how it goes about it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GripperDrive {
    command: Option<GripperCommand>,
    /// Of a squeeze: whether its speed and not its current is the limit now.
    by_speed: bool,
}

impl GripperDrive {
    pub(super) fn command(&self) -> Option<GripperCommand> {
        self.command
    }

    /// Takes a command from the next step on.
    pub(super) fn take(&mut self, command: GripperCommand) -> Result<(), HardwareError> {
        let (value, holds) = match command {
            GripperCommand::Velocity(rate) => (rate, rate.is_finite()),
            GripperCommand::Opening(opening) => (opening, opening.is_finite()),
            GripperCommand::Squeeze { current, speed } => {
                (current, current >= 0.0 && speed > 0.0 && speed.is_finite())
            }
            GripperCommand::Stop => (0.0, true),
        };
        if !(holds && value.is_finite()) {
            let why = "numbers must be finite, currents not negative and speeds positive".to_owned();
            return Err(HardwareError::Refused { order: command.to_string(), why });
        }
        self.by_speed = false;
        self.command = Some(command);
        Ok(())
    }

    /// Tells the motor what to do in the next step.
    ///
    /// A motor of the world is led by position, velocity or effort. A squeeze is velocity control whose current is cut off, which is
    /// an effort as soon as something resists, and a velocity while nothing does.
    pub(super) fn act(&mut self, world: &mut World, wired: &Wired) -> Result<(), HardwareError> {
        let Some(mut command) = self.command else { return Ok(()) };
        let jaw = wired.opening_per_joint;
        let ask = |error| HardwareError::device("reading the gripper", error);
        let rate = jaw * world.joint_velocity(wired.jaw).map_err(ask)?;
        if command == GripperCommand::Stop && rate.abs() < AT_REST {
            // From now on it is held here, and does not drift.
            command = GripperCommand::Opening(jaw * world.joint_position(wired.jaw).map_err(ask)?);
            self.command = Some(command);
        }
        let motor = match command {
            GripperCommand::Velocity(rate) => Command::Velocity(rate / jaw),
            GripperCommand::Opening(opening) => Command::Position(opening / jaw),
            // A brake ramp would press the fingers on. Without drive, what they touch and their own friction stop them.
            GripperCommand::Stop => Command::Effort(0.0),
            GripperCommand::Squeeze { current, speed } => {
                let closing = -rate;
                let drawn = -wired.current(world.telemetry(wired.gripper));
                self.by_speed = match self.by_speed {
                    false => closing > speed,
                    true => drawn < current,
                };
                match self.by_speed {
                    true => Command::Velocity(-speed / jaw),
                    false => Command::Effort(wired.closing_effort(current)),
                }
            }
        };
        world.command(wired.gripper, motor).map_err(|error| refused(&command, &error))
    }
}
