//! From measurements of a pad to the material that scenes use.

use crate::errors::{self, py};
use crate::picture::Picture;
use bristle_calibrate::{
    BristleLaw, CalibrateError, Estimate, FittedModel, FrictionOptions, Open, Reading, StiffnessOptions,
    friction, material_toml, stiffness,
};
use bristle_contact::ContactMaterial;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What a fit found.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct Calibration {
    model: &'static str,
    formula: &'static str,
    r_squared: f64,
    estimates: Vec<Estimate>,
    material: ContactMaterial,
    remarks: Vec<String>,
    open: Vec<Open>,
    pictures: Vec<(&'static str, bristle_picture::Picture)>,
}

fn refuse(error: &CalibrateError) -> PyErr {
    py::CalibrationError::new_err(error.to_string())
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
        self.open.iter().map(|open| (open.parameter, open.why.clone(), open.remedy.clone())).collect()
    }

    /// The material as text for a scene, under a name.
    #[pyo3(signature = (name="pad"))]
    fn to_toml(&self, name: &str) -> String {
        material_toml(name, &self.material, &self.remarks)
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
        material: ContactMaterial,
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
            material,
            remarks: remarks.to_vec(),
            open: open.to_vec(),
            pictures,
        }
    }
}

/// Stiffness of a pad from loads and compressions: a table as bytes, whose titles name their units. Areas in m², lengths in m.
#[pyfunction]
#[pyo3(signature = (data, *, name="data.csv", loaded_area=None, thickness=None, pad=None, moving_mass=None, level=0.95))]
pub(crate) fn calibrate_stiffness(
    py: Python<'_>,
    data: &[u8],
    name: &str,
    loaded_area: Option<f64>,
    thickness: Option<f64>,
    pad: Option<(f64, usize)>,
    moving_mass: Option<f64>,
    level: f64,
) -> PyResult<Calibration> {
    let mut options = StiffnessOptions::default().with_reading(Reading::default().with_level(level));
    options.loaded_area = loaded_area;
    options.thickness = thickness;
    options.pad = pad;
    options.moving_mass = moving_mass;
    py.detach(|| {
        let found = stiffness(name, data, &options)?;
        let more =
            [Some(found.stiffness.clone()), found.texel_stiffness.clone(), Some(found.damping.clone())];
        let words = (found.remarks.as_slice(), found.open.as_slice());
        Ok(Calibration::of(
            found.model(),
            more.into_iter().flatten(),
            found.material(None)?,
            words,
            found.pictures()?,
        ))
    })
    .map_err(|error: CalibrateError| refuse(&error))
}

/// Friction of a pad from forces at steady speeds and, if there is one, a record of breaking away: tables as bytes. `base` is the
/// calibration of the same pad's stiffness.
#[pyfunction]
#[pyo3(signature = (data, *, record=None, name="data.csv", normal_force=None, texels=None, area=None, law="elasto_plastic", base=None, level=0.95))]
pub(crate) fn calibrate_friction(
    py: Python<'_>,
    data: &[u8],
    record: Option<&[u8]>,
    name: &str,
    normal_force: Option<f64>,
    texels: Option<usize>,
    area: Option<f64>,
    law: &str,
    base: Option<Py<Calibration>>,
    level: f64,
) -> PyResult<Calibration> {
    let law = match law {
        "elasto_plastic" => BristleLaw::ElastoPlastic,
        "lugre" => BristleLaw::LuGre,
        other => {
            let why = format!("the law is `{other}`; it must be `elasto_plastic` or `lugre`");
            return Err(errors::py::CalibrationError::new_err(why));
        }
    };
    let mut options =
        FrictionOptions::default().with_reading(Reading::default().with_level(level)).with_law(law);
    options.normal_force = normal_force;
    options.texels = texels;
    options.area = area;
    py.detach(|| {
        let found = friction(name, data, record.map(|record| ("record.csv", record)), &options)?;
        let material = found.material(base.as_ref().map(|base| &base.get().material))?;
        let words = (found.remarks.as_slice(), found.open.as_slice());
        Ok(Calibration::of(found.model(), [], material, words, found.pictures()?))
    })
    .map_err(|error: CalibrateError| refuse(&error))
}
