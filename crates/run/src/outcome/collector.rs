//! Collects what comes of a run, step by step.

use super::objects::Objects;
use super::skins::Skins;
use crate::{Driver, EndedPhase, Event, Happening, Simulation};
use bristle_control::Ending;
use bristle_record::{EndedBy, Outcome, PhaseOutcome, RunEnding, SolverOutcome, Verdict};
use bristle_scene::Built;
use bristle_world::{ModelError, StepReport, Stepping, World};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::time::Duration;

/// Follows a simulation from its beginning and knows at any time what has come of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Collector {
    skins: Skins,
    objects: Objects,
    phases: Vec<PhaseOutcome>,
    /// Name and beginning of the present phase.
    phase: (String, f64),
    /// How many of the simulation's events were noted.
    noted: usize,
    solver: SolverOutcome,
    warnings: Vec<String>,
    wall: Duration,
}

impl Collector {
    /// Whether it can be that of a simulation of this scene, wherever it comes from.
    pub(crate) fn fits(&self, built: &Built, events: usize) -> bool {
        self.skins.fit(&built.model)
            && self.phases.iter().all(|phase| self.skins.fit_phase(phase))
            && self.objects.fit(built)
            && self.noted <= events
    }

    /// For a simulation that begins.
    pub fn new(simulation: &Simulation) -> Result<Self, ModelError> {
        Ok(Self {
            skins: Skins::of(&simulation.built().model),
            objects: Objects::of(simulation.world())?,
            phases: Vec::new(),
            phase: (simulation.phase().unwrap_or("whole run").to_owned(), simulation.time()),
            noted: simulation.events().len(),
            solver: SolverOutcome::default(),
            warnings: simulation.events().iter().filter_map(warning).collect(),
            wall: Duration::ZERO,
        })
    }

    /// A step was taken.
    pub fn after_step(&mut self, simulation: &Simulation) -> Result<(), ModelError> {
        let (world, time) = (simulation.world(), simulation.time());
        take(&mut self.solver, &simulation.report(), world.stepping());
        self.skins.after_step(world, time)?;
        let news = &simulation.events()[self.noted..];
        self.noted += news.len();
        self.warnings.extend(news.iter().filter_map(warning));
        for event in news {
            let Happening::Phase { name, before } = &event.what else { continue };
            if let Some(ended) = before {
                self.warnings.extend(waited_in_vain(ended, event.time));
                let phase = self.phase_until(event.time, ended.by);
                self.phases.push(phase);
                self.objects.begin_phase(world)?;
                self.skins.begin_phase();
            }
            self.phase = (name.clone(), event.time);
        }
        Ok(())
    }

    /// So much more wall time has passed.
    pub fn spend(&mut self, wall: Duration) {
        self.wall += wall;
    }

    /// What has come of the run if it ends so.
    pub fn outcome(&self, simulation: &Simulation, ending: RunEnding) -> Result<Outcome, ModelError> {
        let simulated_s = simulation.time();
        let mut phases = self.phases.clone();
        let by_controller = simulation.controller_ending().is_some() || simulation.outside_ended();
        let ended_by = match ending {
            RunEnding::Failed { .. } => EndedBy::Failure,
            _ if by_controller => EndedBy::Controller,
            _ => EndedBy::RunEnd,
        };
        phases.push(self.phase_until(simulated_s, ended_by));
        let mut warnings = self.warnings.clone();
        if let Some(failed @ Ending::Failed { .. }) = simulation.controller_ending() {
            warnings.push(format!("the controller did not do its work: {failed}"));
        }
        if let (Driver::Controller(runner), RunEnding::Completed) = (simulation.driver(), &ending)
            && runner.ending().is_none()
        {
            warnings.push(format!(
                "the controller had not ended when the run did; it was in phase `{}`: make run.duration longer",
                runner.phase()
            ));
        }
        let script = match simulation.driver() {
            Driver::Script(_) => simulation.built().script.as_ref(),
            Driver::Nobody | Driver::Controller(_) => None,
        };
        let never_begun = script.and_then(|script| script.phases.get(phases.len()));
        if let (Some(phase), RunEnding::Completed) = (never_begun, &ending) {
            let name = &phase.name;
            warnings.push(format!("the run was over before phase {name} began: make run.duration longer"));
        }
        let steps = self.solver.newton_steps + self.solver.explicit_steps;
        if self.solver.steps_beyond_window > 0 {
            let late = self.solver.steps_beyond_window;
            warnings.push(format!("contact may have been found too late in {late} of {steps} steps"));
        }
        let wall_s = self.wall.as_secs_f64();
        let objects = self.objects.outcome(&as_it_stands(simulation), &simulation.watch)?;
        let touched =
            objects.iter().map(|object| object.verdict).filter(|verdict| *verdict != Verdict::Untouched);
        Ok(Outcome {
            ending,
            verdict: touched.max(),
            simulated_s,
            wall_s,
            real_time_factor: simulated_s / wall_s.max(1e-9),
            steps,
            phases,
            skins: self.skins.outcome(),
            objects,
            solver: self.solver,
            warnings,
        })
    }

    fn phase_until(&self, time: f64, ended_by: EndedBy) -> PhaseOutcome {
        let (name, begin_s) = self.phase.clone();
        let (skins, mean_normal_force_n) = (self.skins.at_end(), self.skins.means_of_phase());
        PhaseOutcome { name, begin_s, end_s: time, ended_by, skins, mean_normal_force_n }
    }
}

/// The world, with skins that feel its present state: after a step that failed they show a trial.
fn as_it_stands(simulation: &Simulation) -> Cow<'_, World> {
    let mut world = Cow::Borrowed(simulation.world());
    if simulation.is_stuck() {
        // A state that cannot be evaluated keeps its trial.
        let _ = world.to_mut().sense();
    }
    world
}

/// A warning that was given during the run.
fn warning(event: &Event) -> Option<String> {
    let Event { time, what: Happening::Warning(words) } = event else { return None };
    Some(if *time > 0.0 { format!("at {time:.3} s: {words}") } else { words.clone() })
}

/// A phase that waited for something that did not happen is worth a warning.
pub(crate) fn waited_in_vain(ended: &EndedPhase, time: f64) -> Option<String> {
    let EndedPhase { name, began, by } = ended;
    let waited = time - began;
    (*by == EndedBy::AtMost)
        .then(|| format!("phase {name}: what it waited for did not happen within {waited:.3} s"))
}

fn take(solver: &mut SolverOutcome, report: &StepReport, stepping: Stepping) {
    match stepping {
        Stepping::Newton => solver.newton_steps += 1,
        Stepping::Explicit => solver.explicit_steps += 1,
    }
    solver.iterations += report.iterations as u64;
    solver.most_iterations = solver.most_iterations.max(report.iterations);
    solver.evaluations += report.evaluations as u64;
    solver.largest_residual = solver.largest_residual.max(report.residual);
    solver.most_contacts = solver.most_contacts.max(report.contacts);
    solver.steps_beyond_window += u64::from(report.beyond_window);
}
