//! Those who watch a run are told in order, and can end it.

use crate::support::simulation;
use bristle_run::{Observer, Outcome, RunEnding, RunError, Simulation, run};
use std::ops::ControlFlow;

const STARTER: &str = "include = [\"lib:scenes/starter\"]";

/// Notes what it is told, and ends or fails after some steps.
#[derive(Default)]
struct Witness {
    told: Vec<String>,
    break_at: Option<f64>,
    fail_at: Option<f64>,
}

impl Observer for Witness {
    fn begin(&mut self, now: &Simulation) -> Result<(), RunError> {
        self.told.push(format!("begin {}", now.time()));
        Ok(())
    }

    fn after_step(&mut self, now: &Simulation) -> Result<ControlFlow<()>, RunError> {
        self.told.push(format!("step {}", now.time()));
        if self.fail_at.is_some_and(|at| now.time() >= at) {
            return Err(RunError::Observer("the lamp is broken".into()));
        }
        let ends = self.break_at.is_some_and(|at| now.time() >= at);
        Ok(if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn end(&mut self, now: &Simulation, outcome: &Outcome) -> Result<(), RunError> {
        self.told.push(format!("end {} {}", now.time(), outcome.steps));
        Ok(())
    }
}

#[test]
fn observers_hear_the_beginning_every_step_and_the_end() {
    let (mut one, mut other) = (Witness::default(), Witness { break_at: Some(0.003), ..Witness::default() });
    let outcome = run(&mut simulation(STARTER), 0.01, &mut [&mut one, &mut other]).unwrap();
    assert_eq!(outcome.ending, RunEnding::Interrupted { why: None });
    assert_eq!(one.told, ["begin 0", "step 0.001", "step 0.002", "step 0.003", "end 0.003 3"]);
    assert_eq!(one.told, other.told);
    // Who asks for the end with the last step changes nothing.
    let mut late = Witness { break_at: Some(0.01), ..Witness::default() };
    let outcome = run(&mut simulation(STARTER), 0.01, &mut [&mut late]).unwrap();
    assert_eq!((outcome.ending, outcome.steps), (RunEnding::Completed, 10));
}

#[test]
fn an_observer_that_fails_ends_the_run_with_its_words() {
    let mut witness = Witness { fail_at: Some(0.002), ..Witness::default() };
    let error = run(&mut simulation(STARTER), 0.01, &mut [&mut witness]).unwrap_err();
    assert_eq!(error.to_string(), "the lamp is broken");
    assert_eq!(witness.told.len(), 3);
}
