//! What came of an action, and what happened on the way.

use std::fmt;

/// How an action ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// As it should.
    Done,
    /// It could not be done.
    Failed {
        /// The step that failed.
        step: String,
        /// Why.
        failure: Failure,
    },
}

impl Outcome {
    /// Whether all was done.
    pub fn is_done(&self) -> bool {
        *self == Self::Done
    }
}

/// Why a step failed.
#[derive(Clone, Copy, Debug, PartialEq)]
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
        /// The limit \[A\].
        current: f64,
    },
    /// It took too long.
    TimeOut {
        /// Time allowed \[s\].
        limit: f64,
    },
    /// What was sensed is not a number, or lacks a skin.
    BadPercept,
    /// No step failed, but the action is written to end as failed here.
    AsWritten,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When \[s\].
    pub time: f64,
    /// Name of the step meanwhile.
    pub step: String,
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
        /// Current that it takes \[A\].
        current: f64,
    },
    /// The step was done.
    Done,
    /// The step failed.
    Failed(Failure),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("done"),
            Self::Failed { step, failure } => write!(f, "`{step}` failed: {failure}"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ObjectMissed => f.write_str("the fingers closed and nothing was between them"),
            Self::ObjectLost => f.write_str("what was held is no longer touched"),
            Self::LimitReached { wanted, reached, current } => {
                write!(
                    f,
                    "{wanted} N are wanted, but {current} A, the most that is allowed, give {reached:.3} N"
                )
            }
            Self::TimeOut { limit } => write!(f, "it took longer than {limit} s"),
            Self::BadPercept => f.write_str("the percept lacks a skin or has a value that is not a number"),
            Self::AsWritten => f.write_str("the action is written to end as failed here"),
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} s  {}: {}", self.time, self.step, self.what)
    }
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Began => f.write_str("begins"),
            Self::Touched { skin, sum } => write!(f, "{skin} touches, {sum:.3} N"),
            Self::ForceReached { force, current } => write!(f, "{force:.3} N reached with {current:.3} A"),
            Self::Done => f.write_str("done"),
            Self::Failed(failure) => write!(f, "failed: {failure}"),
        }
    }
}
