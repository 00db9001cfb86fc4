//! Whether a sensor fits a model.

use super::{Sensor, SensorKind};
use crate::ModelError;
use crate::builder::check_name;
use crate::model::{Body, MountedSkin, known};

impl Sensor {
    /// It has a name of its own, and what it sits on exists.
    pub(crate) fn check_fit(
        &self,
        bodies: &[Body],
        skins: &[MountedSkin],
        others: &[Self],
    ) -> Result<(), ModelError> {
        check_name("sensor", self.name(), others.iter().map(Self::name))?;
        let bad = |why: String| Err(ModelError::BadSensor { sensor: self.name().into(), why });
        if let Some(body) = self.body() {
            let body = known(bodies, "body", body.0)?;
            if matches!(self.kind(), SensorKind::Encoder { .. }) && body.joint.kind.velocities() != 1 {
                return bad(format!("body `{}` has no revolute or prismatic joint to read", body.name));
            }
        }
        for joint in self.drives() {
            let body = known(bodies, "body", joint.0)?;
            if body.joint.kind.velocities() != 1 {
                return bad(format!(
                    "body `{}` has no revolute or prismatic joint whose drive could shake it",
                    body.name
                ));
            }
        }
        if let Some((skin, texel)) = self.texel() {
            let texels = known(skins, "skin", skin.0)?.skin.texels().len();
            if texel.is_some_and(|t| t >= texels) {
                return bad(format!("the skin has only {texels} texels"));
            }
        }
        Ok(())
    }
}
