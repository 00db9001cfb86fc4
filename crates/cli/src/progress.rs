//! How far something has come; only a person at a terminal sees it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A bar has this many parts.
pub(crate) const PARTS: u64 = 1000;

/// A bar in the style of a template; if `quiet`, one that nobody sees.
pub(crate) fn bar(template: &str, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(PARTS), target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸ "));
    }
    bar
}

/// A line about a long press.
pub(crate) struct Progress {
    name: String,
    steps: usize,
    shown: bool,
    next: Instant,
    to_terminal: bool,
}

/// Quick presses say nothing.
const PATIENCE: Duration = Duration::from_millis(500);

impl Progress {
    pub(crate) fn new(name: &str, steps: usize) -> Self {
        let to_terminal = std::io::stderr().is_terminal();
        Self { name: name.into(), steps, shown: false, next: Instant::now() + PATIENCE, to_terminal }
    }

    pub(crate) fn step(&mut self, step: usize) {
        // The clock is asked now and then: a step may take less than a microsecond.
        if !self.to_terminal || !step.is_multiple_of(64) || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + PATIENCE;
        self.shown = true;
        // A terminal that cannot be written to is no reason to stop.
        let _ = write!(std::io::stderr(), "\r{}: step {step} of {} ", self.name, self.steps);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}
