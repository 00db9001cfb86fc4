//! Recordings read back.

use crate::errors::{self, py};
use crate::numbers;
use crate::patience::interruptible;
use bristle_record::{
    DeviceRecord, Ending, EventKind, FactValue, Phase, Recording as Inner, TexelRecord, report,
};
use bristle_skin::TexelState;
use bristle_skin::layout::Grid;
use bristle_system::memory;
use glam::DVec3;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// A value of a texel.
type Field<T> = fn(&TexelRecord) -> T;

/// Times and numbers of frames, and their readings.
type DeviceArrays<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<u64>>, Bound<'py, PyAny>);

/// A recording, finished or not.
#[pyclass(frozen, subclass, module = "bristle._native")]
pub(crate) struct Recording {
    inner: Inner,
}

/// An array of `shape` from numbers in its order.
fn shaped<'py>(py: Python<'py>, values: Vec<f64>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyArray1::from_vec(py, values).reshape(shape.to_vec())?.into_any())
}

#[pymethods]
impl Recording {
    /// The recording in a folder.
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let inner = interruptible(py, || Inner::open(folder))?.map_err(|error| errors::of_reading(&error))?;
        Ok(Self { inner })
    }

    /// Where it is.
    #[getter]
    fn folder(&self) -> PathBuf {
        self.inner.folder().to_owned()
    }

    /// What the run is called.
    #[getter]
    fn title(&self) -> &str {
        &self.inner.run().title
    }

    /// Program and version that recorded it.
    #[getter]
    fn program(&self) -> &str {
        &self.inner.run().program
    }

    /// The command that repeats it; may be empty.
    #[getter]
    fn command(&self) -> &str {
        &self.inner.run().command
    }

    /// Seed of all that is random.
    #[getter]
    fn seed(&self) -> u64 {
        self.inner.run().seed
    }

    /// Length of a step [s].
    #[getter]
    fn step(&self) -> f64 {
        self.inner.run().step
    }

    /// The scene as run, as TOML text.
    #[getter]
    fn scene(&self) -> &str {
        &self.inner.run().scene
    }

    /// "completed", "stopped" or "unfinished".
    #[getter]
    fn ending(&self) -> &'static str {
        match self.inner.ending() {
            Ending::Completed => "completed",
            Ending::Stopped { .. } => "stopped",
            Ending::Unfinished => "unfinished",
        }
    }

    /// Why it was stopped, if it was.
    #[getter]
    fn stopped_because(&self) -> Option<&str> {
        match self.inner.ending() {
            Ending::Stopped { why } => Some(why),
            _ => None,
        }
    }

    /// What is known of the run beside its tables: (label, value, unit).
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Vec<(&str, Bound<'py, PyAny>, &'static str)>> {
        let all = self.inner.run().facts.iter().chain(self.inner.facts());
        all.map(|fact| {
            let (value, unit) = match &fact.value {
                FactValue::Count(count) => (count.into_pyobject(py)?.into_any(), ""),
                FactValue::Number { value, unit } => (value.into_pyobject(py)?.into_any(), unit.symbol()),
                FactValue::Text(text) => (text.into_pyobject(py)?.into_any(), ""),
            };
            Ok((fact.label.as_str(), value, unit))
        })
        .collect()
    }

    /// What came of the run, from all of its steps, as JSON; None for one that was not finished.
    fn outcome_json(&self) -> PyResult<Option<String>> {
        let json = self.inner.outcome().map(serde_json::to_string).transpose();
        json.map_err(|error| py::BristleError::new_err(error.to_string()))
    }

    /// Times of all samples [s].
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        numbers::out(py, self.inner.times())
    }

    /// Times of the samples with texels [s].
    #[getter]
    fn frame_times<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        numbers::out(py, self.inner.frame_times())
    }

    /// The table of signals, by column; the first is `time_s`.
    fn signals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        out.set_item("time_s", self.times(py))?;
        for (index, channel) in self.inner.channels().iter().enumerate() {
            out.set_item(channel.column(), numbers::out(py, self.inner.series(index).unwrap_or_default()))?;
        }
        Ok(out)
    }

    /// What happened: (time [s], "phase" or "event", words).
    #[getter]
    fn events(&self) -> Vec<(f64, &'static str, &str)> {
        let word = |kind| if kind == EventKind::Phase { "phase" } else { "event" };
        self.inner.events().iter().map(|event| (event.time, word(event.kind), event.name.as_str())).collect()
    }

    /// The phases: (name, beginning [s], end [s]).
    #[getter]
    fn phases(&self) -> Vec<(String, f64, f64)> {
        self.inner.phases().into_iter().map(|Phase { name, start, end }| (name, start, end)).collect()
    }

    /// Names of the skins whose texels were recorded.
    #[getter]
    fn skins(&self) -> Vec<String> {
        self.inner.skins().iter().map(|skin| skin.name.clone()).collect()
    }

    /// Row and column of every texel; None if they are numbered row by row without gaps, or have no rows and columns.
    fn cells(&self, skin: &str) -> PyResult<Option<Vec<(usize, usize)>>> {
        Ok(crate::skin::cells(self.grid_of(skin)?.as_ref()))
    }

    /// Rows and columns of a skin; None if it has none.
    fn grid(&self, skin: &str) -> PyResult<Option<(usize, usize)>> {
        Ok(self.grid_of(skin)?.map(|grid| (grid.rows, grid.columns)))
    }

    /// Positions of a skin's texels in its frame (texels, 3) [m].
    fn positions<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Bound<'py, PyAny>> {
        let texels = &self.inner.skins()[self.skin_at(skin)?].texels;
        shaped(py, texels.iter().flat_map(|texel| texel.position.to_array()).collect(), &[texels.len(), 3])
    }

    /// Directions of a skin's texels out of the pad, in its frame (texels, 3).
    fn directions<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Bound<'py, PyAny>> {
        let texels = &self.inner.skins()[self.skin_at(skin)?].texels;
        shaped(py, texels.iter().flat_map(|texel| texel.direction.to_array()).collect(), &[texels.len(), 3])
    }

    /// Areas of a skin's texels [m²].
    fn areas<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let texels = &self.inner.skins()[self.skin_at(skin)?].texels;
        Ok(PyArray1::from_iter(py, texels.iter().map(|texel| texel.area)))
    }

    /// Outlines of a skin's texels in its frame, an array (corners, 3) [m] each; an old recording has none.
    fn outlines<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let outlines = &self.inner.skins()[self.skin_at(skin)?].outlines;
        let corners = |outline: &Vec<DVec3>| outline.iter().flat_map(|corner| corner.to_array()).collect();
        outlines.iter().map(|outline| shaped(py, corners(outline), &[outline.len(), 3])).collect()
    }

    /// What the texels of a skin felt: by field an array (samples, texels), of vectors (samples, texels, 3).
    fn texels<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<Bound<'py, PyDict>> {
        let place = self.skin_at(skin)?;
        // The records, and arrays of as many numbers.
        let rows = self.inner.frame_count() * self.inner.skins()[place].texels.len();
        memory::check((rows * 3 * size_of::<TexelRecord>()) as u64)
            .map_err(|error| errors::of_memory("what the texels felt", &error))?;
        let read = || {
            let mut records = Vec::new();
            for frame in self.inner.frames()? {
                records.extend_from_slice(&frame?.skins[place]);
            }
            Ok(records)
        };
        let records: Vec<TexelRecord> = py.detach(read).map_err(|error| errors::of_reading(&error))?;
        let (frames, texels) = (self.inner.frame_count(), self.inner.skins()[place].texels.len());
        let out = PyDict::new(py);
        let numbers: [(&str, Field<f64>); 4] = [
            ("normal_force", |record| record.normal_force),
            ("elastic_force", |record| record.elastic_force),
            ("penetration", |record| record.penetration),
            ("utilisation", |record| record.utilisation),
        ];
        for (field, of) in numbers {
            out.set_item(field, shaped(py, records.iter().map(of).collect(), &[frames, texels])?)?;
        }
        let vectors: [(&str, Field<[f64; 3]>); 2] = [
            ("shear", |record| record.shear.to_array()),
            ("slip_velocity", |record| record.slip_velocity.to_array()),
        ];
        for (field, of) in vectors {
            out.set_item(field, shaped(py, records.iter().flat_map(of).collect(), &[frames, texels, 3])?)?;
        }
        let states = PyArray1::from_iter(py, records.iter().map(|record| state_number(record.state)));
        out.set_item("state", states.reshape([frames, texels])?)?;
        Ok(out)
    }

    /// Names of the skins whose devices were recorded.
    #[getter]
    fn devices(&self) -> Vec<String> {
        self.inner.devices().iter().map(|device| device.schema.skin.clone()).collect()
    }

    /// What the device of a skin said: times of its frames [s], their numbers, and the readings (frames, texels).
    fn device<'py>(&self, py: Python<'py>, skin: &str) -> PyResult<DeviceArrays<'py>> {
        let record = self.device_record(skin).ok_or_else(|| {
            let known = self.devices();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            py::UnknownNameError::new_err(format!(
                "the recording has no device of a skin `{skin}`; there are {known}"
            ))
        })?;
        let shape = [record.times.len(), record.schema.texels];
        let readings = shaped(py, record.readings.clone(), &shape)?;
        Ok((
            numbers::out(py, &record.times),
            PyArray1::from_iter(py, record.frames.iter().copied()),
            readings,
        ))
    }

    /// Writes `report.html` and its pictures into the folder; gives the page.
    fn report(&self, py: Python<'_>) -> PyResult<PathBuf> {
        let written = py.detach(|| report::write(&self.inner));
        written.map(|report| report.page).map_err(|error| py::RecordingError::new_err(error.to_string()))
    }

    fn __repr__(&self) -> String {
        let (title, samples) = (self.title(), self.inner.times().len());
        let why = self.stopped_because().map_or(String::new(), |why| format!(": {why}"));
        format!("<bristle.Recording {title:?}: {samples} samples, {}{why}>", self.ending())
    }
}

