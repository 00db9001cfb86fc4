//! The simulator as hardware.
//!
//! [`Simulated`] lets a world's time pass between two reads and shows of it what a robot would show. What a controller
//! cannot know, such as where the object is, it does not tell; whoever runs an experiment asks [`Simulated::world`]. Where
//! somebody else steps the world, a [`Robot`] alone does.

mod drive;
mod robot;
mod wiring;

pub use robot::Robot;
pub use wiring::{ArmAxis, Wiring};

use crate::{GripperCommand, Hardware, HardwareError, Orders, Percept, Senses};
use bristle_world::World;

/// A world, wired up as a robot.
#[derive(Clone, Debug)]
pub struct Simulated {
    world: World,
    robot: Robot,
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
        let robot = Robot::new(world.model(), wiring)?;
        Ok(Self { world, robot, step, steps_per_turn, steps: None })
    }

    /// The world behind it: for those who run an experiment, not for controllers.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, to push at what is in it, or add mass.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// What the gripper was told last.
    pub fn gripper_command(&self) -> Option<GripperCommand> {
        self.robot.gripper_command()
    }
}

impl Hardware for Simulated {
    fn senses(&self) -> &Senses {
        self.robot.senses()
    }

    fn read(&mut self) -> Result<Percept, HardwareError> {
        let steps = match self.steps {
            // The first read shows how things are.
            None => 0,
            Some(_) => self.steps_per_turn,
        };
        for _ in 0..steps {
            self.robot.act(&mut self.world)?;
            self.world
                .step(self.step)
                .map_err(|error| HardwareError::device("a step of the world", error))?;
        }
        let steps = self.steps.unwrap_or(0) + u64::from(steps);
        self.steps = Some(steps);
        // A product, not a sum: the hundredth turn is at 1 s, not at 1.0000000000000007 s.
        self.robot.look(&self.world, steps as f64 * self.step)
    }

    fn send(&mut self, orders: &Orders) -> Result<(), HardwareError> {
        self.robot.obey(&mut self.world, orders)
    }
}
