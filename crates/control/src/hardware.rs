//! The door to a robot, simulated, recorded or real.

use crate::{Orders, Percept, Senses};
use thiserror::Error;

/// A robot as a controller meets it.
///
/// One turn is a [`read`](Self::read) and a [`send`](Self::send). A real robot waits in `read` for its next cycle; the simulator lets that
/// time pass; a log gives its next line.
pub trait Hardware {
    /// What it has to sense with.
    fn senses(&self) -> &Senses;

    /// What is sensed at the begin of the next turn.
    fn read(&mut self) -> Result<Percept, HardwareError>;

    /// Gives the orders of this turn.
    fn send(&mut self, orders: &Orders) -> Result<(), HardwareError>;
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
    /// Something is wired to what is not there.
    #[error("there is no {what} `{name}`; there are {known}")]
    Unknown {
        /// A motor, a skin, …
        what: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
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
    /// An order that it cannot carry out.
    #[error("cannot obey `{order}`: {why}")]
    Refused {
        /// In words.
        order: String,
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