impl Recording {
    pub(crate) fn of(inner: Inner) -> Self {
        Self { inner }
    }

    fn device_record(&self, skin: &str) -> Option<&DeviceRecord> {
        self.inner.devices().iter().find(|device| device.schema.skin == skin)
    }

    /// Rows and columns of a skin, or of its device if its texels were not recorded.
    fn grid_of(&self, skin: &str) -> PyResult<Option<Grid>> {
        match (self.skin_at(skin), self.device_record(skin)) {
            (Err(_), Some(device)) => Ok(device.schema.grid()),
            (place, _) => Ok(self.inner.skins()[place?].grid.clone()),
        }
    }

    fn skin_at(&self, name: &str) -> PyResult<usize> {
        let skins = self.inner.skins();
        skins.iter().position(|skin| skin.name == name).ok_or_else(|| {
            let known: Vec<&str> = skins.iter().map(|skin| skin.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            py::UnknownNameError::new_err(format!(
                "the recording has no texels of a skin `{name}`; there are {known}"
            ))
        })
    }
}

/// As in `texel_dtype`.
pub(crate) fn state_number(state: TexelState) -> i64 {
    match state {
        TexelState::NoContact => 0,
        TexelState::Stick => 1,
        TexelState::Incipient => 2,
        TexelState::Slip => 3,
        TexelState::Saturated => 4,
    }
}

/// Completes the recording of a run that was killed: cuts its tables to whole samples and makes its Parquet files.
#[pyfunction]
pub(crate) fn recover(py: Python<'_>, folder: PathBuf) -> PyResult<()> {
    let recovered = interruptible(py, || bristle_record::recover(folder))?;
    recovered.map(drop).map_err(|error| errors::of_record(&error))
}
