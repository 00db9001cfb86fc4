//! How long and how finely time passes.

use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_world::Stepping;

/// Settings of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Simulated time \[s\].
    pub duration: f64,
    /// Length of a step \[s\].
    pub step: f64,
    /// How a step is taken.
    pub stepping: Stepping,
    /// Of everything that is random.
    pub seed: u64,
}

/// More steps than this would take weeks: a unit went wrong.
const MOST_STEPS: f64 = 1e10;

impl Run {
    pub(super) fn read(view: View<'_>) -> Result<Self, Fault> {
        let stepping = match view.text("stepping")? {
            "newton" => Stepping::Newton,
            "explicit" => Stepping::Explicit,
            _ => Stepping::Automatic,
        };
        let (duration, step) = (view.number("duration")?, view.number("step")?);
        if duration / step > MOST_STEPS {
            let message =
                format!("a run of {duration} s in steps of {step} s takes {:e} steps", duration / step);
            return Err(Fault::new(ErrorKind::OutOfRange, view.at_key("step"), message)
                .note(format!("allowed: at most {MOST_STEPS:e} steps")));
        }
        if step > duration {
            let message = format!("a step of {step} s is longer than the run of {duration} s");
            return Err(Fault::new(ErrorKind::OutOfRange, view.at_key("step"), message)
                .note("help: 0.001 s is a good step for grasping"));
        }
        Ok(Self { duration, step, stepping, seed: view.integer("seed")?.unsigned_abs() })
    }
}
