//! What a layer becomes once it is made for a skin.

use crate::sampling::Sampling;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::sync::Arc;

/// What all layers share of one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'a> {
    /// Length \[s\]: of the step, or from frame to frame behind a sampler.
    pub(crate) dt: f64,
    /// Temperature around the pad \[°C\].
    pub(crate) celsius: f64,
    /// Whether the signal comes in frames, which hold their values until the next.
    pub(crate) in_frames: bool,
    /// How far the target has slid over each texel in the step \[m\]; empty where nobody knows.
    pub(crate) slid: &'a [f64],
}

/// All that one layer remembers. Layers differ in how much they use of it, and none uses anything else: that is what
/// makes a state complete.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// Numbers per texel, and room to work.
    pub(crate) values: Vec<f64>,
    /// A time \[s\] or temperature \[°C\].
    pub(crate) clock: f64,
    /// Steps or frames so far.
    pub(crate) count: u64,
    /// First row of a ring.
    pub(crate) first: usize,
    /// Rows in a ring.
    pub(crate) length: usize,
}

/// A layer at work.
pub(crate) trait ActiveLayer: Debug + Send + Sync {
    /// Numbers that it remembers.
    fn room(&self, texels: usize) -> usize;

    /// What it remembers before the first step.
    fn begin(&self, texels: usize) -> Memory {
        Memory { values: vec![0.0; self.room(texels)], ..Memory::default() }
    }

    /// Whether it can go on from this memory.
    fn fits(&self, memory: &Memory, texels: usize) -> bool {
        memory.values.len() == self.room(texels)
    }

    /// Turns the signal at the end of the step into what comes out of the layer.
    fn advance(&self, memory: &mut Memory, step: &Step<'_>, signal: &mut [f64]);
}

/// A place in a chain. A sampler is not like the others: it decides when those behind it are at work.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    Plain(Arc<dyn ActiveLayer>),
    Sampler(Sampling),
}

impl Place {
    pub(crate) fn of(layer: impl ActiveLayer + 'static) -> Self {
        Self::Plain(Arc::new(layer))
    }

    pub(crate) fn begin(&self, texels: usize) -> Memory {
        match self {
            Self::Plain(layer) => layer.begin(texels),
            Self::Sampler(_) => Memory { values: vec![0.0; 2 * texels], ..Memory::default() },
        }
    }

    pub(crate) fn fits(&self, memory: &Memory, texels: usize) -> bool {
        match self {
            Self::Plain(layer) => layer.fits(memory, texels),
            Self::Sampler(_) => memory.values.len() == 2 * texels,
        }
    }
}
