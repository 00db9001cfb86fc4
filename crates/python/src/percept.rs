//! What a robot senses, and what its motors are told, as Python sees it.

use crate::errors::py;
use bristle_control::{Command, Commands, Limit, Percept as Inner, Senses};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// What a robot senses in one turn.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct Percept {
    senses: Arc<Senses>,
    inner: Inner,
}

impl Percept {
    pub(crate) fn new(senses: Arc<Senses>, inner: Inner) -> Self {
        Self { senses, inner }
    }

    pub(crate) fn senses(&self) -> &Senses {
        &self.senses
    }

    pub(crate) fn inner(&self) -> &Inner {
        &self.inner
    }
}

/// Values, their sum, shear if there is one, number of the frame, whether it is new.
type Frame<'py> = (Bound<'py, PyArray1<f64>>, f64, Option<Bound<'py, PyArray2<f64>>>, u64, bool);

/// Name, rows, columns, unit, rate and places of a skin's cells, and their rows and columns if they are not numbered row by row.
type SkinSense<'py> =
    (String, usize, usize, &'static str, Option<f64>, Bound<'py, PyArray2<f64>>, Option<Vec<[u32; 2]>>);

/// Name, channels with their units, and rate of a sensor.
type SensorSense = (String, Vec<(String, String)>, Option<f64>);

fn unknown(what: &str, place: usize) -> PyErr {
    py::UnknownNameError::new_err(format!("there is no {what} {place}"))
}

#[pymethods]
impl Percept {
    /// Since the robot was started [s].
    #[getter]
    fn time(&self) -> f64 {
        self.inner.time
    }

    /// Name, position, velocity and effort of each joint.
    fn joints(&self) -> Vec<(String, f64, f64, f64)> {
        let both = self.senses.joints.iter().zip(&self.inner.joints);
        both.map(|(sense, state)| (sense.name.clone(), state.position, state.velocity, state.effort))
            .collect()
    }

    /// Name, effort, current and voltage of each motor.
    fn motors(&self) -> Vec<(String, f64, Option<f64>, Option<f64>)> {
        let both = self.senses.motors.iter().zip(&self.inner.motors);
        both.map(|(sense, state)| (sense.name.clone(), state.effort, state.current, state.voltage)).collect()
    }

    /// Name, rows, columns, unit, rate [Hz] and places [m] of each skin.
    fn skins<'py>(&self, py: Python<'py>) -> PyResult<Vec<SkinSense<'py>>> {
        let one = |skin: &bristle_control::SkinSense| {
            let places: Vec<Vec<f64>> = skin.places.iter().map(|place| place.to_vec()).collect();
            let places = PyArray2::from_vec2(py, &places).map_err(PyErr::from)?;
            let cells = (!skin.cell_of.is_empty()).then(|| skin.cell_of.clone());
            Ok((skin.name.clone(), skin.rows, skin.columns, skin.unit.symbol(), skin.rate, places, cells))
        };
        self.senses.skins.iter().map(one).collect()
    }

    /// The frame of the skin at a place.
    fn frame<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Frame<'py>> {
        let skin = self.inner.skins.get(place).ok_or_else(|| unknown("skin", place))?;
        let shear: Vec<Vec<f64>> = skin.shear.iter().map(|shear| shear.to_array().to_vec()).collect();
        let shear = match shear.is_empty() {
            true => None,
            false => Some(PyArray2::from_vec2(py, &shear).map_err(PyErr::from)?),
        };
        Ok((PyArray1::from_slice(py, &skin.values), skin.sum, shear, skin.frame, skin.is_new))
    }

    /// Name, channels with their units, and rate [Hz] of each sensor.
    fn sensors(&self) -> Vec<SensorSense> {
        let one = |sensor: &bristle_control::SensorSense| {
            let channels = sensor.channels.iter().map(|c| (c.name.clone(), c.unit.clone())).collect();
            (sensor.name.clone(), channels, sensor.rate)
        };
        self.senses.sensors.iter().map(one).collect()
    }

    /// Samples of the sensor at a place since the last turn: time [s] and values.
    fn samples<'py>(&self, py: Python<'py>, place: usize) -> PyResult<Vec<(f64, Bound<'py, PyArray1<f64>>)>> {
        let sensor = self.inner.sensors.get(place).ok_or_else(|| unknown("sensor", place))?;
        Ok(sensor
            .samples
            .iter()
            .map(|sample| (sample.time, PyArray1::from_slice(py, &sample.values)))
            .collect())
    }
}

/// Commands by the names of their motors, each as what `World.command` takes as keywords.
pub(crate) fn dict_of<'py>(
    py: Python<'py>,
    commands: &Commands,
    senses: &Senses,
) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    for given in commands.iter() {
        if let Some(motor) = senses.motors.get(given.motor) {
            out.set_item(&motor.name, keywords_of(py, given.command)?)?;
        }
    }
    Ok(out)
}

fn keywords_of(py: Python<'_>, command: Command) -> PyResult<Bound<'_, PyDict>> {
    let out = PyDict::new(py);
    match command {
        Command::Position(value) => out.set_item("position", value)?,
        Command::Velocity(value) => out.set_item("velocity", value)?,
        Command::Effort(value) => out.set_item("effort", value)?,
        Command::Current(value) => out.set_item("current", value)?,
        Command::Voltage(value) => out.set_item("voltage", value)?,
        Command::LimitedVelocity { velocity, limit } => {
            out.set_item("velocity", velocity)?;
            match limit {
                Limit::Effort(limit) => out.set_item("max_effort", limit)?,
                Limit::Current(limit) => out.set_item("max_current", limit)?,
            }
        }
        Command::Halt => out.set_item("halt", true)?,
    }
    Ok(out)
}

/// What a motor may be told, by keywords.
#[derive(Default)]
pub(crate) struct Keywords {
    pub(crate) position: Option<f64>,
    pub(crate) velocity: Option<f64>,
    pub(crate) effort: Option<f64>,
    pub(crate) current: Option<f64>,
    pub(crate) voltage: Option<f64>,
    pub(crate) max_effort: Option<f64>,
    pub(crate) max_current: Option<f64>,
    pub(crate) halt: bool,
}

impl Keywords {
    /// The one command that they make.
    pub(crate) fn command(self) -> PyResult<Command> {
        let limit = match (self.max_effort, self.max_current) {
            (None, None) => None,
            (Some(limit), None) => Some(Limit::Effort(limit)),
            (None, Some(limit)) => Some(Limit::Current(limit)),
            _ => {
                return Err(py::CommandError::new_err(
                    "a velocity has one limit: give max_effort or max_current",
                ));
            }
        };
        let velocity = self.velocity.map(|velocity| match limit {
            Some(limit) => Command::LimitedVelocity { velocity, limit },
            None => Command::Velocity(velocity),
        });
        let given = [
            self.position.map(Command::Position),
            velocity,
            self.effort.map(Command::Effort),
            self.current.map(Command::Current),
            self.voltage.map(Command::Voltage),
            self.halt.then_some(Command::Halt),
        ];
        let mut given = given.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(command), None) if limit.is_none() || self.velocity.is_some() => Ok(command),
            (Some(_), None) => {
                Err(py::CommandError::new_err("max_effort and max_current go with a velocity"))
            }
            _ => Err(py::CommandError::new_err(
                "a motor takes one of position, velocity, effort, current, voltage and halt: give just one",
            )),
        }
    }
}
