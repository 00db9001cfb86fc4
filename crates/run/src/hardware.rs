//! A simulation as hardware: for those who run the loop of a controller themselves.

use crate::{Collector, Observer, Outcome, RunEnding, RunError, Simulation};
use bristle_control::{Commands, Hardware, HardwareError, Percept, Senses};
use bristle_world::ModelError;
use std::sync::Arc;
use std::time::Instant;

/// A simulation that a controller drives through [`bristle_control::run`], turn by turn, while observers see every step.
pub struct SimulatedHardware {
    simulation: Simulation,
    senses: Arc<Senses>,
    steps_per_turn: u32,
    collector: Collector,
    observers: Vec<Box<dyn Observer>>,
    /// Whether the first turn, which shows how things are, is over.
    begun: bool,
    /// An observer asked for the end.
    stopped: bool,
    /// An observer failed when nobody could be told.
    failed: Option<RunError>,
}

impl SimulatedHardware {
    /// The motors belong to the controller, which is asked every `period` \[s\], rounded to whole steps.
    pub fn new(mut simulation: Simulation, period: f64) -> Result<Self, ModelError> {
        simulation.take_over();
        let steps_per_turn = (period / simulation.built().run.step).round().clamp(1.0, 1e6) as u32;
        let (senses, collector) = (simulation.senses(), Collector::new(&simulation)?);
        Ok(Self {
            simulation,
            senses,
            steps_per_turn,
            collector,
            observers: Vec::new(),
            begun: false,
            stopped: false,
            failed: None,
        })
    }

    /// Lets somebody watch from here on.
    pub fn watched_by(mut self, mut observer: Box<dyn Observer>) -> Result<Self, RunError> {
        observer.begin(&self.simulation)?;
        self.observers.push(observer);
        Ok(self)
    }

    /// The simulation as it is now: for those who run an experiment, not for controllers.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Tells the observers that the run is over.
    pub fn finish(mut self) -> Result<(Simulation, Outcome), RunError> {
        let ending = if self.stopped { RunEnding::Interrupted { why: None } } else { RunEnding::Completed };
        let outcome = self.collector.outcome(&self.simulation, ending)?;
        self.observers.iter_mut().try_for_each(|observer| observer.end(&self.simulation, &outcome))?;
        Ok((self.simulation, outcome))
    }

    fn step(&mut self) -> Result<(), HardwareError> {
        let watched = |error: RunError| HardwareError::device("watching the run", error);
        if let Some(error) = self.failed.take() {
            return Err(watched(error));
        }
        self.simulation.step().map_err(|error| HardwareError::device("a step of the world", error))?;
        self.collector.after_step(&self.simulation).map_err(|error| watched(error.into()))?;
        for observer in &mut self.observers {
            self.stopped |= observer.after_step(&self.simulation).map_err(watched)?.is_break();
        }
        Ok(())
    }
}

impl Hardware for SimulatedHardware {
    fn senses(&self) -> &Senses {
        &self.senses
    }

    fn read(&mut self, percept: &mut Percept) -> Result<(), HardwareError> {
        if std::mem::replace(&mut self.begun, true) {
            let clock = Instant::now();
            (0..self.steps_per_turn).try_for_each(|_| self.step())?;
            self.collector.spend(clock.elapsed());
        }
        self.simulation.percept(percept).map_err(|error| HardwareError::device("reading the world", error))
    }

    fn send(&mut self, commands: &Commands) -> Result<(), HardwareError> {
        self.simulation.command(commands)
    }

    fn note_phase(&mut self, name: &str) {
        self.simulation.enter_phase(name);
        let told =
            self.observers.iter_mut().try_for_each(|observer| observer.between_steps(&self.simulation));
        if let (Err(error), None) = (told, &self.failed) {
            self.failed = Some(error);
        }
    }
}
