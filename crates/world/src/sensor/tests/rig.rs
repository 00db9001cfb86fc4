//! A truth to look at: one body, and what is around it.

use crate::BodyId;
use crate::sensor::{PlacedShape, Response, Sensor, SensorKind, SensorValue, Truth};
use bristle_geometry::{Pose, Twist, Wrench};
use bristle_skin::SkinReading;
use glam::{DQuat, DVec3};

pub(super) const LINK: BodyId = BodyId(0);

pub(super) struct Facts<'a> {
    pub time: f64,
    pub h: f64,
    pub pose: Pose,
    pub twist: Twist,
    pub acceleration: Twist,
    pub joint_wrench: Wrench,
    pub position: f64,
    pub velocity: f64,
    pub readings: Vec<SkinReading>,
    pub shapes: Vec<PlacedShape<'a>>,
}

impl Facts<'_> {
    pub(super) fn at_rest() -> Self {
        Self {
            time: 1e-3,
            h: 1e-3,
            pose: Pose::IDENTITY,
            twist: Twist::ZERO,
            acceleration: Twist::ZERO,
            joint_wrench: Wrench::default(),
            position: 0.0,
            velocity: 0.0,
            readings: Vec::new(),
            shapes: Vec::new(),
        }
    }

    pub(super) fn show(&self, look: impl FnOnce(&Truth) -> SensorValue) -> SensorValue {
        look(&Truth {
            time: self.time,
            h: self.h,
            gravity: DVec3::new(0.0, 0.0, -9.81),
            poses: &[self.pose],
            twists: &[self.twist],
            accelerations: &[self.acceleration],
            joint_wrenches: &[self.joint_wrench],
            positions: &[self.position],
            velocities: &[self.velocity],
            readings: &self.readings,
            shapes: &self.shapes,
        })
    }

    /// What a fresh sensor says at once.
    pub(super) fn seen_by(&self, sensor: &Sensor) -> SensorValue {
        let mut state = sensor.start();
        self.show(|truth| sensor.measure(truth, &mut state).unwrap().clone())
    }
}

pub(super) fn tilted() -> Pose {
    Pose::new(DQuat::from_xyzw(0.3, -0.7, 0.2, 1.1), DVec3::new(0.3, -0.7, 1.1))
}

pub(super) fn accelerometer(pose: Pose, response: Response) -> Sensor {
    Sensor::new("palm", SensorKind::Accelerometer { body: LINK, pose, response }).unwrap()
}

pub(super) fn encoder(response: Response) -> Sensor {
    Sensor::new("joint", SensorKind::Encoder { body: LINK, response }).unwrap()
}
