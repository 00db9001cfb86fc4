//! Chains on small pads, and how to lead a signal through them.

use bristle_skin::SkinLayout;
use bristle_transduction::{Chain, ChainError, ChainState, Layer, Surroundings};

pub(crate) fn pad(texels: usize) -> SkinLayout {
    SkinLayout::grid(1, texels, 3.4e-3).unwrap()
}

/// A chain of one layer over a few texels.
pub(crate) fn chain(layer: Layer, texels: usize) -> Chain {
    Chain::new(&[layer], &pad(texels)).unwrap()
}

pub(crate) fn refusal(layer: Layer) -> String {
    let error: ChainError = Chain::new(&[layer], &pad(3)).unwrap_err();
    error.to_string()
}

/// One texel led through `chain`; `signal` is asked at the end of every step.
pub(crate) struct Wire {
    pub(crate) chain: Chain,
    pub(crate) state: ChainState,
    pub(crate) time: f64,
}

impl Wire {
    pub(crate) fn new(layers: &[Layer]) -> Self {
        let chain = Chain::new(layers, &pad(1)).unwrap();
        Self { state: chain.start(), chain, time: 0.0 }
    }

    pub(crate) fn step(&mut self, dt: f64, signal: f64) -> f64 {
        self.time += dt;
        self.chain.advance(&mut self.state, dt, &[signal], &Surroundings::default()).unwrap()[0]
    }
}
