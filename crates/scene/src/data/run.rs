//! How long and how finely time passes.

use crate::describe::{Range, described, number};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_world::Stepping;

described! {
    /// How long and how finely time passes.
    #[derive(Copy)]
    pub struct Run as "run", check(check) {
        /// simulated time
        duration: f64 = or(1.0), number(Range::above(0.0, 1e6), "s");
        /// length of a step
        step: f64 = or(0.001), number(Range::within(1e-7, 1.0), "s");
        /// `newton` solves every step and is stable at any length, `explicit` is the papers' way and needs small steps
        stepping: Stepping = or(Stepping::Newton);
        /// of everything that is random
        seed: u64 = or(0);
    }
}

described! { impl words Stepping { Newton as "newton"; Explicit as "explicit"; } }

/// More steps than this would take weeks: a unit went wrong.
const MOST_STEPS: f64 = 1e10;

fn check(run: &Run, view: View<'_>) -> Result<(), Fault> {
    let &Run { duration, step, .. } = run;
    if duration / step > MOST_STEPS {
        let message = format!("a run of {duration} s in steps of {step} s takes {:e} steps", duration / step);
        return Err(view
            .fault(ErrorKind::OutOfRange, "step", message)
            .note(format!("allowed: at most {MOST_STEPS:e} steps")));
    }
    if step > duration {
        let message = format!("a step of {step} s is longer than the run of {duration} s");
        return Err(view
            .fault(ErrorKind::OutOfRange, "step", message)
            .note("help: 0.001 s is a good step for grasping"));
    }
    Ok(())
}
