//! What came of a run.

use super::felt::Felt;
use super::objects::ObjectOutcome;
use super::solver::SolverOutcome;
use bristle_stage::EndedBy;
use serde::Serialize;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub(crate) enum RunEnding {
    /// As planned.
    Completed,
    /// The observer asked for it.
    Interrupted,
    /// A step could not be taken.
    Failed { why: String },
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Outcome {
    pub(crate) ending: RunEnding,
    /// Simulated time \[s\].
    pub(crate) simulated_s: f64,
    /// Time on the clock that stepping and recording took \[s\].
    pub(crate) wall_s: f64,
    pub(crate) real_time_factor: f64,
    pub(crate) steps: u64,
    /// At least one: a run without script is one phase.
    pub(crate) phases: Vec<PhaseOutcome>,
    pub(crate) skins: Vec<SkinOutcome>,
    pub(crate) objects: Vec<ObjectOutcome>,
    pub(crate) solver: SolverOutcome,
    pub(crate) warnings: Vec<String>,
}

/// A phase that was run through.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PhaseOutcome {
    pub(crate) name: String,
    pub(crate) begin_s: f64,
    pub(crate) end_s: f64,
    pub(crate) ended_by: PhaseEnding,
    /// What each skin felt at its end, in the order of [`Outcome::skins`].
    pub(crate) skins: Vec<Felt>,
}

/// Why a phase was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PhaseEnding {
    /// Its time was over.
    Time,
    /// What it waited for happened.
    Event,
    /// What it waited for did not happen in time.
    AtMost,
    /// The run was over.
    RunEnd,
}

impl From<EndedBy> for PhaseEnding {
    fn from(ended: EndedBy) -> Self {
        match ended {
            EndedBy::Time => Self::Time,
            EndedBy::Event => Self::Event,
            EndedBy::Patience => Self::AtMost,
        }
    }
}

/// A skin over the whole run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SkinOutcome {
    pub(crate) name: String,
    pub(crate) texels: usize,
    /// At the end.
    pub(crate) end: Felt,
    /// Largest sum of normal forces of any step \[N\].
    pub(crate) peak_normal_force_n: f64,
    /// When that was \[s\].
    pub(crate) peak_at_s: f64,
    /// When it first touched \[s\].
    pub(crate) first_touch_s: Option<f64>,
}
