//! A world in Python's hands.

mod feel;
mod force;
mod motion;
mod near;
mod record;
mod robot;
mod snapshot;
mod time;

pub(crate) use feel::sum_of_wrenches;
pub(crate) use force::check_command;
pub(crate) use snapshot::Snapshot;
pub(crate) use time::steps;

use crate::errors;
use crate::scene::Scene;
use crate::texels::{self, TexelArray};
use crate::warnings;
use bristle_run::drawing::SceneDrawing;
use bristle_run::{Collector, Driver, Event, Film, RunError, RunRecorder, Simulation};
use bristle_scene::Built;
use bristle_world::{BodyId, SkinId};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

/// The beginning of a scene. Without script its motors wait for commands.
pub(crate) fn begin(built: Arc<Built>, script: bool) -> PyResult<Simulation> {
    let driver = match script {
        true => match Driver::of_scene(&built) {
            // The Python half of the package makes it.
            Err(RunError::NeedsPython { .. }) => Driver::Nobody,
            driver => driver.map_err(|error| errors::of_run(&error))?,
        },
        false => Driver::Nobody,
    };
    Simulation::driven_by(built, driver).map_err(|error| errors::of_run(&error))
}

/// A model and a state, and time that passes.
#[pyclass(frozen, subclass, module = "bristle._native")]
pub(crate) struct World {
    scene: Py<Scene>,
    /// What never changes can be asked for while time passes.
    built: Arc<Built>,
    /// The bodies made ready to be drawn, once somebody wants to see them.
    drawing: OnceLock<Arc<SceneDrawing>>,
    inner: Mutex<Inner>,
}

pub(crate) struct Inner {
    pub(crate) simulation: Simulation,
    /// What has come of it so far.
    collector: Collector,
    recorder: Option<RunRecorder>,
    /// Pictures for the report of the recording.
    film: Option<Film>,
    /// When the run was ended before its time [s], and why.
    interrupted: Option<(f64, String)>,
    /// Of the skins that were asked for.
    texels: BTreeMap<SkinId, TexelArray>,
}

impl Inner {
    /// Shows Python what the skins feel now.
    fn show(&self, py: Python<'_>) -> PyResult<()> {
        for (&skin, array) in &self.texels {
            let reading = self.simulation.world().reading(skin).map_err(|error| errors::of_model(&error))?;
            array.rewrite(py, |rows| texels::write(reading, rows))?;
        }
        Ok(())
    }
}

impl World {
    fn of(scene: Py<Scene>, simulation: Simulation) -> PyResult<Self> {
        let built = Arc::clone(simulation.built());
        let collector = Collector::new(&simulation).map_err(|error| errors::of_model(&error))?;
        let inner = Inner {
            simulation,
            collector,
            recorder: None,
            film: None,
            interrupted: None,
            texels: BTreeMap::new(),
        };
        Ok(Self { scene, built, drawing: OnceLock::new(), inner: Mutex::new(inner) })
    }

    /// The bodies made ready to be drawn.
    fn drawing(&self) -> PyResult<Arc<SceneDrawing>> {
        if let Some(drawing) = self.drawing.get() {
            return Ok(Arc::clone(drawing));
        }
        let scene = &self.scene.get().scene;
        let drawing =
            SceneDrawing::new(scene, &self.built.model).map_err(|error| errors::of_drawing(&error))?;
        Ok(Arc::clone(self.drawing.get_or_init(|| Arc::new(drawing))))
    }

    /// Nobody waits for another thread: Python code that holds the interpreter would wait for ever.
    pub(crate) fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner.try_lock().map_err(|_| errors::busy("world"))
    }

    /// What never changes.
    pub(crate) fn model(&self) -> &bristle_world::Model {
        &self.built.model
    }

    /// Looks at the world as it is now.
    pub(crate) fn look<T>(&self, at: impl FnOnce(&bristle_world::World) -> T) -> PyResult<T> {
        Ok(at(self.lock()?.simulation.world()))
    }

    pub(crate) fn body(&self, name: &str) -> PyResult<BodyId> {
        self.built.model.body_named(name).map_err(errors::of_name)
    }

    fn skin_id(&self, name: &str) -> PyResult<SkinId> {
        self.built.model.skin_named(name).map_err(errors::of_name)
    }

    /// Changes the world, and shows it.
    fn change<T>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Simulation) -> Result<T, bristle_world::ModelError>,
    ) -> PyResult<T> {
        let mut inner = self.lock()?;
        let result = change(&mut inner.simulation).map_err(|error| errors::of_model(&error))?;
        inner.show(py)?;
        Ok(result)
    }
}

/// Names in the order of the alphabet.
fn sorted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.sort_unstable();
    names
}

#[pymethods]
impl World {
    /// At the start of a scene. Without `script` its motors wait for commands of yours.
    #[new]
    #[pyo3(signature = (scene, *, script=true))]
    fn new(py: Python<'_>, scene: Py<Scene>, script: bool) -> PyResult<Self> {
        let simulation = begin(scene.get().built(py)?, script)?;
        warnings::warn_of(py, simulation.events())?;
        Self::of(scene, simulation)
    }

    /// The scene it was made from.
    #[getter]
    fn scene(&self, py: Python<'_>) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// Names of the bodies.
    #[getter]
    fn bodies(&self) -> Vec<String> {
        sorted(self.built.model.bodies().iter().map(|body| body.name.as_str()))
    }

    /// Names of the tactile skins.
    #[getter]
    fn skins(&self) -> Vec<String> {
        sorted(self.built.model.skins().iter().map(|skin| skin.name.as_str()))
    }

    /// Names of the motors.
    #[getter]
    fn motors(&self) -> Vec<String> {
        sorted(self.built.model.motors().iter().map(|motor| motor.name()))
    }

    /// The body whose joint each motor drives.
    #[getter]
    fn drives(&self) -> BTreeMap<String, String> {
        let model = &self.built.model;
        let driven = |motor: &bristle_world::Motor| model.bodies()[motor.body().0].name.clone();
        model.motors().iter().map(|motor| (motor.name().to_owned(), driven(motor))).collect()
    }

    /// Names of the sensors.
    #[getter]
    fn sensors(&self) -> Vec<String> {
        sorted(self.built.model.sensors().iter().map(|sensor| sensor.name()))
    }

    /// Simulated time [s].
    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.lock()?.simulation.time())
    }

    /// Steps taken.
    #[getter]
    fn steps(&self) -> PyResult<u64> {
        Ok(self.lock()?.simulation.world().state().step)
    }

    /// Name of the script's present phase; None without a script.
    #[getter]
    fn phase(&self) -> PyResult<Option<String>> {
        Ok(self.lock()?.simulation.phase().map(str::to_owned))
    }

    /// What has happened so far: (time [s], "phase", "touch" or "disturbance", words).
    #[getter]
    fn events(&self) -> PyResult<Vec<(f64, &'static str, String)>> {
        let inner = self.lock()?;
        let tell = |event: &Event| (event.time, event.what.kind(), event.what.to_string());
        Ok(inner.simulation.events().iter().map(tell).collect())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(match self.lock() {
            Ok(inner) => format!(
                "<bristle.World at {} s, {} steps>",
                inner.simulation.time(),
                inner.simulation.world().state().step
            ),
            Err(_) => "<bristle.World at work in another thread>".to_owned(),
        })
    }
}
