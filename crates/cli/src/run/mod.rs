//! A scene put through time and recorded.
//!
//! Nothing here prints or asks for options. [`record`] leads a stage from begin to end, writes a recording, tells an observer
//! after every step, and sums up what came of it.

mod channels;
mod facts;
mod felt;
mod log;
mod objects;
mod outcome;
mod recorded;
mod solver;

pub(crate) use facts::of_scene as scene_facts;
pub(crate) use felt::Felt;
pub(crate) use objects::ObjectOutcome;
pub(crate) use outcome::{Outcome, PhaseEnding, RunEnding};
pub(crate) use recorded::{Moment, Plan, RunError, record};
pub(crate) use solver::SolverOutcome;
