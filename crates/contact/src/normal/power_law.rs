//! A stiffening pad with a linear damper.

use super::{Damping, Elastic, Exponent};
use crate::MaterialError;
use crate::check::{non_negative, positive};

/// Power law with linear damping, `k pⁿ + c ṗ` (NC-5).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PowerLaw {
    stiffness: f64,
    exponent: Exponent,
    damping: f64,
}

impl PowerLaw {
    /// A pad of stiffness `k` \[N/mⁿ\], exponent `n` \[-\] and damping `c` \[N·s/m\].
    pub fn new(stiffness: f64, exponent: Exponent, damping: f64) -> Result<Self, MaterialError> {
        Ok(Self {
            stiffness: positive("stiffness k", stiffness, "N/m^n", "fit force over compression^n")?,
            exponent,
            damping: non_negative("damping c", damping, "N·s/m", "use 0 for a pad without losses")?,
        })
    }

    /// Stiffness `k` \[N/mⁿ\].
    #[inline]
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }

    /// Exponent `n` \[-\].
    #[inline]
    pub fn exponent(&self) -> Exponent {
        self.exponent
    }

    /// Damping `c` \[N·s/m\].
    #[inline(always)]
    pub fn damping(&self) -> f64 {
        self.damping
    }

    #[inline(always)]
    pub(super) fn damping_force(&self, rate: f64) -> Damping {
        Damping::linear(self.damping, rate)
    }

    #[inline(always)]
    pub(super) fn elastic(&self, p: f64) -> Elastic {
        if p <= 0.0 {
            return Elastic::default();
        }
        let (power, slope) = self.exponent.power_and_slope(p);
        Elastic {
            force: self.stiffness * power,
            slope: self.stiffness * slope,
            curvature: self.stiffness * self.exponent.curvature(p, slope),
        }
    }

    #[inline]
    pub(super) fn energy(&self, p: f64) -> f64 {
        if p <= 0.0 {
            return 0.0;
        }
        let (power, _) = self.exponent.power_and_slope(p);
        self.stiffness * power * p / (self.exponent.value() + 1.0)
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        Self { stiffness: self.stiffness * factor, exponent: self.exponent, damping: self.damping * factor }
    }
}
