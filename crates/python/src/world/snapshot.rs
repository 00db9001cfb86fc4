//! A world taken down, to go on from there again.

use super::World;
use crate::errors::{self, py};
use crate::pickles::{Pickle, SnapshotPickle};
use crate::scene::Scene;
use bristle_run::{Collector, Simulation};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyType};
use std::borrow::Cow;
use std::sync::Arc;

/// A complete state: bodies, bristles, motors, sensors, script, and what was felt.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct Snapshot {
    pub(crate) scene: Py<Scene>,
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickle<'py, SnapshotPickle>> {
        let bytes = self.simulation.store(self.collector.as_ref());
        let bytes = bytes.map_err(|error| errors::of_stored(&error))?;
        let make = py.import("bristle._native")?.getattr("unpickled_snapshot")?;
        Ok((make, (self.scene.clone_ref(py), Cow::Owned(bytes))))
    }

    /// A snapshot never changes.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// A snapshot never changes.
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        format!("<bristle.Snapshot at {} s>", self.simulation.time())
    }
}

impl Snapshot {
    /// The simulation, if it is one of that scene. From another process it comes with a scene of its own, which has to say the same.
    pub(crate) fn of_scene(&self, scene: &Scene, built: &Arc<bristle_scene::Built>) -> PyResult<Simulation> {
        if Arc::ptr_eq(self.simulation.built(), built) {
            return Ok(self.simulation.clone());
        }
        if self.scene.get() != scene {
            return Err(py::ModelError::new_err(
                "the snapshot belongs to another scene; take it from a world, a copy or a batch of a scene that says the same",
            ));
        }
        let restored =
            self.simulation.store(None).and_then(|bytes| Simulation::restored(Arc::clone(built), &bytes));
        restored.map(|(simulation, _)| simulation).map_err(|error| errors::of_stored(&error))
    }
}

#[pymethods]
impl World {
    /// Takes the state down.
    fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        let inner = self.lock()?;
        let collector = Some(inner.collector.clone());
        Ok(Snapshot { scene: self.scene.clone_ref(py), simulation: inner.simulation.clone(), collector })
    }

    /// A world of another scene that goes on where this one is: what both have by name stays as it is.
    #[classmethod]
    fn continued(
        kind: &Bound<'_, PyType>,
        py: Python<'_>,
        world: &Bound<'_, Self>,
        scene: Py<Scene>,
    ) -> PyResult<Py<PyAny>> {
        let built = scene.get().built(py)?;
        let simulation = {
            let inner = world.get().lock()?;
            inner.simulation.continued_in(built).map_err(|error| errors::of_run(&error))?
        };
        let collector = Collector::new(&simulation).map_err(|error| errors::of_model(&error))?;
        let made = kind.call((scene,), Some(&[("script", false)].into_py_dict(py)?))?;
        let own = made.cast::<Self>()?.get();
        {
            let mut inner = own.lock()?;
            (inner.simulation, inner.collector) = (simulation, collector);
        }
        Ok(made.unbind())
    }

    /// Goes back to a snapshot, and from there on with the same bits. Texel arrays show what was felt then.
    fn restore(&self, py: Python<'_>, snapshot: &Snapshot) -> PyResult<()> {
        let simulation = snapshot.of_scene(self.scene.get(), &self.built)?;
        let collector = match &snapshot.collector {
            Some(collector) => collector.clone(),
            None => Collector::new(&simulation).map_err(|error| errors::of_model(&error))?,
        };
        let mut inner = self.lock_unrecorded()?;
        inner.simulation = simulation;
        inner.collector = collector;
        inner.show(py)
    }

    /// Back to the start of the scene.
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
