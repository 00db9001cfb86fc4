//! The parts of a world that are the robot, and what its gripper was told.

use super::drive::GripperDrive;
use super::wiring::{Wired, Wiring, refused};
use crate::{
    ArmCommand, ArmState, GripperCommand, GripperState, HardwareError, Orders, Percept, Senses, Tactile,
    WristLoad,
};
use bristle_skin::TactileFrame;
use bristle_world::{Command, Model, MotorId, World};
use glam::DVec3;

/// Largest part of a way \[m\] that no axis of the arm leads along.
const OFF_AXIS: f64 = 1e-9;

/// A robot in a world that somebody else steps: before every step it has to [`act`](Self::act).
///
/// It belongs to the model that it was made for; worlds of another refuse what it asks of them, or worse, have something else of
/// that number.
#[derive(Clone, Debug)]
pub struct Robot {
    wired: Wired,
    senses: Senses,
    drive: GripperDrive,
}

impl Robot {
    /// Finds the robot's parts in a model.
    pub fn new(model: &Model, wiring: &Wiring) -> Result<Self, HardwareError> {
        let (wired, senses) = wiring.connect(model)?;
        Ok(Self { wired, senses, drive: GripperDrive::default() })
    }

    /// What it has to sense with.
    pub fn senses(&self) -> &Senses {
        &self.senses
    }

    /// What it senses, at a time \[s\] that its own clock shows.
    pub fn look(&self, world: &World, time: f64) -> Result<Percept, HardwareError> {
        let wired = &self.wired;
        let ask = |error| HardwareError::device("reading the world", error);
        let jaw = wired.opening_per_joint;
        let gripper = GripperState {
            opening: jaw * world.joint_position(wired.jaw).map_err(ask)?,
            velocity: jaw * world.joint_velocity(wired.jaw).map_err(ask)?,
            current: wired.current(world.telemetry(wired.gripper)),
        };
        let mut arm = ArmState::default();
        for axis in &wired.arm {
            arm.position += axis.direction * world.joint_position(axis.link).map_err(ask)?;
            arm.velocity += axis.direction * world.joint_velocity(axis.link).map_err(ask)?;
        }
        let wrist = match wired.wrist {
            Some(sensor) => {
                let value = world.sensor(sensor).map_err(ask)?;
                let (force, torque) =
                    (value.vector().unwrap_or_default(), value.torque().unwrap_or_default());
                Some(WristLoad { force, torque })
            }
            None => None,
        };
        let mut skins = Vec::with_capacity(wired.skins.len());
        for &skin in &wired.skins {
            let frame = TactileFrame::of_forces(
                &world.model().skins()[skin.0].skin,
                world.reading(skin).map_err(ask)?,
            );
            skins.push(Tactile::new(frame.values));
        }
        Ok(Percept { time, gripper, arm, wrist, skins })
    }

    /// Takes orders. Those for the arm are passed on at once, those for the gripper at every step.
    pub fn obey(&mut self, world: &mut World, orders: &Orders) -> Result<(), HardwareError> {
        if let Some(command) = orders.gripper {
            self.drive.take(command)?;
        }
        match orders.arm {
            Some(ArmCommand::MoveTo(to)) => self.move_arm(world, to),
            Some(ArmCommand::Hold) => self.hold_arm(world),
            None => Ok(()),
        }
    }

    /// Lets the gripper's own controller tell its motor what to do in the next step.
    pub fn act(&mut self, world: &mut World) -> Result<(), HardwareError> {
        self.drive.act(world, &self.wired)
    }

    /// What the gripper was told last.
    pub fn gripper_command(&self) -> Option<GripperCommand> {
        self.drive.command()
    }

    /// Lets go of a motor that somebody else commands from now on.
    pub fn leave(&mut self, motor: MotorId) {
        if motor == self.wired.gripper {
            self.drive = GripperDrive::default();
        }
    }

    fn move_arm(&self, world: &mut World, to: DVec3) -> Result<(), HardwareError> {
        let order = ArmCommand::MoveTo(to);
        let along: DVec3 = self.wired.arm.iter().map(|axis| to.dot(axis.direction) * axis.direction).sum();
        let left = to - along;
        if !(left.length() <= OFF_AXIS) {
            let why = format!(
                "({}, {}, {}) m of it is along no axis of this arm; move along its axes only",
                left.x, left.y, left.z
            );
            return Err(HardwareError::Refused { order: order.to_string(), why });
        }
        for axis in &self.wired.arm {
            world
                .command(axis.motor, Command::Position(to.dot(axis.direction)))
                .map_err(|error| refused(&order, &error))?;
        }
        Ok(())
    }

    fn hold_arm(&self, world: &mut World) -> Result<(), HardwareError> {
        for axis in &self.wired.arm {
            let ask = |error| HardwareError::device("reading the arm", error);
            let here = world.joint_position(axis.link).map_err(ask)?;
            world
                .command(axis.motor, Command::Position(here))
                .map_err(|error| refused(&ArmCommand::Hold, &error))?;
        }
        Ok(())
    }
}
