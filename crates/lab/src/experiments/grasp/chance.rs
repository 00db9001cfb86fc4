//! Chance of a trial: a function of the experiment's seed and the trial's key.

use rand::SeedableRng;
use rand_distr::{Distribution, StandardNormal, StandardUniform};
use rand_pcg::Pcg64Mcg;

/// Nothing scatters farther than so many standard deviations.
const FARTHEST: f64 = 2.5;

/// A source of chance.
pub(super) struct Chance(Pcg64Mcg);

impl Chance {
    /// For a trial: `key` says which.
    pub(super) fn new(seed: u64, key: &str) -> Self {
        // FNV-1a: the same on every machine, unlike the hasher of the standard library.
        let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64 ^ seed.rotate_left(32), |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self(Pcg64Mcg::seed_from_u64(hash ^ seed))
    }

    /// A normal deviate of mean 0 and deviation 1, at most two and a half.
    pub(super) fn normal(&mut self) -> f64 {
        loop {
            let x: f64 = StandardNormal.sample(&mut self.0);
            if x.abs() <= FARTHEST {
                return x;
            }
        }
    }

    /// A number from `least` to `most`.
    pub(super) fn between(&mut self, least: f64, most: f64) -> f64 {
        let share: f64 = StandardUniform.sample(&mut self.0);
        least + share * (most - least)
    }

    /// A seed for something else.
    pub(super) fn seed(&mut self) -> u64 {
        // Scenes hold integers of 63 bits.
        let seed: u64 = StandardUniform.sample(&mut self.0);
        seed >> 1
    }
}
