//! The spring that two laws have in common.

use super::{Elastic, Exponent};
use crate::MaterialError;
use crate::check::positive;

/// `k pⁿ`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PowerSpring {
    pub(super) stiffness: f64,
    pub(super) exponent: Exponent,
}

impl PowerSpring {
    pub(super) fn new(stiffness: f64, exponent: Exponent) -> Result<Self, MaterialError> {
        let stiffness = positive("stiffness k", stiffness, "N/m^n", "fit force over compression^n")?;
        Ok(Self { stiffness, exponent })
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
        Self { stiffness: self.stiffness * factor, exponent: self.exponent }
    }
}
