//! Logs of percepts and commands, for replays.

use crate::errors::{busy, py};
use crate::patience::interruptible;
use crate::percept::{Keywords, Percept, dict_of};
use bristle_control::log::{Log, LogWriter};
use bristle_control::{Commands, Turn};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Writes a log, turn by turn.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct ControlLog {
    writer: Mutex<Option<LogWriter<BufWriter<File>>>>,
}

fn cannot(error: impl std::fmt::Display) -> PyErr {
    py::RecordingError::new_err(format!("the log of the controller cannot be kept: {error}"))
}

/// Commands by the names of motors.
fn commands_of(percept: &Percept, commands: &Bound<'_, PyDict>) -> PyResult<Commands> {
    let mut out = Commands::none();
    for (motor, keywords) in commands {
        let motor: String = motor.extract()?;
        let motor =
            percept.senses().motor(&motor).map_err(|error| py::CommandError::new_err(error.to_string()))?;
        let given: BTreeMap<String, f64> = keywords.extract()?;
        let get = |key: &str| given.get(key).copied();
        let keywords = Keywords {
            position: get("position"),
            velocity: get("velocity"),
            effort: get("effort"),
            current: get("current"),
            voltage: get("voltage"),
            max_effort: get("max_effort"),
            max_current: get("max_current"),
            halt: get("halt").is_some(),
        };
        out.set(motor, keywords.command()?);
    }
    Ok(out)
}

#[pymethods]
impl ControlLog {
    /// A log of the robot of a percept.
    #[new]
    fn new(path: PathBuf, percept: &Percept) -> PyResult<Self> {
        let file = File::create_new(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => py::RecordingError::new_err(format!(
                "{} is there already; choose another name, or delete it",
                path.display()
            )),
            _ => cannot(error),
        })?;
        let file = BufWriter::new(file);
        let writer = LogWriter::new(file, percept.senses()).map_err(cannot)?;
        Ok(Self { writer: Mutex::new(Some(writer)) })
    }

    /// Adds a turn.
    fn write(&self, percept: &Percept, commands: &Bound<'_, PyDict>, phase: &str) -> PyResult<()> {
        let commands = commands_of(percept, commands)?;
        let mut writer = self.writer.try_lock().map_err(|_| busy("log"))?;
        let turn = Turn { percept: percept.inner(), commands: &commands, phase, last: false };
        writer.as_mut().map_or(Ok(()), |writer| writer.write(&turn)).map_err(cannot)
    }

    /// Ends the log.
    fn close(&self) -> PyResult<()> {
        let writer = self.writer.try_lock().map_err(|_| busy("log"))?.take();
        match writer {
            Some(writer) => {
                writer.finish().and_then(|mut file| std::io::Write::flush(&mut file)).map_err(cannot)
            }
            None => Ok(()),
        }
    }
}

/// A turn of a log: percept, commands, phase and line.
type LoggedTurn<'py> = (Percept, Bound<'py, PyDict>, String, u64);

/// The turns of a log.
#[pyfunction]
pub(crate) fn read_control_log(py: Python<'_>, path: PathBuf) -> PyResult<Vec<LoggedTurn<'_>>> {
    let log = interruptible(py, || Log::load(path))?
        .map_err(|error| py::RecordingError::new_err(error.to_string()))?;
    let senses = Arc::new(log.senses);
    let turn = |turn: bristle_control::log::LoggedTurn| {
        let commands = dict_of(py, &turn.commands, &senses)?;
        Ok((Percept::new(Arc::clone(&senses), turn.percept), commands, turn.phase, turn.line))
    };
    log.turns.into_iter().map(turn).collect()
}
