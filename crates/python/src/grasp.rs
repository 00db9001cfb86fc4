//! The native grasp controller, and percepts of robots that are not simulated here.

use crate::errors::{busy, py};
use crate::percept::{Percept, dict_of};
use bristle_control::grasp::{Grasper, grasper_from_parameters};
use bristle_control::{Commands, Percept as Inner, Senses};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, MutexGuard};

/// Controls the fingers of a hand; the arm is its client's.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct GraspController {
    inner: Mutex<Grasper>,
}

/// Time, aperture, rate, effort, forces of the pads, disturbance, band force, vibration, wanted force, load.
type Readout = (f64, f64, f64, f64, Vec<f64>, f64, f64, f64, f64, f64);

#[pymethods]
impl GraspController {
    /// For the robot of a percept; the parameters are JSON with what is not as usual of `hand`, `preset`, `constants`, `grip`, `hint` and `margin`.
    #[new]
    fn new(percept: &Percept, parameters: &str) -> PyResult<Self> {
        let refuse = |error: &dyn std::fmt::Display| py::ControllerError::new_err(error.to_string());
        let parameters = serde_json::from_str(parameters).map_err(|error| refuse(&error))?;
        let inner = grasper_from_parameters(&parameters, percept.senses()).map_err(|error| refuse(&error))?;
        Ok(Self { inner: Mutex::new(inner) })
    }

    /// Asks for a grasp.
    fn grasp(&self) -> PyResult<()> {
        self.lock()?.grasp();
        Ok(())
    }

    /// Says that the object is about to be put down.
    fn place(&self) -> PyResult<()> {
        self.lock()?.place();
        Ok(())
    }

    /// Lets go.
    fn release(&self) -> PyResult<()> {
        self.lock()?.release();
        Ok(())
    }

    /// Says how much harder than now the arm's next motion will load the grip, at most.
    fn expect_load(&self, factor: f64) -> PyResult<()> {
        self.lock()?.expect_load(factor);
        Ok(())
    }

    /// Name of the state.
    #[getter]
    fn phase(&self) -> PyResult<&'static str> {
        Ok(self.lock()?.phase())
    }

    /// Whether something is held.
    #[getter]
    fn is_holding(&self) -> PyResult<bool> {
        Ok(self.lock()?.is_holding())
    }

    /// Whether it waits for a request.
    #[getter]
    fn is_idle(&self) -> PyResult<bool> {
        Ok(self.lock()?.is_idle())
    }

    /// Whether it lets go now.
    #[getter]
    fn is_letting_go(&self) -> PyResult<bool> {
        Ok(self.lock()?.is_letting_go())
    }

    /// Why the grasp has failed; `None` if it has not.
    #[getter]
    fn failure(&self) -> PyResult<Option<String>> {
        Ok(self.lock()?.failure().map(ToString::to_string))
    }

    /// What has happened so far: (time [s], state, words).
    #[getter]
    fn events(&self) -> PyResult<Vec<(f64, String, String)>> {
        let inner = self.lock()?;
        let words =
            |event: &bristle_control::Event| (event.time, event.phase.clone(), event.what.to_string());
        Ok(inner.events().iter().map(words).collect())
    }

    /// What it saw in the turn with this percept.
    fn readout(&self, percept: &Percept) -> PyResult<Readout> {
        let of = self.lock()?.readout(percept.inner());
        Ok((
            of.time,
            of.aperture,
            of.rate,
            of.effort,
            of.forces,
            of.disturbance,
            of.band_force,
            of.vibration,
            of.wanted,
            of.load,
        ))
    }

    /// Commands of one turn, by motor.
    fn turn<'py>(&self, py: Python<'py>, percept: &Percept) -> PyResult<Bound<'py, PyDict>> {
        let mut commands = Commands::default();
        self.lock()?.turn(percept.inner(), &mut commands);
        dict_of(py, &commands, percept.senses())
    }
}

impl GraspController {
    fn lock(&self) -> PyResult<MutexGuard<'_, Grasper>> {
        self.inner.try_lock().map_err(|_| busy("controller"))
    }
}

/// What a robot has, for percepts that are put together in Python.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct RobotSenses {
    inner: Arc<Senses>,
}

#[pymethods]
impl RobotSenses {
    /// From JSON, as the logs of controllers hold it.
    #[new]
    fn new(json: &str) -> PyResult<Self> {
        let inner: Senses =
            serde_json::from_str(json).map_err(|error| py::ControllerError::new_err(error.to_string()))?;
        Ok(Self { inner: Arc::new(inner) })
    }

    /// A percept in JSON: `time`, `joints`, `motors`, `skins` and `sensors` in the order of the senses.
    fn percept(&self, json: &str) -> PyResult<Percept> {
        let told: Told =
            serde_json::from_str(json).map_err(|error| py::ControllerError::new_err(error.to_string()))?;
        let percept = told.into_percept();
        if !self.inner.are_all_in(&percept) {
            return Err(py::ControllerError::new_err(
                "a percept needs every joint, motor, skin and sensor that the robot has, with as many numbers as it says, all finite",
            ));
        }
        Ok(Percept::new(Arc::clone(&self.inner), percept))
    }
}

/// A percept as Python puts it together.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    time: f64,
    /// Position, velocity, effort.
    joints: Vec<[f64; 3]>,
    /// Effort and current.
    motors: Vec<(f64, Option<f64>)>,
    skins: Vec<Frame>,
    /// Time and values of each sample.
    sensors: Vec<Vec<(f64, Vec<f64>)>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    values: Vec<f64>,
    shear: Vec<[f64; 3]>,
    utilisation: Vec<f64>,
    frame: u64,
    is_new: bool,
}

impl Told {
    fn into_percept(self) -> Inner {
        use bristle_control::{JointState, MotorState, Sample, Samples, Tactile};
        let joint = |[position, velocity, effort]: [f64; 3]| JointState { position, velocity, effort };
        let motor = |(effort, current)| MotorState { effort, current, voltage: None };
        let skin = |of: Frame| Tactile {
            shear: of.shear.into_iter().map(Into::into).collect(),
            utilisation: of.utilisation,
            frame: of.frame,
            is_new: of.is_new,
            ..Tactile::new(of.values)
        };
        let sensor = |samples: Vec<(f64, Vec<f64>)>| Samples {
            samples: samples.into_iter().map(|(time, values)| Sample { time, values }).collect(),
        };
        Inner {
            time: self.time,
            joints: self.joints.into_iter().map(joint).collect(),
            motors: self.motors.into_iter().map(motor).collect(),
            skins: self.skins.into_iter().map(skin).collect(),
            sensors: self.sensors.into_iter().map(sensor).collect(),
        }
    }
}
