//! A line that says how far a long press has come; only a person at a terminal sees it.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

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
