//! Sensors beside the skins.

use crate::error::Fault;
use crate::view::View;
use bristle_geometry::Pose;

/// A sensor.
#[derive(Clone, Debug, PartialEq)]
pub struct SensorDescription {
    /// Its name.
    pub name: String,
    /// What it measures.
    pub kind: SensorKind,
}

/// What a sensor measures.
#[derive(Clone, Debug, PartialEq)]
pub enum SensorKind {
    /// Force and torque between a body and its parent.
    ForceTorque {
        /// The body that wears it.
        on: String,
        /// Where it is on that body.
        pose: Pose,
    },
    /// Specific force.
    Accelerometer {
        /// The body that wears it.
        on: String,
        /// Where it is on that body.
        pose: Pose,
    },
    /// Angular velocity.
    Gyro {
        /// The body that wears it.
        on: String,
        /// Where it is on that body.
        pose: Pose,
    },
    /// Position of a joint.
    Encoder {
        /// The body whose joint it measures.
        of: String,
    },
    /// Slip of a texel.
    Slip {
        /// The skin.
        skin: String,
        /// The texel's number.
        texel: usize,
    },
    /// Distance along +z of the sensor.
    Distance {
        /// The body that wears it.
        on: String,
        /// Where it is on that body.
        pose: Pose,
        /// How far it sees \[m\].
        range: f64,
    },
}

impl SensorDescription {
    pub(super) fn read(name: &str, view: View<'_>) -> Result<Self, Fault> {
        let (tag, of) = view.tag(&["force_torque", "accelerometer", "gyro", "encoder", "slip", "distance"])?;
        let kind = match tag {
            "force_torque" => SensorKind::ForceTorque { on: of.name("on")?, pose: of.pose("pose")? },
            "accelerometer" => SensorKind::Accelerometer { on: of.name("on")?, pose: of.pose("pose")? },
            "gyro" => SensorKind::Gyro { on: of.name("on")?, pose: of.pose("pose")? },
            "encoder" => SensorKind::Encoder { of: of.name("of")? },
            "slip" => SensorKind::Slip { skin: of.name("skin")?, texel: of.count("texel")? },
            _ => SensorKind::Distance { on: of.name("on")?, pose: of.pose("pose")?, range: of.number("range")? },
        };
        Ok(Self { name: name.to_owned(), kind })
    }
}
