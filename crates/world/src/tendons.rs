//! Tendons: what pulls on a sum of joints, such as a cord over pulleys, a differential, or a clutch.

use crate::joint::JointKind;
use crate::mechanism::{Mechanism, Source};
use crate::model::{Body, known};
use crate::{BodyId, ModelError};

/// How a tendon pulls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TendonKind {
    /// Pushes and pulls: a rod, gears, a differential.
    Rod,
    /// Only pulls, while it is longer than at rest: a cord.
    Cord,
    /// Pushes and pulls with at most this force or torque \[N or N·m\]; beyond it, it slips: a clutch.
    Clutch(f64),
}

/// A spring on the sum of joint coordinates, each times how much of the tendon it takes up: a pulley's radius for turning joints.
#[derive(Clone, Debug, PartialEq)]
pub struct Tendon {
    /// Unique among the tendons.
    pub name: String,
    /// Bodies on turning or sliding joints, and how much their coordinates lengthen it \[m/rad, or per metre\].
    pub joints: Vec<(BodyId, f64)>,
    /// Length at which it does not pull \[m\].
    pub rest_length: f64,
    /// Spring \[N/m\].
    pub stiffness: f64,
    /// Damper \[N·s/m\].
    pub damping: f64,
    /// How it pulls.
    pub kind: TendonKind,
}

impl Tendon {
    pub(crate) fn check(&self, bodies: &[Body]) -> Result<(), ModelError> {
        let bad = |why: String| Err(ModelError::BadTendon { name: self.name.clone(), why });
        if self.joints.is_empty() {
            return bad("runs over no joint; list at least one".into());
        }
        for (i, (body, lengthens)) in self.joints.iter().enumerate() {
            let carried = known(bodies, "body", body.0)?;
            if !matches!(carried.joint.kind, JointKind::Revolute { .. } | JointKind::Prismatic { .. }) {
                return bad(format!(
                    "runs over body `{}`, which has no turning or sliding joint",
                    carried.name
                ));
            }
            if self.joints[..i].iter().any(|(other, _)| other == body) {
                return bad(format!("runs over body `{}` twice; add the two up", carried.name));
            }
            if !(lengthens.is_finite() && *lengthens != 0.0) {
                return bad(format!(
                    "takes up {lengthens} at body `{}`; it must be finite and not 0",
                    carried.name
                ));
            }
        }
        if !self.rest_length.is_finite() {
            return bad(format!("has a rest length of {} m; it must be finite", self.rest_length));
        }
        if !(self.stiffness > 0.0 && self.stiffness <= 1e12) {
            return bad(format!("has a stiffness of {} N/m; it must be within ]0, 1e12]", self.stiffness));
        }
        if !(self.damping >= 0.0 && self.damping <= 1e12) {
            return bad(format!("has a damping of {} N·s/m; it must be within [0, 1e12]", self.damping));
        }
        match self.kind {
            TendonKind::Clutch(limit) if !(limit > 0.0 && limit.is_finite()) => {
                bad(format!("slips at {limit} N; it must be greater than 0"))
            }
            _ => Ok(()),
        }
    }

    /// How long it is \[m\].
    pub(crate) fn length(&self, mechanism: &Mechanism, q: &[f64]) -> f64 {
        let of =
            |(body, lengthens): &(BodyId, f64)| lengthens * q[mechanism.branches[body.0].coordinates.start];
        self.joints.iter().map(of).sum()
    }

    /// How fast it gets longer, for these velocities of all joints \[m/s\].
    pub(crate) fn rate(&self, mechanism: &Mechanism, v: &[f64]) -> f64 {
        let of =
            |(body, lengthens): &(BodyId, f64)| lengthens * v[mechanism.branches[body.0].velocities.start];
        self.joints.iter().map(of).sum()
    }

    /// Unknowns that lengthen it, and by how much; `column` tells the place of each in its island.
    pub(crate) fn unknowns(&self, mechanism: &Mechanism, column: &[u32]) -> Vec<(usize, f64)> {
        let of = |(body, lengthens): &(BodyId, f64)| match mechanism.sources
            [mechanism.branches[body.0].velocities.start]
        {
            Source::Solved { column: global, ratio } => Some((column[global] as usize, ratio * lengthens)),
            Source::Given { .. } => None,
        };
        self.joints.iter().filter_map(of).collect()
    }

    fn limited(&self, force: f64) -> f64 {
        match self.kind {
            TendonKind::Rod => force,
            TendonKind::Cord => force.max(0.0),
            TendonKind::Clutch(limit) => force.clamp(-limit, limit),
        }
    }

    /// Energy of its spring, after it has slipped \[J\].
    pub(crate) fn energy(&self, mechanism: &Mechanism, q: &[f64], slipped: f64) -> f64 {
        let stretch = self.limited(self.stiffness * (self.length(mechanism, q) - self.rest_length - slipped));
        0.5 * stretch * stretch / self.stiffness
    }
}

/// A tendon during a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActiveTendon {
    /// By how much it is stretched at the start of the step \[m\].
    begin: f64,
    towards_end: f64,
    /// What it pulls with, and how that grows with the rate at which it is lengthened.
    pub(crate) force: f64,
    pub(crate) damping: f64,
    /// By how much it has slipped after the step.
    pub(crate) slipped: f64,
}

impl ActiveTendon {
    /// Prepares a step `h` \[s\] of a tendon that is stretched by so much; `mobility` \[1/kg\] is how easily it is lengthened.
    pub(crate) fn begin(&mut self, tendon: &Tendon, stretch: f64, mobility: f64, h: f64) {
        self.begin = stretch;
        let stiff = 0.5 * h * (0.5 * h * tendon.stiffness + tendon.damping) * mobility;
        self.towards_end = stiff / (1.0 + stiff);
    }

    /// What it pulls with if it is lengthened at a `rate` over the step, and has slipped by so much before.
    pub(crate) fn evaluate(&mut self, tendon: &Tendon, rate: f64, slipped: f64, h: f64) {
        let at_end = self.towards_end + 0.5 * (1.0 - self.towards_end);
        let wanted = tendon.stiffness * (self.begin + at_end * h * rate) + tendon.damping * rate;
        self.force = tendon.limited(wanted);
        let holds = self.force == wanted;
        self.damping = if holds { tendon.stiffness * at_end * h + tendon.damping } else { 0.0 };
        self.slipped = slipped;
        if !holds && matches!(tendon.kind, TendonKind::Clutch(_)) {
            // What is left of the stretch is what the force takes.
            self.slipped += self.begin + h * rate - self.force / tendon.stiffness;
        }
    }
}
