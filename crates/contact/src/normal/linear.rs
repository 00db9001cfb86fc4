//! The spring and damper of Moisio et al. (2013), eq. 8.

use super::Elastic;
use crate::MaterialError;
use crate::check::{non_negative, positive};

/// Linear spring and damper, `k p + c ṗ` (NC-1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinearSpringDamper {
    stiffness: f64,
    damping: f64,
}

impl LinearSpringDamper {
    /// A pad of stiffness `k` \[N/m, or N/m³ per area\] and damping `c` \[N·s/m, or N·s/m³ per area\].
    pub fn new(stiffness: f64, damping: f64) -> Result<Self, MaterialError> {
        Ok(Self {
            stiffness: positive(
                "stiffness k",
                stiffness,
                "N/m",
                "press the pad and divide force by compression",
            )?,
            damping: non_negative("damping c", damping, "N·s/m", "use 0 for a pad without losses")?,
        })
    }

    /// Constants known to be valid: every one is checked by the tests of the presets.
    pub(crate) const fn known_valid(stiffness: f64, damping: f64) -> Self {
        Self { stiffness, damping }
    }

    /// Stiffness `k` \[N/m\].
    #[inline]
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }

    /// Damping `c` \[N·s/m\].
    #[inline(always)]
    pub fn damping(&self) -> f64 {
        self.damping
    }

    #[inline(always)]
    pub(super) fn elastic(&self, p: f64) -> Elastic {
        if p <= 0.0 {
            return Elastic::default();
        }
        Elastic { force: self.stiffness * p, slope: self.stiffness, curvature: 0.0 }
    }

    #[inline]
    pub(super) fn energy(&self, p: f64) -> f64 {
        let p = p.max(0.0);
        0.5 * self.stiffness * p * p
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        Self { stiffness: self.stiffness * factor, damping: self.damping * factor }
    }
}
