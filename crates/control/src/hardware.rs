//! A robot, simulated, recorded or real.

use crate::{Commands, Percept, Senses};
use thiserror::Error;

/// A robot as a controller meets it.
///
/// One turn is a [`read`](Self::read) and a [`send`](Self::send). A real robot waits in `read` for its next cycle; the simulator lets that
/// time pass; a log gives its next line.
pub trait Hardware {
    /// What it has.
    fn senses(&self) -> &Senses;

    /// Fills a percept with what is sensed at the start of the next turn. Whatever it held before is replaced.
    fn read(&mut self, percept: &mut Percept) -> Result<(), HardwareError>;

    /// Gives the commands of this turn.
    fn send(&mut self, commands: &Commands) -> Result<(), HardwareError>;

    /// Hears what the controller is doing now, for those who record it.
    fn note_phase(&mut self, name: &str) {
        let _ = name;
    }
}

/// Why a robot does not do its part.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HardwareError {
    /// There is nothing more to be read: a log is at its end.
    #[error(
        "the log ends at {time} s while the controller still works; record longer, or give it less to do"
    )]
    EndOfLog {
        /// The last time that was read \[s\].
        time: f64,
    },
    /// A setting that cannot be.
    #[error("{what} is {value}; it must be {allowed}")]
    Setting {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What is allowed.
        allowed: &'static str,
    },
    /// A command that it cannot carry out.
    #[error("cannot carry out `{command}`: {why}")]
    Refused {
        /// In words, with the name of the motor.
        command: String,
        /// The reason, and the way out.
        why: String,
    },
    /// The device itself.
    #[error("{what}: {cause}")]
    Device {
        /// What was being done.
        what: &'static str,
        /// What went wrong.
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl HardwareError {
    /// Something that went wrong in a device.
    pub fn device(what: &'static str, cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Device { what, cause: Box::new(cause) }
    }
}
