//! Building a motor, checked at the end.

use super::drive::Drive;
use super::error::Checker;
use super::profile::Profile;
use super::{Gear, Motor, MotorError, PositionGains, Rotor, VelocityGains, Winding};
use crate::BodyId;
use bristle_contact::OutOfRange;

/// Collects the data of a motor; [`build`](Self::build) checks them all.
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until it is built"]
pub struct MotorBuilder {
    name: String,
    body: BodyId,
    winding: Option<Winding>,
    gear: Gear,
    rotor: Rotor,
    effort_limit: Option<f64>,
    speed_limit: Option<f64>,
    acceleration_limit: Option<f64>,
    position_gains: Option<PositionGains>,
    velocity_gains: Option<VelocityGains>,
}

impl MotorBuilder {
    pub(super) fn new(name: String, body: BodyId) -> Self {
        Self {
            name,
            body,
            winding: None,
            gear: Gear::DIRECT,
            rotor: Rotor::default(),
            effort_limit: None,
            speed_limit: None,
            acceleration_limit: None,
            position_gains: None,
            velocity_gains: None,
        }
    }

    /// Makes it a direct-current motor.
    pub fn winding(self, winding: Winding) -> Self {
        Self { winding: Some(winding), ..self }
    }

    /// What lies between rotor and joint; nothing unless set.
    pub fn gear(self, gear: Gear) -> Self {
        Self { gear, ..self }
    }

    /// What turns inside; massless and without friction unless set.
    pub fn rotor(self, rotor: Rotor) -> Self {
        Self { rotor, ..self }
    }

    /// Largest effort at the joint, either way \[N | N·m\]. A winding's current limits it too; the smaller one counts.
    pub fn effort_limit(self, limit: f64) -> Self {
        Self { effort_limit: Some(limit), ..self }
    }

    /// Largest speed of the reference \[m/s | rad/s\].
    pub fn speed_limit(self, limit: f64) -> Self {
        Self { speed_limit: Some(limit), ..self }
    }

    /// Largest acceleration of the reference \[m/s² | rad/s²\].
    pub fn acceleration_limit(self, limit: f64) -> Self {
        Self { acceleration_limit: Some(limit), ..self }
    }

    /// Gives it a position controller.
    pub fn position_gains(self, gains: PositionGains) -> Self {
        Self { position_gains: Some(gains), ..self }
    }

    /// Gives it a velocity controller.
    pub fn velocity_gains(self, gains: VelocityGains) -> Self {
        Self { velocity_gains: Some(gains), ..self }
    }

    /// The motor, if its data make sense.
    pub fn build(self) -> Result<Motor, MotorError> {
        let check = Checker(&self.name);
        let sheet = "take it from the data sheet, in SI units";
        if let Some(w) = &self.winding {
            check.positive("torque constant", w.torque_constant, "N·m/A", sheet)?;
            check.positive("resistance", w.resistance, "Ω", sheet)?;
            check.positive("current limit", w.current_limit, "A", sheet)?;
            check.positive("supply voltage", w.supply_voltage, "V", sheet)?;
        }
        let Gear { ratio, efficiency } = self.gear;
        let allowed = "finite and of a size within [1e-6, 1e6]";
        let fix = "for a screw use 2π/lead with the lead in m";
        check.judge(OutOfRange::unless(
            (1e-6..=1e6).contains(&ratio.abs()),
            "gear ratio",
            ratio,
            "rad/rad or rad/m",
            allowed,
            fix,
        ))?;
        let allowed = "above 0 and at most 1";
        let fix = "0.7 to 0.95 is usual for a gear head";
        check.judge(OutOfRange::unless(
            efficiency > 0.0 && efficiency <= 1.0,
            "gear efficiency",
            efficiency,
            "",
            allowed,
            fix,
        ))?;
        let none = "use 0 to leave it out";
        check.non_negative("rotor inertia", self.rotor.inertia, "kg·m²", none)?;
        check.non_negative("viscous friction", self.rotor.viscous_friction, "N·m·s/rad", none)?;
        check.non_negative("dry friction", self.rotor.dry_friction, "N·m", none)?;
        let omit = "leave it out for no limit";
        if let Some(limit) = self.effort_limit {
            check.positive("effort limit", limit, "N or N·m", "give the largest effort at the joint")?;
        } else if self.winding.is_none() {
            return Err(MotorError::Unlimited { motor: self.name });
        }
        if let Some(limit) = self.speed_limit {
            check.positive("speed limit", limit, "m/s or rad/s", omit)?;
        }
        if let Some(limit) = self.acceleration_limit {
            check.positive("acceleration limit", limit, "m/s² or rad/s²", omit)?;
        }
        if let Some(gains) = &self.position_gains {
            check.positive(
                "position stiffness",
                gains.stiffness,
                "N/m or N·m/rad",
                "give the gain at the joint",
            )?;
            check.non_negative("position damping", gains.damping, "N·s/m or N·m·s/rad", none)?;
            check.non_negative("position integral", gains.integral, "N/(m·s) or N·m/(rad·s)", none)?;
        }
        if let Some(gains) = &self.velocity_gains {
            let (unit, fix) = ("N·s/m or N·m·s/rad", "give the gain at the joint");
            check.positive("velocity proportional gain", gains.proportional, unit, fix)?;
            check.non_negative("velocity integral gain", gains.integral, "N/m or N·m/rad", none)?;
        }
        Ok(Motor {
            drive: Drive {
                winding: self.winding,
                gear: self.gear,
                rotor: self.rotor,
                effort_limit: self.effort_limit,
            },
            profile: Profile {
                speed: self.speed_limit.unwrap_or(f64::INFINITY),
                acceleration: self.acceleration_limit.unwrap_or(f64::INFINITY),
            },
            name: self.name,
            body: self.body,
            position_gains: self.position_gains,
            velocity_gains: self.velocity_gains,
        })
    }
}
