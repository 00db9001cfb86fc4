//! What an experiment is.

use crate::{LabError, Parameter, Results, Settings, Watcher};

/// How an experiment is carried out.
pub type Run = fn(&Settings, &mut dyn Watcher) -> Result<Results, LabError>;

/// One experiment of a paper: what it shows, what can be varied, and how it is run.
///
/// Runs are deterministic; where chance is wanted, its seed is a parameter.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// What the command line calls it, e.g. `table3-weights`.
    pub id: &'static str,
    /// A few words, e.g. `Weighing with a tactile pad`.
    pub title: &'static str,
    /// Where it was published: paper and section or figure.
    pub source: &'static str,
    /// What is done, and what it is to show: a few sentences.
    pub about: &'static str,
    /// What can be varied. A flag named [`Experiment::LONG`] asks for what takes minutes.
    pub parameters: &'static [Parameter],
    /// How it is run; call [`Experiment::run`].
    pub run: Run,
}

impl Experiment {
    /// Name of the flag that asks an experiment for the part that takes minutes.
    pub const LONG: &'static str = "long";

    /// Runs the experiment. `settings` must be made for it, by [`Settings::of`].
    pub fn run(&self, settings: &Settings, watcher: &mut dyn Watcher) -> Result<Results, LabError> {
        (self.run)(settings, watcher)
    }

    /// Runs the experiment with some settings of one's own, given as on the command line.
    #[cfg(test)]
    pub(crate) fn with(&self, changes: &[(&str, &str)]) -> Result<Results, LabError> {
        let mut settings = Settings::of(self);
        changes.iter().try_for_each(|(name, text)| settings.set(name, text))?;
        self.run(&settings, &mut crate::Silent)
    }

    /// The parameter of that name.
    pub fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }
}
