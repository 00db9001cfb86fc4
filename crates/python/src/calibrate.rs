//! From measurements to the material of a pad, and to the profile of a device.

use crate::errors::py;
use crate::patience::interruptible;
use crate::picture::Picture;
use bristle_calibrate::{
    BristleLaw, CalibrateError, DeviceCalibration, DeviceOptions, Estimate, FittedModel, FrictionModel,
    FrictionOptions, NormalModel, Open, Reading, StiffnessOptions, TransferModel, device, friction,
    material_toml, stiffness,
};
use bristle_contact::{Basis, ContactMaterial};
use bristle_system::input;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::borrow::Cow;
use std::path::PathBuf;

/// What a fit found.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct Calibration {
    model: &'static str,
    formula: &'static str,
    r_squared: f64,
    estimates: Vec<Estimate>,
    found: Found,
    remarks: Vec<String>,
    open: Vec<Open>,
    pictures: Vec<(&'static str, bristle_picture::Picture)>,
}

/// What scenes get of a fit.
enum Found {
    Material(ContactMaterial),
    Device(Box<DeviceCalibration>),
}

/// Options of the command line, and what they are here. Longer ones first.
const OPTIONS: [(&str, &str); 14] = [
    ("--accept-poor-fit", "accept_poor_fit=True"),
    ("--normal-force-n 5.77", "normal_force=5.77"),
    ("--area-mm2 804.25", "loaded_area=804.25e-6"),
    ("--area-mm2 900", "area=900e-6"),
    ("--thickness-mm", "thickness"),
    ("--trust-units", "trust_units=True"),
    ("--record FILE", "record"),
    ("--mass-kg", "moving_mass"),
    ("--normal-force-n", "normal_force"),
    ("--area-mm2", "area"),
    ("--record", "record"),
    ("--threshold 100", "threshold=100"),
    ("--cells", "cells"),
    ("--bits", "bits"),
];

/// Advice for those who call from Python.
fn in_python(words: &str) -> String {
    OPTIONS.iter().fold(words.to_owned(), |words, (option, name)| words.replace(option, name))
}

fn refuse(error: &CalibrateError) -> PyErr {
    py::CalibrationError::new_err(in_python(&error.to_string()))
}

/// One of several by its name.
fn choice<T: Copy>(what: &str, name: &str, all: &[(&str, T)]) -> PyResult<T> {
    all.iter().find(|(known, _)| *known == name).map(|(_, choice)| *choice).ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|(known, _)| format!("`{known}`")).collect();
        py::CalibrationError::new_err(format!(
            "the {what} is `{name}`; it must be one of {}",
            known.join(", ")
        ))
    })
}

fn reading(level: f64, gravity: Option<f64>, trust_units: bool, accept_poor_fit: bool) -> Reading {
    let mut reading = Reading::default().with_level(level);
    reading.gravity = gravity.unwrap_or(reading.gravity);
    reading.trust_units = trust_units;
    reading.accept_poor_fit = accept_poor_fit;
    reading
}

/// A value in `unit`, and the interval that the data leave it.
fn told<'py>(py: Python<'py>, estimate: &Estimate) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("value", estimate.value)?;
    out.set_item("low", estimate.low)?;
    out.set_item("high", estimate.high)?;
    out.set_item("unit", estimate.unit)?;
    out.set_item("determined", estimate.determined)?;
    Ok(out)
}

#[pymethods]
impl Calibration {
    /// Name of the model that the data speak for.
    #[getter]
    fn model(&self) -> &'static str {
        self.model
    }

    /// Its formula.
    #[getter]
    fn formula(&self) -> &'static str {
        self.formula
    }

    /// Share of the variance that it explains.
    #[getter]
    fn r_squared(&self) -> f64 {
        self.r_squared
    }

    /// What was found, by name: `value`, `low` and `high` end of the confidence interval, `unit`, and whether it is `determined`.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        for estimate in &self.estimates {
            out.set_item(estimate.name, told(py, estimate)?)?;
        }
        Ok(out)
    }

    /// What a person should know.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.remarks.clone()
    }

    /// What the data leave open: parameter, why, and what would settle it.
    #[getter]
    fn open(&self) -> Vec<(&'static str, String, String)> {
        self.open.iter().map(|open| (open.parameter, in_python(&open.why), in_python(&open.remedy))).collect()
    }

    /// The material as text for a scene, or the profile of the device, under a name.
    #[pyo3(signature = (name="pad"))]
    fn to_toml(&self, name: &str) -> PyResult<String> {
        match &self.found {
            Found::Material(material) => Ok(material_toml(name, material, &self.remarks)),
            Found::Device(found) => found
                .profile(name, "Calibrated from loads and counts")
                .to_toml()
                .map_err(|error| py::CalibrationError::new_err(error.to_string())),
        }
    }

    /// Pictures of data and fit, by name.
    fn pictures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        for (name, picture) in &self.pictures {
            out.set_item(name, Py::new(py, Picture::of(Ok(picture.clone()))?)?)?;
        }
        Ok(out)
    }

    fn __repr__(&self) -> String {
        format!("<bristle.Calibration by the {} model, R² {:.4}>", self.model, self.r_squared)
    }
}

