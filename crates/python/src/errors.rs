//! Errors of Rust as exceptions of Python. The exceptions themselves are Python: `python/bristle/errors.py`.

use bristle_control::HardwareError;
use bristle_picture::PictureError;
use bristle_record::{ReadError, RecordError};
use bristle_run::drawing::DrawError;
use bristle_run::{RunError, StoreError};
use bristle_scene::{ErrorKind, SceneError};
use bristle_skin::UpdateError;
use bristle_system::memory::TooLittle;
use bristle_world::{ModelError, StepError, UnknownName};
use pyo3::PyErr;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

/// The tree of `bristle.errors`.
pub(crate) mod py {
    pyo3::import_exception!(bristle.errors, ActionError);
    pyo3::import_exception!(bristle.errors, ControllerError);
    pyo3::import_exception!(bristle.errors, BristleError);
    pyo3::import_exception!(bristle.errors, BristleWarning);
    pyo3::import_exception!(bristle.errors, BusyError);
    pyo3::import_exception!(bristle.errors, CalibrationError);
    pyo3::import_exception!(bristle.errors, CommandError);
    pyo3::import_exception!(bristle.errors, DeviceError);
    pyo3::import_exception!(bristle.errors, ModelError);
    pyo3::import_exception!(bristle.errors, OutOfMemoryError);
    pyo3::import_exception!(bristle.errors, PictureError);
    pyo3::import_exception!(bristle.errors, RecordingError);
    pyo3::import_exception!(bristle.errors, SceneError);
    pyo3::import_exception!(bristle.errors, ShapeError);
    pyo3::import_exception!(bristle.errors, SignalError);
    pyo3::import_exception!(bristle.errors, SkinError);
    pyo3::import_exception!(bristle.errors, StepError);
    pyo3::import_exception!(bristle.errors, UnknownNameError);
}

/// A scene's mistake, with its place as attributes.
pub(crate) fn of_scene(python: Python<'_>, error: &SceneError) -> PyErr {
    if error.kind() == ErrorKind::Memory {
        return py::OutOfMemoryError::new_err(error.to_string());
    }
    let raised = py::SceneError::new_err(error.to_string());
    let place = error.place();
    let value = raised.value(python);
    let tell = || -> PyResult<()> {
        value.setattr("kind", snake_case(&format!("{:?}", error.kind())))?;
        value.setattr("message", error.message())?;
        value.setattr("notes", error.notes().to_vec())?;
        value.setattr("file", place.map(|place| place.file.clone()))?;
        // A dictionary has no lines.
        let text = place.filter(|place| place.line > 0);
        value.setattr("line", text.map(|place| place.line))?;
        value.setattr("column", text.map(|place| place.column))
    };
    match tell() {
        Ok(()) => raised,
        Err(other) => other,
    }
}

/// A skin that cannot be laid out.
pub(crate) fn of_skin(error: &SceneError) -> PyErr {
    match error.kind() {
        ErrorKind::Memory => py::OutOfMemoryError::new_err(error.to_string()),
        _ => py::SkinError::new_err(error.to_string()),
    }
}

/// A world or snapshot that cannot be pickled, or not be made from a pickle.
pub(crate) fn of_stored(error: &StoreError) -> PyErr {
    py::ModelError::new_err(error.to_string())
}

/// Something larger than the memory that is free.
pub(crate) fn of_memory(what: &str, error: &TooLittle) -> PyErr {
    py::OutOfMemoryError::new_err(format!("{what} does not fit: {error}"))
}

/// `UnknownKey` as `unknown_key`.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// A name that nothing has.
pub(crate) fn of_name(error: UnknownName) -> PyErr {
    py::UnknownNameError::new_err(error.to_string())
}

pub(crate) fn of_model(error: &ModelError) -> PyErr {
    match error {
        ModelError::Name(error) => of_name(error.clone()),
        ModelError::Command(_) => py::CommandError::new_err(error.to_string()),
        _ => py::ModelError::new_err(error.to_string()),
    }
}

pub(crate) fn of_hardware(error: &HardwareError) -> PyErr {
    match error {
        HardwareError::Refused { .. } => py::CommandError::new_err(error.to_string()),
        _ => py::ModelError::new_err(error.to_string()),
    }
}

pub(crate) fn of_step(error: &StepError) -> PyErr {
    match error {
        StepError::Model(error) => of_model(error),
        StepError::Sensor { .. } => of_sensor(error),
        _ => py::StepError::new_err(error.to_string()),
    }
}

/// A sensor that was written in Python: what it raised is the cause. Ctrl-C passes as it is.
fn of_sensor(error: &StepError) -> PyErr {
    let failed = py::StepError::new_err(error.to_string());
    let Some(raised) = crate::sensor::take_raised() else { return failed };
    Python::attach(|python| {
        if !raised.is_instance_of::<PyException>(python) {
            return raised;
        }
        failed.set_cause(python, Some(raised));
        failed
    })
}

/// A failed step of one world of a batch.
pub(crate) fn of_step_in(python: Python<'_>, failed: &[(usize, StepError)]) -> Option<PyErr> {
    let (index, first) = failed.first()?;
    let message = match failed.len() {
        1 => format!("world {index}: {first}"),
        n => format!("{n} worlds failed; world {index}: {first}"),
    };
    let raised = py::StepError::new_err(message);
    let worlds: Vec<usize> = failed.iter().map(|(index, _)| *index).collect();
    Some(match raised.value(python).setattr("worlds", worlds) {
        Ok(()) => raised,
        Err(other) => other,
    })
}

pub(crate) fn of_reading(error: &ReadError) -> PyErr {
    py::RecordingError::new_err(error.to_string())
}

/// What went wrong with a recording, with what to do about it here.
pub(crate) fn of_record(error: &RecordError) -> PyErr {
    let folder = match error {
        RecordError::Stopped { kept, .. } if kept.samples > 0 => Some(kept.folder.as_path()),
        RecordError::Parquet { path, .. } => path.parent(),
        _ => None,
    };
    let help =
        folder.map_or(String::new(), |folder| format!("; complete it with bristle.recover({folder:?})"));
    py::RecordingError::new_err(format!("{error}{help}"))
}

pub(crate) fn of_run(error: &RunError) -> PyErr {
    match error {
        RunError::Model(error) => of_model(error),
        RunError::Record(error) => of_record(error),
        RunError::Scene(error) => Python::attach(|python| of_scene(python, error)),
        _ => py::RecordingError::new_err(error.to_string()),
    }
}

pub(crate) fn of_picture(error: &PictureError) -> PyErr {
    py::PictureError::new_err(error.to_string())
}

pub(crate) fn of_drawing(error: &DrawError) -> PyErr {
    match error {
        DrawError::Model(error) => of_model(error),
        _ => py::PictureError::new_err(error.to_string()),
    }
}

pub(crate) fn of_update(error: &UpdateError) -> PyErr {
    py::SkinError::new_err(error.to_string())
}

/// Another thread is at work with it.
pub(crate) fn busy(what: &str) -> PyErr {
    py::BusyError::new_err(format!("the {what} is at work in another thread; wait for it, or make a copy"))
}
