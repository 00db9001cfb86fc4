//! Sensors beside the skins.

use super::{SceneData, fitting_unit};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_geometry::Pose;
use bristle_world::sensor::Response;

/// A sensor.
#[derive(Clone, Debug, PartialEq)]
pub struct SensorDescription {
    /// Its name.
    pub name: String,
    /// What it measures.
    pub kind: SensorMeasures,
    /// Samples per second \[Hz\].
    pub rate: Option<f64>,
    /// Of a low-pass \[Hz\].
    pub bandwidth: Option<f64>,
    /// Constant error per channel.
    pub bias: Option<Vec<f64>>,
}

/// What a sensor measures.
#[derive(Clone, Debug, PartialEq)]
pub enum SensorMeasures {
    /// Force and torque between a body and its parent.
    ForceTorque {
        /// The body beyond the sensor.
        on: String,
        /// Where it is on that body.
        pose: Pose,
        /// Of the forces \[N\].
        force: Response,
        /// Of the torques \[N·m\].
        torque: Response,
    },
    /// Proper acceleration.
    Accelerometer {
        /// The body that wears it.
        on: String,
        /// Where it is on that body.
        pose: Pose,
        /// Of all axes \[m/s²\].
        response: Response,
    },
    /// Angular velocity.
    Gyro {
        /// The body that wears it.
        on: String,
        /// Where it is on that body.
        pose: Pose,
        /// Of all axes \[rad/s\].
        response: Response,
    },
    /// Position of a joint.
    Encoder {
        /// The body whose joint it measures.
        of: String,
        /// Of the position \[m or rad\].
        response: Response,
    },
    /// Sum of a skin's normal forces.
    Touch {
        /// The skin.
        skin: String,
        /// Of the force \[N\].
        response: Response,
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
        /// Of the distance \[m\]; its range is how far it sees.
        response: Response,
    },
}

const KINDS: [&str; 7] = ["force_torque", "accelerometer", "gyro", "encoder", "touch", "slip", "distance"];

impl SensorDescription {
    pub(super) fn read(name: &str, view: View<'_>, scene: &SceneData) -> Result<Self, Fault> {
        let (tag, of) = view.tag(&KINDS)?;
        let response = read_response(of);
        let kind = match tag {
            "force_torque" => {
                let part = |key: &str| of.maybe_table(key).map_or(Response::IDEAL, read_response);
                let (force, torque) = (part("force"), part("torque"));
                SensorMeasures::ForceTorque { on: of.name("on")?, pose: of.pose("pose")?, force, torque }
            }
            "accelerometer" => {
                SensorMeasures::Accelerometer { on: of.name("on")?, pose: of.pose("pose")?, response }
            }
            "gyro" => SensorMeasures::Gyro { on: of.name("on")?, pose: of.pose("pose")?, response },
            "encoder" => {
                let body = of.name("of")?;
                match scene.joint_kind(&body) {
                    Some(kind) if kind.velocities() == 1 => {
                        fitting_unit(of, "resolution", kind)?;
                        fitting_unit(of, "noise", kind)?;
                    }
                    _ => {
                        let message = format!("the joint of `{body}` has no one position to measure");
                        return Err(Fault::new(ErrorKind::Conflict, of.at_key("of"), message)
                            .note("allowed: bodies on revolute or prismatic joints"));
                    }
                }
                SensorMeasures::Encoder { of: body, response }
            }
            "touch" => SensorMeasures::Touch { skin: of.name("skin")?, response },
            "slip" => SensorMeasures::Slip { skin: of.name("skin")?, texel: of.count("texel")? },
            _ => SensorMeasures::Distance { on: of.name("on")?, pose: of.pose("pose")?, response },
        };
        Ok(Self {
            name: name.to_owned(),
            kind,
            rate: view.maybe_number("rate"),
            bandwidth: view.maybe_number("bandwidth"),
            bias: view.maybe_numbers("bias"),
        })
    }
}

fn read_response(view: View<'_>) -> Response {
    Response {
        range: view.maybe_number("range"),
        resolution: view.maybe_number("resolution"),
        noise: view.maybe_number("noise").unwrap_or(0.0),
    }
}
