//! All that changes in a chain.

use crate::active_layer::Memory;
use serde::{Deserialize, Serialize};

/// The state of a chain: what its layers remember, and what it says now.
///
/// It is complete. A clone, or what was written to a file and read again, goes on bit for bit as the original does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChainState {
    pub(crate) memories: Vec<Memory>,
    /// Room in which a step is worked out.
    pub(crate) signal: Vec<f64>,
    /// How far the target slid over each texel in the last step \[m\]; empty unless a layer asks for it.
    #[serde(default)]
    pub(crate) slid: Vec<f64>,
    pub(crate) readings: Vec<f64>,
    pub(crate) frames: u64,
    pub(crate) time: f64,
}

impl ChainState {
    /// What the device says now, one value per texel: counts, if the chain ends in them.
    pub fn readings(&self) -> &[f64] {
        &self.readings
    }

    /// Sum of the readings.
    pub fn sum(&self) -> f64 {
        self.readings.iter().sum()
    }

    /// Frames delivered so far. Without a sampler every step is a frame. Compare it to know whether there is a new one.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Time since the start \[s\].
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Memory held \[bytes\].
    pub fn memory(&self) -> usize {
        let numbers: usize = self.memories.iter().map(|memory| memory.values.capacity()).sum();
        size_of::<f64>() * (numbers + self.signal.len() + self.readings.len())
    }
}
