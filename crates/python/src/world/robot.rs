//! The robot in a world: what controllers sense.

use super::{Inner, World};
use crate::errors;
use crate::percept::Percept;
use bristle_run::Observer;
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// What its robot senses now. Samples of sensors are those since the last percept.
    fn percept(&self) -> PyResult<Percept> {
        let mut inner = self.lock()?;
        let mut percept = bristle_control::Percept::default();
        inner.simulation.percept(&mut percept).map_err(|error| errors::of_model(&error))?;
        Ok(Percept::new(inner.simulation.senses(), percept))
    }

    /// Lets Python command the motors from now on, instead of the scene's script or controller.
    fn take_over(&self) -> PyResult<()> {
        self.lock()?.simulation.take_over();
        Ok(())
    }

    /// Notes what a controller in Python is doing, for recordings and reports.
    fn enter_phase(&self, name: &str) -> PyResult<()> {
        let mut inner = self.lock()?;
        let Inner { simulation, recorder, .. } = &mut *inner;
        simulation.enter_phase(name);
        let recorded = recorder.as_mut().map_or(Ok(()), |recorder| recorder.between_steps(simulation));
        recorded.map_err(|error| errors::of_run(&error))
    }

    /// Notes that a controller in Python has ended, for recordings and reports.
    fn end_controller(&self, words: &str) -> PyResult<()> {
        let mut inner = self.lock()?;
        let Inner { simulation, recorder, .. } = &mut *inner;
        simulation.end_outside(words);
        let recorded = recorder.as_mut().map_or(Ok(()), |recorder| recorder.between_steps(simulation));
        recorded.map_err(|error| errors::of_run(&error))
    }

    /// Notes why a run was ended before its time; the next step takes it back.
    fn interrupt(&self, why: String) -> PyResult<()> {
        let mut inner = self.lock()?;
        inner.interrupted = Some((inner.simulation.time(), why));
        Ok(())
    }

    /// How the scene's own controller ended: whether all was done, the phase that failed, and why. None while it works.
    #[getter]
    fn controller_ending(&self) -> PyResult<Option<crate::action::EndingTuple>> {
        Ok(self.lock()?.simulation.controller_ending().cloned().map(crate::action::tuple_of))
    }
}
