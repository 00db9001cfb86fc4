//! From what texels truly feel to what a device says: the native layers between the two.

use crate::errors::{busy, py};
use crate::numbers;
use crate::skin::Skin;
use crate::tree;
use bristle_transduction::{Chain as Inner, ChainState, Profile, Surroundings};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard};

/// Layers made for a skin, and what they remember.
#[pyclass(frozen, module = "bristle._native")]
pub(crate) struct Chain {
    chain: Inner,
    name: String,
    kinds: Vec<&'static str>,
    state: Mutex<ChainState>,
}

impl Chain {
    fn lock(&self) -> PyResult<MutexGuard<'_, ChainState>> {
        self.state.try_lock().map_err(|_| busy("device"))
    }
}

fn refuse(error: impl std::error::Error) -> PyErr {
    py::DeviceError::new_err(error.to_string())
}

#[pymethods]
impl Chain {
    /// A device of the library by its name, a profile by the path of its file, or as a dictionary.
    #[new]
    #[pyo3(signature = (skin, name=None, *, profile=None))]
    fn new(skin: &Bound<'_, Skin>, name: Option<&str>, profile: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let profile = match (name, profile) {
            (Some(file), None) if file.ends_with(".toml") => Profile::load(file).map_err(refuse)?,
            (Some(name), None) => Profile::named(name).map_err(refuse)?,
            (None, Some(profile)) => {
                Profile::parse(&tree::of_dictionary(profile)?.to_toml()).map_err(refuse)?
            }
            _ => {
                return Err(py::DeviceError::new_err(
                    "give the name of a device, or a profile, and not both",
                ));
            }
        };
        let chain = profile.chain(&skin.get().layout).map_err(refuse)?;
        let state = Mutex::new(chain.start());
        let kinds = profile.layers.iter().map(bristle_transduction::Layer::kind).collect();
        Ok(Self { chain, name: profile.name, kinds, state })
    }

    /// Names of the devices of the library.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        Profile::names().collect()
    }

    /// Goes on by `dt` [s]; `forces` are those of the texels at the end of the step [N]. Gives the readings.
    #[pyo3(signature = (forces, dt, *, celsius=20.0))]
    fn advance<'py>(
        &self,
        py: Python<'py>,
        forces: &Bound<'py, PyAny>,
        dt: f64,
        celsius: f64,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let forces = numbers::shaped(forces, "the forces", &[self.chain.texels()])?;
        let mut state = self.lock()?;
        let readings =
            self.chain.advance(&mut state, dt, &forces, &Surroundings { celsius }).map_err(refuse)?;
        Ok(numbers::out(py, readings))
    }

    /// As if nothing was ever touched.
    fn reset(&self) -> PyResult<()> {
        *self.lock()? = self.chain.start();
        Ok(())
    }

    /// Kinds of the layers, from the pad to the wire.
    #[getter]
    fn layers(&self) -> Vec<&'static str> {
        self.kinds.clone()
    }

    fn __repr__(&self) -> String {
        format!("<bristle chain `{}`: {}>", self.name, self.kinds.join(", "))
    }
}
