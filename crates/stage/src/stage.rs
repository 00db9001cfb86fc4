//! A world on its way through a scene, one step at a time.

use crate::clock::Clock;
use crate::disturb::Disturbances;
use crate::script::ScriptState;
use crate::{Event, Happening};
use bristle_scene::Built;
use bristle_world::{ModelError, StepError, StepReport, World};
use std::sync::Arc;

/// A world, its scene, and how far it has come. Cloned, both go on with the same bits.
#[derive(Clone, Debug)]
pub struct Stage {
    built: Arc<Built>,
    world: World,
    script: Option<ScriptState>,
    disturbances: Disturbances,
    clock: Clock,
    events: Vec<Event>,
    report: StepReport,
}

impl Stage {
    /// At the begin of a scene, with the commands of its script's first phase given.
    pub fn new(built: Arc<Built>) -> Result<Self, ModelError> {
        let mut stage = Self::without_script(built)?;
        let Some(script) = &stage.built.script else { return Ok(stage) };
        let state = ScriptState::begin(&stage.built, &mut stage.world)?;
        let first = state.phase(script).map(|phase| phase.name.clone());
        let begins = |name| Event { time: 0.0, what: Happening::Phase { name, before: None } };
        stage.events.extend(first.map(begins));
        stage.script = Some(state);
        Ok(stage)
    }

    /// At the begin of a scene whose script is left aside: its motors wait for your commands. Disturbances come all the same.
    pub fn without_script(built: Arc<Built>) -> Result<Self, ModelError> {
        let mut world = World::new(Arc::clone(&built.model)).with_stepping(built.run.stepping);
        world.set_state(built.state.clone())?;
        Ok(Self {
            world,
            script: None,
            disturbances: Disturbances::of(&built),
            built,
            clock: Clock::default(),
            events: Vec::new(),
            report: StepReport::default(),
        })
    }

    /// The scene as it was built.
    pub fn built(&self) -> &Arc<Built> {
        &self.built
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, to command its motors or to put things elsewhere. Steps that it takes by itself are seen by neither clock nor script.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Simulated time \[s\]: a multiple of the step, without the round-off of a sum.
    pub fn time(&self) -> f64 {
        self.clock.time()
    }

    /// Name of the script's present phase; none without a script. The last one lasts for ever.
    pub fn phase(&self) -> Option<&str> {
        let script = self.built.script.as_ref()?;
        self.script.as_ref()?.phase(script).map(|phase| phase.name.as_str())
    }

    /// All that has happened so far, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What the last step cost; all zero before the first.
    pub fn report(&self) -> StepReport {
        self.report
    }

    /// Steps that make up the scene's run, at least one. Nothing ends with it: time can go on.
    pub fn steps_of_run(&self) -> u64 {
        (self.built.run.duration / self.built.run.step).round().max(1.0) as u64
    }

    /// Takes a step of the scene's own length.
    pub fn step(&mut self) -> Result<StepReport, StepError> {
        self.step_by(self.built.run.step)
    }

    /// Takes a step of `h` \[s\]. If the world cannot take it, all is as before, and a shorter one may be tried.
    pub fn step_by(&mut self, h: f64) -> Result<StepReport, StepError> {
        // Only what begins or ends with the step has to be taken back if it fails: what pushes is told anew in every step.
        let turn = self.disturbances.turn_at(&self.built, self.time() + 0.5 * h);
        let before = turn.then(|| self.clone());
        let done = self.try_step(h);
        if let (Err(_), Some(before)) = (&done, before) {
            *self = before;
        }
        done
    }

    fn try_step(&mut self, h: f64) -> Result<StepReport, StepError> {
        let begin = self.time();
        let Self { built, world, disturbances, events, .. } = self;
        disturbances.act(built, world, begin + 0.5 * h, |words| {
            events.push(Event { time: begin, what: Happening::Disturbance(words) });
        })?;
        self.report = self.world.step(h)?;
        self.clock.tick(h);
        self.follow_script()?;
        Ok(self.report)
    }

    /// Goes on to the next phase if it is time.
    fn follow_script(&mut self) -> Result<(), ModelError> {
        let time = self.time();
        let Some(script) = &mut self.script else { return Ok(()) };
        let before = script.advance(&self.built, &mut self.world, time)?;
        if let (Some(_), Some(name)) = (before, self.phase().map(str::to_owned)) {
            self.events.push(Event { time, what: Happening::Phase { name, before } });
        }
        Ok(())
    }
}
