//! Friction from the speed alone.

use super::{FrictionStep, Stribeck, TangentMatrix};
use crate::MaterialError;
use crate::check::{non_negative, positive};
use glam::DVec3;

/// What the regularised law is made of. Plain data; the law checks it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CoulombParameters {
    /// Speed `ε` at which friction has reached `1/√2` of its limit \[m/s\].
    pub slip_speed: f64,
    /// Viscous friction `c_t` \[N·s/m\].
    pub viscosity: f64,
    /// Static friction coefficient `μ_s` \[-\].
    pub mu_static: f64,
    /// Dynamic friction coefficient `μ_d` \[-\].
    pub mu_dynamic: f64,
    /// Stribeck speed `x₀` \[m/s\].
    pub stribeck_speed: f64,
}

/// Coulomb friction smoothed over the slip speed, `g w/√(|w|² + ε²)`; see `docs/theory/coulomb.md`.
///
/// Stateless, smooth everywhere, never above the limit; but any load creeps. `slipping` is true above `ε`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RegularisedCoulomb {
    slip_speed: f64,
    viscosity: f64,
    stribeck: Stribeck,
}

impl RegularisedCoulomb {
    /// A law from its parameters.
    pub fn new(parameters: CoulombParameters) -> Result<Self, MaterialError> {
        let CoulombParameters { slip_speed, viscosity, mu_static, mu_dynamic, stribeck_speed } = parameters;
        let fix = "use a speed too slow to matter, e.g. 1e-4";
        Ok(Self {
            slip_speed: positive("slip_speed", slip_speed, "m/s", fix)?,
            viscosity: non_negative("viscosity c_t", viscosity, "N·s/m", "use 0 for dry friction")?,
            stribeck: Stribeck::new(mu_static, mu_dynamic, stribeck_speed)?,
        })
    }

    /// The parameters it was built from.
    #[inline]
    pub fn parameters(&self) -> CoulombParameters {
        CoulombParameters {
            slip_speed: self.slip_speed,
            viscosity: self.viscosity,
            mu_static: self.stribeck.mu_static(),
            mu_dynamic: self.stribeck.mu_dynamic(),
            stribeck_speed: self.stribeck.speed(),
        }
    }

    /// Friction coefficient over speed.
    #[inline]
    pub fn stribeck(&self) -> &Stribeck {
        &self.stribeck
    }

    /// Slope of the force at rest (CO-4).
    #[inline]
    pub(super) fn rest_damping(&self, normal_force: f64) -> f64 {
        normal_force.max(0.0) * self.stribeck.mu_static() / self.slip_speed + self.viscosity
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        Self { viscosity: self.viscosity * factor, ..*self }
    }

    #[inline(always)]
    pub(super) fn step(&self, w: DVec3, normal_force: f64) -> FrictionStep {
        if normal_force <= 0.0 {
            return FrictionStep::FREE;
        }
        let speed_squared = w.length_squared();
        let epsilon_squared = self.slip_speed * self.slip_speed;
        let friction = self.stribeck.at(speed_squared);
        let limit = normal_force * friction.mu; // (CO-1)
        let inverse = 1.0 / (speed_squared + epsilon_squared).sqrt();
        let direction = w * inverse;
        let drag = limit * inverse;
        FrictionStep {
            force: w * (drag + self.viscosity), // (CO-2)
            deflection: DVec3::ZERO,
            limit,
            slipping: speed_squared > epsilon_squared,
            d_slip_velocity: TangentMatrix {
                isotropic: drag + self.viscosity, // (CO-3)
                a: direction,
                b: w * (normal_force * friction.slope) - direction * drag,
            },
            d_deflection: TangentMatrix { isotropic: 0.0, a: direction, b: DVec3::ZERO },
            d_normal_force: direction * friction.mu,
        }
    }
}
