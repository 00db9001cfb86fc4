//! What a motor can be told.

use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// A wish, held until the next one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Go to a position of the joint \[m | rad\], within the limits of speed and acceleration, and stay there.
    Position(f64),
    /// Move at a velocity of the joint \[m/s | rad/s\], within the limits of speed and acceleration.
    Velocity(f64),
    /// Push with an effort at the joint \[N | N·m\].
    Effort(f64),
    /// Lay a voltage on the winding \[V\].
    Voltage(f64),
}

/// How a motor is controlled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// By [`Command::Position`].
    Position,
    /// By [`Command::Velocity`].
    Velocity,
    /// By [`Command::Effort`].
    Effort,
    /// By [`Command::Voltage`].
    Voltage,
}

impl Command {
    /// The mode that obeys it.
    pub const fn mode(self) -> Mode {
        match self {
            Self::Position(_) => Mode::Position,
            Self::Velocity(_) => Mode::Velocity,
            Self::Effort(_) => Mode::Effort,
            Self::Voltage(_) => Mode::Voltage,
        }
    }

    /// The number in it.
    pub const fn value(self) -> f64 {
        match self {
            Self::Position(value) | Self::Velocity(value) | Self::Effort(value) | Self::Voltage(value) => {
                value
            }
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Effort => "effort",
            Self::Voltage => "voltage",
        })
    }
}

/// Why a motor does not obey.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CommandError {
    /// Not a number to act upon.
    #[error(
        "motor `{motor}`: {mode} command {value} is not allowed: it must be finite and within ±1e9; state it in SI units"
    )]
    NotFinite {
        /// Name of the motor.
        motor: String,
        /// What was commanded.
        mode: Mode,
        /// The value given.
        value: f64,
    },
    /// The motor has no controller for this mode.
    #[error(
        "motor `{motor}` cannot be controlled by {mode}: it has no {needs}; give it one, or command its {others}"
    )]
    NoController {
        /// Name of the motor.
        motor: String,
        /// What was commanded.
        mode: Mode,
        /// What it lacks.
        needs: &'static str,
        /// What it can be told instead.
        others: String,
    },
}
