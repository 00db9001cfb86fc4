//! The simulator as hardware.
//!
//! [`Simulated`] lets a world's time pass between two reads and shows of it what a robot would show. What a controller
//! cannot know, such as where the object is, it does not tell; whoever runs an experiment asks [`Simulated::world`].

mod drive;
mod wiring;

pub use wiring::{ArmAxis, Wiring};

use crate::{
    ArmCommand, ArmState, GripperCommand, GripperState, Hardware, HardwareError, Orders, Percept, Senses,
    Tactile, WristLoad,
};
use bristle_skin::TactileFrame;
use bristle_world::{Command, World};
use drive::GripperDrive;
use glam::DVec3;
use wiring::{Wired, refused};

/// Largest part of a way \[m\] that no axis of the arm leads along.
const OFF_AXIS: f64 = 1e-9;

/// A world, wired up as a robot.
#[derive(Clone, Debug)]
pub struct Simulated {
    world: World,
    wired: Wired,
    senses: Senses,
    drive: GripperDrive,
    /// Length of a step \[s\], and steps per turn.
    step: f64,
    steps_per_turn: u32,
    /// Steps taken so far; `None` before the first read, which shows the world as it is.
    steps: Option<u64>,
}

impl Simulated {
    /// Wires up a world, to be stepped by `step` \[s\], with `steps_per_turn` steps between two reads.
    pub fn new(world: World, wiring: &Wiring, step: f64, steps_per_turn: u32) -> Result<Self, HardwareError> {
        if !(1e-9..=1.0).contains(&step) {
            return Err(HardwareError::Setting { what: "the step", value: step, allowed: "1e-9 to 1 s" });
        }
        if steps_per_turn == 0 {
            let (what, allowed) = ("the number of steps per turn", "at least 1");
            return Err(HardwareError::Setting { what, value: 0.0, allowed });
        }
        let (wired, senses) = wiring.connect(world.model())?;
        Ok(Self { world, wired, senses, drive: GripperDrive::default(), step, steps_per_turn, steps: None })
    }

    /// The world behind it: for those who run an experiment, not for controllers.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, to push at what is in it, or add mass.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn look(&self) -> Result<Percept, HardwareError> {
        let Self { world, wired, .. } = self;
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
        // A product, not a sum: the hundredth turn is at 1 s, not at 1.0000000000000007 s.
        let time = self.steps.unwrap_or(0) as f64 * self.step;
        Ok(Percept { time, gripper, arm, wrist, skins })
    }

    fn move_arm(&mut self, to: DVec3) -> Result<(), HardwareError> {
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
            self.world
                .command(axis.motor, Command::Position(to.dot(axis.direction)))
                .map_err(|error| refused(&order, &error))?;
        }
        Ok(())
    }

    fn hold_arm(&mut self) -> Result<(), HardwareError> {
        for axis in &self.wired.arm {
            let ask = |error| HardwareError::device("reading the arm", error);
            let here = self.world.joint_position(axis.link).map_err(ask)?;
            self.world
                .command(axis.motor, Command::Position(here))
                .map_err(|error| refused(&ArmCommand::Hold, &error))?;
        }
        Ok(())
    }
}

impl Hardware for Simulated {
    fn senses(&self) -> &Senses {
        &self.senses
    }

    fn read(&mut self) -> Result<Percept, HardwareError> {
        let steps = match self.steps {
            // The first read shows how things are.
            None => 0,
            Some(_) => self.steps_per_turn,
        };
        for _ in 0..steps {
            self.drive.act(&mut self.world, &self.wired)?;
            self.world
                .step(self.step)
                .map_err(|error| HardwareError::device("a step of the world", error))?;
        }
        self.steps = Some(self.steps.unwrap_or(0) + u64::from(steps));
        self.look()
    }

    fn send(&mut self, orders: &Orders) -> Result<(), HardwareError> {
        if let Some(command) = orders.gripper {
            self.drive.take(command)?;
        }
        match orders.arm {
            Some(ArmCommand::MoveTo(to)) => self.move_arm(to),
            Some(ArmCommand::Hold) => self.hold_arm(),
            None => Ok(()),
        }
    }
}

impl Simulated {
    /// What the gripper was told last.
    pub fn gripper_command(&self) -> Option<GripperCommand> {
        self.drive.command()
    }
}
