//! Reading a log.

use super::columns::{SENSES, head};
use crate::{Commands, JointState, MotorState, Percept, Sample, Samples, Senses, Tactile};
use bristle_system::input::{self, Problem};
use glam::DVec3;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A log that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// What the robot had.
    pub senses: Senses,
    /// Its turns.
    pub turns: Vec<LoggedTurn>,
}

/// A turn of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedTurn {
    /// What was sensed.
    pub percept: Percept,
    /// What was commanded in answer.
    pub commands: Commands,
    /// What the controller was doing.
    pub phase: String,
    /// Its line in the file, counted from 1.
    pub line: u64,
}

/// Why a log cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LogError {
    /// The file cannot be opened.
    #[error("cannot read `{}`: {cause}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: Problem,
    },
    /// The first line is not that of a log.
    #[error("line 1 must be `# senses` and the robot's senses as JSON: {0}")]
    Senses(String),
    /// Not CSV: a line with too few or too many fields, or no text.
    #[error("this is no log: {0}; every line must have as many fields as the head")]
    Csv(#[from] csv::Error),
    /// The head is not that of a log.
    #[error("column {column} is `{found}` where the log of this robot has `{expected}`")]
    Head {
        /// Counted from 1.
        column: usize,
        /// What is there.
        found: String,
        /// What should be.
        expected: String,
    },
    /// A field that cannot be understood.
    #[error("line {line}, column `{column}`: `{found}` is not {expected}")]
    Field {
        /// Counted from 1.
        line: u64,
        /// The column.
        column: String,
        /// What is there.
        found: String,
        /// What should be.
        expected: String,
    },
    /// No turns.
    #[error("the log has a head and no turns; record at least one")]
    Empty,
}

impl Log {
    /// Reads the log at `path`.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, LogError> {
        let path = path.as_ref();
        Self::read(input::open(path).map_err(|cause| LogError::Open { path: path.to_owned(), cause })?)
    }

    /// Reads a log.
    pub fn read(from: impl Read) -> Result<Self, LogError> {
        let mut from = BufReader::new(from);
        let mut first = String::new();
        from.read_line(&mut first).map_err(|cause| LogError::Senses(cause.to_string()))?;
        let text =
            first.strip_prefix(SENSES).ok_or_else(|| LogError::Senses("it is something else".to_owned()))?;
        let senses: Senses =
            serde_json::from_str(text).map_err(|cause| LogError::Senses(cause.to_string()))?;
        let mut reader = csv::Reader::from_reader(from);
        let names: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
        let expected = head(&senses);
        if let Some(index) = (0..names.len().max(expected.len())).find(|&i| names.get(i) != expected.get(i)) {
            let or_nothing = |list: &[String]| list.get(index).cloned().unwrap_or("nothing".to_owned());
            let (found, expected) = (or_nothing(&names), or_nothing(&expected));
            return Err(LogError::Head { column: index + 1, found, expected });
        }
        let mut turns = Vec::new();
        for record in reader.records() {
            let record = record?;
            // The line of the senses is not counted by the reader.
            let line = record.position().map_or(0, csv::Position::line) + 1;
            turns.push(Fields { names: &names, record: &record, line, at: 0 }.turn(&senses)?);
        }
        if turns.is_empty() { Err(LogError::Empty) } else { Ok(Self { senses, turns }) }
    }
}

/// The fields of a line, taken one after the other.
struct Fields<'a> {
    names: &'a [String],
    record: &'a csv::StringRecord,
    line: u64,
    at: usize,
}

impl<'a> Fields<'a> {
    fn text(&mut self) -> &'a str {
        self.at += 1;
        self.record.get(self.at - 1).unwrap_or("")
    }

    /// About the field that was taken last.
    fn wrong(&self, expected: impl Into<String>) -> LogError {
        let place = self.at - 1;
        LogError::Field {
            line: self.line,
            column: self.names.get(place).cloned().unwrap_or_default(),
            found: self.record.get(place).unwrap_or("").to_owned(),
            expected: expected.into(),
        }
    }

    fn number(&mut self) -> Result<f64, LogError> {
        self.text().trim().parse().map_err(|_| self.wrong("a number, such as 0.0123 or 4.5e-6"))
    }

    /// Numbers of the field that was taken last.
    fn numbers(&self, text: &str) -> Result<Vec<f64>, LogError> {
        let number = |word: &str| word.parse().map_err(|_| self.wrong("numbers with a space between them"));
        text.split_whitespace().map(number).collect()
    }

    fn list(&mut self) -> Result<Vec<f64>, LogError> {
        let text = self.text();
        self.numbers(text)
    }

    fn or_nothing(&mut self) -> Result<Option<f64>, LogError> {
        match self.list()?[..] {
            [] => Ok(None),
            [value] => Ok(Some(value)),
            _ => Err(self.wrong("a number or empty")),
        }
    }

    fn turn(mut self, senses: &Senses) -> Result<LoggedTurn, LogError> {
        let mut percept = Percept { time: self.number()?, ..Percept::default() };
        let phase = self.text().to_owned();
        for _ in &senses.joints {
            let (position, velocity, effort) = (self.number()?, self.number()?, self.number()?);
            percept.joints.push(JointState { position, velocity, effort });
        }
        for _ in &senses.motors {
            let (effort, current, voltage) = (self.number()?, self.or_nothing()?, self.or_nothing()?);
            percept.motors.push(MotorState { effort, current, voltage });
        }
        for skin in &senses.skins {
            percept.skins.push(self.frame(skin.utilisation)?);
        }
        for _ in &senses.sensors {
            percept.sensors.push(self.samples()?);
        }
        let mut commands = Commands::none();
        for motor in 0..senses.motors.len() {
            let text = self.text();
            if !text.is_empty() {
                let command = text.parse().map_err(|error| self.wrong(format!("a command: {error}")))?;
                commands.set(motor, command);
            }
        }
        Ok(LoggedTurn { percept, commands, phase, line: self.line })
    }

    fn frame(&mut self, utilisation: bool) -> Result<Tactile, LogError> {
        let frame = self.text().parse().map_err(|_| self.wrong("the number of a frame"))?;
        let is_new = match self.text() {
            "0" => false,
            "1" => true,
            _ => return Err(self.wrong("0 or 1")),
        };
        let values = self.list()?;
        let shear = self.list()?;
        if shear.len() % 3 != 0 {
            return Err(self.wrong("three numbers per cell"));
        }
        let shear = shear.chunks_exact(3).map(DVec3::from_slice).collect();
        let utilisation = if utilisation { self.list()? } else { Vec::new() };
        Ok(Tactile { shear, utilisation, frame, is_new, ..Tactile::new(values) })
    }

    fn samples(&mut self) -> Result<Samples, LogError> {
        let text = self.text();
        let mut samples = Vec::new();
        for words in text.split(';').filter(|words| !words.is_empty()) {
            match self.numbers(words)?.split_first() {
                Some((&time, values)) => samples.push(Sample { time, values: values.to_vec() }),
                None => return Err(self.wrong("samples: a time and values each, with `;` between samples")),
            }
        }
        Ok(Samples { samples })
    }
}
