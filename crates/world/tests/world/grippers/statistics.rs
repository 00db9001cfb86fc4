//! What steps cost, over a run.

use bristle_world::StepReport;
use std::fmt;

/// Sums over steps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Statistics {
    pub(crate) steps: usize,
    pub(crate) iterations: usize,
    pub(crate) most_iterations: usize,
    pub(crate) evaluations: usize,
    pub(crate) most_evaluations: usize,
    /// Steps that ended where rounding, or a corner of the laws, stopped them.
    pub(crate) unfinished: usize,
    pub(crate) worst_residual: f64,
    pub(crate) beyond_window: usize,
    /// Steps that had to be divided.
    pub(crate) divided: usize,
}

/// What a solved step leaves, or a world at rest; more than this is only accepted.
const SOLVED: f64 = 1e-10;

impl Statistics {
    pub(crate) fn take(&mut self, report: &StepReport) {
        self.steps += 1;
        self.iterations += report.iterations;
        self.most_iterations = self.most_iterations.max(report.iterations);
        self.evaluations += report.evaluations;
        self.most_evaluations = self.most_evaluations.max(report.evaluations);
        self.unfinished += usize::from(report.residual > SOLVED);
        self.worst_residual = self.worst_residual.max(report.residual);
        self.beyond_window += usize::from(report.beyond_window);
        self.divided += usize::from(report.divisions > 0);
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_step = |n: usize| n as f64 / self.steps.max(1) as f64;
        write!(
            f,
            "{} steps; iterations {:.2} (at most {}), evaluations {:.2} (at most {}); unfinished {}, worst {:.1e}, window {}, divided {}",
            self.steps,
            per_step(self.iterations),
            self.most_iterations,
            per_step(self.evaluations),
            self.most_evaluations,
            self.unfinished,
            self.worst_residual,
            self.beyond_window,
            self.divided
        )
    }
}
