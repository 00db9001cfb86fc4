//! What a step cost, and what is wrong with it.

use crate::advisor::time;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An explicit step that is longer than the contacts and joints there are allow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TooLong {
    /// The step \[s\].
    pub h: f64,
    /// Largest stable explicit step with what touches now \[s\].
    pub largest: f64,
    /// The same, whatever may come to touch \[s\].
    pub always_stable: f64,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [h, largest, always] = [self.h, self.largest, self.always_stable].map(time);
        write!(
            f,
            "an explicit step of {h} is longer than {largest}, the largest that is stable with what touches now: forces and \
             motion may be wrong from here on; take steps of {always} or less, or Newton's method (stepping = \"newton\")"
        )
    }
}

/// Statistics of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepReport {
    /// Newton iterations of all islands: none if the world stood still, or for explicit steps.
    pub iterations: usize,
    /// Evaluations of all islands.
    pub evaluations: usize,
    /// Parts that a Newton step had to be divided into; none if it was not.
    pub divisions: usize,
    /// What is left of the equations, over the size of the impulses in play.
    pub residual: f64,
    /// Rays of skins and spots of plain bodies in contact.
    pub contacts: usize,
    /// Whether some body moved so far in the step that contacts may have been met too late: shorten the step, or give the
    /// skin a longer look-ahead.
    pub beyond_window: bool,
    /// That this explicit step was longer than is stable. A world looks now and then, and says so once.
    pub too_long: Option<TooLong>,
}

impl StepReport {
    /// Adds what another part of the world, or of the step, took.
    pub(crate) fn add(&mut self, part: &Self) {
        self.iterations += part.iterations;
        self.evaluations += part.evaluations;
        self.divisions = self.divisions.max(part.divisions);
        self.residual = self.residual.max(part.residual);
        self.beyond_window |= part.beyond_window;
    }
}