impl Calibration {
    fn of(
        fitted: &FittedModel,
        more: impl IntoIterator<Item = Estimate>,
        found: Found,
        (remarks, open): (&[String], &[Open]),
        pictures: Vec<(&'static str, bristle_picture::Picture)>,
    ) -> Self {
        let mut estimates: Vec<Estimate> = fitted.parameters.clone();
        for estimate in more {
            estimates.retain(|known| known.name != estimate.name);
            estimates.push(estimate);
        }
        Self {
            model: fitted.name,
            formula: fitted.formula,
            r_squared: fitted.r_squared,
            estimates,
            found,
            remarks: remarks.iter().map(|remark| in_python(remark)).collect(),
            open: open.to_vec(),
            pictures,
        }
    }
}

/// Stiffness of a pad from loads and compressions: a table as bytes, whose titles name their units. Areas in m², lengths in m.
#[pyfunction]
#[pyo3(signature = (data, *, name="data.csv", loaded_area=None, thickness=None, pad=None, per_texel=false, moving_mass=None, model=None,
    gravity=None, trust_units=false, accept_poor_fit=false, level=0.95))]
pub(crate) fn calibrate_stiffness(
    py: Python<'_>,
    data: &[u8],
    name: &str,
    loaded_area: Option<f64>,
    thickness: Option<f64>,
    pad: Option<(f64, usize)>,
    per_texel: bool,
    moving_mass: Option<f64>,
    model: Option<&str>,
    gravity: Option<f64>,
    trust_units: bool,
    accept_poor_fit: bool,
    level: f64,
) -> PyResult<Calibration> {
    let models = [
        ("linear", NormalModel::Linear),
        ("affine", NormalModel::Affine),
        ("power", NormalModel::Power),
        ("densifying", NormalModel::Densifying),
        ("piecewise", NormalModel::Piecewise),
    ];
    let texel_area = match pad {
        Some((area, texels)) if per_texel => Some(area / texels as f64),
        None if per_texel => {
            return Err(py::CalibrationError::new_err(
                "a material per texel needs `pad`: the area of the sensor and its number of texels",
            ));
        }
        _ => None,
    };
    let mut options =
        StiffnessOptions::default().with_reading(reading(level, gravity, trust_units, accept_poor_fit));
    options.model = model.map(|model| choice("model", model, &models)).transpose()?;
    options.loaded_area = loaded_area;
    options.thickness = thickness;
    options.pad = pad;
    options.moving_mass = moving_mass;
    let (name, data) = (name.to_owned(), data.to_vec());
    interruptible(py, move || {
        let found = stiffness(&name, &data, &options)?;
        let more =
            [Some(found.stiffness.clone()), found.texel_stiffness.clone(), Some(found.damping.clone())];
        let mut material = found.material(None)?;
        if let Some(area) = texel_area {
            material = material.scaled(area, Basis::PerTexel)?;
        }
        let words = (found.remarks.as_slice(), found.open.as_slice());
        let more = more.into_iter().flatten();
        Ok(Calibration::of(found.model(), more, Found::Material(material), words, found.pictures()?))
    })?
    .map_err(|error: CalibrateError| refuse(&error))
}

/// Friction of a pad from forces at steady speeds and, if there is one, a record of breaking away: tables as bytes. `base` is the
/// calibration of the same pad's stiffness.
#[pyfunction]
#[pyo3(signature = (data, *, record=None, name="data.csv", normal_force=None, texels=None, area=None, law="elasto_plastic", model=None,
    base=None, gravity=None, trust_units=false, accept_poor_fit=false, level=0.95))]
