//! Reading a log.

use super::columns::{HOLD, MOVE, OPENING, ORDERS, SQUEEZE, STATE, STOP, VELOCITY, WRIST, head, texel};
use crate::{
    ArmCommand, ArmState, GripperCommand, GripperState, Orders, Percept, Senses, SkinSense, Tactile,
    WristLoad,
};
use glam::DVec3;
use std::io::Read;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A log that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// What the robot had to sense with.
    pub senses: Senses,
    /// Its turns.
    pub turns: Vec<LoggedTurn>,
}

/// A turn of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedTurn {
    /// What was sensed.
    pub percept: Percept,
    /// What was ordered in answer.
    pub orders: Orders,
    /// What the controller was doing.
    pub phase: String,
    /// Its line in the file, the head being line 1.
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
        /// What the system says.
        cause: std::io::Error,
    },
    /// Not CSV: a line with too few or too many fields, or no text.
    #[error("this is no log: {0}; every line must have as many fields as the head")]
    Csv(#[from] csv::Error),
    /// The head is not that of a log.
    #[error(
        "column {column} is `{found}` where a log has `{expected}`; columns are time_s, phase, gripper, arm, wrist, texels as \
         `skin r0 c0` row by row, orders"
    )]
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
        /// Counted from 1, the head being 1.
        line: u64,
        /// The column.
        column: String,
        /// What is there.
        found: String,
        /// What should be.
        expected: &'static str,
    },
    /// No turns.
    #[error("the log has a head and no turns; record at least one")]
    Empty,
}

impl Log {
    /// Reads the log at `path`.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, LogError> {
        let path = path.as_ref();
        let file =
            std::fs::File::open(path).map_err(|cause| LogError::Open { path: path.to_owned(), cause })?;
        Self::read(std::io::BufReader::new(file))
    }

    /// Reads a log.
    pub fn read(from: impl Read) -> Result<Self, LogError> {
        let mut reader = csv::Reader::from_reader(from);
        let names: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
        let senses = senses(&names)?;
        let mut turns = Vec::new();
        for record in reader.records() {
            let record = record?;
            let line = record.position().map_or(0, csv::Position::line);
            turns.push(Fields { names: &names, record: &record, line, at: 0 }.turn(&senses)?);
        }
        if turns.is_empty() { Err(LogError::Empty) } else { Ok(Self { senses, turns }) }
    }
}

/// What the head tells of the robot. It is then written anew: what differs is a mistake.
fn senses(names: &[String]) -> Result<Senses, LogError> {
    let wrist = names.get(STATE.len()).is_some_and(|name| name == WRIST[0]);
    let first = STATE.len() + if wrist { WRIST.len() } else { 0 };
    let mut skins: Vec<SkinSense> = Vec::new();
    for (name, row, column) in names.iter().skip(first).map_while(|name| texel(name)) {
        match skins.last_mut() {
            Some(skin) if skin.name == name => {
                skin.rows = skin.rows.max(row.saturating_add(1));
                skin.columns = skin.columns.max(column.saturating_add(1));
            }
            _ => skins.push(SkinSense::grid(name, row.saturating_add(1), column.saturating_add(1))),
        }
    }
    // A huge row number must not make us write a huge head.
    let texels =
        skins.iter().fold(0_usize, |sum, skin| sum.saturating_add(skin.rows.saturating_mul(skin.columns)));
    let senses = Senses { skins, wrist };
    let expected = match first.saturating_add(texels).saturating_add(ORDERS.len()) == names.len() {
        true => head(&senses),
        false => head(&Senses { skins: Vec::new(), wrist }),
    };
    let differs = (0..names.len().max(expected.len())).find(|&i| names.get(i) != expected.get(i));
    match differs {
        None => Ok(senses),
        Some(index) => {
            let or_nothing = |list: &[String]| list.get(index).cloned().unwrap_or("nothing".to_owned());
            Err(LogError::Head {
                column: index + 1,
                found: or_nothing(names),
                expected: or_nothing(&expected),
            })
        }
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
    fn wrong(&self, expected: &'static str) -> LogError {
        let place = self.at - 1;
        LogError::Field {
            line: self.line,
            column: self.names.get(place).cloned().unwrap_or_default(),
            found: self.record.get(place).unwrap_or("").to_owned(),
            expected,
        }
    }

    fn number(&mut self) -> Result<f64, LogError> {
        self.text().trim().parse().map_err(|_| self.wrong("a number, such as 0.0123 or 4.5e-6"))
    }

    fn vector(&mut self) -> Result<DVec3, LogError> {
        Ok(DVec3::new(self.number()?, self.number()?, self.number()?))
    }

    /// Skips fields that have to be empty.
    fn nothing(&mut self, fields: usize) -> Result<(), LogError> {
        for _ in 0..fields {
            if !self.text().is_empty() {
                return Err(self.wrong("empty, as the order before it needs"));
            }
        }
        Ok(())
    }

    fn turn(mut self, senses: &Senses) -> Result<LoggedTurn, LogError> {
        let time = self.number()?;
        let phase = self.text().to_owned();
        let (opening, velocity, current) = (self.number()?, self.number()?, self.number()?);
        let arm = ArmState { position: self.vector()?, velocity: self.vector()? };
        let wrist = match senses.wrist {
            true => Some(WristLoad { force: self.vector()?, torque: self.vector()? }),
            false => None,
        };
        let mut skins = Vec::with_capacity(senses.skins.len());
        for skin in &senses.skins {
            let values = (0..skin.texels()).map(|_| self.number()).collect::<Result<_, _>>()?;
            skins.push(Tactile::new(values));
        }
        let percept =
            Percept { time, gripper: GripperState { opening, velocity, current }, arm, wrist, skins };
        let orders = Orders { gripper: self.gripper()?, arm: self.arm()? };
        Ok(LoggedTurn { percept, orders, phase, line: self.line })
    }

    fn gripper(&mut self) -> Result<Option<GripperCommand>, LogError> {
        let word = self.text();
        let command = match word {
            VELOCITY => Some(GripperCommand::Velocity(self.number()?)),
            OPENING => Some(GripperCommand::Opening(self.number()?)),
            SQUEEZE => {
                return Ok(Some(GripperCommand::Squeeze { current: self.number()?, speed: self.number()? }));
            }
            STOP | "" => {
                self.nothing(1)?;
                (word == STOP).then_some(GripperCommand::Stop)
            }
            _ => return Err(self.wrong("velocity, opening, squeeze, stop or empty")),
        };
        self.nothing(1)?;
        Ok(command)
    }

    fn arm(&mut self) -> Result<Option<ArmCommand>, LogError> {
        match self.text() {
            MOVE => Ok(Some(ArmCommand::MoveTo(self.vector()?))),
            word @ (HOLD | "") => {
                self.nothing(3)?;
                Ok((word == HOLD).then_some(ArmCommand::Hold))
            }
            _ => Err(self.wrong("move, hold or empty")),
        }
    }
}
