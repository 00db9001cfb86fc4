//! All about a sensor that changes.

use super::SensorValue;
use super::value::MOST;

/// The state of a sensor. Equal states continue equally, bit for bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SensorState {
    /// What it says, tare taken off.
    pub(super) value: SensorValue,
    /// Index of the next sample.
    pub(super) next: u64,
    /// Output of the low-pass; `None` before the first step.
    pub(super) filtered: Option<[f64; MOST]>,
    /// What is taken off since the last tare.
    pub(super) tare: [f64; MOST],
}

impl SensorState {
    pub(super) fn new(value: SensorValue) -> Self {
        Self { value, next: 0, filtered: None, tare: [0.0; MOST] }
    }

    /// What the sensor says.
    pub fn value(&self) -> &SensorValue {
        &self.value
    }
}
