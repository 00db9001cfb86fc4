//! Writing a log.

use super::columns::{SENSES, head};
use crate::{Senses, Turn};
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

/// Writes a log, turn by turn.
#[derive(Debug)]
pub struct LogWriter<W: Write> {
    to: csv::Writer<W>,
    motors: usize,
    /// Which skins tell how much of their friction they use.
    utilisation: Vec<bool>,
    record: csv::StringRecord,
    field: String,
}

impl<W: Write> LogWriter<W> {
    /// Begins a log of a robot with these senses.
    pub fn new(mut to: W, senses: &Senses) -> io::Result<Self> {
        writeln!(to, "{SENSES}{}", serde_json::to_string(senses)?)?;
        let mut to = csv::Writer::from_writer(to);
        to.write_record(head(senses)).map_err(io::Error::from)?;
        let (record, field) = (csv::StringRecord::new(), String::new());
        let utilisation = senses.skins.iter().map(|skin| skin.utilisation).collect();
        Ok(Self { to, motors: senses.motors.len(), utilisation, record, field })
    }

    /// Adds a turn.
    pub fn write(&mut self, turn: &Turn<'_>) -> io::Result<()> {
        let percept = turn.percept;
        self.record.clear();
        // `{}` writes the fewest digits that read back as the same number.
        self.one(percept.time);
        self.one(turn.phase);
        for joint in &percept.joints {
            [joint.position, joint.velocity, joint.effort].into_iter().for_each(|value| self.one(value));
        }
        for motor in &percept.motors {
            self.one(motor.effort);
            self.list(motor.current, " ");
            self.list(motor.voltage, " ");
        }
        for (index, skin) in percept.skins.iter().enumerate() {
            self.one(skin.frame);
            self.one(u8::from(skin.is_new));
            self.list(&skin.values, " ");
            self.list(skin.shear.iter().flat_map(|shear| shear.to_array()), " ");
            if self.utilisation.get(index).copied().unwrap_or(false) {
                self.list(&skin.utilisation, " ");
            }
        }
        for sensor in &percept.sensors {
            let words = sensor.samples.iter().map(|sample| {
                let all = [sample.time].into_iter().chain(sample.values.iter().copied());
                all.map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
            });
            self.list(words, ";");
        }
        for motor in 0..self.motors {
            self.list(turn.commands.get(motor), " ");
        }
        self.to.write_record(&self.record).map_err(io::Error::from)
    }

    fn one(&mut self, value: impl Display) {
        self.list([value], " ");
    }

    /// A field of several values.
    fn list(&mut self, values: impl IntoIterator<Item = impl Display>, between: &str) {
        self.field.clear();
        for (index, value) in values.into_iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(self.field, "{}{value}", if index == 0 { "" } else { between });
        }
        self.record.push_field(&self.field);
    }

    /// Ends the log.
    pub fn finish(self) -> io::Result<W> {
        self.to.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}
