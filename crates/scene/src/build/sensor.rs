//! Sensors beside the skins.

use super::{Assembly, refused};
use crate::data::{SensorDescription, SensorMeasures};
use crate::error::{ErrorKind, Fault};
use bristle_world::sensor::{Sensor, SensorError, SensorKind};
use bristle_world::{SensorId, SkinId};

impl Assembly<'_> {
    pub(super) fn add_sensor(&mut self, description: &SensorDescription) -> Result<(), Fault> {
        let at = self.scene.place("sensors", &description.name);
        let kind = self.sensor_kind(&description.kind)?;
        let seed = self.scene.data.run.seed;
        let sensor = make(description, kind, seed)
            .map_err(|error| Fault::new(ErrorKind::Refused, at, error.to_string()))?;
        let id: SensorId = self.builder.sensor(sensor).map_err(|error| refused(&error, at))?;
        self.names.sensors.insert(description.name.clone(), id);
        Ok(())
    }

    fn sensor_kind(&self, measures: &SensorMeasures) -> Result<SensorKind, Fault> {
        Ok(match measures {
            SensorMeasures::ForceTorque { on, pose, force, torque } => {
                SensorKind::ForceTorque { body: self.body(on)?, pose: *pose, force: *force, torque: *torque }
            }
            SensorMeasures::Accelerometer { on, pose, response } => {
                SensorKind::Accelerometer { body: self.body(on)?, pose: *pose, response: *response }
            }
            SensorMeasures::Gyro { on, pose, response } => {
                SensorKind::Gyro { body: self.body(on)?, pose: *pose, response: *response }
            }
            SensorMeasures::Encoder { of, response } => {
                SensorKind::Encoder { body: self.body(of)?, response: *response }
            }
            SensorMeasures::Touch { skin, response } => {
                SensorKind::Touch { skin: self.skin_id(skin)?, response: *response }
            }
            SensorMeasures::Slip { skin, texel } => {
                SensorKind::TexelSlip { skin: self.skin_id(skin)?, texel: *texel }
            }
            SensorMeasures::Distance { on, pose, response } => {
                SensorKind::Distance { body: self.body(on)?, pose: *pose, response: *response }
            }
        })
    }

    fn skin_id(&self, name: &str) -> Result<SkinId, Fault> {
        let found = self.names.skins.get(name).copied();
        found.ok_or_else(|| {
            Fault::new(ErrorKind::UnknownName, None, format!("the skin `{name}` does not exist"))
        })
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
