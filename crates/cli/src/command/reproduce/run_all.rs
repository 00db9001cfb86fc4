//! All experiments, some at a time.

use super::progress::Bar;
use crate::error::CliError;
use bristle_lab::report::Entry;
use bristle_lab::{Experiment, LabError, Results, Settings};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// An experiment that was run.
pub(super) struct Ran {
    pub(super) experiment: &'static Experiment,
    pub(super) settings: Settings,
    pub(super) results: Result<Results, LabError>,
    pub(super) seconds: f64,
}

impl Ran {
    /// For the report.
    pub(super) fn entry(&self) -> Entry<'_> {
        let Self { experiment, settings, results, seconds } = self;
        Entry { experiment, settings, results: results.as_ref(), seconds: *seconds, recordings: Vec::new() }
    }
}

/// Runs all with their defaults, `threads` at a time; the order of the outcomes is that of the experiments.
pub(super) fn run_all(
    experiments: &[&'static Experiment],
    long: bool,
    threads: usize,
    quiet: bool,
) -> Result<Vec<Ran>, CliError> {
    let settings: Vec<Settings> = experiments.iter().map(|e| defaults(e, long)).collect::<Result<_, _>>()?;
    let bar = Bar::new(experiments.len(), quiet);
    let next = AtomicUsize::new(0);
    let ran: Mutex<Vec<Option<Ran>>> = Mutex::new(experiments.iter().map(|_| None).collect());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(experiments.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&experiment) = experiments.get(index) else { return };
                    let one = run_one(experiment, settings[index].clone(), &bar);
                    ran.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(one);
                }
            });
        }
    });
    bar.end();
    Ok(ran.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect())
}

fn defaults(experiment: &Experiment, long: bool) -> Result<Settings, LabError> {
    let mut settings = Settings::of(experiment);
    if long && settings.has(Experiment::LONG) {
        settings.set(Experiment::LONG, "true")?;
    }
    Ok(settings)
}

fn run_one(experiment: &'static Experiment, settings: Settings, bar: &Bar) -> Ran {
    let begun = Instant::now();
    let mut watcher = bar.watcher(experiment.id, None);
    let results = experiment.run(&settings, &mut watcher);
    watcher.done();
    Ran { experiment, settings, results, seconds: begun.elapsed().as_secs_f64() }
}
