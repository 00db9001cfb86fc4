//! The loop: one for everybody.

use crate::{Collector, Observer, Outcome, RunEnding, RunError, Simulation};
use bristle_world::StepError;
use std::time::Instant;

/// Runs a simulation for `duration` \[s\], at least one step, and tells the observers of it.
///
/// A step that fails ends the run, and so does an observer that asks for it: both are told in [`Outcome::ending`]. An observer
/// that fails ends it without an outcome.
pub fn run(
    simulation: &mut Simulation,
    duration: f64,
    observers: &mut [&mut dyn Observer],
) -> Result<Outcome, RunError> {
    let mut collector = Collector::new(simulation)?;
    for observer in observers.iter_mut() {
        observer.begin(simulation)?;
    }
    let begun = Instant::now();
    let ending = go_on(simulation, duration, &mut collector, observers)?;
    collector.spend(begun.elapsed());
    let outcome = collector.outcome(simulation, ending)?;
    for observer in observers.iter_mut() {
        observer.end(simulation, &outcome)?;
    }
    Ok(outcome)
}

/// Steps that make up a run of `duration` \[s\], at least one.
pub fn steps_of(duration: f64, step: f64) -> u64 {
    (duration / step).round().max(1.0) as u64
}

fn go_on(
    simulation: &mut Simulation,
    duration: f64,
    collector: &mut Collector,
    observers: &mut [&mut dyn Observer],
) -> Result<RunEnding, RunError> {
    let steps = steps_of(duration, simulation.built().run.step);
    for step in 1..=steps {
        match simulation.step() {
            Ok(_) => {}
            Err(StepError::Model(error)) => return Err(error.into()),
            Err(error) => return Ok(RunEnding::Failed { why: error.to_string() }),
        }
        collector.after_step(simulation)?;
        let mut ends = false;
        for observer in observers.iter_mut() {
            ends |= observer.after_step(simulation)?.is_break();
        }
        if ends && step < steps {
            return Ok(RunEnding::Interrupted { why: None });
        }
    }
    Ok(RunEnding::Completed)
}
