//! A scene put through time: its script, its disturbances, its recording.
//!
//! Nothing here prints or asks for options. A [`Driver`] leads a world through a scene step by step; [`record`] does so
//! from begin to end, writes a recording, tells an observer after every step, and sums up what came of it.

mod channels;
mod disturb;
mod driver;
mod facts;
mod felt;
mod log;
mod objects;
mod outcome;
mod recorded;
mod script;
mod solver;

pub(crate) use driver::Driver;
pub(crate) use facts::of_scene as scene_facts;
pub(crate) use felt::Felt;
pub(crate) use objects::ObjectOutcome;
pub(crate) use outcome::{Outcome, RunEnding};
pub(crate) use recorded::{Moment, Plan, RunError, record};
pub(crate) use script::EndedBy;
pub(crate) use solver::SolverOutcome;
