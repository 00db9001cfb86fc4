//! Why a sensor could not be built.

use bristle_contact::OutOfRange;
use thiserror::Error;

/// Data that describe no possible sensor. Every message names the sensor, the range and the way out.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SensorError {
    /// A parameter is NaN, infinite or outside its range.
    #[error("sensor `{sensor}`: {number}")]
    OutOfRange {
        /// Name of the sensor.
        sensor: String,
        /// The number.
        number: OutOfRange,
    },
    /// Its pose in the body is not rigid.
    #[error(
        "sensor `{sensor}`: its pose in the body is not rigid: it must have finite coordinates and a unit quaternion; \
         make it with Pose::new"
    )]
    BadPose {
        /// Name of the sensor.
        sensor: String,
    },
    /// Channels that cannot be told apart.
    #[error("sensor `{sensor}`: {why}")]
    BadChannels {
        /// Name of the sensor.
        sensor: String,
        /// What is wrong, and what to do.
        why: String,
    },
    /// A bias for other channels than it has.
    #[error(
        "sensor `{sensor}`: {given} biases are given: there must be {channels}, one per channel: {names}"
    )]
    BiasCount {
        /// Name of the sensor.
        sensor: String,
        /// How many were given.
        given: usize,
        /// How many channels there are.
        channels: usize,
        /// Their names.
        names: String,
    },
}
