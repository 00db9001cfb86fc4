//! What a sensor says.

use bristle_skin::TexelState;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Most channels that a built-in sensor has.
pub(super) const MOST: usize = 6;

/// Lists of channels that were made while the program ran.
static LISTS: Mutex<Vec<&'static [Channel]>> = Mutex::new(Vec::new());

/// One number that a sensor tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Short name, unique within the sensor.
    pub name: &'static str,
    /// Unit; empty for a plain number.
    pub unit: &'static str,
}

impl Channel {
    /// A list of names and units that is not known beforehand. Every different list is kept until the program ends.
    pub fn list(channels: &[(&str, &str)]) -> &'static [Self] {
        let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
        let same =
            |list: &&&'static [Self]| list.iter().map(|c| (c.name, c.unit)).eq(channels.iter().copied());
        if let Some(list) = lists.iter().find(same) {
            return list;
        }
        let keep = |text: &str| -> &'static str { Box::leak(text.into()) };
        let list = channels.iter().map(|(name, unit)| Self { name: keep(name), unit: keep(unit) });
        let list: &'static [Self] = Box::leak(list.collect());
        lists.push(list);
        list
    }
}

/// What a sensor says until its next sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SensorValue {
    /// Those of the sensor in the model, which a stored value does not repeat.
    #[serde(skip)]
    pub(super) channels: &'static [Channel],
    pub(super) values: Vec<f64>,
    /// When it was sampled \[s\]; `None` before the first sample, while all values are 0.
    pub time: Option<f64>,
    /// Whether a channel was beyond the sensor's range, and shows its end instead.
    pub saturated: bool,
}

impl SensorValue {
    pub(super) fn nothing(channels: &'static [Channel]) -> Self {
        Self { channels, values: vec![0.0; channels.len()], time: None, saturated: false }
    }

    /// Takes what another one of the same sensor says.
    pub(crate) fn take(&mut self, other: &Self) {
        self.values.clone_from(&other.values);
        (self.time, self.saturated) = (other.time, other.saturated);
    }

    /// Names and units, in the order of [`values`](Self::values).
    pub fn channels(&self) -> &'static [Channel] {
        self.channels
    }

    /// The numbers, in the units of [`channels`](Self::channels).
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The channel called `name`.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.channels.iter().position(|c| c.name == name).map(|i| self.values[i])
    }

    /// The first three channels as a vector: force, acceleration, angular velocity or slip. `None` for sensors that
    /// tell no vector.
    pub fn vector(&self) -> Option<DVec3> {
        (self.channels.len() >= 3).then(|| DVec3::new(self.values[0], self.values[1], self.values[2]))
    }

    /// The last three channels of a force–torque sensor \[N·m\].
    pub fn torque(&self) -> Option<DVec3> {
        self.get("tx").map(|x| DVec3::new(x, self.values[4], self.values[5]))
    }

    /// What the texel of a slip sensor is doing.
    pub fn texel_state(&self) -> Option<TexelState> {
        let code = self.get("state")?;
        TexelState::ALL.into_iter().find(|&state| code_of(state) == code)
    }
}

/// The number that stands for a texel's state in a channel.
pub(super) fn code_of(state: TexelState) -> f64 {
    match state {
        TexelState::NoContact => 0.0,
        TexelState::Stick => 1.0,
        TexelState::Incipient => 2.0,
        TexelState::Slip => 3.0,
        TexelState::Saturated => 4.0,
    }
}

/// `fx 0.3 N, fy −0.7 N, …`; the precision of the formatter applies to the numbers.
impl fmt::Display for SensorValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (channel, value)) in self.channels.iter().zip(&self.values).enumerate() {
            let space = if channel.unit.is_empty() { "" } else { " " };
            write!(f, "{}{} ", if i == 0 { "" } else { ", " }, channel.name)?;
            fmt::Display::fmt(value, f)?;
            write!(f, "{space}{}", channel.unit)?;
        }
        f.write_str(if self.saturated { " (saturated)" } else { "" })
    }
}
