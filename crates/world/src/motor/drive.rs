//! The drive: winding, gear and rotor, and what they let through.

use serde::{Deserialize, Serialize};

/// The winding of a direct-current motor (or of a brushless one, seen through its commutation) and its supply.
///
/// In SI units the constant of the back-EMF equals the torque constant, so there is but one. The inductance is left
/// out: the current follows the voltage at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Winding {
    /// `k_t` \[N·m/A\], the same as `k_e` \[V·s/rad\].
    pub torque_constant: f64,
    /// \[Ω\]
    pub resistance: f64,
    /// Largest current, either way \[A\].
    pub current_limit: f64,
    /// Largest voltage, either way \[V\].
    pub supply_voltage: f64,
}

/// Between rotor and joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// Turn of the rotor per motion of the joint \[rad/rad | rad/m\]; negative if they turn against each other.
    pub ratio: f64,
    /// Share of the winding's torque that arrives at the joint, above 0 and at most 1.
    pub efficiency: f64,
}

impl Gear {
    /// The rotor sits on the joint.
    pub const DIRECT: Self = Self { ratio: 1.0, efficiency: 1.0 };

    /// A gear head: the rotor turns `ratio` times as fast as the joint.
    pub const fn reduction(ratio: f64, efficiency: f64) -> Self {
        Self { ratio, efficiency }
    }

    /// A screw that moves the joint by `lead` \[m\] per turn of the rotor.
    pub fn screw(lead: f64, efficiency: f64) -> Self {
        Self { ratio: std::f64::consts::TAU / lead, efficiency }
    }
}

/// What turns inside the motor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rotor {
    /// Inertia, with that of the gear seen from the motor's side \[kg·m²\].
    pub inertia: f64,
    /// Viscous friction \[N·m·s/rad\].
    pub viscous_friction: f64,
    /// Dry friction \[N·m\].
    pub dry_friction: f64,
}

/// What held the effort back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LimitedBy {
    /// Nothing: the controller got what it asked for.
    #[default]
    Nothing,
    /// The effort that the joint may be driven with.
    Effort,
    /// The current of the winding.
    Current,
    /// The voltage of the supply, less the back-EMF.
    Voltage,
}

/// An effort with its slopes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Push {
    pub effort: f64,
    pub d_position: f64,
    pub d_velocity: f64,
}

impl Push {
    pub(super) const fn constant(effort: f64) -> Self {
        Self { effort, d_position: 0.0, d_velocity: 0.0 }
    }
}

/// Everything between the controller's wish and the joint, seen at the joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drive {
    pub winding: Option<Winding>,
    pub gear: Gear,
    pub rotor: Rotor,
    pub effort_limit: Option<f64>,
}

impl Drive {
    /// Effort at the joint per current \[N/A | N·m/A\].
    pub(super) fn effort_per_ampere(&self, winding: &Winding) -> f64 {
        self.gear.efficiency * self.gear.ratio * winding.torque_constant
    }

    /// Back-EMF per velocity of the joint \[V·s/m | V·s/rad\].
    fn emf_per_velocity(&self, winding: &Winding) -> f64 {
        winding.torque_constant * self.gear.ratio
    }

    /// Effort that `voltage` gives at a velocity of the joint.
    pub(super) fn at_voltage(&self, winding: &Winding, voltage: f64, v: f64) -> Push {
        let per_volt = self.effort_per_ampere(winding) / winding.resistance;
        let emf = self.emf_per_velocity(winding);
        Push { effort: per_volt * (voltage - emf * v), d_position: 0.0, d_velocity: -per_volt * emf }
    }

    /// The largest effort, either way, and what sets it.
    pub(super) fn bound(&self) -> (f64, LimitedBy) {
        let by_effort = self.effort_limit.unwrap_or(f64::INFINITY);
        let by_current =
            self.winding.map_or(f64::INFINITY, |w| (self.effort_per_ampere(&w) * w.current_limit).abs());
        if by_current < by_effort { (by_current, LimitedBy::Current) } else { (by_effort, LimitedBy::Effort) }
    }

    /// What is left of a wish: first the voltage, then the current and effort limits cut it. Continuous in all.
    pub(super) fn limited(&self, wish: Push, v: f64) -> (Push, LimitedBy) {
        let (mut push, mut by) = (wish, LimitedBy::Nothing);
        if let Some(winding) = &self.winding {
            // The gear's sign turns the two ends round.
            let end = winding.supply_voltage.copysign(self.gear.ratio);
            let (top, bottom) = (self.at_voltage(winding, end, v), self.at_voltage(winding, -end, v));
            if push.effort > top.effort {
                (push, by) = (top, LimitedBy::Voltage);
            } else if push.effort < bottom.effort {
                (push, by) = (bottom, LimitedBy::Voltage);
            }
        }
        let (bound, cause) = self.bound();
        if push.effort.abs() > bound {
            (push, by) = (Push::constant(bound.copysign(push.effort)), cause);
        }
        (push, by)
    }

    /// Viscous friction of the rotor, felt at the joint \[N·s/m | N·m·s/rad\].
    pub(super) fn viscous(&self) -> f64 {
        self.gear.ratio * self.gear.ratio * self.rotor.viscous_friction
    }

    /// Current and voltage of the winding that go with an effort (before the rotor's friction) and a velocity.
    pub(super) fn electrical(&self, effort: f64, v: f64) -> Option<(f64, f64)> {
        let winding = self.winding.as_ref()?;
        let current = effort / self.effort_per_ampere(winding);
        Some((current, winding.resistance * current + self.emf_per_velocity(winding) * v))
    }
}
