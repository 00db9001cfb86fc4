//! The native controller that carries out abstract actions.

use crate::errors::{busy, py};
use crate::percept::{Percept, dict_of};
use bristle_control::{ActionController as Inner, Controller, Ending};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Mutex, MutexGuard};

/// Carries out an action with a hand.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct ActionController {
    inner: Mutex<Inner>,
}

/// How an action ended: whether all was done, the step that failed, and why.
pub(crate) type EndingTuple = (bool, Option<String>, Option<String>);

pub(crate) fn tuple_of(ending: Ending) -> EndingTuple {
    match ending {
        Ending::Done => (true, None, None),
        Ending::Failed { phase, why } => (false, Some(phase), Some(why.to_string())),
    }
}

#[pymethods]
impl ActionController {
    /// For the robot of a percept; the parameters are JSON with `steps`, `time_limit` and `hand`.
    #[new]
    fn new(percept: &Percept, parameters: &str) -> PyResult<Self> {
        let inner = serde_json::from_str(parameters)
            .map_err(|error| py::ActionError::new_err(error.to_string()))
            .and_then(|parameters| {
                Inner::from_parameters(&parameters, percept.senses())
                    .map_err(|error| py::ActionError::new_err(error.to_string()))
            })?;
        Ok(Self { inner: Mutex::new(inner) })
    }

    /// Name of the present step.
    #[getter]
    fn phase(&self) -> PyResult<String> {
        Ok(self.lock()?.phase().to_owned())
    }

    /// What has happened so far: (time [s], step, words).
    #[getter]
    fn events(&self) -> PyResult<Vec<(f64, String, String)>> {
        let inner = self.lock()?;
        let words =
            |event: &bristle_control::Event| (event.time, event.phase.clone(), event.what.to_string());
        Ok(inner.events().iter().map(words).collect())
    }

    /// Commands of one turn, by motor; and how it ended, once it has.
    fn decide<'py>(
        &self,
        py: Python<'py>,
        percept: &Percept,
    ) -> PyResult<(Bound<'py, PyDict>, Option<EndingTuple>)> {
        let decision = self.lock()?.decide(percept.inner());
        let commands = dict_of(py, &decision.commands, percept.senses())?;
        Ok((commands, decision.ending.map(tuple_of)))
    }
}

impl ActionController {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner.try_lock().map_err(|_| busy("controller"))
    }
}
