//! A bar that says how far a run has come, which only a person at a terminal sees; warnings as they come; and Ctrl-C.

use super::interrupt;
use crate::progress::{self, PARTS};
use crate::terminal;
use bristle_run::{Happening, Observer, RunError, Simulation};
use indicatif::ProgressBar;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

pub(super) struct Progress {
    bar: ProgressBar,
    duration: f64,
    begun: Instant,
    next: Instant,
    steps: u32,
    /// How many of the simulation's events were looked at.
    noted: usize,
}

/// Ten times a second is as often as anyone can read.
const BETWEEN: Duration = Duration::from_millis(100);

impl Progress {
    /// For a run of `duration` \[s\].
    pub(super) fn new(duration: f64, quiet: bool) -> Self {
        let bar = progress::bar("{bar:16} {msg}", quiet);
        let begun = Instant::now();
        Self { bar, duration, begun, next: begun + 2 * BETWEEN, steps: 0, noted: 0 }
    }

    fn show(&mut self, now: &Simulation) {
        self.steps += 1;
        // The clock is asked now and then: a step may take a few microseconds.
        if self.bar.is_hidden() || !self.steps.is_multiple_of(16) || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + BETWEEN;
        let time = now.time();
        let wall = self.begun.elapsed().as_secs_f64();
        let share = time / self.duration;
        self.bar.set_position((share * PARTS as f64) as u64);
        self.bar.set_message(format!(
            "{:.2} of {} s simulated, {wall:.1} s of wall time, {:.1} × real time  {}",
            time,
            self.duration,
            time / wall,
            now.phase().unwrap_or_default()
        ));
    }

    /// Says at once what makes a long run not worth waiting for.
    fn warn(&mut self, now: &Simulation) {
        let news = &now.events()[self.noted..];
        self.noted += news.len();
        for event in news {
            if let Happening::Warning(words) = &event.what {
                self.bar.suspend(|| {
                    let at =
                        if event.time > 0.0 { format!("at {:.3} s: ", event.time) } else { String::new() };
                    terminal::note(&format!("warning: {at}{words}"));
                });
            }
        }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Progress {
    fn begin(&mut self, now: &Simulation) -> Result<(), RunError> {
        self.warn(now);
        Ok(())
    }

    fn after_step(&mut self, now: &Simulation) -> Result<ControlFlow<()>, RunError> {
        self.warn(now);
        self.show(now);
        Ok(if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}
