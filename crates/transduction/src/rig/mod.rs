//! A test rig: a flat square stamp pressed onto a pad by a weight, read through a chain, as devices are measured.
//!
//! [`Rig`] presses a stamp onto the skin itself and gives the true force of every texel. [`Weighing`] puts a weight on
//! and watches what the device says. [`Refit`] turns a few physical parameters of a profile until it says what was
//! measured.

mod dsa;
mod nelder_mead;
mod refit;
mod stamp;
mod weighing;

pub use dsa::DsaStamp;
pub use nelder_mead::{Minimum, minimise};
pub use refit::{Knobs, Measured, Prediction, Refit};
pub use stamp::{Rig, RigError, Stamp};
pub use weighing::{Weighed, Weighing};
