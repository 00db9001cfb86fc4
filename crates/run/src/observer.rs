//! Those who watch a run.

use crate::{Outcome, RunError, Simulation};
use std::ops::ControlFlow;

/// Watches a run: a recorder, a progress bar, a page.
///
/// [`run`](crate::run) tells all its observers in their order. Whoever steps a [`Simulation`] by other means tells them likewise.
pub trait Observer {
    /// The simulation is about to begin, or is watched from here on.
    fn begin(&mut self, simulation: &Simulation) -> Result<(), RunError> {
        let _ = simulation;
        Ok(())
    }

    /// A step was taken. `Break` asks for the run to end here.
    fn after_step(&mut self, simulation: &Simulation) -> Result<ControlFlow<()>, RunError>;

    /// Somebody outside who commands the motors has begun another phase, while no time passed.
    fn between_steps(&mut self, simulation: &Simulation) -> Result<(), RunError> {
        let _ = simulation;
        Ok(())
    }

    /// The run is over.
    fn end(&mut self, simulation: &Simulation, outcome: &Outcome) -> Result<(), RunError> {
        let _ = (simulation, outcome);
        Ok(())
    }
}
