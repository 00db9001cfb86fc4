//! What a controller can tell a robot.

use glam::DVec3;
use std::fmt;

/// What a gripper is told; held until the next command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GripperCommand {
    /// Open (positive) or close (negative) at a rate of the opening \[m/s\].
    Velocity(f64),
    /// Go to an opening and stay there \[m\].
    Opening(f64),
    /// Close with the drive's current limited: what is between the fingers is squeezed with what the limit gives.
    Squeeze {
        /// Largest current \[A\], not negative.
        current: f64,
        /// Largest rate of closing \[m/s\], positive: what holds while nothing is between the fingers.
        speed: f64,
    },
    /// Cut the drive, and hold the fingers where they come to rest.
    Stop,
}

/// What an arm is told; held until the next command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArmCommand {
    /// Move the tool in a straight line to a point, from the arm's zero in world axes \[m\], and stay there.
    MoveTo(DVec3),
    /// Stop and hold the tool where it is.
    Hold,
}

/// Commands of one turn. What is `None` goes on as before.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Orders {
    /// For the gripper.
    pub gripper: Option<GripperCommand>,
    /// For the arm.
    pub arm: Option<ArmCommand>,
}

impl Orders {
    /// Nothing new.
    pub const NONE: Self = Self { gripper: None, arm: None };

    /// A command for the gripper alone.
    pub fn gripper(command: GripperCommand) -> Self {
        Self { gripper: Some(command), arm: None }
    }

    /// A command for the arm alone.
    pub fn arm(command: ArmCommand) -> Self {
        Self { gripper: None, arm: Some(command) }
    }

    /// Everything stops where it is.
    pub fn stop() -> Self {
        Self { gripper: Some(GripperCommand::Stop), arm: Some(ArmCommand::Hold) }
    }
}

impl fmt::Display for GripperCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Velocity(rate) => write!(f, "velocity {rate} m/s"),
            Self::Opening(opening) => write!(f, "opening {opening} m"),
            Self::Squeeze { current, speed } => write!(f, "squeeze {current} A, at most {speed} m/s"),
            Self::Stop => f.write_str("stop"),
        }
    }
}

impl fmt::Display for ArmCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MoveTo(to) => write!(f, "move to ({}, {}, {}) m", to.x, to.y, to.z),
            Self::Hold => f.write_str("hold"),
        }
    }
}

impl fmt::Display for Orders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.gripper, self.arm) {
            (None, None) => f.write_str("nothing new"),
            (Some(gripper), None) => write!(f, "gripper: {gripper}"),
            (None, Some(arm)) => write!(f, "arm: {arm}"),
            (Some(gripper), Some(arm)) => write!(f, "gripper: {gripper}; arm: {arm}"),
        }
    }
}
