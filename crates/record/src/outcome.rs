//! What came of a run: the one set of facts behind the console, the report, JSON and Python.
//!
//! Every number is taken from all steps of the run, never from the samples of a recording, which may miss a peak.

use bristle_skin::{SkinReading, TexelState};
use glam::DVec3;
use serde::{Deserialize, Deserializer, Serialize};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum RunEnding {
    /// As planned.
    Completed,
    /// An observer asked for it, or whoever stepped it gave up.
    Interrupted {
        /// Why, if there is more to say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
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

/// Why a phase ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// Its time was over.
    Time,
    /// What it waited for happened.
    Event,
    /// What it waited for did not happen in time.
    AtMost,
    /// The controller went on to another, or ended.
    Controller,
    /// The run was over.
    RunEnd,
    /// A step could not be taken.
    Failure,
}

impl EndedBy {
    /// In words, as tables say it.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Event => "event",
            Self::AtMost => "at_most",
            Self::Controller => "controller",
            Self::RunEnd => "end of run",
            Self::Failure => "failed step",
        }
    }
}

/// What became of an object in the whole run. Of several objects, the greatest is what became of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// No tactile skin ever touched it.
    Untouched,
    /// Skins touched it, and never carried it alone.
    Touched,
    /// Skins held it, and let go while something else supported it.
    Released,
    /// Skins hold it at the end.
    Held,
    /// It slid in the grip by more than [`ObjectOutcome::SLID`].
    Slipped,
    /// Skins held it, then nothing did.
    Dropped,
    /// Its surface was pressed beyond what it bears.
    Crushed,
}

impl Verdict {
    /// One word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Untouched => "untouched",
            Self::Touched => "touched",
            Self::Released => "released",
            Self::Held => "held",
            Self::Slipped => "slipped",
            Self::Dropped => "dropped",
            Self::Crushed => "crushed",
        }
    }

    /// Whether a grasp went wrong.
    pub fn is_failure(self) -> bool {
        self >= Self::Slipped
    }
}

/// How an object is at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// Tactile skins and their own robot touch it, and nothing else does.
    Held,
    /// Tactile skins touch it, and other bodies too.
    Touched,
    /// A tactile skin touched it before, and none does now.
    Lost,
    /// No tactile skin ever touched it.
    Untouched,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// How it ended.
    pub ending: RunEnding,
    /// What became of the objects that skins touched, taken together; none if they touched no free body.
    pub verdict: Option<Verdict>,
    /// Simulated time \[s\].
    pub simulated_s: f64,
    /// Wall time that stepping and recording took \[s\].
    pub wall_s: f64,
    /// Simulated time over wall time.
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
    /// Mean normal force on each skin over the steps in which it touched \[N\]; none if it never did.
    pub mean_normal_force_n: Vec<Option<f64>>,
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
    /// Largest sum of normal forces of any step, damping included \[N\].
    pub peak_normal_force_n: f64,
    /// When that was \[s\].
    pub peak_at_s: f64,
    /// Largest length of the summed shear of any step \[N\].
    pub peak_shear_n: f64,
    /// When that was \[s\].
    pub peak_shear_at_s: f64,
    /// Largest normal force on one texel of any step, damping included \[N\].
    pub largest_texel_n: f64,
    /// Which texel that was; none if nothing was touched.
    pub largest_texel: Option<usize>,
    /// When that was \[s\].
    pub largest_texel_at_s: f64,
    /// Mean sum of normal forces over the steps in which it touched \[N\]; none if it never did.
    pub mean_normal_force_n: Option<f64>,
    /// Most texels that touched at once.
    pub most_touching: usize,
    /// Most texels that were compressed beyond their range at once.
    pub most_saturated: usize,
    /// How often a texel began to slip.
    pub slip_onsets: u64,
    /// When it first touched \[s\].
    pub first_touch_s: Option<f64>,
}

impl SkinOutcome {
    /// A skin that has felt nothing yet.
    pub fn new(name: impl Into<String>, texels: usize) -> Self {
        Self {
            name: name.into(),
            texels,
            end: Felt::default(),
            peak_normal_force_n: 0.0,
            peak_at_s: 0.0,
            peak_shear_n: 0.0,
            peak_shear_at_s: 0.0,
            largest_texel_n: 0.0,
            largest_texel: None,
            largest_texel_at_s: 0.0,
            mean_normal_force_n: None,
            most_touching: 0,
            most_saturated: 0,
            slip_onsets: 0,
            first_touch_s: None,
        }
    }
}

/// Sums over the texels of a skin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Felt {
    /// Sum of normal forces, damping included \[N\].
    pub normal_force_n: f64,
    /// Sum of the friction on the pad, in the skin's frame \[N\].
    pub shear_n: [f64; 3],
    /// Texels that touch.
    pub touching: usize,
    /// Of these, texels that slip.
    pub slipping: usize,
    /// Of these, texels compressed beyond their range.
    pub saturated: usize,
}

