//! Noise as a pure function: no generator has to be kept, restored or shared between threads.

use std::f64::consts::TAU;

/// The stream of one sensor. Streams of other names or seeds are unrelated, and adding a sensor changes no other one's.
pub(super) fn stream(seed: u64, name: &str) -> u64 {
    name.bytes().fold(mixed(seed ^ 0x6c62_272e_07bb_0142), |hash, byte| mixed(hash ^ u64::from(byte)))
}

/// A normal deviate of mean 0 and variance 1 for one channel of one sample (Box and Muller, 1958).
pub(super) fn normal(stream: u64, sample: u64, channel: usize) -> f64 {
    let key = mixed(mixed(stream ^ sample) ^ channel as u64);
    // In (0, 1] for the logarithm: 53 bits, and half a step up.
    let first = ((mixed(key ^ 1) >> 11) as f64 + 0.5) * (-53f64).exp2();
    let second = (mixed(key ^ 2) >> 11) as f64 * (-53f64).exp2();
    (-2.0 * first.ln()).sqrt() * (TAU * second).cos()
}

/// Scatters all bits: the step and the finisher of SplitMix64 (Steele, Lea and Flood, 2014).
fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
