//! Noise: as slow or as quick as it is, whatever the step.

use crate::active_layer::{ActiveLayer, Memory, Step};
use crate::chance::Chance;
use crate::check::{Fault, within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Normal noise, independent from texel to texel.
///
/// With a correlation time it is a process of Ornstein and Uhlenbeck: its deviation and its correlation
/// `exp(−t/correlation_time)` are the same for every step. Without, every step is independent of the last; behind a
/// sampler that is every frame, and so independent of the step too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Noise {
    /// Standard deviation, in the unit of the signal.
    pub deviation: f64,
    /// Time over which the noise forgets \[s\]; 0 for white noise.
    #[serde(default)]
    pub correlation_time: f64,
    /// Other noise of the same statistics.
    #[serde(default)]
    pub seed: u64,
}

/// Noise at its place in a chain.
#[derive(Clone, Debug)]
pub(crate) struct PlacedNoise {
    noise: Noise,
    place: u64,
}

impl Noise {
    pub(crate) fn check(&self) -> Result<(), Fault> {
        within("deviation", self.deviation, 0.0, 1e9, "")?;
        within("correlation_time", self.correlation_time, 0.0, 1e9, "s")
    }

    pub(crate) fn at(&self, index: usize) -> PlacedNoise {
        PlacedNoise { noise: self.clone(), place: index as u64 }
    }
}

impl ActiveLayer for PlacedNoise {
    fn room(&self, texels: usize) -> usize {
        texels
    }

    fn advance(&self, memory: &mut Memory, step: &Step<'_>, signal: &mut [f64]) {
        let Noise { deviation, correlation_time, seed } = self.noise;
        let mut chance = Chance::new(seed, self.place, memory.count);
        // The first value is already one of a process that has been going on for ever.
        let fresh = memory.count == 0 || correlation_time == 0.0;
        let z = if fresh { f64::INFINITY } else { step.dt / correlation_time };
        let kept = (-z).exp();
        let new = deviation * (-(-2.0 * z).exp_m1()).sqrt();
        for (x, noise) in signal.iter_mut().zip(&mut memory.values) {
            *noise = kept * *noise + new * chance.normal();
            *x += *noise;
        }
        memory.count += 1;
    }
}
