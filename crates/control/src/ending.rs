//! How a controller ended, and what happened on the way.

use crate::grasp::Cue;
use std::fmt;

/// How a controller ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// As it should.
    Done,
    /// It could not do its work.
    Failed {
        /// What it was doing: the step of an action.
        phase: String,
        /// Why it failed.
        why: Failure,
    },
}

impl Ending {
    /// Whether all was done.
    pub fn is_done(&self) -> bool {
        *self == Self::Done
    }
}

/// Why something failed.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The fingers closed and nothing was between them.
    ObjectMissed,
    /// Something was held, and is no longer.
    ObjectLost,
    /// The wanted force needs more than the drive may give.
    LimitReached {
        /// Force wanted on each side \[N\].
        wanted: f64,
        /// Force measured \[N\].
        reached: f64,
        /// The most that the drive may give, in `unit`.
        drive: f64,
        /// `A`, `N·m`, `rad`: how the hand's force is set.
        unit: &'static str,
    },
    /// It took too long.
    TimeOut {
        /// Time allowed \[s\].
        limit: f64,
    },
    /// What was sensed is not a number, or lacks something that the robot has.
    BadPercept,
    /// No step failed, but the action is written to end as failed here.
    AsWritten,
    /// Anything else, in words.
    Other(String),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When \[s\].
    pub time: f64,
    /// What the controller was doing: the step of an action.
    pub phase: String,
    /// What.
    pub what: Happening,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// The step began.
    Began,
    /// A skin touched, for the first time in this step.
    Touched {
        /// Its name.
        skin: String,
        /// Sum of its frame \[N\].
        sum: f64,
    },
    /// The wanted force is there and steady.
    ForceReached {
        /// Force measured on each side \[N\].
        force: f64,
        /// What it takes of the drive, in `unit`.
        drive: f64,
        /// `A`, `N·m`, `rad`: how the hand's force is set.
        unit: &'static str,
    },
    /// A tactile event, or a request of a client.
    Cue(Cue),
    /// The step was done.
    Done,
    /// The step failed.
    Failed(Failure),
    /// Anything else, in words.
    Noted(String),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("done"),
            Self::Failed { phase, why } => write!(f, "`{phase}` failed: {why}"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ObjectMissed => f.write_str("the fingers closed and nothing was between them"),
            Self::ObjectLost => f.write_str("what was held is no longer touched"),
            Self::LimitReached { wanted, reached, drive, unit } => {
                write!(
                    f,
                    "{wanted} N are wanted, but {drive} {unit}, the most that is allowed, give {reached:.3} N"
                )
            }
            Self::TimeOut { limit } => write!(f, "it took longer than {limit} s"),
            Self::BadPercept => f.write_str(
                "the percept lacks a joint, a motor or a skin, or has a value that is not a number",
            ),
            Self::AsWritten => f.write_str("the action is written to end as failed here"),
            Self::Other(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} s  {}: {}", self.time, self.phase, self.what)
    }
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Began => f.write_str("begins"),
            Self::Touched { skin, sum } => write!(f, "{skin} touches, {sum:.3} N"),
            Self::ForceReached { force, drive, unit } => {
                write!(f, "{force:.3} N reached with {drive:.3} {unit}")
            }
            Self::Cue(cue) => cue.fmt(f),
            Self::Done => f.write_str("done"),
            Self::Failed(failure) => write!(f, "failed: {failure}"),
            Self::Noted(words) => f.write_str(words),
        }
    }
}
