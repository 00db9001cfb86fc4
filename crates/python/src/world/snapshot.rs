//! A world taken down, to go on from there again.

use super::World;
use crate::errors::{self, py};
use bristle_run::{Collector, Simulation};
use pyo3::prelude::*;
use std::sync::Arc;

/// A complete state: bodies, bristles, motors, sensors, script, and what was felt.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct Snapshot {
    pub(crate) simulation: Simulation,
    /// What had come of it; a world of a batch does not know.
    pub(crate) collector: Option<Collector>,
}

#[pymethods]
impl Snapshot {
    /// When it was taken [s].
    #[getter]
    fn time(&self) -> f64 {
        self.simulation.time()
    }

    fn __repr__(&self) -> String {
        format!("<bristle.Snapshot at {} s>", self.simulation.time())
    }
}

impl Snapshot {
    /// The simulation, if it is one of that model.
    pub(crate) fn of_model(&self, built: &Arc<bristle_scene::Built>) -> PyResult<Simulation> {
        if !Arc::ptr_eq(self.simulation.built(), built) {
            return Err(py::ModelError::new_err(
                "the snapshot belongs to another scene; take it from a world, a copy or a batch of the same Scene object",
            ));
        }
        Ok(self.simulation.clone())
    }
}

#[pymethods]
impl World {
    /// Takes the state down.
    fn snapshot(&self) -> PyResult<Snapshot> {
        let inner = self.lock()?;
        let collector = Some(inner.collector.clone());
        Ok(Snapshot { simulation: inner.simulation.clone(), collector })
    }

    /// Goes back to a snapshot, and from there on with the same bits. Texel arrays show what was felt then.
    fn restore(&self, py: Python<'_>, snapshot: &Snapshot) -> PyResult<()> {
        let simulation = snapshot.of_model(&self.built)?;
        let collector = match &snapshot.collector {
            Some(collector) => collector.clone(),
            None => Collector::new(&simulation).map_err(|error| errors::of_model(&error))?,
        };
        let mut inner = self.lock_unrecorded()?;
        inner.simulation = simulation;
        inner.collector = collector;
        inner.show(py)
    }

    /// Back to the begin of the scene.
    #[pyo3(signature = (*, script=true))]
    fn reset(&self, py: Python<'_>, script: bool) -> PyResult<()> {
        let simulation = super::begin(Arc::clone(&self.built), script)?;
        let collector = Collector::new(&simulation).map_err(|error| errors::of_model(&error))?;
        let mut inner = self.lock_unrecorded()?;
        inner.simulation = simulation;
        inner.collector = collector;
        inner.show(py)
    }
}
