//! Motors: what turns a command into an effort at a joint.
//!
//! A [`Motor`] drives the one-dof joint of a body. It is commanded by position, velocity, effort or voltage
//! ([`Command`]) and is limited as real drives are: by the current of its winding, by the supply's voltage against the
//! back-EMF, and, for position and velocity, by the speed and acceleration that its reference may have.
//!
//! The walk of one step: `plan` moves the reference, `effort` answers the solver's question (what effort, for this
//! position and this speed, and how does it change with them), `finish` keeps what the step has led to. A motor never
//! changes; everything that does is in [`MotorState`].

mod builder;
mod command;
mod definition;
mod drive;
mod error;
mod gains;
mod profile;
mod servo;
mod state;
#[cfg(test)]
mod tests;

pub use builder::MotorBuilder;
pub use command::{Command, CommandError, Mode};
pub use definition::Motor;
pub use drive::{Gear, LimitedBy, Rotor, Winding};
pub use error::MotorError;
pub use gains::{PositionGains, VelocityGains};
pub(crate) use servo::MotorPlan;
pub use state::{MotorState, Reference, Telemetry};
