//! Experiments that repeat what papers on tactile sensing report, with the published figure beside ours.
//!
//! An [`Experiment`] declares its [`Parameter`]s, runs on the library crates alone and gives [`Results`]: [`Value`]s, each
//! with what the paper states and whether it is reproduced, and [`Figure`]s in the style of the paper. All are
//! deterministic: the same settings give the same bits.
//!
//! ```no_run
//! use bristle_lab::{Settings, Silent, find};
//!
//! let experiment = find("table3-weights")?;
//! let mut settings = Settings::of(experiment);
//! settings.set("mass", "0.37")?;
//! let results = experiment.run(&settings, &mut Silent)?;
//! assert!(results.values.iter().all(|value| value.value.is_finite()));
//! # Ok::<(), bristle_lab::LabError>(())
//! ```
//!
//! A new experiment is one file in `experiments/` and one line in `experiments/mod.rs`.

mod document;
mod error;
mod experiment;
mod experiments;
mod figure;
mod parameter;
pub mod report;
mod results;
mod settings;
mod staging;
mod value;
mod watcher;
pub mod words;

pub use document::Document;
pub use error::LabError;
pub use experiment::{Experiment, Run};
pub use experiments::{all, find};
pub use figure::Figure;
pub use parameter::{Kind, Parameter, ParameterError, Range};
pub use results::Results;
pub use settings::{Setting, Settings};
pub use value::{Published, Status, Tolerance, Value};
pub use watcher::{PartWatcher, Silent, Watcher};
