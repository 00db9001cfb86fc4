//! A world on its way through a scene: its script and its disturbances, without an observer.
//!
//! Phases and disturbances are those of the command line, from the same two files, so that both doors lead to the same bits.

#[path = "../../../cli/src/run/disturb.rs"]
mod disturb;
// A run as a whole ends on the command line only.
#[allow(dead_code)]
#[path = "../../../cli/src/run/script.rs"]
mod script;

mod clock;

use bristle_scene::Built;
use bristle_world::{ModelError, StepError, StepReport, World};
use clock::Clock;
use disturb::Disturbances;
use script::{EndedBy, ScriptState};
use std::sync::Arc;

/// Something that happened.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// When \[s\].
    pub(crate) time: f64,
    /// `phase` or `disturbance`.
    pub(crate) kind: &'static str,
    pub(crate) words: String,
}

/// A world, its scene, and how far it has come. Cloned, it goes on with the same bits.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) built: Arc<Built>,
    pub(crate) world: World,
    script: Option<ScriptState>,
    disturbances: Disturbances,
    clock: Clock,
    pub(crate) events: Vec<Event>,
    pub(crate) report: StepReport,
}

impl Stage {
    /// At the begin of a scene. With a script, its first commands are given.
    pub(crate) fn new(built: Arc<Built>, scripted: bool) -> Result<Self, ModelError> {
        let mut world = World::new(Arc::clone(&built.model)).with_stepping(built.run.stepping);
        world.set_state(built.state.clone())?;
        let script = match built.script {
            Some(_) if scripted => Some(ScriptState::begin(&built, &mut world)?),
            _ => None,
        };
        let mut stage = Self {
            disturbances: Disturbances::of(&built),
            built,
            world,
            script,
            clock: Clock::default(),
            events: Vec::new(),
            report: StepReport::default(),
        };
        if let Some(name) = stage.phase().map(str::to_owned) {
            stage.events.push(Event { time: 0.0, kind: "phase", words: name });
        }
        Ok(stage)
    }

    /// The usual step \[s\].
    pub(crate) fn usual_step(&self) -> f64 {
        self.built.run.step
    }

    /// Simulated time \[s\].
    pub(crate) fn time(&self) -> f64 {
        self.clock.time()
    }

    /// Name of the present phase; none without a script.
    pub(crate) fn phase(&self) -> Option<&str> {
        let script = self.built.script.as_ref()?;
        self.script.as_ref()?.phase(script).map(|phase| phase.name.as_str())
    }

    /// Lets `h` \[s\] pass. If the step fails, time has not moved.
    pub(crate) fn advance(&mut self, h: f64) -> Result<(), StepError> {
        let begin = self.time();
        let Self { built, world, disturbances, events, .. } = self;
        disturbances.act(built, world, begin + 0.5 * h, |words| {
            events.push(Event { time: begin, kind: "disturbance", words });
        })?;
        self.report = self.world.step(h)?;
        self.clock.tick(h);
        let time = self.time();
        let Some(script) = &mut self.script else { return Ok(()) };
        let ended = script.advance(&self.built, &mut self.world, time)?;
        if let (Some(ended), Some(name)) = (ended, self.phase()) {
            let why = match ended {
                EndedBy::Event => "; what the one before waited for has happened",
                EndedBy::Patience => "; what the one before waited for did not happen in time",
                EndedBy::Time | EndedBy::RunEnd => "",
            };
            let words = format!("{name}{why}");
            self.events.push(Event { time, kind: "phase", words });
        }
        Ok(())
    }
}
