//! All about a motor that changes.

use super::{Command, LimitedBy, Mode};
use serde::{Deserialize, Serialize};

/// Where a controller wants the joint to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// \[m | rad\]
    pub position: f64,
    /// \[m/s | rad/s\]
    pub velocity: f64,
}

/// The state of a motor. Equal states continue equally, bit for bit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MotorState {
    pub(super) command: Command,
    /// Mode that the reference belongs to; where the command's differs, the next step begins a new reference.
    pub(super) mode: Mode,
    pub(super) reference: Reference,
    /// Integral of the position error \[m·s | rad·s\].
    pub(super) integral: f64,
    /// Effort of the last step at the joint, before the rotor's friction \[N | N·m\].
    pub(super) drive_effort: f64,
    pub(super) limited_by: LimitedBy,
}

impl MotorState {
    /// What the motor has been told.
    pub fn command(&self) -> Command {
        self.command
    }

    /// Where the controller wants the joint to be now. Of use in position and velocity control only.
    pub fn reference(&self) -> Reference {
        self.reference
    }
}

/// What a motor tells about its last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Telemetry {
    /// Effort at the joint, the rotor's viscous friction taken off \[N | N·m\].
    pub effort: f64,
    /// Current of the winding \[A\]; `None` for an ideal motor.
    pub current: Option<f64>,
    /// Voltage at the winding \[V\]; `None` for an ideal motor.
    pub voltage: Option<f64>,
    /// Where the controller wanted the joint to be.
    pub reference: Reference,
    /// What held the effort back.
    pub limited_by: LimitedBy,
}

impl Telemetry {
    /// Whether the motor could not give what its controller asked for.
    pub fn limited(&self) -> bool {
        self.limited_by != LimitedBy::Nothing
    }
}
