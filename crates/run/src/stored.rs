//! Simulations written down, for files and other processes.

use crate::clock::Clock;
use crate::disturbances::Disturbances;
use crate::script::ScriptRunner;
use crate::watch::Watch;
use crate::{Collector, Driver, Event, RunError, Simulation};
use bristle_control::simulated::RobotMemory;
use bristle_scene::Built;
use bristle_world::{BodyId, ModelError, StepReport, StoredWorld};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Changes with what is stored, so that bytes of another version are refused and not misread.
const VERSION: &str = concat!("bristle ", env!("CARGO_PKG_VERSION"), " simulation 2");

/// Why a simulation cannot be stored, or not be made from what was stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A controller is a program, of which no bytes are known.
    #[error(
        "a simulation that a controller leads cannot be stored: store it before, or let a script lead it"
    )]
    Controller,
    /// The memory of filters is not stored.
    #[error(
        "a simulation of a scene with tactile channels cannot be stored: leave `signals` out of the scene"
    )]
    Signals,
    /// The scene cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Bytes of another version, or of something else.
    #[error("these bytes are no simulation of this version of Bristle ({VERSION})")]
    Foreign,
    /// Bytes that belong to another scene, or are damaged.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// All of a simulation but its scene.
#[derive(Serialize, Deserialize)]
struct Stored {
    version: String,
    world: StoredWorld,
    /// None if nobody leads it.
    script: Option<ScriptRunner>,
    robot: RobotMemory,
    outside_phase: Option<(String, f64)>,
    outside_end: Option<f64>,
    disturbances: Disturbances,
    clock: Clock,
    watch: Watch,
    whole: Vec<BodyId>,
    events: Vec<Event>,
    report: StepReport,
    stuck: bool,
    warned_of_speed: bool,
    collector: Option<Collector>,
}

impl Simulation {
    /// Takes a simulation down, with what has come of it so far. A simulation of the same scene that is [made from it](Self::restored) goes on with
    /// the same bits, in whatever process.
    pub fn store(&self, collector: Option<&Collector>) -> Result<Vec<u8>, StoreError> {
        if !self.built().signals.is_empty() {
            return Err(StoreError::Signals);
        }
        let script = match &self.driver {
            Driver::Nobody => None,
            Driver::Script(script) => Some(script.clone()),
            Driver::Controller(_) => return Err(StoreError::Controller),
        };
        let stored = Stored {
            version: VERSION.to_owned(),
            world: self.world.store(),
            script,
            robot: self.robot.memory(),
            outside_phase: self.outside_phase.clone(),
            outside_end: self.outside_end,
            disturbances: self.disturbances.clone(),
            clock: self.clock.clone(),
            watch: self.watch.clone(),
            whole: self.whole.clone(),
            events: self.events.clone(),
            report: self.report,
            stuck: self.stuck,
            warned_of_speed: self.warned_of_speed,
            collector: collector.cloned(),
        };
        // Plain numbers, words and lists: nothing that cannot be written.
        postcard::to_stdvec(&stored).map_err(|_| StoreError::Foreign)
    }

    /// A simulation of a scene that goes on where another was taken down. Bytes may come from anybody: what does not fit is refused.
    pub fn restored(built: Arc<Built>, bytes: &[u8]) -> Result<(Self, Option<Collector>), StoreError> {
        let stored: Stored = postcard::from_bytes(bytes).map_err(|_| StoreError::Foreign)?;
        if stored.version != VERSION {
            return Err(StoreError::Foreign);
        }
        let foreign = |what: &str| {
            let why = "belongs to another scene, or is damaged".to_owned();
            Err(StoreError::Model(ModelError::BadState { what: what.to_owned(), why }))
        };
        let driver = match stored.script {
            None => Driver::Nobody,
            Some(script) if script.phase(&built).is_some() => Driver::Script(script),
            Some(_) => return foreign("the phase of the script"),
        };
        if !stored.disturbances.fit(&built) {
            return foreign("what disturbs it");
        }
        let model = &built.model;
        let known = stored.watch.fits(model) && stored.whole.iter().all(|body| body.0 < model.bodies().len());
        let collector = stored.collector;
        if !known || !collector.as_ref().is_none_or(|collector| collector.fits(&built, stored.events.len())) {
            return foreign("what has come of it");
        }
        let mut made = Self::driven_by(Arc::clone(&built), Driver::Nobody)?;
        made.world.restore(stored.world)?;
        made.robot.recall(&built.model, stored.robot)?;
        made.driver = driver;
        made.outside_phase = stored.outside_phase;
        made.outside_end = stored.outside_end;
        made.disturbances = stored.disturbances;
        made.clock = stored.clock;
        made.watch = stored.watch;
        made.whole = stored.whole;
        made.events = stored.events;
        made.report = stored.report;
        made.stuck = stored.stuck;
        made.warned_of_speed = stored.warned_of_speed;
        Ok((made, collector))
    }
}
