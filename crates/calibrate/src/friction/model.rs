//! Friction over speed, and the bristle under it.

use super::data::Pull;
use crate::comparison::FittedModel;
use crate::estimate::Parameter;
use bristle_contact::{BristleParameters, ElastoPlastic, FrictionLaw, LuGre, MaterialError};
use glam::DVec3;

/// Friction over speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrictionModel {
    /// The same at all speeds.
    Coulomb,
    /// The same at all speeds, and a part that grows with the speed.
    CoulombViscous,
    /// Falls from rest to speed.
    Stribeck,
    /// Falls from rest to speed, and a part that grows with the speed: the model of the 2013 paper.
    StribeckViscous,
}

/// The bristle that a record of breaking away is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BristleLaw {
    /// Sticks fully below its limit.
    #[default]
    ElastoPlastic,
    /// The papers' bristle.
    LuGre,
}

pub(super) const MU: Parameter = Parameter::plain("mu_static", "μ_s", "-");
const MU_DYNAMIC: Parameter = Parameter::plain("mu_dynamic", "μ_d", "-");
const STRIBECK: Parameter = Parameter::positive("stribeck_speed", "x0", "m/s");
const VISCOSITY: Parameter = Parameter::plain("viscosity", "c_t", "N·s/m");
const STIFFNESS: Parameter = Parameter::positive("stiffness", "σ0", "N/m");
const DAMPING: Parameter = Parameter::plain("damping", "σ1", "N·s/m");

/// Steps between two samples of a record.
const STEPS_PER_SAMPLE: usize = 4;

impl FrictionModel {
    /// All of them, simplest first.
    pub const ALL: [Self; 4] = [Self::Coulomb, Self::CoulombViscous, Self::Stribeck, Self::StribeckViscous];

    /// One word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Coulomb => "coulomb",
            Self::CoulombViscous => "coulomb-viscous",
            Self::Stribeck => "stribeck",
            Self::StribeckViscous => "stribeck-viscous",
        }
    }

    /// Its equation: friction F over speed v under the normal force N.
    pub fn formula(self) -> &'static str {
        match self {
            Self::Coulomb => "F = μ N",
            Self::CoulombViscous => "F = μ N + c_t v",
            Self::Stribeck => "F = N (μ_d + (μ_s - μ_d) exp(-(v/x0)²))",
            Self::StribeckViscous => "F = N (μ_d + (μ_s - μ_d) exp(-(v/x0)²)) + c_t v",
        }
    }

    /// The model of a word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.word() == word)
    }

    pub(super) fn has_stribeck(self) -> bool {
        matches!(self, Self::Stribeck | Self::StribeckViscous)
    }

    pub(super) fn has_viscosity(self) -> bool {
        matches!(self, Self::CoulombViscous | Self::StribeckViscous)
    }

    /// Its parameters, with those of the bristle if a record is there to tell them.
    pub(super) fn parameters(self, bristle: bool) -> Vec<Parameter> {
        let mut list = vec![MU];
        if self.has_stribeck() {
            list.extend([MU_DYNAMIC, STRIBECK]);
        }
        if self.has_viscosity() {
            list.push(VISCOSITY);
        }
        if bristle {
            list.extend([STIFFNESS, DAMPING]);
        }
        list
    }

    /// What the fitted numbers mean, in the order of [`parameters`](Self::parameters).
    pub(super) fn meaning(self, p: &[f64]) -> Meaning {
        let mut rest = p.iter().copied();
        let mut next = || rest.next().unwrap_or(0.0);
        let mu_static = next();
        let (mu_dynamic, stribeck_speed) =
            if self.has_stribeck() { (next(), next().exp()) } else { (mu_static, 1.0) };
        let viscosity = if self.has_viscosity() { next() } else { 0.0 };
        Meaning { mu_static, mu_dynamic, stribeck_speed, viscosity, stiffness: next().exp(), damping: next() }
    }
}

/// Parameters of a bristle, of which some may be impossible while a fit looks for them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meaning {
    pub(super) mu_static: f64,
    pub(super) mu_dynamic: f64,
    pub(super) stribeck_speed: f64,
    pub(super) viscosity: f64,
    pub(super) stiffness: f64,
    pub(super) damping: f64,
}

