//! What came of a run.

mod collector;
mod felt;
mod objects;
mod solver;

pub(crate) use collector::waited_in_vain;

pub use collector::Collector;
pub use felt::Felt;
pub use objects::{Hold, ObjectOutcome};
pub use solver::SolverOutcome;

use crate::EndedBy;
use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum RunEnding {
    /// As planned.
    Completed,
    /// An observer asked for it, or whoever stepped it gave up.
    Interrupted {
        /// Why, if there is more to say.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// A step could not be taken.
    Failed {
        /// Why.
        why: String,
    },
    /// Not yet: there is time left.
    Unfinished,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// How it ended.
    pub ending: RunEnding,
    /// Simulated time \[s\].
    pub simulated_s: f64,
    /// Time on the clock that stepping and recording took \[s\].
    pub wall_s: f64,
    /// Simulated time over time on the clock.
    pub real_time_factor: f64,
    /// Steps taken.
    pub steps: u64,
    /// At least one: a run without script is one phase.
    pub phases: Vec<PhaseOutcome>,
    /// The tactile skins.
    pub skins: Vec<SkinOutcome>,
    /// The free bodies.
    pub objects: Vec<ObjectOutcome>,
    /// What the steps cost.
    pub solver: SolverOutcome,
    /// What a person should look at.
    pub warnings: Vec<String>,
}

/// A phase that was run through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhaseOutcome {
    /// Its name.
    pub name: String,
    /// When it began \[s\].
    pub begin_s: f64,
    /// When it ended \[s\].
    pub end_s: f64,
    /// Why it ended.
    pub ended_by: EndedBy,
    /// What each skin felt at its end, in the order of [`Outcome::skins`].
    pub skins: Vec<Felt>,
}

/// A skin over the whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkinOutcome {
    /// Its name.
    pub name: String,
    /// How many texels it has.
    pub texels: usize,
    /// At the end.
    pub end: Felt,
    /// Largest sum of normal forces of any step \[N\].
    pub peak_normal_force_n: f64,
    /// When that was \[s\].
    pub peak_at_s: f64,
    /// When it first touched \[s\].
    pub first_touch_s: Option<f64>,
}
