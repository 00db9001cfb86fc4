//! What the steps cost.

use bristle_world::{StepReport, Stepping};
use serde::{Deserialize, Serialize};

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
    pub(super) fn take(&mut self, report: &StepReport, stepping: Stepping) {
        match stepping {
            Stepping::Newton => self.newton_steps += 1,
            Stepping::Explicit => self.explicit_steps += 1,
        }
        self.iterations += report.iterations as u64;
        self.most_iterations = self.most_iterations.max(report.iterations);
        self.evaluations += report.evaluations as u64;
        self.largest_residual = self.largest_residual.max(report.residual);
        self.most_contacts = self.most_contacts.max(report.contacts);
        self.steps_beyond_window += u64::from(report.beyond_window);
    }

    /// Newton iterations per Newton step.
    pub fn iterations_per_step(&self) -> f64 {
        self.iterations as f64 / self.newton_steps.max(1) as f64
    }
}
