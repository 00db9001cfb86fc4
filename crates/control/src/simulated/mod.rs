//! The simulator as hardware.
//!
//! [`Simulated`] lets a world's time pass between two reads and shows of it what a robot would show. What a controller
//! cannot know, such as where the object is, it does not tell; whoever runs an experiment asks [`Simulated::world`]. Where
//! somebody else steps the world, a [`Robot`] alone does.

mod device;
mod drive;
mod robot;

pub use robot::{Robot, RobotMemory};

use crate::{Commands, Hardware, HardwareError, Percept, Senses};
use bristle_world::World;

/// A world as a robot: all its motors, skins and sensors.
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
    /// A world, to be stepped by `step` \[s\], with `steps_per_turn` steps between two reads.
    pub fn new(world: World, step: f64, steps_per_turn: u32) -> Result<Self, HardwareError> {
        if !(1e-9..=1.0).contains(&step) {
            return Err(HardwareError::Setting { what: "the step", value: step, allowed: "1e-9 to 1 s" });
        }
        if steps_per_turn == 0 {
            let (what, allowed) = ("the number of steps per turn", "at least 1");
            return Err(HardwareError::Setting { what, value: 0.0, allowed });
        }
        let robot = Robot::new(world.model());
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
}

impl Hardware for Simulated {
    fn senses(&self) -> &Senses {
        self.robot.senses()
    }

    fn read(&mut self, percept: &mut Percept) -> Result<(), HardwareError> {
        let steps = match self.steps {
            // The first read shows how things are.
            None => 0,
            Some(_) => self.steps_per_turn,
        };
        for _ in 0..steps {
            self.robot
                .act(&mut self.world)
                .map_err(|error| HardwareError::device("driving the motors", error))?;
            self.world
                .step(self.step)
                .map_err(|error| HardwareError::device("a step of the world", error))?;
            self.robot
                .after_step(&self.world, self.step)
                .map_err(|error| HardwareError::device("reading a sensor", error))?;
        }
        let steps = self.steps.unwrap_or(0) + u64::from(steps);
        self.steps = Some(steps);
        // A product, not a sum: the hundredth turn is at 1 s, not at 1.0000000000000007 s.
        let time = steps as f64 * self.step;
        self.robot
            .look(&self.world, time, percept)
            .map_err(|error| HardwareError::device("reading the world", error))
    }

    fn send(&mut self, commands: &Commands) -> Result<(), HardwareError> {
        self.robot.obey(&mut self.world, commands)
    }
}