impl Felt {
    /// Sums up a reading.
    pub fn of(reading: &SkinReading) -> Self {
        let mut felt = Self::default();
        let mut shear = DVec3::ZERO;
        for texel in &reading.texels {
            felt.normal_force_n += texel.normal_force;
            shear += texel.shear;
            felt.touching += usize::from(texel.in_contact());
            felt.slipping += usize::from(texel.state == TexelState::Slip);
            felt.saturated += usize::from(texel.state == TexelState::Saturated);
        }
        felt.shear_n = shear.to_array();
        felt
    }

    /// Length of the summed friction \[N\].
    pub fn shear_size(&self) -> f64 {
        DVec3::from_array(self.shear_n).length()
    }
}

/// What became of a free body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObjectOutcome {
    /// Its name.
    pub name: String,
    /// What became of it in the whole run.
    pub verdict: Verdict,
    /// How it is at the end.
    pub hold: Hold,
    /// Tactile skins that touch it at the end.
    pub skins: Vec<String>,
    /// Other bodies that touch it at the end.
    pub others: Vec<String>,
    /// Since when skins have held it without a break until now, or did last \[s\].
    pub held_since_s: Option<f64>,
    /// How far it slid in the grip \[m\]: while most of the force on every skin that touched it was on texels that slipped, after a grip that stuck.
    pub slid_m: f64,
    /// When that began \[s\].
    pub slip_onset_s: Option<f64>,
    /// When skins that held it alone let it go, with nothing below \[s\].
    pub dropped_at_s: Option<f64>,
    /// When its surface gave way for good \[s\].
    pub crushed_at_s: Option<f64>,
    /// Its origin at the end \[m\].
    pub position_m: [f64; 3],
    /// Displacement of its origin since the last phase began, in world axes \[m\].
    pub moved_m: [f64; 3],
    /// Displacement of its origin since then as the skin's body sees it that touches it first in `skins` \[m\].
    pub moved_in_hand_m: Option<f64>,
    /// Its speed at the end \[m/s\].
    pub speed_m_per_s: f64,
}

impl ObjectOutcome {
    /// An object that slid by more than this has slipped \[m\]. It is a choice: the distance itself is always told.
    pub const SLID: f64 = 1e-3;

    /// When the verdict was decided \[s\], if it has a moment.
    pub fn verdict_at(&self) -> Option<f64> {
        match self.verdict {
            Verdict::Crushed => self.crushed_at_s,
            Verdict::Dropped => self.dropped_at_s,
            Verdict::Slipped => self.slip_onset_s,
            Verdict::Held | Verdict::Released => self.held_since_s,
            Verdict::Touched | Verdict::Untouched => None,
        }
    }

    /// What became of it and when: `dropped at 2.310 s`.
    pub fn verdict_in_words(&self) -> String {
        let (word, at) = (self.verdict.word(), self.verdict_at());
        match (self.verdict, at) {
            (Verdict::Held, Some(at)) => format!("held since {at:.3} s"),
            (Verdict::Released, _) => "held, then put down".to_owned(),
            (Verdict::Slipped, Some(at)) => {
                format!("slipped by {:.1} mm, from {at:.3} s", self.slid_m * 1e3)
            }
            (_, Some(at)) => format!("{word} at {at:.3} s"),
            (_, None) => word.to_owned(),
        }
    }

    /// How it is at the end: `held by left_dsa and right_dsa`.
    pub fn in_words(&self) -> String {
        let (skins, others) = (join(&self.skins), join(&self.others));
        match self.hold {
            // One pad below a thing carries it; it takes two to hold.
            Hold::Held if self.skins.len() == 1 => format!("carried by {skins}"),
            Hold::Held => format!("held by {skins}"),
            Hold::Touched => format!("touched by {skins}, rests on {others}"),
            Hold::Lost if self.others.is_empty() => "touched by nothing any more".to_owned(),
            Hold::Lost => format!("no skin touches it any more, it rests on {others}"),
            Hold::Untouched if self.others.is_empty() => "touched by nothing".to_owned(),
            Hold::Untouched => format!("never touched by a skin, rests on {others}"),
        }
    }
}

/// `a, b and c`.
fn join(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Statistics of all steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SolverOutcome {
    /// Steps taken by Newton's method.
    pub newton_steps: u64,
    /// Explicit steps.
    pub explicit_steps: u64,
    /// Newton iterations in all.
    pub iterations: u64,
    /// Most iterations of one step.
    pub most_iterations: usize,
    /// Times that all skins were evaluated.
    pub evaluations: u64,
    /// Largest residual of a step, over the size of the impulses in play.
    pub largest_residual: f64,
    /// Most rays in contact at once.
    pub most_contacts: usize,
    /// Steps in which contacts may have been met too late.
    pub steps_beyond_window: u64,
}

impl SolverOutcome {
    /// Newton iterations per Newton step.
    pub fn iterations_per_step(&self) -> f64 {
        self.iterations as f64 / self.newton_steps.max(1) as f64
    }
}

/// An outcome of another version, or with a number that JSON does not know, is passed over: the tables can be read without it.
pub(crate) fn if_known<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Box<Outcome>>, D::Error> {
    let value = Option::<serde_json::Value>::deserialize(from)?;
    Ok(value.and_then(|value| serde_json::from_value(value).ok()))
}
