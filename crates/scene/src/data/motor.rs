//! Motors.

use crate::error::Fault;
use crate::view::View;
use bristle_world::motor::{Gear, PositionGains, Rotor, VelocityGains, Winding};

/// A motor on a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct MotorDescription {
    /// Its name.
    pub name: String,
    /// The body whose joint it drives.
    pub drives: String,
    /// Largest effort at the joint \[N or N·m\].
    pub max_effort: Option<f64>,
    /// Largest speed of its reference \[m/s or rad/s\].
    pub max_speed: Option<f64>,
    /// Largest acceleration of its reference \[m/s² or rad/s²\].
    pub max_acceleration: Option<f64>,
    /// Of its position controller.
    pub position_gains: Option<PositionGains>,
    /// Of its velocity controller.
    pub velocity_gains: Option<VelocityGains>,
    /// Its winding, if it is no ideal source of effort.
    pub winding: Option<Winding>,
    /// What lies between rotor and joint.
    pub gear: Option<GearDescription>,
    /// What turns inside.
    pub rotor: Option<Rotor>,
}

/// What lies between rotor and joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GearDescription {
    /// A gear head.
    Ratio {
        /// Turn of the rotor per motion of the joint.
        ratio: f64,
        /// Share of the torque that arrives.
        efficiency: f64,
    },
    /// A screw.
    Screw {
        /// Way of the joint per turn of the rotor \[m\].
        lead: f64,
        /// Share of the torque that arrives.
        efficiency: f64,
    },
}

impl GearDescription {
    pub(crate) fn gear(self) -> Gear {
        match self {
            Self::Ratio { ratio, efficiency } => Gear::reduction(ratio, efficiency),
            Self::Screw { lead, efficiency } => Gear::screw(lead, efficiency),
        }
    }
}

impl MotorDescription {
    pub(super) fn read(name: &str, view: View<'_>) -> Result<Self, Fault> {
        let position_gains = view.maybe_table("position_control").map(|of| {
            Ok(PositionGains {
                stiffness: of.number("stiffness")?,
                damping: of.number("damping")?,
                integral: of.number("integral")?,
            })
        });
        let velocity_gains = view.maybe_table("velocity_control").map(|of| {
            Ok(VelocityGains { proportional: of.number("proportional")?, integral: of.number("integral")? })
        });
        let winding = view.maybe_table("winding").map(|of| {
            Ok(Winding {
                torque_constant: of.number("torque_constant")?,
                resistance: of.number("resistance")?,
                current_limit: of.number("max_current")?,
                supply_voltage: of.number("max_voltage")?,
            })
        });
        let gear = view.maybe_table("gear").map(|of| {
            let efficiency = of.number("efficiency")?;
            Ok(match of.maybe_number("lead") {
                Some(lead) => GearDescription::Screw { lead, efficiency },
                None => GearDescription::Ratio { ratio: of.number("ratio")?, efficiency },
            })
        });
        let rotor = view.maybe_table("rotor").map(|of| {
            Ok(Rotor {
                inertia: of.number("inertia")?,
                viscous_friction: of.number("viscous_friction")?,
                dry_friction: of.number("dry_friction")?,
            })
        });
        Ok(Self {
            name: name.to_owned(),
            drives: view.name("drives")?,
            max_effort: view.maybe_number("max_effort"),
            max_speed: view.maybe_number("max_speed"),
            max_acceleration: view.maybe_number("max_acceleration"),
            position_gains: position_gains.transpose()?,
            velocity_gains: velocity_gains.transpose()?,
            winding: winding.transpose()?,
            gear: gear.transpose()?,
            rotor: rotor.transpose()?,
        })
    }
}
