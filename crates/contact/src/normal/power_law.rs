//! A stiffening pad with a linear damper.

use super::Exponent;
use super::power_spring::PowerSpring;
use crate::MaterialError;
use crate::check::non_negative;

/// Power law with linear damping, `k pⁿ + c ṗ` (NC-5).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PowerLaw {
    pub(super) spring: PowerSpring,
    damping: f64,
}

impl PowerLaw {
    /// A pad of stiffness `k` \[N/mⁿ\], exponent `n` \[-\] and damping `c` \[N·s/m\].
    pub fn new(stiffness: f64, exponent: Exponent, damping: f64) -> Result<Self, MaterialError> {
        Ok(Self {
            spring: PowerSpring::new(stiffness, exponent)?,
            damping: non_negative("damping c", damping, "N·s/m", "use 0 for a pad without losses")?,
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

    /// Damping `c` \[N·s/m\].
    #[inline(always)]
    pub fn damping(&self) -> f64 {
        self.damping
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        Self { spring: self.spring.scaled(factor), damping: self.damping * factor }
    }
}
