//! Damping that grows with the contact: no force jump at touch-down.

use super::power_spring::PowerSpring;
use super::{Damping, Elastic, Exponent};
use crate::MaterialError;
use crate::check::non_negative;

/// Hunt and Crossley's law, `k pⁿ (1 + a ṗ)` (NC-4).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HuntCrossley {
    pub(super) spring: PowerSpring,
    dissipation: f64,
}

impl HuntCrossley {
    /// A pad of stiffness `k` \[N/mⁿ\], exponent `n` \[-\] and dissipation `a` \[s/m\].
    ///
    /// For slow impacts the coefficient of restitution is about `1 − (2/3) a v`, whatever `n`.
    pub fn new(stiffness: f64, exponent: Exponent, dissipation: f64) -> Result<Self, MaterialError> {
        Ok(Self {
            spring: PowerSpring::new(stiffness, exponent)?,
            dissipation: non_negative("dissipation a", dissipation, "s/m", "use 0 for a pad without losses")?,
        })
    }

    /// Stiffness `k` \[N/mⁿ\].
    #[inline]
    pub fn stiffness(&self) -> f64 {
        self.spring.stiffness
    }

    /// Exponent `n` \[-\].
    #[inline]
    pub fn exponent(&self) -> Exponent {
        self.spring.exponent
    }

    /// Dissipation `a` \[s/m\].
    #[inline]
    pub fn dissipation(&self) -> f64 {
        self.dissipation
    }

    /// (NC-4) damping in proportion to the elastic force, so none at first touch.
    #[inline(always)]
    pub(super) fn damping_force(&self, elastic: &Elastic, rate: f64) -> Damping {
        let a_rate = self.dissipation * rate;
        Damping {
            force: elastic.force * a_rate,
            d_compression: elastic.slope * a_rate,
            d_rate: elastic.force * self.dissipation,
        }
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        Self { spring: self.spring.scaled(factor), dissipation: self.dissipation }
    }
}
