//! Variation: no two texels leave the factory alike.

use crate::active_layer::{ActiveLayer, Memory, Step};
use crate::chance::Chance;
use crate::check::{Fault, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Gain and offset of every texel, drawn once.
///
/// `y = gain · x + offset`, with `ln gain` normal of deviation `gain_spread` (a gain is never negative, and halving is as
/// likely as doubling) and the offset normal with mean `offset` and deviation `offset_spread`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// Relative deviation of the gains.
    #[serde(default)]
    pub gain_spread: f64,
    /// Mean of the offsets, in the unit of the signal.
    #[serde(default)]
    pub offset: f64,
    /// Deviation of the offsets, in the unit of the signal.
    #[serde(default)]
    pub offset_spread: f64,
    /// Another device of the same kind.
    #[serde(default)]
    pub seed: u64,
}

/// One device.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    /// Gain and offset per texel.
    cells: Vec<(f64, f64)>,
}

impl Variation {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        within("gain_spread", self.gain_spread, 0.0, 2.0, "")?;
        within("offset", self.offset, -1e9, 1e9, "")?;
        within("offset_spread", self.offset_spread, 0.0, 1e9, "")
    }

    pub(crate) fn manufacture(&self, texels: usize, index: usize) -> Device {
        let mut chance = Chance::new(self.seed, index as u64, 0);
        let mut cell = || {
            let gain = (self.gain_spread * chance.normal()).exp();
            (gain, self.offset + self.offset_spread * chance.normal())
        };
        Device { cells: (0..texels).map(|_| cell()).collect() }
    }
}

impl ActiveLayer for Device {
    fn room(&self, _: usize) -> usize {
        0
    }

    fn advance(&self, _: &mut Memory, _: &Step<'_>, signal: &mut [f64]) {
        for (x, (gain, offset)) in signal.iter_mut().zip(&self.cells) {
            *x = *x * gain + offset;
        }
    }
}
