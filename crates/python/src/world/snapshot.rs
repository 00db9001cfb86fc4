//! A world taken down, to go on from there again.

use super::World;
use crate::errors::py;
use bristle_control::simulated::Robot;
use bristle_stage::Stage;
use pyo3::prelude::*;
use std::sync::Arc;

/// A complete state: bodies, bristles, motors, sensors, script, and what was felt.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct Snapshot {
    pub(crate) stage: Stage,
    /// What its gripper was told; worlds of a batch have none.
    pub(crate) robot: Option<Robot>,
}

#[pymethods]
impl Snapshot {
    /// When it was taken [s].
    #[getter]
    fn time(&self) -> f64 {
        self.stage.time()
    }

    fn __repr__(&self) -> String {
        format!("<bristle.Snapshot at {} s>", self.stage.time())
    }
}

impl Snapshot {
    /// The stage, if it is one of that model.
    pub(crate) fn of_model(&self, built: &Arc<bristle_scene::Built>) -> PyResult<Stage> {
        if !Arc::ptr_eq(self.stage.built(), built) {
            return Err(py::ModelError::new_err(
                "the snapshot belongs to another scene; take it from a world, a copy or a batch of the same Scene object",
            ));
        }
        Ok(self.stage.clone())
    }
}

#[pymethods]
impl World {
    /// Takes the state down.
    fn snapshot(&self) -> PyResult<Snapshot> {
        let inner = self.lock()?;
        Ok(Snapshot { stage: inner.stage.clone(), robot: inner.robot.clone() })
    }

    /// Goes back to a snapshot, and from there on with the same bits. Texel arrays show what was felt then.
    fn restore(&self, py: Python<'_>, snapshot: &Snapshot) -> PyResult<()> {
        let stage = snapshot.of_model(&self.built)?;
        let mut inner = self.lock()?;
        inner.stage = stage;
        inner.robot.clone_from(&snapshot.robot);
        inner.show(py)
    }

    /// Back to the begin of the scene.
    #[pyo3(signature = (*, script=true))]
    fn reset(&self, py: Python<'_>, script: bool) -> PyResult<()> {
        let stage = super::begin(Arc::clone(&self.built), script)?;
        let mut inner = self.lock()?;
        inner.stage = stage;
        inner.robot = None;
        inner.show(py)
    }
}
