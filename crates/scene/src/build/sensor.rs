//! Sensors beside the skins.

use super::{Assembly, refused, unknown};
use crate::data::{SensorDescription, SensorMeasures};
use crate::error::Fault;
use bristle_world::SkinId;
use bristle_world::sensor::{Response, Sensor, SensorError, SensorKind};

impl Assembly<'_> {
    pub(super) fn add_sensor(&mut self, description: &SensorDescription) -> Result<(), Fault> {
        let at = self.scene.place("sensors", &description.name);
        let kind = self.sensor_kind(&description.kind)?;
        let seed = self.scene.data.run.seed;
        let mut sensor = make(description, kind, seed).map_err(|error| refused(&error, at))?;
        for drive in &description.drive_noise {
            let joint = self.body(&drive.joint)?;
            sensor = sensor.with_drive_noise(joint, drive.per_speed).map_err(|error| refused(&error, at))?;
        }
        self.builder.sensor(sensor).map(drop).map_err(|error| refused(&error, at))
    }

    fn sensor_kind(&self, measures: &SensorMeasures) -> Result<SensorKind, Fault> {
        let response = |range, resolution, noise| Response { range, resolution, noise };
        Ok(match measures {
            SensorMeasures::ForceTorque(of) => {
                let body = self.body(&of.on)?;
                SensorKind::ForceTorque { body, pose: of.pose, force: of.force, torque: of.torque }
            }
            SensorMeasures::Accelerometer(of) => {
                SensorKind::Accelerometer { body: self.body(&of.on)?, pose: of.pose, response: of.response }
            }
            SensorMeasures::Gyro(of) => {
                SensorKind::Gyro { body: self.body(&of.on)?, pose: of.pose, response: of.response }
            }
            SensorMeasures::Encoder(of) => SensorKind::Encoder {
                body: self.body(&of.of)?,
                response: response(None, of.resolution, of.noise),
            },
            SensorMeasures::Touch(of) => SensorKind::Touch {
                skin: self.skin_id(&of.skin)?,
                response: response(of.range, of.resolution, of.noise),
            },
            SensorMeasures::Slip(of) => {
                SensorKind::TexelSlip { skin: self.skin_id(&of.skin)?, texel: of.texel }
            }
            SensorMeasures::Distance(of) => SensorKind::Distance {
                body: self.body(&of.on)?,
                pose: of.pose,
                response: response(Some(of.range), of.resolution, of.noise),
            },
        })
    }

    fn skin_id(&self, name: &str) -> Result<SkinId, Fault> {
        self.skins.get(name).copied().ok_or_else(|| unknown("skin", name))
    }
}

fn make(description: &SensorDescription, kind: SensorKind, seed: u64) -> Result<Sensor, SensorError> {
    let mut sensor = Sensor::new(&description.name, kind)?.with_seed(seed);
    if let Some(rate) = description.rate {
        sensor = sensor.with_rate(rate)?;
    }
    if let Some(bandwidth) = description.bandwidth {
        sensor = sensor.with_bandwidth(bandwidth)?;
    }
    if let Some(bias) = &description.bias {
        sensor = sensor.with_bias(bias)?;
    }
    Ok(sensor)
}
