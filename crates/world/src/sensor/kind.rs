//! What there is to be sensed.

use super::value::Channel;
use super::{Measure, OwnKind, Response};
use crate::{BodyId, SkinId};
use bristle_geometry::Pose;
use std::sync::Arc;

/// What a sensor is made for, and where it sits. A `pose` is that of the sensor's frame in its body.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SensorKind {
    /// Six axes of force and torque between a body and its parent, such as at a wrist: the load that the body, and all
    /// beyond it, lays on the sensor, in the sensor's frame and about its origin. A hand at rest reads its weight,
    /// pointing down.
    ForceTorque {
        /// The body beyond the sensor; the sensor sits in its joint.
        body: BodyId,
        /// Where the sensor's frame is.
        pose: Pose,
        /// Of the forces \[N\].
        force: Response,
        /// Of the torques \[N·m\].
        torque: Response,
    },
    /// Proper acceleration \[m/s²\] in the sensor's frame: at rest it reads gravity, pointing up; in free fall nothing.
    Accelerometer {
        /// The body that carries it.
        body: BodyId,
        /// Where the sensor's frame is.
        pose: Pose,
        /// Of all three axes.
        response: Response,
    },
    /// Angular velocity \[rad/s\] in the sensor's frame.
    Gyro {
        /// The body that carries it.
        body: BodyId,
        /// Where the sensor's frame is.
        pose: Pose,
        /// Of all three axes.
        response: Response,
    },
    /// Position of a one-dof joint \[m | rad\], and its velocity as the difference of two samples over the time between
    /// them. The resolution is one count.
    Encoder {
        /// The body whose joint it watches.
        body: BodyId,
        /// Of the position.
        response: Response,
    },
    /// A whole skin as one switch: the sum of its normal forces \[N\], and the share of its texels that touch.
    Touch {
        /// The skin.
        skin: SkinId,
        /// Of the force.
        response: Response,
    },
    /// How fast the target slips past one texel \[m/s\], in the skin's frame, how much of its friction is used, and the
    /// texel's state. No hardware can tell; a simulation knows.
    TexelSlip {
        /// The skin.
        skin: SkinId,
        /// Index of the texel.
        texel: usize,
    },
    /// Distance \[m\] from the sensor's origin along its z axis (the approach vector) to the first solid that does not
    /// belong to the same body: 0 with the origin inside a solid, and the range, saturated, if there is none within.
    Distance {
        /// The body that carries it.
        body: BodyId,
        /// Where the sensor's frame is.
        pose: Pose,
        /// Of the distance; its range is how far the sensor sees and must be given.
        response: Response,
    },
    /// A kind that a user wrote.
    Own(OwnKind),
}

const fn channel(name: &'static str, unit: &'static str) -> Channel {
    Channel { name, unit }
}

const FORCE_TORQUE: [Channel; 6] = [
    channel("fx", "N"),
    channel("fy", "N"),
    channel("fz", "N"),
    channel("tx", "N·m"),
    channel("ty", "N·m"),
    channel("tz", "N·m"),
];
const ACCELERATION: [Channel; 3] = [channel("ax", "m/s²"), channel("ay", "m/s²"), channel("az", "m/s²")];
const TURN: [Channel; 3] = [channel("wx", "rad/s"), channel("wy", "rad/s"), channel("wz", "rad/s")];
// The joint may be a slide or a hinge, so its unit is the joint's own.
const ENCODER: [Channel; 2] = [channel("position", "m|rad"), channel("velocity", "m/s|rad/s")];
const TOUCH: [Channel; 2] = [channel("force", "N"), channel("share", "")];
const SLIP: [Channel; 5] = [
    channel("vx", "m/s"),
    channel("vy", "m/s"),
    channel("vz", "m/s"),
    channel("utilisation", ""),
    channel("state", ""),
];
const DISTANCE: [Channel; 1] = [channel("distance", "m")];

impl SensorKind {
    /// A kind of one's own.
    pub fn own(measure: impl Measure + 'static) -> Self {
        Self::Own(OwnKind(Arc::new(measure)))
    }

    /// What it tells.
    pub fn channels(&self) -> &'static [Channel] {
        match self {
            Self::ForceTorque { .. } => &FORCE_TORQUE,
            Self::Accelerometer { .. } => &ACCELERATION,
            Self::Gyro { .. } => &TURN,
            Self::Encoder { .. } => &ENCODER,
            Self::Touch { .. } => &TOUCH,
            Self::TexelSlip { .. } => &SLIP,
            Self::Distance { .. } => &DISTANCE,
            Self::Own(own) => own.0.channels(),
        }
    }

    /// The body it sits on, unless it is of a skin.
    pub fn body(&self) -> Option<BodyId> {
        match *self {
            Self::ForceTorque { body, .. }
            | Self::Accelerometer { body, .. }
            | Self::Gyro { body, .. }
            | Self::Encoder { body, .. }
            | Self::Distance { body, .. } => Some(body),
            Self::Touch { .. } | Self::TexelSlip { .. } | Self::Own(_) => None,
        }
    }

    /// Its frame in the body, if it has one.
    pub fn pose(&self) -> Option<Pose> {
        match *self {
            Self::ForceTorque { pose, .. }
            | Self::Accelerometer { pose, .. }
            | Self::Gyro { pose, .. }
            | Self::Distance { pose, .. } => Some(pose),
            _ => None,
        }
    }

    /// What becomes of channel `index`; `None` for a derived one (an encoder's velocity, a share, a texel's slip), which
    /// is told as it is.
    pub(super) fn response(&self, index: usize) -> Option<&Response> {
        match self {
            Self::ForceTorque { force, .. } if index < 3 => Some(force),
            Self::ForceTorque { torque, .. } => Some(torque),
            Self::Accelerometer { response, .. } | Self::Gyro { response, .. } => Some(response),
            Self::Encoder { response, .. }
            | Self::Touch { response, .. }
            | Self::Distance { response, .. } => (index == 0).then_some(response),
            Self::TexelSlip { .. } => None,
            Self::Own(own) => own.0.response(index),
        }
    }

    /// Numbers that it keeps from one step to the next.
    pub(super) fn memory(&self) -> usize {
        match self {
            Self::Own(own) => own.0.memory(),
            _ => 0,
        }
    }
}
