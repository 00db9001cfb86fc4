//! A controller at work: when it is asked, and what is told of it.

use crate::{EndedBy, EndedPhase, Happening};
use bristle_control::simulated::Robot;
use bristle_control::{Controller, Ending, Failure, Happening as ControlEvent, Percept};
use bristle_world::{ModelError, World};
use std::fmt;

/// A controller, how often it is asked, and how far it has come.
pub struct ControllerRunner {
    /// `None` in a copy of one that cannot be copied: its motors keep their last commands.
    controller: Option<Box<dyn Controller>>,
    /// Time between two decisions \[s\].
    period: f64,
    /// When it is asked next \[s\].
    next_turn: f64,
    percept: Percept,
    phase: String,
    phase_began: f64,
    /// How many of its events were told.
    told: usize,
    ending: Option<Ending>,
}

impl ControllerRunner {
    /// A controller that is asked every `period` \[s\].
    pub fn new(controller: Box<dyn Controller>, period: f64) -> Self {
        let phase = controller.phase().to_owned();
        Self {
            controller: Some(controller),
            period,
            next_turn: 0.0,
            percept: Percept::default(),
            phase,
            phase_began: 0.0,
            told: 0,
            ending: None,
        }
    }

    /// What it is doing.
    pub fn phase(&self) -> &str {
        &self.phase
    }

    /// How it ended, once it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Lets it decide, if it is time; tells what happened. `h` is the step that comes \[s\].
    pub(crate) fn turn(
        &mut self,
        (robot, world): (&mut Robot, &mut World),
        time: f64,
        h: f64,
    ) -> Result<Vec<Happening>, ModelError> {
        let Some(controller) = self.controller.as_mut().filter(|_| self.ending.is_none()) else {
            return Ok(Vec::new());
        };
        // Half a step forgives periods that are no multiple of the step, and round-off.
        if time < self.next_turn - 0.5 * h {
            return Ok(Vec::new());
        }
        while time >= self.next_turn - 0.5 * h {
            self.next_turn += self.period;
        }
        robot.look(world, time, &mut self.percept)?;
        let decision = controller.decide(&self.percept);
        self.ending = decision.ending;
        if let Err(refused) = robot.obey(world, &decision.commands) {
            let (phase, why) = (controller.phase().to_owned(), Failure::Other(refused.to_string()));
            self.ending = Some(Ending::Failed { phase, why });
        }
        let mut news = Vec::new();
        for event in &controller.events()[self.told..] {
            // Where steps begin and end, the phases tell.
            if !matches!(event.what, ControlEvent::Began | ControlEvent::Done) {
                news.push(Happening::Controller(format!("{}: {}", event.phase, event.what)));
            }
        }
        self.told = controller.events().len();
        if controller.phase() != self.phase {
            let name = std::mem::replace(&mut self.phase, controller.phase().to_owned());
            let before = EndedPhase { name, began: self.phase_began, by: EndedBy::Controller };
            self.phase_began = time;
            news.push(Happening::Phase { name: self.phase.clone(), before: Some(before) });
        }
        if let Some(ending) = &self.ending {
            news.push(Happening::Controller(format!("the controller has ended: {ending}")));
        }
        Ok(news)
    }
}

impl Clone for ControllerRunner {
    fn clone(&self) -> Self {
        Self {
            controller: self.controller.as_ref().and_then(|controller| controller.boxed_clone()),
            percept: self.percept.clone(),
            phase: self.phase.clone(),
            ending: self.ending.clone(),
            ..*self
        }
    }
}

impl fmt::Debug for ControllerRunner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { phase, period, ending, .. } = self;
        f.debug_struct("ControllerRunner")
            .field("phase", phase)
            .field("period", period)
            .field("ending", ending)
            .finish_non_exhaustive()
    }
}
