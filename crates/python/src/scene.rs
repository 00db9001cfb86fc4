//! Scenes.

use crate::patience::interruptible;
use crate::sensor::OwnSensor;
use crate::{errors, tree};
use bristle_formats::{Format, Robots};
use bristle_scene::{Built, Scene as Inner, Settings, Tree, library as models};
use bristle_world::Inertia;
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// Mass, centre and moments of a body.
type MassProperties<'py> = (f64, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f64>>);
/// Paths and what to write there.
type Files = Vec<(PathBuf, Vec<u8>)>;

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
    /// With `change`, it may bring new things to `base`, and lacks the bodies to `remove`.
    #[pyo3(signature = (source=None, *, path=None, origin=None, base=None, sensors=Vec::new(), change=false, remove=Vec::new()))]
    fn new(
        py: Python<'_>,
        source: Option<&Bound<'_, PyAny>>,
        path: Option<PathBuf>,
        origin: Option<PathBuf>,
        base: Option<Py<Scene>>,
        sensors: Vec<OwnSensor>,
        change: bool,
        remove: Vec<String>,
    ) -> PyResult<Self> {
        let origin = origin.unwrap_or_else(|| PathBuf::from("scene.toml"));
        let source = source.map(Source::of).transpose()?;
        let read = move || match (source, path, &base) {
            (source, None, Some(base)) if change => {
                let settings = source.map(|source| match source {
                    Source::Text(text) => Settings::Text(text),
                    Source::Tree(tree) => Settings::Tree(tree),
                });
                let remove: Vec<&str> = remove.iter().map(String::as_str).collect();
                Some(base.get().scene.changed(settings, &remove))
            }
            (Some(Source::Text(text)), None, None) => Some(bristle_formats::parse(&text, origin)),
            (Some(Source::Tree(tree)), None, None) => Some(Inner::from_tree_with(tree, origin, &Robots)),
            (None, Some(path), None) => Some(bristle_formats::load(path)),
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

    /// What was dropped, guessed or repaired when robot files were read.
    #[getter]
    fn import_notes(&self) -> Vec<String> {
        self.scene.notes().to_vec()
    }

    /// Named chains: base (or None for the world) and tip.
    #[getter]
    fn chains(&self) -> BTreeMap<String, (Option<String>, String)> {
        let chains = self.scene.data().chains.iter();
        chains.map(|chain| (chain.name.clone(), (chain.base.clone(), chain.tip.clone()))).collect()
    }

    /// Named configurations: positions of joints by the bodies that they carry.
    #[getter]
    fn configurations(&self) -> BTreeMap<String, BTreeMap<String, f64>> {
        let all = self.scene.data().configurations.iter();
        all.map(|of| (of.name.clone(), of.positions.iter().cloned().collect())).collect()
    }

    /// What other programs call the joints, by the bodies that they carry.
    #[getter]
    fn joint_names(&self) -> BTreeMap<String, String> {
        let bodies = self.scene.data().bodies.iter();
        bodies.filter_map(|body| Some((body.name.clone(), body.joint_name.clone()?))).collect()
    }

    /// Mass [kg], centre of mass [m] and inertia about it [kg·m²] of a body, in its own frame. Builds the scene.
    fn mass_properties<'py>(&self, py: Python<'py>, body: &str) -> PyResult<MassProperties<'py>> {
        let built = self.built(py)?;
        let id = built.model.body_named(body).map_err(|error| errors::of_model(&error.into()))?;
        let Inertia { mass, centre, about_centre } = built.model.bodies()[id.0].inertia;
        let rows = about_centre.transpose().to_cols_array_2d().map(Vec::from);
        let tensor =
            PyArray2::from_vec2(py, &rows).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok((mass, PyArray1::from_slice(py, &centre.to_array()), tensor))
    }

    /// The scene as a robot file of another program: all files with their contents, and remarks.
    fn exported(
        &self,
        py: Python<'_>,
        path: PathBuf,
        format: Option<&str>,
    ) -> PyResult<(Files, Vec<String>)> {
        let format = match format {
            Some(name) => Format::named(name),
            None => Format::of_path(&path).flatten(),
        };
        let format = format.ok_or_else(|| {
            let message = "which format? End the path in .urdf, .dae or .zae, or give format=\"mjcf\"";
            errors::py::SceneError::new_err(message)
        })?;
        let scene = &self.scene;
        let made = py.detach(|| bristle_formats::export(scene, format, &path));
        let made = made.map_err(|error| errors::of_scene(py, &error))?;
        let files = made.files(&path).into_iter().map(|(file, bytes)| (file, bytes.to_vec())).collect();
        Ok((files, made.notes))
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
