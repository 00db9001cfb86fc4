//! A run from begin to end, recorded.

use super::facts;
use super::felt::Felt;
use super::log::Log;
use super::objects::Objects;
use super::outcome::{Outcome, PhaseEnding, PhaseOutcome, RunEnding, SkinOutcome};
use super::solver::SolverOutcome;
use bristle_record::{RecordError, Recording, RunInfo};
use bristle_scene::Built;
use bristle_stage::{EndedBy, Event, Happening, Stage};
use bristle_world::{ModelError, SkinId, StepError};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// What is to be run, and where it is recorded.
pub(crate) struct Plan<'a> {
    pub(crate) built: &'a Arc<Built>,
    /// Title, program, command, seed and scene of the recording.
    pub(crate) info: RunInfo,
    pub(crate) folder: &'a Path,
    /// Whether a recording that is there already gives way.
    pub(crate) replace: bool,
}

/// Where a run is, for an observer.
pub(crate) struct Moment<'a> {
    /// Simulated time \[s\].
    pub(crate) time: f64,
    /// Name of the present phase.
    pub(crate) phase: Option<&'a str>,
}

/// Why there is no outcome.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// Runs and records a scene. The observer is told after every step and may end the run.
///
/// A step that fails ends the run too: what was recorded until then is completed and kept.
pub(crate) fn record(
    plan: Plan<'_>,
    observer: &mut dyn FnMut(&Moment<'_>) -> ControlFlow<()>,
) -> Result<(Outcome, Recording), RunError> {
    let mut run = Run::begin(plan)?;
    let ending = run.go_on(observer)?;
    let outcome = run.sum_up(ending)?;
    let recording = run.log.finish(facts::ending(&outcome.ending), facts::of_outcome(&outcome))?;
    Ok((outcome, recording))
}

/// A step so short that nothing moves \[s\]: it tells what is felt at the very begin.
const NO_TIME: f64 = 1e-9;

struct Run {
    built: Arc<Built>,
    stage: Stage,
    /// How many of its events were noted.
    noted: usize,
    log: Log,
    skins: Vec<(SkinId, SkinOutcome)>,
    objects: Objects,
    phases: Vec<PhaseOutcome>,
    /// Name and begin of the present phase.
    phase: (String, f64),
    solver: SolverOutcome,
    warnings: Vec<String>,
    begun: Instant,
}

impl Run {
    fn begin(plan: Plan<'_>) -> Result<Self, RunError> {
        let Plan { built, info, folder, replace } = plan;
        let stage = Stage::new(Arc::clone(built))?;
        let mut log = Log::open(built, info, folder, replace)?;
        if let Some(name) = stage.phase() {
            log.phase(0.0, name)?;
        }
        // Readings are those of a step, so one that takes no time is taken, in a copy of the world. If it fails, the
        // first true step will say why.
        let mut look = stage.world().clone();
        if let Ok(report) = look.step(NO_TIME) {
            log.sample(0.0, &look, &report)?;
        }
        let sensing = built.model.skins().iter().enumerate().filter(|(_, skin)| skin.sensing);
        let skins = sensing.map(|(index, skin)| {
            let outcome = SkinOutcome {
                name: skin.name.clone(),
                texels: skin.skin.texels().len(),
                end: Felt::default(),
                peak_normal_force_n: 0.0,
                peak_at_s: 0.0,
                first_touch_s: None,
            };
            (SkinId(index), outcome)
        });
        Ok(Self {
            built: Arc::clone(built),
            skins: skins.collect(),
            objects: Objects::of(built, stage.world())?,
            phase: (stage.phase().unwrap_or("whole run").to_owned(), 0.0),
            noted: stage.events().len(),
            stage,
            log,
            phases: Vec::new(),
            solver: SolverOutcome::default(),
            warnings: Vec::new(),
            begun: Instant::now(),
        })
    }

    fn go_on(
        &mut self,
        observer: &mut dyn FnMut(&Moment<'_>) -> ControlFlow<()>,
    ) -> Result<RunEnding, RunError> {
        let all = self.stage.steps_of_run();
        let stride = (self.built.record.every / self.built.run.step).round().max(1.0) as u64;
        for step in 1..=all {
            let report = match self.stage.step() {
                Ok(report) => report,
                Err(StepError::Model(error)) => return Err(error.into()),
                Err(error) => return Ok(RunEnding::Failed { why: error.to_string() }),
            };
            let time = self.stage.time();
            self.solver.take(&report);
            self.feel(time)?;
            let news = self.stage.events()[self.noted..].to_vec();
            self.noted += news.len();
            let ends_phase = news.iter().any(|event| matches!(event.what, Happening::Phase { .. }));
            for event in news {
                self.note(event)?;
            }
            let moment = Moment { time, phase: self.stage.phase() };
            let interrupted = observer(&moment).is_break() && step < all;
            // How a phase or the run ended is of interest, whatever the time between samples.
            if step % stride == 0 || step == all || ends_phase || interrupted {
                self.log.sample(time, self.stage.world(), &report)?;
                self.objects.look(self.stage.world())?;
            }
            if interrupted {
                return Ok(RunEnding::Interrupted);
            }
        }
        Ok(RunEnding::Completed)
    }

    /// What the skins felt in the last step.
    fn feel(&mut self, time: f64) -> Result<(), RunError> {
        for (id, skin) in &mut self.skins {
            let felt = Felt::of(self.stage.world().reading(*id)?);
            if felt.normal_force_n > skin.peak_normal_force_n {
                (skin.peak_normal_force_n, skin.peak_at_s) = (felt.normal_force_n, time);
            }
            if felt.touching > 0 && skin.first_touch_s.is_none() {
                skin.first_touch_s = Some(time);
                self.log.event(time, &format!("{} touches", skin.name))?;
            }
            skin.end = felt;
        }
        Ok(())
    }

    fn note(&mut self, event: Event) -> Result<(), RunError> {
        let time = event.time;
        match event.what {
            Happening::Phase { name, before: Some(ended) } => {
                if ended == EndedBy::Patience {
                    let (before, began) = &self.phase;
                    let words = format!(
                        "phase {before}: what it waited for did not happen within {:.3} s",
                        time - began
                    );
                    self.log.event(time, &words)?;
                    self.warnings.push(words);
                }
                self.log.phase(time, &name)?;
                self.end_phase(time, ended.into());
                self.phase = (name, time);
                self.objects.begin_phase(self.stage.world())?;
            }
            other => self.log.event(time, &other.to_string())?,
        }
        Ok(())
    }

    fn end_phase(&mut self, time: f64, ended_by: PhaseEnding) {
        let (name, begin_s) = self.phase.clone();
        let skins = self.skins.iter().map(|(_, skin)| skin.end).collect();
        self.phases.push(PhaseOutcome { name, begin_s, end_s: time, ended_by, skins });
    }

    fn sum_up(&mut self, ending: RunEnding) -> Result<Outcome, RunError> {
        let simulated_s = self.stage.time();
        self.end_phase(simulated_s, PhaseEnding::RunEnd);
        let never_begun = self.built.script.as_ref().and_then(|script| script.phases.get(self.phases.len()));
        if let (Some(phase), RunEnding::Completed) = (never_begun, &ending) {
            self.warnings.push(format!(
                "the run was over before phase {} began: make run.duration longer",
                phase.name
            ));
        }
        if self.solver.steps_beyond_window > 0 {
            self.warnings.push(format!(
                "in {} of {} steps a body moved so far that contacts may have been met too late: shorten the step, or give \
                 the skin a longer look_ahead",
                self.solver.steps_beyond_window,
                self.solver.newton_steps + self.solver.explicit_steps
            ));
        }
        let wall_s = self.begun.elapsed().as_secs_f64();
        Ok(Outcome {
            ending,
            simulated_s,
            wall_s,
            real_time_factor: simulated_s / wall_s.max(1e-9),
            steps: self.solver.newton_steps + self.solver.explicit_steps,
            phases: std::mem::take(&mut self.phases),
            skins: self.skins.iter().map(|(_, skin)| skin.clone()).collect(),
            objects: self.objects.outcome(self.stage.world())?,
            solver: self.solver,
            warnings: std::mem::take(&mut self.warnings),
        })
    }
}
