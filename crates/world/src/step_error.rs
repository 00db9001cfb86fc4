//! Why a step was not taken.

use crate::ModelError;
use thiserror::Error;

/// A time without the round-off of a sum \[s\].
fn rounded(time: f64) -> f64 {
    (time * 1e7).round() / 1e7
}

/// The step was refused or failed; the state is the one before it.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum StepError {
    /// A step that is not one.
    #[error("the step is {h} s; it must be within [1e-9, 1] s, for example 0.001")]
    BadStep {
        /// The step asked for \[s\].
        h: f64,
    },
    /// A state of another model.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A skin could not feel what it was given.
    #[error("a skin refused the step: {0}")]
    Skin(#[from] bristle_skin::UpdateError),
    /// A sensor that a user wrote could not measure.
    #[error("at {} s: sensor `{sensor}` could not measure: {why}", rounded(*time))]
    Sensor {
        /// Simulated time \[s\].
        time: f64,
        /// The sensor.
        sensor: String,
        /// What it says.
        why: String,
    },
    /// Something became infinite or not a number.
    #[error("at {} s: {what} is no longer finite; {advice}", rounded(*time))]
    NotFinite {
        /// Simulated time \[s\].
        time: f64,
        /// The first such quantity, with its body, joint or texel.
        what: String,
        /// What to change.
        advice: String,
    },
    /// The equations of the step were not solved.
    #[error(
        "at {} s: the step did not converge: after {iterations} iterations its residual is {residual:.1e} of the \
         forces, mostly at body `{body}`; {advice}",
        rounded(*time)
    )]
    NotConverged {
        /// Simulated time \[s\].
        time: f64,
        /// Iterations taken.
        iterations: usize,
        /// Residual over the size of the impulses in play.
        residual: f64,
        /// Where it is largest.
        body: String,
        /// What to change.
        advice: String,
    },
}
