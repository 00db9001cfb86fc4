//! All about a sensor that changes.

use super::SensorValue;
use serde::{Deserialize, Serialize};

/// The state of a sensor. Equal states continue equally, bit for bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SensorState {
    /// What it says, tare taken off.
    pub(super) value: SensorValue,
    /// Index of the next sample.
    pub(super) next: u64,
    /// The truth about each channel when it last looked, and the output of the low-pass; empty before the first look.
    pub(super) seen: Vec<f64>,
    pub(super) filtered: Vec<f64>,
    /// What is taken off since the last tare.
    pub(super) tare: Vec<f64>,
    /// What a kind of a user's own keeps.
    pub(super) memory: Vec<f64>,
}

impl SensorState {
    pub(super) fn new(value: SensorValue, memory: usize) -> Self {
        let tare = vec![0.0; value.values.len()];
        Self { value, next: 0, seen: Vec::new(), filtered: Vec::new(), tare, memory: vec![0.0; memory] }
    }

    /// Takes over what the model knows of the sensor, and a stored state does not repeat.
    pub(crate) fn know_channels(&mut self, fresh: &Self) {
        self.value.channels = fresh.value.channels;
    }

    /// Whether it can be the state of a sensor which begins with `fresh`.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        let count = fresh.tare.len();
        let or_none = |list: &[f64]| list.is_empty() || list.len() == count;
        self.value.values.len() == count
            && self.tare.len() == count
            && self.memory.len() == fresh.memory.len()
            && or_none(&self.seen)
            && or_none(&self.filtered)
    }

    /// What the sensor says.
    pub fn value(&self) -> &SensorValue {
        &self.value
    }
}
