//! Motors.

use crate::describe::{Label, Range, Space, Unit, described, name, number};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_world::motor::{Gear, PositionGains, Rotor, VelocityGains, Winding};

const POSITIVE: Range = Range::within(1e-12, 1e12);

described! {
    /// A motor on a revolute or prismatic joint. Limits and gains are at the joint. It needs a `winding` or a `max_effort`. At
    /// the start it holds its joint where it is, if it has a position controller, and else is idle.
    pub struct MotorDescription as "motor" {
        /// its name
        name: String = label(Label::Defines(Space::Motor));
        /// a class of this file, whose keys for motors it takes over
        class: Option<String> = maybe;
        /// the body whose joint it drives
        drives: String = needed, name(Space::Body);
        /// largest effort at the joint
        max_effort: Option<f64> = maybe, number(POSITIVE, "N or N·m");
        /// of the way to a commanded position or velocity; no limit if left out
        max_speed: Option<f64> = maybe, number(POSITIVE, "m/s or rad/s");
        /// of the way to a commanded position or velocity; no limit if left out
        max_acceleration: Option<f64> = maybe, number(POSITIVE, "m/s² or rad/s²");
        /// needed for position commands
        position_gains as "position_control": Option<PositionGains> = maybe;
        /// needed for velocity commands
        velocity_gains as "velocity_control": Option<VelocityGains> = maybe;
        /// makes it a direct-current motor; needed for voltage commands
        winding: Option<Winding> = maybe;
        /// between rotor and joint; direct if left out
        gear: Option<Gear> = maybe;
        /// massless and without friction if left out
        rotor: Option<Rotor> = maybe;
    }

    /// `stiffness e + damping e' + integral ∫e`, e being the reference less the position.
    impl struct PositionGains as "position_control" {
        /// proportional gain
        stiffness: f64 = needed, number(POSITIVE, "N/m or N·m/rad");
        /// derivative gain
        damping: f64 = or(0.0), number(Range::NOT_NEGATIVE, "N·s/m or N·m·s/rad");
        /// integral gain
        integral: f64 = or(0.0), number(Range::NOT_NEGATIVE, "N/(m·s) or N·m/(rad·s)");
    }

    /// `proportional e + integral ∫e`, e being the reference less the velocity.
    impl struct VelocityGains as "velocity_control" {
        /// proportional gain
        proportional: f64 = needed, number(POSITIVE, "N·s/m or N·m·s/rad");
        /// integral gain
        integral: f64 = or(0.0), number(Range::NOT_NEGATIVE, "N/m or N·m/rad");
    }

    /// A direct-current winding and its supply.
    impl struct Winding as "winding" {
        /// the same as the back-EMF's in V·s/rad
        torque_constant: f64 = needed, number(POSITIVE, "N·m/A");
        /// resistance
        resistance: f64 = needed, number(POSITIVE, "Ω");
        /// either way
        current_limit as "max_current": f64 = needed, number(POSITIVE, "A");
        /// of the supply, either way
        supply_voltage as "max_voltage": f64 = needed, number(POSITIVE, "V");
    }

    /// A gear head or a screw.
    #[derive(Copy)]
    pub(crate) struct GearTable as "gear", exactly_one("ratio", "lead"), check(check_gear) {
        /// turn of the rotor per motion of the joint
        ratio: Option<f64> = maybe, number(Range::within(-1e6, 1e6), "rad/rad or rad/m");
        /// of a screw: displacement of the joint per turn of the rotor
        lead: Option<f64> = maybe, number(Range::within(1e-6, 1e3), Unit::Length);
        /// share of the torque that arrives
        efficiency: f64 = or(1.0), number(Range::above(0.0, 1.0), "");
    }
}

fn check_gear(gear: &GearTable, view: View<'_>) -> Result<(), Fault> {
    match gear.ratio {
        Some(ratio) if ratio.abs() < 1e-6 => Err(view
            .fault(ErrorKind::OutOfRange, "ratio", "this gear passes nothing on")
            .note("allowed: 1e-6 or more in size")),
        _ => Ok(()),
    }
}

impl From<GearTable> for Gear {
    fn from(of: GearTable) -> Self {
        match of.lead {
            Some(lead) => Self::screw(lead, of.efficiency),
            None => Self::reduction(of.ratio.unwrap_or(f64::NAN), of.efficiency),
        }
    }
}

described! {
    impl Gear via GearTable: |of| Gear::from(of),
        |gear| GearTable { ratio: Some(gear.ratio), lead: None, efficiency: gear.efficiency }
}

described! {
    /// What turns inside, on the motor's side of the gear.
    impl struct Rotor as "rotor" {
        /// inertia
        inertia: f64 = or(0.0), number(Range::NOT_NEGATIVE, "kg·m²");
        /// viscous friction
        viscous_friction: f64 = or(0.0), number(Range::NOT_NEGATIVE, "N·m·s/rad");
        /// dry friction
        dry_friction: f64 = or(0.0), number(Range::NOT_NEGATIVE, "N·m");
    }
}
