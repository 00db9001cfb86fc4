//! A log as hardware.

use super::{Log, LoggedTurn};
use crate::{Commands, Hardware, HardwareError, Percept, Senses};
use std::fmt;

/// Gives a controller the percepts of a log, and compares its commands with those of the log.
///
/// It cannot answer to commands that differ: what it gives is what was sensed then. So the first parting is the one to look at.
#[derive(Clone, Debug)]
pub struct LogPlayer {
    log: Log,
    /// Turns given so far.
    given: usize,
    agreement: Agreement,
}

/// How far a controller agrees with a log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Turns that were compared.
    pub turns: usize,
    /// Turns in which commands differed.
    pub differing: usize,
    /// The first of them.
    pub partings: Vec<Parting>,
}

/// A turn in which a controller commanded something else than the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Parting {
    /// Line of the log.
    pub line: u64,
    /// \[s\]
    pub time: f64,
    /// Phase in the log.
    pub phase: String,
    /// What the log has, in words.
    pub logged: String,
    /// What the controller commanded, in words.
    pub given: String,
}

/// Partings that are kept word for word.
const KEPT: usize = 20;

impl LogPlayer {
    /// At the start of a log.
    pub fn new(log: Log) -> Self {
        Self { log, given: 0, agreement: Agreement::default() }
    }

    /// How far the commands so far agree with the log.
    pub fn agreement(&self) -> &Agreement {
        &self.agreement
    }

    /// Turns of the log that were not given yet.
    pub fn left(&self) -> usize {
        self.log.turns.len() - self.given
    }
}

impl Agreement {
    /// Whether all commands were those of the log, to the last bit.
    pub fn is_complete(&self) -> bool {
        self.turns > 0 && self.differing == 0
    }
}

impl Hardware for LogPlayer {
    fn senses(&self) -> &Senses {
        &self.log.senses
    }

    fn read(&mut self, percept: &mut Percept) -> Result<(), HardwareError> {
        match self.log.turns.get(self.given) {
            Some(turn) => {
                self.given += 1;
                percept.clone_from(&turn.percept);
                Ok(())
            }
            None => {
                let time = self.log.turns.last().map_or(0.0, |turn| turn.percept.time);
                Err(HardwareError::EndOfLog { time })
            }
        }
    }

    fn send(&mut self, commands: &Commands) -> Result<(), HardwareError> {
        let Some(LoggedTurn { percept, commands: logged, phase, line }) =
            self.given.checked_sub(1).and_then(|last| self.log.turns.get(last))
        else {
            let why = "nothing was read yet; read first".to_owned();
            return Err(HardwareError::Refused { command: commands.describe(&self.log.senses), why });
        };
        let agreement = &mut self.agreement;
        agreement.turns += 1;
        if commands != logged {
            agreement.differing += 1;
            if agreement.partings.len() < KEPT {
                let (line, time, phase) = (*line, percept.time, phase.clone());
                let [logged, given] = [logged, commands].map(|all| all.describe(&self.log.senses));
                agreement.partings.push(Parting { line, time, phase, logged, given });
            }
        }
        Ok(())
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { turns, differing, partings } = self;
        write!(f, "{} of {turns} turns agree", turns - differing)?;
        match partings.first() {
            Some(first) => write!(f, "; they part at {first}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Parting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, time, phase, logged, given } = self;
        write!(
            f,
            "line {line}, {time} s, phase `{phase}`: the log has \"{logged}\", the controller \"{given}\""
        )
    }
}
