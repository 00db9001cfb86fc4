//! Recordings of the scenes that experiments run.

use crate::command::run::command;
use bristle_run::{Folder, Observer, Outcome, RunError, RunRecorder, Simulation, run_info};
use bristle_scene::Scene;
use std::ops::ControlFlow;

/// Records a run, and writes its report when it ends.
pub(super) struct Reported(RunRecorder);

impl Reported {
    /// Records a run of an experiment, known by its name.
    pub(super) fn open(
        folder: Folder<'_>,
        name: &str,
        scene: &Scene,
        simulation: &Simulation,
    ) -> Result<Self, RunError> {
        let info = run_info(scene, simulation.built(), name, command());
        Ok(Self(RunRecorder::open(simulation, info, folder, None)?))
    }
}

impl Observer for Reported {
    fn begin(&mut self, simulation: &Simulation) -> Result<(), RunError> {
        self.0.begin(simulation)
    }

    fn after_step(&mut self, simulation: &Simulation) -> Result<ControlFlow<()>, RunError> {
        self.0.after_step(simulation)
    }

    fn between_steps(&mut self, simulation: &Simulation) -> Result<(), RunError> {
        self.0.between_steps(simulation)
    }

    fn end(&mut self, simulation: &Simulation, outcome: &Outcome) -> Result<(), RunError> {
        self.0.end(simulation, outcome)?;
        let report = self.0.recording().map(bristle_record::report::write).transpose();
        report.map(|_| ()).map_err(|error| RunError::Observer(error.into()))
    }
}
