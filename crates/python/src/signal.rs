//! Filters and tactile channels.

use crate::errors::{busy, py};
use crate::numbers;
use bristle_control::signal::{
    Band, Block, BlockKind, Cells, Design, Family, Filter as Inner, SignalError, Tare,
};
use glam::DVec3;
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard};

fn refuse(error: SignalError) -> PyErr {
    py::SignalError::new_err(error.to_string())
}

/// A digital filter, sample by sample.
#[pyclass(subclass, frozen, module = "bristle._native")]
pub(crate) struct Filter {
    design: Design,
    inner: Mutex<Inner>,
}

impl Filter {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner.try_lock().map_err(|_| busy("filter"))
    }
}

#[pymethods]
impl Filter {
    /// `edges` [Hz] is one number for `lowpass` and `highpass`, two for `bandpass`. With `ripple_db` it is a Chebyshev filter of type I, else a
    /// Butterworth filter.
    #[new]
    #[pyo3(signature = (order, edges, rate, kind, ripple_db=None))]
    fn new(order: usize, edges: Vec<f64>, rate: f64, kind: &str, ripple_db: Option<f64>) -> PyResult<Self> {
        let band = match (kind, &edges[..]) {
            ("lowpass", &[cutoff]) => Band::LowPass { cutoff },
            ("highpass", &[cutoff]) => Band::HighPass { cutoff },
            ("bandpass", &[low, high]) => Band::BandPass { low, high },
            ("lowpass" | "highpass" | "bandpass", _) => {
                return Err(py::SignalError::new_err(format!(
                    "a {kind} has {}, not {}",
                    if kind == "bandpass" { "two edges" } else { "one cut-off frequency" },
                    edges.len()
                )));
            }
            _ => {
                return Err(py::SignalError::new_err(format!(
                    "there is no filter `{kind}`; allowed: lowpass, highpass, bandpass"
                )));
            }
        };
        let family = ripple_db.map_or(Family::Butterworth, |ripple_db| Family::Chebyshev { ripple_db });
        let design = Design { family, order, band, rate };
        let inner = Inner::new(&design).map_err(refuse)?;
        Ok(Self { design, inner: Mutex::new(inner) })
    }

    /// Coefficients of the input, as SciPy's `b`.
    #[getter]
    fn b<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(numbers::out(py, &self.design.coefficients().map_err(refuse)?.b))
    }

    /// Coefficients of the output, as SciPy's `a`.
    #[getter]
    fn a<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(numbers::out(py, &self.design.coefficients().map_err(refuse)?.a))
    }

    /// Samples per second [Hz].
    #[getter]
    fn rate(&self) -> f64 {
        self.design.rate
    }

    /// Takes a sample and gives what comes out.
    fn next(&self, sample: f64) -> PyResult<f64> {
        Ok(self.lock()?.next(sample))
    }

    /// Takes samples and gives what comes out, as a new array. A signal may come in pieces.
    fn process<'py>(
        &self,
        py: Python<'py>,
        samples: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (mut samples, shape) = numbers::array(samples, "the samples")?;
        if shape.len() != 1 {
            return Err(py::ShapeError::new_err(format!(
                "the samples have the shape {shape:?}; give them in one dimension"
            )));
        }
        self.lock()?.process(&mut samples);
        Ok(numbers::out(py, &samples))
    }

    /// Goes back to rest: all samples before the next one were 0.
    fn reset(&self) -> PyResult<()> {
        self.lock()?.reset();
        Ok(())
    }

    /// Goes to the state that it has after a constant signal of this value.
    fn settle(&self, value: f64) -> PyResult<()> {
        self.lock()?.settle(value);
        Ok(())
    }

    /// Gain at a frequency [Hz].
    fn gain(&self, frequency: f64) -> PyResult<f64> {
        self.design.gain_at(frequency).map_err(refuse)
    }
}

/// A tactile channel, frame by frame.
#[pyclass(subclass, frozen, module = "bristle._native")]
pub(crate) struct Signal {
    inner: Mutex<Block>,
}

impl Signal {
    fn lock(&self) -> PyResult<MutexGuard<'_, Block>> {
        self.inner.try_lock().map_err(|_| busy("signal"))
    }
}

/// What a channel is made with, but for its rate.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Parameters {
    cells: Option<Vec<usize>>,
    newtons_per_count: Option<f64>,
    tare: Option<f64>,
    cutoff: f64,
    low: f64,
    high: f64,
    ripple_db: f64,
}

#[pymethods]
impl Signal {
    /// A channel of a kind, whose frames or samples come at a rate [Hz]; `places` [m] are those of all cells of the skin.
    #[new]
    fn new(kind: &str, parameters: Parameters, rate: f64, places: Vec<[f64; 3]>) -> PyResult<Self> {
        let Parameters { cells, newtons_per_count, tare, cutoff, low, high, ripple_db } = parameters;
        let kind = match kind {
            "sa1" => BlockKind::Force,
            "fa1" => BlockKind::Disturbance { cutoff },
            "sa2" => BlockKind::SkinStretch { cutoff },
            "band_force" => BlockKind::BandForce { band: (low, high), ripple_db },
            "centroid" => BlockKind::Centroid,
            _ => {
                let inner = Block::of_accelerometer(cutoff, rate).map_err(refuse)?;
                return Ok(Self { inner: Mutex::new(inner) });
            }
        };
        let mut of = cells.map_or_else(Cells::all, Cells::these);
        if let Some(newtons) = newtons_per_count {
            of = of.scaled(newtons).map_err(refuse)?;
        }
        if let Some(duration) = tare {
            of = of.tared(Tare::over(duration).map_err(refuse)?);
        }
        let places = places.into_iter().map(DVec3::from).collect();
        let inner = Block::of_skins(kind, [(of, places)], rate).map_err(refuse)?;
        Ok(Self { inner: Mutex::new(inner) })
    }

    /// Takes a new frame of a skin.
    fn frame(
        &self,
        time: f64,
        values: &Bound<'_, PyAny>,
        shear: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<f64>> {
        let (values, shape) = numbers::array(values, "the frame")?;
        if shape.len() != 1 {
            return Err(py::ShapeError::new_err(format!(
                "the frame has the shape {shape:?}; give a value per cell in one dimension"
            )));
        }
        let shear = match shear {
            None => Vec::new(),
            Some(shear) => numbers::shaped(shear, "the shear", &[values.len(), 3])?,
        };
        let shear: Vec<DVec3> = shear.chunks_exact(3).map(DVec3::from_slice).collect();
        let mut inner = self.lock()?;
        inner.frame(0, time, &values, &shear);
        Ok(inner.values().to_vec())
    }

    /// Takes a new sample of an accelerometer.
    fn sample(&self, values: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        let values = numbers::shaped(values, "the sample", &[3])?;
        let mut inner = self.lock()?;
        inner.sample(&values);
        Ok(inner.values().to_vec())
    }

    /// What it told last.
    #[getter]
    fn values(&self) -> PyResult<Vec<f64>> {
        Ok(self.lock()?.values().to_vec())
    }
}
