//! Who wants to know how far an experiment is.

use crate::LabError;
use bristle_run::{Observer, Simulation};
use bristle_scene::Scene;
use std::path::PathBuf;

/// Is told how far an experiment is.
pub trait Watcher {
    /// `fraction` from 0 to 1 is done; `what` is going on now.
    fn progress(&mut self, fraction: f64, what: &str);

    /// Where results of single trials may be kept, so that a run that was killed can go on; none if nothing is to be written.
    fn journal(&mut self) -> Option<PathBuf> {
        None
    }

    /// A scene is about to be run under a name that no other run of the experiment has; who shall see its every step?
    fn watch(
        &mut self,
        name: &str,
        scene: &Scene,
        simulation: &Simulation,
    ) -> Result<Option<Box<dyn Observer>>, LabError> {
        let _ = (name, scene, simulation);
        Ok(None)
    }
}

/// Wants to know nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watcher for Silent {
    fn progress(&mut self, _fraction: f64, _what: &str) {}
}

/// Watches a part of a whole: its own 0 to 1 is `from` to `to` of the other's.
pub struct PartWatcher<'a> {
    whole: &'a mut dyn Watcher,
    from: f64,
    to: f64,
}

impl<'a> PartWatcher<'a> {
    /// A part of what `whole` watches.
    pub fn new(whole: &'a mut dyn Watcher, from: f64, to: f64) -> Self {
        Self { whole, from, to }
    }
}

impl Watcher for PartWatcher<'_> {
    fn progress(&mut self, fraction: f64, what: &str) {
        self.whole.progress(self.from + (self.to - self.from) * fraction.clamp(0.0, 1.0), what);
    }

    fn journal(&mut self) -> Option<PathBuf> {
        self.whole.journal()
    }

    fn watch(
        &mut self,
        name: &str,
        scene: &Scene,
        simulation: &Simulation,
    ) -> Result<Option<Box<dyn Observer>>, LabError> {
        self.whole.watch(name, scene, simulation)
    }
}
