//! Options of `bristle run`.

use crate::numbers;
use bristle_run::Verdict;
use clap::{Args as ClapArgs, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
SCENE is a file, or the name of a scene of the library (`bristle list scenes`). The folder gets report.html, pictures, \
every texel and signal over time as CSV and Parquet, and the scene as run. Ctrl-C ends the run at a whole step and \
still writes the report; a second Ctrl-C ends at once, and what was recorded can be read.

Examples:
  bristle run
  bristle run weigh --out weigh
  bristle run my.toml --step 0.0005 --stepping newton
  bristle run my.toml --duration 20 --seed 7 --json --quiet > my.json
  bristle run my.toml --expect held && echo held

Exit codes: 0 done; 1 a step could not be taken, or the disk is full; 2 wrong option; 3 bad scene; 4 the outcome is not what \
--expect says; 130 interrupted.";

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct RunArgs {
    /// A scene file, or a scene of the library
    #[arg(default_value = DEFAULT_SCENE)]
    pub(crate) scene: OsString,
    #[command(flatten)]
    pub(crate) options: RunOptions,
}

/// What is run if nothing is asked for.
pub(crate) const DEFAULT_SCENE: &str = "pick-bottle";

impl RunArgs {
    /// The default scene with these options.
    pub(crate) fn default_scene(options: RunOptions) -> Self {
        Self { scene: DEFAULT_SCENE.into(), options }
    }
}

#[derive(Clone, Debug, ClapArgs)]
pub(crate) struct RunOptions {
    /// Directory for recording and report [default: out, which is replaced; out-2 and so on while another run records into it]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the recording that is in DIR
    #[arg(long)]
    pub(crate) force: bool,
    /// Simulated time [default: the scene's]
    #[arg(long, value_name = "S", value_parser = numbers::seconds, allow_hyphen_values = true)]
    pub(crate) duration: Option<f64>,
    /// Time step [default: the scene's]
    #[arg(long, value_name = "S", value_parser = numbers::seconds, allow_hyphen_values = true)]
    pub(crate) step: Option<f64>,
    /// How a step is taken [default: the scene's]
    #[arg(long, value_enum)]
    pub(crate) stepping: Option<SteppingName>,
    /// Seed of all that is random, such as the sensors' noise [default: the scene's]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub(crate) seed: Option<u64>,
    /// Print the outcome as one JSON document on standard output, and all else on standard error
    #[arg(long)]
    pub(crate) json: bool,
    /// Print no progress and no summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// End with exit code 4 unless this became of what the skins touched
    #[arg(long, value_enum, value_name = "OUTCOME")]
    pub(crate) expect: Option<Expected>,
    /// Record only: no report.html, no pictures
    #[arg(long)]
    pub(crate) no_report: bool,
}

/// What a run is expected to come to, as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Expected {
    /// Skins hold all they touched at the end, and nothing slipped, was dropped or crushed
    Held,
    /// Something slid in the grip by more than 1 mm
    Slipped,
    /// Something was held, then dropped
    Dropped,
    /// Something was crushed
    Crushed,
}

impl Expected {
    pub(crate) fn verdict(self) -> Verdict {
        match self {
            Self::Held => Verdict::Held,
            Self::Slipped => Verdict::Slipped,
            Self::Dropped => Verdict::Dropped,
            Self::Crushed => Verdict::Crushed,
        }
    }
}

/// A way of stepping as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SteppingName {
    /// Implicit, by Newton's method: stable at any usual step
    Newton,
    /// Explicit, as the papers do it: needs small steps
    Explicit,
}

impl SteppingName {
    /// The word that scenes use.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Newton => "newton",
            Self::Explicit => "explicit",
        }
    }
}