pub(crate) fn calibrate_friction(
    py: Python<'_>,
    data: &[u8],
    record: Option<&[u8]>,
    name: &str,
    normal_force: Option<f64>,
    texels: Option<usize>,
    area: Option<f64>,
    law: &str,
    model: Option<&str>,
    base: Option<Py<Calibration>>,
    gravity: Option<f64>,
    trust_units: bool,
    accept_poor_fit: bool,
    level: f64,
) -> PyResult<Calibration> {
    let law =
        choice("law", law, &[("elasto_plastic", BristleLaw::ElastoPlastic), ("lugre", BristleLaw::LuGre)])?;
    let models = [
        ("coulomb", FrictionModel::Coulomb),
        ("coulomb_viscous", FrictionModel::CoulombViscous),
        ("stribeck", FrictionModel::Stribeck),
        ("stribeck_viscous", FrictionModel::StribeckViscous),
    ];
    let mut options = FrictionOptions::default()
        .with_reading(reading(level, gravity, trust_units, accept_poor_fit))
        .with_law(law);
    options.model = model.map(|model| choice("model", model, &models)).transpose()?;
    options.normal_force = normal_force;
    options.texels = texels;
    options.area = area;
    let base = match base.as_ref().map(|base| &base.get().found) {
        Some(Found::Device(_)) => {
            let why = "`base` is the calibration of a device; give that of the pad's stiffness";
            return Err(py::CalibrationError::new_err(why));
        }
        Some(Found::Material(material)) => Some(material.clone()),
        None => None,
    };
    let (name, data, record) = (name.to_owned(), data.to_vec(), record.map(<[u8]>::to_vec));
    interruptible(py, move || {
        let record = record.as_ref().map(|record| ("record.csv", record.as_slice()));
        let found = friction(&name, &data, record, &options)?;
        let material = Found::Material(found.material(base.as_ref())?);
        let words = (found.remarks.as_slice(), found.open.as_slice());
        Ok(Calibration::of(found.model(), [], material, words, found.pictures()?))
    })?
    .map_err(|error: CalibrateError| refuse(&error))
}

/// What a device makes of forces, from loads and counts: a table as bytes.
#[pyfunction]
#[pyo3(signature = (data, *, name="data.csv", bits=12, threshold=None, subtract_threshold=false, cells=1.0, model=None, gravity=None,
    trust_units=false, accept_poor_fit=false, level=0.95))]
pub(crate) fn calibrate_device(
    py: Python<'_>,
    data: &[u8],
    name: &str,
    bits: u32,
    threshold: Option<u32>,
    subtract_threshold: bool,
    cells: f64,
    model: Option<&str>,
    gravity: Option<f64>,
    trust_units: bool,
    accept_poor_fit: bool,
    level: f64,
) -> PyResult<Calibration> {
    let models = TransferModel::ALL.map(|model| (model.word(), model));
    let mut options = DeviceOptions::default()
        .with_reading(reading(level, gravity, trust_units, accept_poor_fit))
        .with_bits(bits)
        .with_cells(cells);
    options.threshold = threshold;
    options.subtract_threshold = subtract_threshold;
    options.model = model.map(|model| choice("model", model, &models)).transpose()?;
    let (name, data) = (name.to_owned(), data.to_vec());
    interruptible(py, move || {
        let found = device(&name, &data, &options)?;
        let (fitted, pictures) = (found.model().clone(), found.pictures()?);
        let more = [Some(found.threshold.clone()), found.gain_spread.clone()].into_iter().flatten();
        let (remarks, open) = (found.remarks.clone(), found.open.clone());
        Ok(Calibration::of(&fitted, more, Found::Device(Box::new(found)), (&remarks, &open), pictures))
    })?
    .map_err(|error: CalibrateError| refuse(&error))
}

/// The bytes of a table of measurements.
#[pyfunction]
pub(crate) fn read_measurements(py: Python<'_>, path: PathBuf) -> PyResult<Cow<'static, [u8]>> {
    let read = py.detach(|| input::read(&path, bristle_calibrate::LARGEST_FILE));
    let failed =
        |problem| py::CalibrationError::new_err(format!("cannot read {}: {problem}", path.display()));
    read.map(Cow::Owned).map_err(failed)
}
