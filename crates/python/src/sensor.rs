//! Sensors that are written in Python.

use crate::errors::{self, py};
use crate::numbers;
use crate::texels::{self, TexelArray};
use bristle_geometry::{Pose, Twist, Wrench};
use bristle_scene::Built;
use bristle_skin::SkinReading;
use bristle_world::sensor::{Channel, Measure, Response, Sensor, SensorError, SensorKind, Truth as Inner};
use bristle_world::{BodyId, Model};
use glam::DVec3;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// What was raised when a sensor measured last on this thread: a step can only fail with words.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// What the last sensor that failed on this thread has raised.
pub(crate) fn take_raised() -> Option<PyErr> {
    RAISED.take()
}

/// A sensor as `python/bristle/sensor.py` describes it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct OwnSensor {
    pub(crate) name: String,
    channels: Vec<(String, String)>,
    memory: usize,
    rate: Option<f64>,
    bandwidth: Option<f64>,
    /// Noise, range and resolution of each channel.
    responses: Vec<(f64, Option<f64>, Option<f64>)>,
    bias: Option<Vec<f64>>,
    seed: u64,
    measure: Py<PyAny>,
}

impl OwnSensor {
    /// The same scene with this sensor.
    pub(crate) fn add_to(&self, py: Python<'_>, built: Built) -> PyResult<Built> {
        let refuse = |error: SensorError| py::ModelError::new_err(error.to_string());
        let sensor = self.sensor(py, Arc::clone(&built.model)).map_err(refuse)?;
        built.with_sensor(sensor).map_err(|error| errors::of_model(&error))
    }

    fn sensor(&self, py: Python<'_>, model: Arc<Model>) -> Result<Sensor, SensorError> {
        let channels: Vec<_> = self.channels.iter().map(|(name, unit)| (&**name, &**unit)).collect();
        let response = |&(noise, range, resolution)| Response { noise, range, resolution };
        let kind = SensorKind::own(PythonSensor {
            measure: self.measure.clone_ref(py),
            channels: Channel::list(&channels),
            responses: self.responses.iter().map(response).collect(),
            memory: self.memory,
            model,
        });
        let mut sensor = Sensor::new(&self.name, kind)?.with_seed(self.seed);
        if let Some(rate) = self.rate {
            sensor = sensor.with_rate(rate)?;
        }
        if let Some(bandwidth) = self.bandwidth {
            sensor = sensor.with_bandwidth(bandwidth)?;
        }
        match &self.bias {
            Some(bias) => sensor.with_bias(bias),
            None => Ok(sensor),
        }
    }
}

/// A function of Python that tells numbers of the truth.
#[derive(Debug)]
struct PythonSensor {
    measure: Py<PyAny>,
    channels: &'static [Channel],
    responses: Vec<Response>,
    memory: usize,
    model: Arc<Model>,
}

impl PythonSensor {
    fn ask(&self, py: Python<'_>, truth: &Inner, memory: &mut [f64]) -> PyResult<Vec<f64>> {
        let seen = Py::new(py, Truth::of(py, truth, Arc::clone(&self.model), memory))?;
        let told = self.measure.call1(py, (seen.clone_ref(py),))?.extract(py)?;
        let kept: Vec<f64> = seen.get().memory.bind(py).to_vec()?;
        memory.iter_mut().zip(kept).for_each(|(number, kept)| *number = kept);
        Ok(told)
    }
}

impl Measure for PythonSensor {
    fn channels(&self) -> &'static [Channel] {
        self.channels
    }

    fn memory(&self) -> usize {
        self.memory
    }

    fn response(&self, channel: usize) -> Option<&Response> {
        self.responses.get(channel)
    }

    fn measure(&self, truth: &Inner, memory: &mut [f64], values: &mut [f64]) -> Result<(), String> {
        RAISED.set(None);
        let told = Python::attach(|py| self.ask(py, truth, memory)).map_err(|error| {
            let why = error.to_string();
            RAISED.set(Some(error));
            why
        })?;
        if told.len() != values.len() {
            return Err(format!("{} numbers were told; there are {} channels", told.len(), values.len()));
        }
        values.copy_from_slice(&told);
        Ok(())
    }
}

