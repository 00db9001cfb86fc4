//! What a controller can tell a robot.

use crate::Senses;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a motor is told; held until the next command.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Go to a position of the joint and stay there \[m | rad\].
    Position(f64),
    /// Move the joint at a velocity \[m/s | rad/s\].
    Velocity(f64),
    /// Push the joint with an effort \[N | N·m\].
    Effort(f64),
    /// Pass a current through the winding \[A\].
    Current(f64),
    /// Lay a voltage on the winding \[V\].
    Voltage(f64),
    /// Move the joint at a velocity, as long as that takes no more than a limit: what is in the way is pushed with what the
    /// limit gives.
    LimitedVelocity {
        /// \[m/s | rad/s\]; not 0, since its sign is the direction of the push.
        velocity: f64,
        /// How hard it may push.
        limit: Limit,
    },
    /// Cut the drive, and hold the joint where it comes to rest.
    Halt,
}

/// How hard a motor may push, either way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Limit {
    /// At the joint \[N | N·m\].
    Effort(f64),
    /// In the winding \[A\].
    Current(f64),
}

/// A command for one motor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotorCommand {
    /// Its place in [`Senses::motors`].
    pub motor: usize,
    /// What it is told.
    pub command: Command,
}

/// Commands of one turn, at most one per motor. Motors that are not named go on as before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Commands {
    /// In the order of the motors, so that equal commands are equal.
    list: Vec<MotorCommand>,
}

impl Commands {
    /// Nothing new.
    pub const fn none() -> Self {
        Self { list: Vec::new() }
    }

    /// A command for one motor.
    pub fn one(motor: usize, command: Command) -> Self {
        Self { list: vec![MotorCommand { motor, command }] }
    }

    /// Adds a command; it replaces what the motor was told before in this turn.
    pub fn set(&mut self, motor: usize, command: Command) {
        match self.list.binary_search_by_key(&motor, |given| given.motor) {
            Ok(place) => self.list[place].command = command,
            Err(place) => self.list.insert(place, MotorCommand { motor, command }),
        }
    }

    /// What a motor is told.
    pub fn get(&self, motor: usize) -> Option<Command> {
        self.iter().find(|given| given.motor == motor).map(|given| given.command)
    }

    /// All of them, in the order of the motors.
    pub fn iter(&self) -> impl Iterator<Item = MotorCommand> {
        self.list.iter().copied()
    }

    /// Whether nothing is new.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Leaves out those that do not meet a condition.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&MotorCommand) -> bool) {
        self.list.retain(keep);
    }

    /// In words, with the names of the motors.
    pub fn describe(&self, senses: &Senses) -> String {
        let one = |MotorCommand { motor, command }: &MotorCommand| match senses.motors.get(*motor) {
            Some(sense) => format!("{}: {command}", sense.name),
            None => format!("motor {motor}: {command}"),
        };
        match &self.list[..] {
            [] => "nothing new".to_owned(),
            all => all.iter().map(one).collect::<Vec<_>>().join("; "),
        }
    }
}

impl Command {
    /// What is wrong with its numbers, if something is.
    pub fn check(self) -> Result<(), &'static str> {
        let finite = match self {
            Self::Position(x) | Self::Velocity(x) | Self::Effort(x) | Self::Current(x) | Self::Voltage(x) => {
                x.is_finite()
            }
            Self::LimitedVelocity { velocity, limit } => {
                let limit = limit.value();
                if !(velocity.is_finite() && velocity != 0.0 && limit.is_finite() && limit >= 0.0) {
                    return Err(
                        "the velocity must be finite and not 0, and the limit finite and not negative",
                    );
                }
                true
            }
            Self::Halt => true,
        };
        if finite { Ok(()) } else { Err("numbers must be finite") }
    }
}

impl Limit {
    /// The number in it.
    pub const fn value(self) -> f64 {
        match self {
            Self::Effort(value) | Self::Current(value) => value,
        }
    }
}

/// As it is written in logs; [`FromStr`] reads it back with the same bits.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(value) => write!(f, "position {value}"),
            Self::Velocity(value) => write!(f, "velocity {value}"),
            Self::Effort(value) => write!(f, "effort {value}"),
            Self::Current(value) => write!(f, "current {value}"),
            Self::Voltage(value) => write!(f, "voltage {value}"),
            Self::LimitedVelocity { velocity, limit: Limit::Effort(limit) } => {
                write!(f, "velocity {velocity} within effort {limit}")
            }
            Self::LimitedVelocity { velocity, limit: Limit::Current(limit) } => {
                write!(f, "velocity {velocity} within current {limit}")
            }
            Self::Halt => f.write_str("halt"),
        }
    }
}

/// A text that is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a command is `position`, `velocity`, `effort`, `current` or `voltage` and a number, \
     `velocity 0.02 within current 0.8` (or `within effort 4`), or `halt`"
)]
pub struct NoCommand;

impl FromStr for Command {
    type Err = NoCommand;

    fn from_str(text: &str) -> Result<Self, NoCommand> {
        let number = |word: &str| word.parse::<f64>().map_err(|_| NoCommand);
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["position", value] => Ok(Self::Position(number(value)?)),
            ["velocity", value] => Ok(Self::Velocity(number(value)?)),
            ["effort", value] => Ok(Self::Effort(number(value)?)),
            ["current", value] => Ok(Self::Current(number(value)?)),
            ["voltage", value] => Ok(Self::Voltage(number(value)?)),
            ["velocity", velocity, "within", "effort", limit] => {
                let limit = Limit::Effort(number(limit)?);
                Ok(Self::LimitedVelocity { velocity: number(velocity)?, limit })
            }
            ["velocity", velocity, "within", "current", limit] => {
                let limit = Limit::Current(number(limit)?);
                Ok(Self::LimitedVelocity { velocity: number(velocity)?, limit })
            }
            ["halt"] => Ok(Self::Halt),
            _ => Err(NoCommand),
        }
    }
}
