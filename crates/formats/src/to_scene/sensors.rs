//! Sensors that are no skins.

use super::names::Names;
use crate::robot::{Notes, Robot, SensorKind};
use bristle_scene::SceneData;
use bristle_scene::data::{Distance, Encoder, ForceTorque, Inertial, SensorDescription, SensorMeasures};
use bristle_world::sensor::Response;

pub(super) fn add(data: &mut SceneData, robot: &Robot, names: &mut Names, notes: &mut Notes) {
    for sensor in &robot.sensors {
        let response = Response { noise: sensor.noise, ..Response::IDEAL };
        let on = |link: &str| names.body(link).map(str::to_owned);
        let kind = match &sensor.kind {
            SensorKind::ForceTorque { link, pose } => on(link).map(|on| {
                SensorMeasures::ForceTorque(ForceTorque {
                    on,
                    pose: *pose,
                    force: response,
                    torque: response,
                })
            }),
            SensorKind::Accelerometer { link, pose } => {
                on(link).map(|on| SensorMeasures::Accelerometer(Inertial { on, pose: *pose, response }))
            }
            SensorKind::Gyro { link, pose } => {
                on(link).map(|on| SensorMeasures::Gyro(Inertial { on, pose: *pose, response }))
            }
            SensorKind::Encoder { motion } => names.mover(motion).map(|body| {
                SensorMeasures::Encoder(Encoder {
                    of: body.to_owned(),
                    resolution: None,
                    noise: sensor.noise,
                })
            }),
            SensorKind::Distance { link, pose, range } => on(link).map(|on| {
                SensorMeasures::Distance(Distance {
                    on,
                    pose: *pose,
                    range: *range,
                    resolution: None,
                    noise: sensor.noise,
                })
            }),
        };
        let Some(kind) = kind else {
            notes.dropped(&sensor.at, format!("the sensor `{}`: what wears it does not exist", sensor.name));
            continue;
        };
        let name = names.new_name("sensor", &sensor.name);
        data.sensors.push(SensorDescription { name, kind, rate: sensor.rate, ..Default::default() });
    }
}
