//! Several controllers on one robot.

use crate::{Commands, Controller, Decision, Ending, Event, Failure, Percept, Senses};

/// Controllers that each drive a part of one robot, such as two grippers. Ends when all have ended; failed, if one of them did.
///
/// All see the same percept. Two that command the same motor in one turn cannot both be right: that ends it as failed.
pub struct Together {
    parts: Vec<Part>,
    motors: Vec<String>,
    phase: String,
    events: Vec<Event>,
}

struct Part {
    name: String,
    controller: Box<dyn Controller>,
    /// How many of its events were taken over.
    told: usize,
    ending: Option<Ending>,
}

impl Together {
    /// Controllers with a name each, for phases and events.
    pub fn new<N: Into<String>>(
        parts: impl IntoIterator<Item = (N, Box<dyn Controller>)>,
        senses: &Senses,
    ) -> Self {
        let part = |(name, controller): (N, _)| Part { name: name.into(), controller, told: 0, ending: None };
        let mut all = Self {
            parts: parts.into_iter().map(part).collect(),
            motors: senses.motors.iter().map(|motor| motor.name.clone()).collect(),
            phase: String::new(),
            events: Vec::new(),
        };
        all.name_phase();
        all
    }

    fn name_phase(&mut self) {
        let parts = self.parts.iter().map(|part| format!("{}: {}", part.name, part.controller.phase()));
        self.phase = parts.collect::<Vec<_>>().join("; ");
    }
}

impl Controller for Together {
    fn decide(&mut self, percept: &Percept) -> Decision {
        let mut commands = Commands::none();
        let mut conflict = None;
        for part in self.parts.iter_mut().filter(|part| part.ending.is_none()) {
            let decision = part.controller.decide(percept);
            part.ending = decision.ending;
            for given in decision.commands.iter() {
                if commands.get(given.motor).is_some() {
                    conflict = Some((part.name.clone(), given.motor));
                }
                commands.set(given.motor, given.command);
            }
            for event in &part.controller.events()[part.told..] {
                let phase = format!("{}: {}", part.name, event.phase);
                self.events.push(Event { phase, ..event.clone() });
            }
            part.told = part.controller.events().len();
        }
        self.name_phase();
        if let Some((phase, motor)) = conflict {
            let motor = self.motors.get(motor).map_or("?", String::as_str);
            let why = Failure::Other(format!("another controller commands the motor `{motor}`, too"));
            return Decision::end(commands, Ending::Failed { phase, why });
        }
        if self.parts.iter().any(|part| part.ending.is_none()) {
            return Decision::go_on(commands);
        }
        let failed = self.parts.iter().find_map(|part| match &part.ending {
            Some(Ending::Failed { phase, why }) => {
                Some(Ending::Failed { phase: format!("{}: {phase}", part.name), why: why.clone() })
            }
            _ => None,
        });
        Decision::end(commands, failed.unwrap_or(Ending::Done))
    }

    fn phase(&self) -> &str {
        &self.phase
    }

    fn events(&self) -> &[Event] {
        &self.events
    }
}
