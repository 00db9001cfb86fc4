//! What a robot tells a controller, and nothing else.

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Everything that a robot senses in one turn. What the lists hold, and in which order, its [`Senses`](crate::Senses) say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Percept {
    /// Since the hardware was started \[s\].
    pub time: f64,
    /// Joints.
    pub joints: Vec<JointState>,
    /// Motors.
    pub motors: Vec<MotorState>,
    /// Tactile frames.
    pub skins: Vec<Tactile>,
    /// For each other sensor, what it has measured since the last turn.
    pub sensors: Vec<Samples>,
}

/// A joint with one degree of freedom.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointState {
    /// \[m | rad\]
    pub position: f64,
    /// \[m/s | rad/s\]
    pub velocity: f64,
    /// What its motors push it with \[N | N·m\]; 0 for a joint without a motor.
    pub effort: f64,
}

/// A motor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MotorState {
    /// At the joint \[N | N·m\].
    pub effort: f64,
    /// Of the winding \[A\]; `None` without one.
    pub current: Option<f64>,
    /// On the winding \[V\]; `None` without one.
    pub voltage: Option<f64>,
}

/// A tactile frame: a value per cell and their sum.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tactile {
    /// One per cell: normal forces \[N\] or counts, see [`SkinSense::unit`](crate::SkinSense::unit).
    pub values: Vec<f64>,
    /// Their sum.
    pub sum: f64,
    /// Friction on each cell, in the frame of the skin \[N\]; empty if the device does not measure it.
    pub shear: Vec<DVec3>,
    /// Friction on each cell over its limit, 1 where it slips; empty if the device does not tell. No hardware can.
    pub utilisation: Vec<f64>,
    /// Number of the frame, counted by the device.
    pub frame: u64,
    /// Whether the frame is new in this turn; a device slower than the controller shows the same frame for several turns.
    pub is_new: bool,
}

/// What a sensor has measured since the last turn, oldest first. Empty if nothing is new.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Samples {
    /// The samples.
    pub samples: Vec<Sample>,
}

/// One measurement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// When it was taken \[s\].
    pub time: f64,
    /// A value per channel of the sensor.
    pub values: Vec<f64>,
}

impl Tactile {
    /// A frame of these values; the sum is taken in their order, so that a frame read back has the same bits.
    pub fn new(values: Vec<f64>) -> Self {
        let sum = values.iter().sum();
        Self { values, sum, shear: Vec::new(), utilisation: Vec::new(), frame: 0, is_new: true }
    }

    /// Cells whose value is above `level`.
    pub fn active(&self, level: f64) -> usize {
        self.values.iter().filter(|&&value| value > level).count()
    }
}
