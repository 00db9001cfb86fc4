//! Recording a world, and what came of it.

use super::{Inner, World};
use crate::errors::{self, py};
use crate::recording::Recording;
use bristle_run::{Driver, Film, Folder, Observer, Outcome, RecordOptions, RunEnding, RunRecorder, run_info};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::MutexGuard;

impl Inner {
    /// What comes of the run if it ends now. A scene with a script or a controller says how long it is; without one, whoever steps decides.
    fn outcome(&self) -> PyResult<Outcome> {
        let run = self.simulation.built().run;
        let is_over = self.simulation.time() > run.duration - 0.5 * run.step;
        let ending = match &self.interrupted {
            Some((at, why)) if *at == self.simulation.time() => {
                RunEnding::Interrupted { why: Some(why.clone()) }
            }
            _ if is_over || matches!(self.simulation.driver(), Driver::Nobody) => RunEnding::Completed,
            _ => RunEnding::Unfinished,
        };
        self.collector.outcome(&self.simulation, ending).map_err(|error| errors::of_model(&error))
    }
}

impl World {
    /// A world that is recorded cannot go back in time.
    pub(super) fn lock_unrecorded(&self) -> PyResult<MutexGuard<'_, Inner>> {
        let inner = self.lock()?;
        match &inner.recorder {
            None => Ok(inner),
            Some(_) => Err(py::RecordingError::new_err(
                "the world is being recorded and cannot go back in time; close the recording first",
            )),
        }
    }
}

#[pymethods]
impl World {
    /// Begins a recording in a folder, every `every` [s] of simulated time; both options are the scene's unless given.
    #[pyo3(signature = (folder, *, every=None, texels=None, replace=false, usual=false, command="", pictures=false))]
    fn begin_recording(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        every: Option<f64>,
        texels: Option<bool>,
        replace: bool,
        usual: bool,
        command: &str,
        pictures: bool,
    ) -> PyResult<()> {
        let every = every.unwrap_or(self.built.record.every);
        if !(every > 0.0 && every.is_finite()) {
            return Err(py::RecordingError::new_err(format!(
                "every is {every} s; it must be above 0 and finite"
            )));
        }
        let texels = texels.unwrap_or(self.built.record.texels);
        let mut inner = self.lock()?;
        if let Some(folder) = inner.recorder.as_ref().and_then(RunRecorder::folder) {
            let why = format!("the world is being recorded into {} already", folder.display());
            return Err(py::RecordingError::new_err(why));
        }
        let scene = &self.scene.get().scene;
        let name = scene.files().next().unwrap_or("scene").to_owned();
        let simulation = &inner.simulation;
        let place = match (usual, replace) {
            (true, _) => Folder::Usual(&folder),
            (false, true) => Folder::Replaced(&folder),
            (false, false) => Folder::New(&folder),
        };
        let open = || {
            let info = run_info(scene, &self.built, &name, command.to_owned());
            let options = Some(RecordOptions { every, texels });
            let mut recorder = RunRecorder::open(simulation, info, place, options)?;
            recorder.begin(simulation)?;
            Ok(recorder)
        };
        let recorder = py.detach(open).map_err(|error| errors::of_run(&error))?;
        let film = if pictures {
            let left = self.built.run.duration - simulation.time();
            let mut film = Film::new(simulation, left).map_err(|error| errors::of_drawing(&error))?;
            film.begin(simulation).map_err(|error| errors::of_run(&error))?;
            Some(film)
        } else {
            None
        };
        (inner.recorder, inner.film) = (Some(recorder), film);
        Ok(())
    }

    /// Ends the recording, and gives it. `why` is what stopped it, if it was stopped.
    #[pyo3(signature = (why=None))]
    fn end_recording(&self, py: Python<'_>, why: Option<String>) -> PyResult<Recording> {
        let mut inner = self.lock()?;
        let mut outcome = inner.outcome()?;
        if let Some(why) = why {
            outcome.ending = RunEnding::Interrupted { why: Some(why) };
        }
        let Some(mut recorder) = inner.recorder.take() else {
            return Err(py::RecordingError::new_err("the world is not being recorded"));
        };
        let mut film = inner.film.take();
        let simulation = &inner.simulation;
        py.detach(|| {
            recorder.end(simulation, &outcome)?;
            film.as_mut().map_or(Ok(()), |film| film.end(simulation, &outcome))
        })
        .map_err(|error| errors::of_run(&error))?;
        if let (Some(film), Some(folder)) = (film, recorder.folder()) {
            let saved = py.detach(|| film.save(folder));
            saved.map_err(|error| py::RecordingError::new_err(error.to_string()))?;
        }
        let recording = recorder.into_recording();
        recording
            .map(Recording::of)
            .ok_or_else(|| py::RecordingError::new_err("the recording was not finished"))
    }

    /// The folder that the world is recorded into; None if it is not.
    #[getter]
    fn recorded_into(&self) -> PyResult<Option<PathBuf>> {
        Ok(self.lock()?.recorder.as_ref().and_then(RunRecorder::folder).map(PathBuf::from))
    }

    /// What has come of the run so far, as a JSON document.
    fn outcome_json(&self) -> PyResult<String> {
        let outcome = self.lock()?.outcome()?;
        serde_json::to_string(&outcome).map_err(|error| py::BristleError::new_err(error.to_string()))
    }
}
