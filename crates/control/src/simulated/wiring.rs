//! Which parts of a world are the robot.

use crate::{HardwareError, Senses, SkinSense};
use bristle_world::motor::Telemetry;
use bristle_world::{BodyId, JointKind, Model, MotorId, SensorId, SkinId};
use glam::DVec3;
use std::fmt::Display;

/// Which parts of a world are the robot, by their names.
#[derive(Clone, Debug, PartialEq)]
pub struct Wiring {
    /// Motor that closes the fingers.
    pub gripper: String,
    /// Change of the opening per motion of the motor's joint \[m/m | m/rad\]; negative if the joint grows while closing.
    pub opening_per_joint: f64,
    /// Effort at the joint per current \[N/A | N·m/A\] of a motor without a winding; one with a winding knows itself.
    pub effort_per_ampere: f64,
    /// Axes of the arm, at right angles to each other; none for a gripper that stands still.
    pub arm: Vec<ArmAxis>,
    /// Tactile skins, in the order of a percept.
    pub skins: Vec<String>,
    /// Force–torque sensor of the wrist.
    pub wrist: Option<String>,
}

/// A prismatic axis of the arm.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmAxis {
    /// Its motor.
    pub motor: String,
    /// Where its joint moves the tool, in world axes; a unit vector.
    pub direction: DVec3,
}

impl Wiring {
    /// The PG70 of the model library, on a vertical axis with the motor `lift`.
    pub fn pg70_on_lift() -> Self {
        let arm = vec![ArmAxis { motor: "lift".to_owned(), direction: DVec3::Z }];
        Self { arm, ..Self::pg70() }
    }

    /// The PG70 of the model library, standing still.
    pub fn pg70() -> Self {
        Self {
            gripper: "jaws".to_owned(),
            // The joint is half the opening.
            opening_per_joint: 2.0,
            effort_per_ampere: 40.0,
            arm: Vec::new(),
            skins: ["left_dsa", "right_dsa"].map(str::to_owned).to_vec(),
            wrist: None,
        }
    }

    pub(super) fn connect(&self, model: &Model) -> Result<(Wired, Senses), HardwareError> {
        let number = |what, value: f64, holds: bool, allowed| match holds {
            true => Ok(value),
            false => Err(HardwareError::Setting { what, value, allowed }),
        };
        let ratio = self.opening_per_joint;
        let allowed = "finite and not 0";
        number("the opening per motion of the joint", ratio, ratio.is_finite() && ratio != 0.0, allowed)?;
        let gripper = motor(model, &self.gripper)?;
        let driven = &model.motors()[gripper.0];
        let per_ampere = match driven.winding() {
            Some(winding) => driven.gear().efficiency * driven.gear().ratio * winding.torque_constant,
            None => self.effort_per_ampere,
        };
        let holds = per_ampere.is_finite() && per_ampere != 0.0;
        number("the effort per ampere", per_ampere, holds, allowed)?;
        let mut arm = Vec::new();
        for axis in &self.arm {
            let length = axis.direction.length();
            number("the length of an arm axis' direction", length, (length - 1.0).abs() < 1e-9, "1")?;
            let id = motor(model, &axis.motor)?;
            let link = model.motors()[id.0].body();
            if !matches!(model.bodies()[link.0].joint.kind, JointKind::Prismatic { .. }) {
                let order = format!("wire `{}` as an axis of the arm", axis.motor);
                let why = "it drives no prismatic joint".to_owned();
                return Err(HardwareError::Refused { order, why });
            }
            arm.push(WiredAxis { motor: id, link, direction: axis.direction });
        }
        let mut skins = Vec::new();
        let mut senses = Senses { skins: Vec::new(), wrist: self.wrist.is_some() };
        for name in &self.skins {
            let known = || model.skins().iter().filter(|skin| skin.sensing).map(|skin| skin.name.as_str());
            let skin = model.skin_named(name).ok_or_else(|| unknown("skin", name, known()))?;
            let mounted = &model.skins()[skin.0].skin;
            let (rows, columns) =
                mounted.grid().map_or((mounted.texels().len(), 1), |size| (size.rows, size.columns));
            senses.skins.push(SkinSense::grid(name, rows, columns));
            skins.push(skin);
        }
        let wrist = match &self.wrist {
            Some(name) => {
                let known = model.sensors().iter().map(|sensor| sensor.name());
                Some(model.sensor_named(name).ok_or_else(|| unknown("sensor", name, known))?)
            }
            None => None,
        };
        let jaw = driven.body();
        let wired = Wired { gripper, jaw, opening_per_joint: ratio, per_ampere, arm, skins, wrist };
        Ok((wired, senses))
    }
}

/// A wiring whose names were looked up.
#[derive(Clone, Debug)]
pub(super) struct Wired {
    pub(super) gripper: MotorId,
    pub(super) jaw: BodyId,
    pub(super) opening_per_joint: f64,
    /// Effort at the joint per ampere.
    pub(super) per_ampere: f64,
    pub(super) arm: Vec<WiredAxis>,
    pub(super) skins: Vec<SkinId>,
    pub(super) wrist: Option<SensorId>,
}

#[derive(Clone, Debug)]
pub(super) struct WiredAxis {
    pub(super) motor: MotorId,
    pub(super) link: BodyId,
    pub(super) direction: DVec3,
}

impl Wired {
    /// Current as a controller sees it \[A\]: negative while closing.
    pub(super) fn current(&self, telemetry: Option<Telemetry>) -> f64 {
        let opening = self.opening_per_joint.signum();
        telemetry.map_or(0.0, |told| match told.current {
            Some(current) => current * (self.per_ampere.signum() * opening),
            None => told.effort / self.per_ampere.abs() * opening,
        })
    }

    /// Effort at the joint that closes with a current \[A\].
    pub(super) fn closing_effort(&self, current: f64) -> f64 {
        -current * self.per_ampere.abs() * self.opening_per_joint.signum()
    }
}

fn motor(model: &Model, name: &str) -> Result<MotorId, HardwareError> {
    let known = model.motors().iter().map(|motor| motor.name());
    model.motor_named(name).ok_or_else(|| unknown("motor", name, known))
}

fn unknown<'a>(what: &'static str, name: &str, known: impl Iterator<Item = &'a str>) -> HardwareError {
    let known: Vec<_> = known.map(|name| format!("`{name}`")).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    HardwareError::Unknown { what, name: name.to_owned(), known }
}

pub(super) fn refused(order: &impl Display, why: &impl Display) -> HardwareError {
    HardwareError::Refused { order: order.to_string(), why: why.to_string() }
}
