//! Chance as a function of its key: no generator has to be kept, restored or shared between threads.

use rand::SeedableRng;
use rand_distr::{Distribution, StandardNormal, StandardUniform};
use rand_pcg::Pcg64Mcg;

/// A source of chance that depends on nothing but its key.
pub(crate) struct Chance(Pcg64Mcg);

impl Chance {
    /// `seed` is the user's, `place` that of the layer in its chain, `draw` the number of the draw.
    pub(crate) fn new(seed: u64, place: u64, draw: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(scattered(scattered(scattered(seed) ^ place) ^ draw)))
    }

    /// A normal deviate of mean 0 and variance 1.
    pub(crate) fn normal(&mut self) -> f64 {
        StandardNormal.sample(&mut self.0)
    }

    /// A number from 0 up to, but not including, 1.
    pub(crate) fn uniform(&mut self) -> f64 {
        StandardUniform.sample(&mut self.0)
    }
}

/// Scatters all bits, so that keys next to each other have nothing in common: step and finisher of SplitMix64 (Steele,
/// Lea and Flood, 2014).
fn scattered(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
