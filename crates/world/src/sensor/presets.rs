//! Sensors of the literature.

use super::{Response, Sensor, SensorError, SensorKind};
use crate::BodyId;
use bristle_geometry::Pose;

impl Sensor {
    /// The Bosch BMA150 in the palm of a PR2 gripper: ±78 m/s², 0.15 m/s² per step, 3 kHz, bandwidth 1.5 kHz (Romano,
    /// Hsiao, Niemeyer, Chitta, Kuchenbecker, "Human-inspired robotic grasp control with tactile sensing", IEEE
    /// Transactions on Robotics 27(6), 2011, §III). Its noise is not given there and is left out.
    pub fn pr2_palm_accelerometer(
        name: impl Into<String>,
        body: BodyId,
        pose: Pose,
    ) -> Result<Self, SensorError> {
        let response = Response { range: Some(78.0), resolution: Some(0.15), ..Response::IDEAL };
        Self::new(name, SensorKind::Accelerometer { body, pose, response })?
            .with_rate(3e3)?
            .with_bandwidth(1.5e3)
    }
}
