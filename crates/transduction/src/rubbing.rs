//! Rubbing: what slides over a cell makes its reading rough.

use crate::active_layer::{ActiveLayer, Memory, Step};
use crate::chance::Chance;
use crate::check::{Fault, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The texture of what slides past, as the cells read it.
///
/// `y = x (1 + share · η)`, where η is normal with variance 1 and a function of the distance that the target has slid over the cell, with the correlation
/// `exp(−distance/length)`: a process of Ornstein and Uhlenbeck over the distance instead of time. Where nothing slides, η stays as it is; it
/// begins at 0. Cells are independent of each other, so that the sum over many is smoother than one.
///
/// It has to stand before a sampler. A chain that is given forces alone does not know what slides, and passes them on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rubbing {
    /// Deviation of a reading from the force, as a share of it.
    pub share: f64,
    /// Distance over which the texture forgets \[m\].
    pub length: f64,
    /// Another texture of the same statistics.
    #[serde(default)]
    pub seed: u64,
}

/// Rubbing at its place in a chain.
#[derive(Clone, Debug)]
pub(crate) struct PlacedRubbing {
    rubbing: Rubbing,
    place: u64,
}

impl Rubbing {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        within("share", self.share, 0.0, 1.0, "")?;
        within("length", self.length, 1e-9, 1e3, "m")
    }

    pub(crate) fn at(&self, index: usize) -> PlacedRubbing {
        PlacedRubbing { rubbing: self.clone(), place: index as u64 }
    }
}

impl ActiveLayer for PlacedRubbing {
    fn room(&self, texels: usize) -> usize {
        texels
    }

    fn advance(&self, memory: &mut Memory, step: &Step<'_>, signal: &mut [f64]) {
        let Rubbing { share, length, seed } = self.rubbing;
        if step.slid.iter().any(|&slid| slid > 0.0) {
            let mut chance = Chance::new(seed, self.place, memory.count);
            for (height, &slid) in memory.values.iter_mut().zip(step.slid) {
                let z = slid / length;
                *height = (-z).exp() * *height + (-(-2.0 * z).exp_m1()).sqrt() * chance.normal();
            }
        }
        memory.count += 1;
        for (x, height) in signal.iter_mut().zip(&memory.values) {
            *x *= 1.0 + share * height;
        }
    }
}
