//! Writing a log.

use super::columns::{HOLD, MOVE, OPENING, SQUEEZE, STOP, VELOCITY, head};
use crate::{ArmCommand, GripperCommand, Senses, Turn};
use std::io::{self, Write};

/// Writes a log, turn by turn.
#[derive(Debug)]
pub struct LogWriter<W: Write> {
    to: csv::Writer<W>,
    wrist: bool,
    record: csv::StringRecord,
}

impl<W: Write> LogWriter<W> {
    /// Begins a log of a robot with these senses.
    pub fn new(to: W, senses: &Senses) -> io::Result<Self> {
        let mut to = csv::Writer::from_writer(to);
        to.write_record(head(senses)).map_err(io::Error::from)?;
        Ok(Self { to, wrist: senses.wrist, record: csv::StringRecord::new() })
    }

    /// Adds a turn.
    pub fn write(&mut self, turn: &Turn<'_>) -> io::Result<()> {
        let Turn { percept, orders, phase, .. } = turn;
        let record = &mut self.record;
        record.clear();
        // `{}` writes the fewest digits that read back as the same number.
        let number = |record: &mut csv::StringRecord, value: f64| record.push_field(&value.to_string());
        number(record, percept.time);
        record.push_field(phase);
        let (gripper, arm) = (&percept.gripper, &percept.arm);
        for value in [gripper.opening, gripper.velocity, gripper.current]
            .into_iter()
            .chain(arm.position.to_array())
            .chain(arm.velocity.to_array())
        {
            number(record, value);
        }
        if self.wrist {
            let load = percept.wrist.unwrap_or_default();
            load.force.to_array().into_iter().chain(load.torque.to_array()).for_each(|x| number(record, x));
        }
        percept.skins.iter().flat_map(|skin| &skin.values).for_each(|&value| number(record, value));
        let (word, value, speed) = match orders.gripper {
            None => ("", None, None),
            Some(GripperCommand::Velocity(rate)) => (VELOCITY, Some(rate), None),
            Some(GripperCommand::Opening(opening)) => (OPENING, Some(opening), None),
            Some(GripperCommand::Squeeze { current, speed }) => (SQUEEZE, Some(current), Some(speed)),
            Some(GripperCommand::Stop) => (STOP, None, None),
        };
        let or_nothing = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        record.push_field(word);
        record.push_field(&or_nothing(value));
        record.push_field(&or_nothing(speed));
        let (word, to) = match orders.arm {
            None => ("", None),
            Some(ArmCommand::MoveTo(to)) => (MOVE, Some(to)),
            Some(ArmCommand::Hold) => (HOLD, None),
        };
        record.push_field(word);
        for axis in 0..3 {
            record.push_field(&or_nothing(to.map(|to| to[axis])));
        }
        self.to.write_record(&*record).map_err(io::Error::from)
    }

    /// Ends the log.
    pub fn finish(self) -> io::Result<W> {
        self.to.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}