impl Meaning {
    /// Friction at a steady speed \[N\] (CA-3).
    pub(super) fn steady(&self, speed: f64, normal: f64) -> f64 {
        let u = speed / self.stribeck_speed;
        normal * (self.mu_dynamic + (self.mu_static - self.mu_dynamic) * (-u * u).exp())
            + self.viscosity * speed
    }

    /// Friction at every sample of a record, from the contact law itself \[N\].
    pub(super) fn pulled(&self, pull: &Pull, law: BristleLaw) -> Vec<f64> {
        // The law refuses what is impossible; a fit that strays there is led back by the force of the nearest possible law.
        let mu_dynamic = self.mu_dynamic.max(0.0);
        let possible = BristleParameters {
            stiffness: self.stiffness.clamp(1e-9, 1e15),
            damping: self.damping.abs(), // mirrored: a clamp at zero would leave a fit without a slope to follow
            viscosity: 0.0,              // added below, so that a fit may pass through zero
            mu_static: self.mu_static.max(mu_dynamic),
            mu_dynamic,
            stribeck_speed: self.stribeck_speed.clamp(1e-8, 1e8),
        };
        if law == BristleLaw::LuGre {
            return self.pulled_lugre(pull, &possible);
        }
        let Ok(law) = law.made(possible) else { return vec![f64::NAN; pull.len()] };
        let mut z = DVec3::ZERO;
        let mut forces = Vec::with_capacity(pull.len());
        // Nothing has moved before the first sample; its force is what is there already.
        forces.push(pull.friction.first().copied().unwrap_or(0.0));
        for i in 1..pull.len() {
            let duration = pull.time[i] - pull.time[i - 1];
            let speed = (pull.displacement[i] - pull.displacement[i - 1]) / duration;
            let mut force = 0.0;
            for _ in 0..STEPS_PER_SAMPLE {
                let step = law.step(z, DVec3::X * speed, pull.normal[i], duration / STEPS_PER_SAMPLE as f64);
                z = step.deflection;
                force = step.force.x;
            }
            forces.push(force + self.viscosity * speed);
        }
        forces
    }

    /// The same for the LuGre bristle by its equation (LG-2), exact while the speed is constant: the steps of the law are of first order and
    /// would show.
    fn pulled_lugre(&self, pull: &Pull, possible: &BristleParameters) -> Vec<f64> {
        let mut z = 0.0;
        let mut forces = vec![pull.friction.first().copied().unwrap_or(0.0)];
        for i in 1..pull.len() {
            let duration = pull.time[i] - pull.time[i - 1];
            let w = (pull.displacement[i] - pull.displacement[i - 1]) / duration;
            let limit = Self { viscosity: 0.0, ..*self }.steady(w.abs(), pull.normal[i]).max(1e-300);
            let rate = possible.stiffness * w.abs() / limit;
            let settled = w.signum() * limit / possible.stiffness;
            z = if w == 0.0 { z } else { settled + (z - settled) * (-rate * duration).exp() };
            forces.push(possible.stiffness * z + possible.damping * (w - rate * z) + self.viscosity * w);
        }
        forces
    }
}

impl BristleLaw {
    /// A law of these parameters.
    pub(super) fn made(self, parameters: BristleParameters) -> Result<FrictionLaw, MaterialError> {
        Ok(match self {
            Self::ElastoPlastic => ElastoPlastic::new(parameters)?.into(),
            Self::LuGre => LuGre::new(parameters)?.into(),
        })
    }
}

/// Whether a material can have these parameters, and the data tell the curve from a flat one.
pub(super) fn is_possible(model: &FittedModel) -> bool {
    let at = |name: &str| model.parameter(name);
    let falls = match (at("mu_static"), at("mu_dynamic"), at("stribeck_speed")) {
        (Some(s), Some(d), Some(x0)) => s.value > d.value && d.value >= 0.0 && x0.determined,
        (Some(s), ..) => s.value > 0.0,
        _ => false,
    };
    falls && at("viscosity").is_none_or(|c| c.value >= 0.0)
}
