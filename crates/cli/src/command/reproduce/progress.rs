//! A bar that says how far the experiments are; only a person at a terminal sees it.

use super::reported::Reported;
use crate::progress::{self, PARTS};
use bristle_lab::{LabError, Watcher};
use bristle_run::{Folder, Observer, Simulation};
use bristle_scene::Scene;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// Words longer than this would break the line of a usual terminal.
const WIDEST: usize = 56;

/// One bar for experiments that may run side by side.
#[derive(Clone)]
pub(super) struct Bar {
    bar: ProgressBar,
    experiments: usize,
    /// How far each is, and what it is at.
    at: Arc<Mutex<BTreeMap<&'static str, (f64, String)>>>,
}

impl Bar {
    pub(super) fn new(experiments: usize, quiet: bool) -> Self {
        let bar = progress::bar("{bar:16} {percent:>3} % {elapsed} {msg}", quiet);
        Self { bar, experiments, at: Arc::default() }
    }

    /// For one of the experiments, whose scenes are recorded if a folder is given.
    pub(super) fn watcher(&self, id: &'static str, record_into: Option<PathBuf>) -> BarWatcher {
        BarWatcher { bar: self.clone(), id, record_into, journal: None, replaces: true, recorded: Vec::new() }
    }

    fn show(&self, id: &'static str, fraction: f64, what: &str) {
        if self.bar.is_hidden() {
            return;
        }
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        at.insert(id, (fraction.clamp(0.0, 1.0), what.to_owned()));
        let done: f64 = at.values().map(|(fraction, _)| fraction).sum::<f64>() / self.experiments as f64;
        let under_way = at.iter().filter(|(_, (fraction, _))| *fraction < 1.0);
        let words: Vec<String> = under_way.map(|(id, (_, what))| format!("{id}: {what}")).collect();
        self.bar.set_position((done * PARTS as f64) as u64);
        self.bar.set_message(words.join(" | ").chars().take(WIDEST).collect::<String>());
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Tells the bar of one experiment.
pub(super) struct BarWatcher {
    bar: Bar,
    id: &'static str,
    record_into: Option<PathBuf>,
    /// Where results of single trials are kept until all are done.
    pub(super) journal: Option<PathBuf>,
    /// Whether recordings that are there give way.
    pub(super) replaces: bool,
    /// Names of the runs that were recorded, and their pages in the folder.
    pub(super) recorded: Vec<(String, String)>,
}

impl BarWatcher {
    /// It is done, whether it said so or not.
    pub(super) fn done(&self) {
        self.bar.show(self.id, 1.0, "");
    }
}

impl Watcher for BarWatcher {
    fn progress(&mut self, fraction: f64, what: &str) {
        self.bar.show(self.id, fraction, what);
    }

    fn journal(&mut self) -> Option<PathBuf> {
        self.journal.clone()
    }

    fn watch(
        &mut self,
        name: &str,
        scene: &Scene,
        simulation: &Simulation,
    ) -> Result<Option<Box<dyn Observer>>, LabError> {
        let Some(folder) = &self.record_into else { return Ok(None) };
        let folder = folder.join(name);
        let place = if self.replaces { Folder::Replaced(&folder) } else { Folder::New(&folder) };
        let recorder = Reported::open(place, name, scene, simulation).map_err(LabError::other)?;
        self.recorded.push((name.to_owned(), format!("{name}/report.html")));
        Ok(Some(Box::new(recorder)))
    }
}
