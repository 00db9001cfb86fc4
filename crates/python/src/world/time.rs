//! Time that passes, with the interpreter released.

use super::{Inner, World};
use crate::errors::{self, py};
use crate::warnings;
use bristle_run::Observer;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::{Duration, Instant};

/// How long the interpreter is left alone: Ctrl-C is heard after that.
const CHUNK: Duration = Duration::from_millis(50);

/// A number of steps that was asked for.
pub(crate) fn steps(n: i64) -> PyResult<u64> {
    u64::try_from(n)
        .map_err(|_| py::StepError::new_err(format!("{n} steps were asked for; it must be 0 or more")))
}

/// Takes up to `n` steps, and no longer than a chunk; tells how many were taken.
fn go_on(inner: &mut Inner, n: u64, h: f64) -> (u64, PyResult<()>) {
    let begin = Instant::now();
    let mut taken = 0;
    let mut ended = Ok(());
    while taken < n && ended.is_ok() && begin.elapsed() <= CHUNK {
        ended = step(inner, h);
        taken += 1;
    }
    inner.collector.spend(begin.elapsed());
    (taken, ended)
}

fn step(inner: &mut Inner, h: f64) -> PyResult<()> {
    let Inner { simulation, collector, recorder, film, .. } = inner;
    simulation.step_by(h).map_err(|error| errors::of_step(&error))?;
    collector.after_step(simulation).map_err(|error| errors::of_model(&error))?;
    if let Some(Err(error)) = recorder.as_mut().map(|recorder| recorder.after_step(simulation)) {
        // What it has written can be read; it can write no more.
        *recorder = None;
        return Err(errors::of_run(&error));
    }
    if let Some(film) = film {
        let _ = film.after_step(simulation).map_err(|error| errors::of_run(&error))?;
    }
    Ok(())
}

#[pymethods]
impl World {
    /// Takes `n` steps of length `h` [s]: that of the scene unless given.
    ///
    /// The interpreter is free meanwhile, and Ctrl-C ends it between two steps. A step that fails raises StepError, and the world
    /// stands where it stood before that step.
    #[pyo3(signature = (n=1, h=None))]
    fn step(&self, py: Python<'_>, n: i64, h: Option<f64>) -> PyResult<()> {
        let mut left = steps(n)?;
        let mut inner = self.lock()?;
        let h = h.unwrap_or(self.built.run.step);
        let known = inner.simulation.events().len();
        let mut ended = Ok(());
        while left > 0 && ended.is_ok() {
            let world = &mut *inner;
            let (taken, outcome) = py.detach(|| go_on(world, left, h));
            left -= taken;
            ended = outcome.and_then(|()| py.check_signals());
        }
        // Also if it ended early: arrays show where the world stands.
        inner.show(py)?;
        let news = inner.simulation.events()[known..].to_vec();
        // Whoever listens may ask the world.
        drop(inner);
        let warned = warnings::warn_of(py, &news);
        ended.and(warned)
    }

    /// Kinetic, potential, elastic and total energy [J].
    fn energy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let energy = self.lock()?.simulation.world().energy();
        let out = PyDict::new(py);
        out.set_item("kinetic", energy.kinetic)?;
        out.set_item("potential", energy.potential)?;
        out.set_item("elastic", energy.elastic)?;
        out.set_item("total", energy.total())?;
        Ok(out)
    }

    /// What the present state allows, for steps of `h` [s]: a dictionary of findings, with `text` for people.
    #[pyo3(signature = (h=None))]
    fn advise<'py>(&self, py: Python<'py>, h: Option<f64>) -> PyResult<Bound<'py, PyDict>> {
        let inner = self.lock()?;
        let h = h.unwrap_or(self.built.run.step);
        let world = inner.simulation.world();
        let advice = py.detach(|| world.advise(h)).map_err(|error| errors::of_step(&error))?;
        let out = PyDict::new(py);
        out.set_item("h", advice.h)?;
        out.set_item("largest_explicit", advice.largest_explicit)?;
        out.set_item("largest_explicit_pressed", advice.largest_explicit_pressed)?;
        out.set_item("contacts", advice.contacts)?;
        let fast = advice.too_fast.iter().map(|fast| (&fast.skin, &fast.target, fast.travel, fast.window));
        out.set_item("too_fast", fast.collect::<Vec<_>>())?;
        out.set_item("text", advice.to_string())?;
        Ok(out)
    }

    /// What the last step cost the solver.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let report = self.lock()?.simulation.report();
        let out = PyDict::new(py);
        out.set_item("iterations", report.iterations)?;
        out.set_item("evaluations", report.evaluations)?;
        out.set_item("divisions", report.divisions)?;
        out.set_item("residual", report.residual)?;
        out.set_item("contacts", report.contacts)?;
        out.set_item("beyond_window", report.beyond_window)?;
        Ok(out)
    }
}