/// The truth after a step, for sensors.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct Truth {
    model: Arc<Model>,
    #[pyo3(get)]
    time: f64,
    h: f64,
    gravity: DVec3,
    poses: Vec<Pose>,
    twists: Vec<Twist>,
    accelerations: Vec<Twist>,
    joint_wrenches: Vec<Wrench>,
    joints: Vec<(f64, f64)>,
    readings: Vec<SkinReading>,
    memory: Py<PyArray1<f64>>,
}

impl Truth {
    fn of(py: Python<'_>, truth: &Inner, model: Arc<Model>, memory: &[f64]) -> Self {
        Self {
            model,
            time: truth.time,
            h: truth.h,
            gravity: truth.gravity,
            poses: truth.poses.to_vec(),
            twists: truth.twists.to_vec(),
            accelerations: truth.accelerations.to_vec(),
            joint_wrenches: truth.joint_wrenches.to_vec(),
            joints: truth.positions.iter().copied().zip(truth.velocities.iter().copied()).collect(),
            readings: truth.readings.to_vec(),
            memory: numbers::out(py, memory).unbind(),
        }
    }

    fn body(&self, name: &str) -> PyResult<BodyId> {
        self.model.body_named(name).map_err(errors::of_name)
    }

    fn reading(&self, skin: &str) -> PyResult<&SkinReading> {
        let id = self.model.skin_named(skin).map_err(errors::of_name)?;
        self.readings.get(id.0).ok_or_else(|| missing("skin", skin))
    }
}

fn missing(what: &str, name: &str) -> PyErr {
    py::ModelError::new_err(format!("nothing is known of {what} `{name}`"))
}

#[pymethods]
impl Truth {
    /// Length of the step that was taken [s].
    #[getter]
    fn step(&self) -> f64 {
        self.h
    }

    /// Gravity [m/s²].
    #[getter]
    fn gravity<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        numbers::out(py, &self.gravity.to_array())
    }

    /// What the sensor keeps from one step to the next: change the numbers in place.
    #[getter]
    fn memory(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.memory.clone_ref(py)
    }

    /// Pose of a body: position [m] and quaternion (x, y, z, w).
    fn pose<'py>(&self, py: Python<'py>, body: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let pose = self.poses.get(self.body(body)?.0).ok_or_else(|| missing("body", body))?;
        Ok(numbers::out(py, &numbers::of_pose(*pose)))
    }

    /// Velocity of a body's origin [m/s] and its angular velocity [rad/s], in world axes.
    fn twist<'py>(&self, py: Python<'py>, body: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let twist = self.twists.get(self.body(body)?.0).ok_or_else(|| missing("body", body))?;
        Ok(numbers::out(py, &numbers::of_twist(*twist)))
    }

    /// Acceleration of a body's origin [m/s²] and its angular acceleration [rad/s²], in world axes.
    fn acceleration<'py>(&self, py: Python<'py>, body: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let twist = self.accelerations.get(self.body(body)?.0).ok_or_else(|| missing("body", body))?;
        Ok(numbers::out(py, &numbers::of_twist(*twist)))
    }

    /// Position [m or rad] and velocity of the joint that carries a body; zeros for joints of none or several degrees of freedom.
    fn joint(&self, body: &str) -> PyResult<(f64, f64)> {
        self.joints.get(self.body(body)?.0).copied().ok_or_else(|| missing("body", body))
    }

    /// Force and torque that a body's parent passes to it through its joint, about the body's origin in world axes.
    fn joint_wrench<'py>(&self, py: Python<'py>, body: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let wrench = self.joint_wrenches.get(self.body(body)?.0).ok_or_else(|| missing("body", body))?;
        Ok(numbers::out(py, &numbers::of_wrench(*wrench)))
    }

    /// What every texel of a skin feels, as an array of `texel_dtype`.
    fn texels(&self, py: Python<'_>, skin: &str) -> PyResult<Py<PyAny>> {
        let reading = self.reading(skin)?;
        let array = TexelArray::new(py, &[reading.texels.len()])?;
        array.rewrite(py, |rows| texels::write(reading, rows))?;
        Ok(array.view(py))
    }

    /// Sum of a skin's normal forces [N].
    fn normal_force(&self, skin: &str) -> PyResult<f64> {
        Ok(self.reading(skin)?.total_normal_force())
    }

    /// Sum of a skin's forces on the pad, in the skin's frame [N].
    fn force<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(numbers::out(py, &self.reading(skin)?.total_force().to_array()))
    }
}
