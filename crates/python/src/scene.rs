//! Scenes.

use crate::patience::interruptible;
use crate::sensor::OwnSensor;
use crate::{errors, tree};
use bristle_scene::{Built, Scene as Inner, Tree, library as models};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// A scene that was read, checked and found consistent. Worlds are made from it.
#[pyclass(frozen, subclass, module = "bristle._native")]
pub(crate) struct Scene {
    pub(crate) scene: Inner,
    /// Those that were written in Python.
    sensors: Vec<OwnSensor>,
    /// Built once: worlds of one scene share their model.
    built: OnceLock<Arc<Built>>,
}

/// Scenes that say the same, with sensors of the same names.
impl PartialEq for Scene {
    fn eq(&self, other: &Self) -> bool {
        let names = |scene: &Self| scene.sensors.iter().map(|sensor| sensor.name.clone()).collect::<Vec<_>>();
        self.scene == other.scene && names(self) == names(other)
    }
}

impl Scene {
    /// Its model and first state. Meshes are loaded the first time.
    pub(crate) fn built(&self, py: Python<'_>) -> PyResult<Arc<Built>> {
        if let Some(built) = self.built.get() {
            return Ok(Arc::clone(built));
        }
        let scene = self.scene.clone();
        let mut built =
            interruptible(py, move || scene.build())?.map_err(|error| errors::of_scene(py, &error))?;
        for sensor in &self.sensors {
            built = sensor.add_to(py, built)?;
        }
        Ok(Arc::clone(self.built.get_or_init(|| Arc::new(built))))
    }
}

/// What a scene is made from.
enum Source {
    Text(String),
    Tree(Tree),
}

impl Source {
    fn of(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        match value.cast::<PyString>() {
            Ok(text) => Ok(Self::Text(text.to_str()?.to_owned())),
            Err(_) => tree::of_dictionary(value).map(Self::Tree),
        }
    }
}

#[pymethods]
impl Scene {
    /// From TOML text or a dictionary, from the file at `path`, or from another scene with settings as TOML text or a dictionary.
    /// `origin` is what errors call it; paths in it are relative to its folder.
    #[new]
    ///
    /// With `sensors` it has these beside its own, each described by a dictionary.
    #[pyo3(signature = (source=None, *, path=None, origin=None, base=None, sensors=Vec::new()))]
    fn new(
        py: Python<'_>,
        source: Option<&Bound<'_, PyAny>>,
        path: Option<PathBuf>,
        origin: Option<PathBuf>,
        base: Option<Py<Scene>>,
        sensors: Vec<OwnSensor>,
    ) -> PyResult<Self> {
        let origin = origin.unwrap_or_else(|| PathBuf::from("scene.toml"));
        let source = source.map(Source::of).transpose()?;
        let read = move || match (source, path, &base) {
            (Some(Source::Text(text)), None, None) => Some(Inner::parse(&text, origin)),
            (Some(Source::Tree(tree)), None, None) => Some(Inner::from_tree(tree, origin)),
            (None, Some(path), None) => Some(Inner::load(path)),
            (Some(Source::Text(text)), None, Some(base)) => Some(base.get().scene.with_settings(&text)),
            (Some(Source::Tree(tree)), None, Some(base)) => {
                Some(base.get().scene.with_tree("settings", tree))
            }
            (None, None, Some(base)) => Some(Ok(base.get().scene.clone())),
            _ => None,
        };
        let scene = interruptible(py, read)?.ok_or_else(|| {
            pyo3::exceptions::PyTypeError::new_err(
                "a scene is made from text, a dictionary or a path: give one of them",
            )
        })?;
        let scene = scene.map_err(|error| errors::of_scene(py, &error))?;
        Ok(Self { scene, sensors, built: OnceLock::new() })
    }

    /// What reports are headed with.
    #[getter]
    fn title(&self) -> &str {
        &self.scene.data().title
    }

    /// The scene as one text without includes, with every default written down.
    fn to_toml(&self) -> String {
        self.scene.to_toml()
    }

    /// The files it was read from, the scene itself first.
    #[getter]
    fn files(&self) -> Vec<String> {
        self.scene.files().map(str::to_owned).collect()
    }

    /// Length of the run [s].
    #[getter]
    fn duration(&self) -> f64 {
        self.scene.data().run.duration
    }

    /// Length of a step [s].
    #[getter(step)]
    fn step_length(&self) -> f64 {
        self.scene.data().run.step
    }

    /// What a person may want to know, such as a mesh that is not closed. Builds the scene.
    #[getter]
    fn notes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.built(py)?.notes.clone())
    }

    /// Names of the bodies.
    #[getter]
    fn bodies(&self) -> Vec<String> {
        self.scene.data().bodies.iter().map(|body| body.name.clone()).collect()
    }

    /// Names of the tactile skins.
    #[getter]
    fn skins(&self) -> Vec<String> {
        self.scene.data().skins.iter().map(|skin| skin.name.clone()).collect()
    }

    /// Names of the motors.
    #[getter]
    fn motors(&self) -> Vec<String> {
        self.scene.data().motors.iter().map(|motor| motor.name.clone()).collect()
    }

    /// Names of the sensors.
    #[getter]
    fn sensors(&self) -> Vec<String> {
        let own = self.sensors.iter().map(|sensor| sensor.name.clone());
        self.scene.data().sensors.iter().map(|sensor| sensor.name.clone()).chain(own).collect()
    }

    /// The controller that is no script: its kind, the class of a Python controller, its parameters as JSON, and its period [s].
    #[getter]
    fn controller(&self) -> Option<(String, Option<String>, String, Option<f64>)> {
        let of = self.scene.data().controller.as_ref().filter(|of| of.script().is_none())?;
        let parameters = of.parameters.as_ref().map_or("{}".to_owned(), |tree| tree.to_json().to_string());
        Some((of.kind.clone(), of.class.clone(), parameters, of.period))
    }

    /// Raises a `SceneError` about what stands at a path of the scene, such as `controller.parameters.force`, or above it.
    #[pyo3(name = "_refuse")]
    fn refuse(&self, py: Python<'_>, path: &str, message: String) -> PyResult<()> {
        Err(errors::of_scene(py, &self.scene.refuse(path, message)))
    }

    /// Names of the script's phases.
    #[getter]
    fn phases(&self) -> Vec<String> {
        let script = self.scene.data().controller.iter();
        script.flat_map(|script| &script.phases).map(|phase| phase.name.clone()).collect()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }

    /// A scene never changes.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// A scene never changes.
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __repr__(&self) -> String {
        let data = self.scene.data();
        let name = if data.title.is_empty() { "without title" } else { &data.title };
        format!(
            "<bristle.Scene {name:?}: {} bodies, {} skins, {} motors>",
            data.bodies.len(),
            data.skins.len(),
            data.motors.len()
        )
    }
}

/// Names and texts of the models that come with the package.
#[pyfunction]
pub(crate) fn library() -> Vec<(&'static str, &'static str, &'static str)> {
    models::list().map(|model| (model.name, model.summary(), model.text)).collect()
}
