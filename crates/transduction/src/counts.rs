//! Counts: whole numbers, above a threshold and up to full scale.

use crate::active_layer::{ActiveLayer, Memory, Step};
use crate::check::{Fault, accept, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A converter of the signal into counts from 0 to `2^bits − 1`, and a threshold below which a texel reads 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Signal that gives the greatest count; more than that saturates.
    pub full_scale: f64,
    /// Resolution of the converter.
    pub bits: u32,
    /// Counts up to this one read 0.
    #[serde(default)]
    pub threshold: u32,
    /// Whether the threshold is subtracted from counts above it, as devices do that calibrate their zero with it.
    #[serde(default)]
    pub subtract_threshold: bool,
}

impl Counts {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        within("full_scale", self.full_scale, 1e-9, 1e12, "")?;
        within("bits", f64::from(self.bits), 1.0, 32.0, "")?;
        let most = self.greatest();
        accept(f64::from(self.threshold) < most, "threshold", f64::from(self.threshold), || {
            format!("below the greatest count, {most}")
        })
    }

    fn greatest(&self) -> f64 {
        f64::from(self.bits).exp2() - 1.0
    }

    /// Count of a signal.
    pub fn of_signal(&self, signal: f64) -> f64 {
        let greatest = self.greatest();
        let count = (signal / self.full_scale * greatest).round().clamp(0.0, greatest);
        let threshold = f64::from(self.threshold);
        match (count > threshold, self.subtract_threshold) {
            (false, _) => 0.0,
            (true, false) => count,
            (true, true) => count - threshold,
        }
    }
}

impl ActiveLayer for Counts {
    fn room(&self, _: usize) -> usize {
        0
    }

    fn advance(&self, _: &mut Memory, _: &Step<'_>, signal: &mut [f64]) {
        for x in signal {
            *x = self.of_signal(*x);
        }
    }
}
