//! A skin's device at work.

use crate::{Tactile, TactileUnit};
use bristle_transduction::{Chain, ChainState, Quantity, Surroundings};
use bristle_world::{ModelError, SkinId, World};
use std::sync::Arc;

/// A device, what it remembers, and which of its frames was last shown.
#[derive(Clone, Debug)]
pub(super) struct Device {
    pub(super) skin: SkinId,
    pub(super) chain: Arc<Chain>,
    pub(super) state: ChainState,
    shown: u64,
}

impl Device {
    pub(super) fn new(skin: SkinId, chain: Arc<Chain>) -> Self {
        let state = chain.start();
        Self { skin, chain, state, shown: 0 }
    }

    pub(super) fn unit(&self) -> TactileUnit {
        match self.chain.quantity() {
            Quantity::Force => TactileUnit::Newtons,
            Quantity::Signal => TactileUnit::Signal,
            Quantity::Counts => TactileUnit::Counts,
        }
    }

    pub(super) fn memory(&self) -> (ChainState, u64) {
        (self.state.clone(), self.shown)
    }

    /// Takes up what a device of the same chain remembers.
    pub(super) fn recall(&mut self, (state, shown): (ChainState, u64)) -> Result<(), ModelError> {
        let why = self.chain.check_state(&state).err().map(|error| error.to_string());
        if let Some(why) = why {
            return Err(ModelError::BadState { what: "the state of a device".into(), why });
        }
        (self.state, self.shown) = (state, shown);
        Ok(())
    }

    /// A step of `h` \[s\] was taken.
    pub(super) fn advance(&mut self, world: &World, h: f64) -> Result<(), ModelError> {
        let reading = world.reading(self.skin)?;
        // Nothing to refuse: the state is the chain's own, and a step of a world, at most a second, holds no more frames than a chain
        // can deliver.
        let _ = self.chain.feel(&mut self.state, h, reading, &Surroundings::default());
        Ok(())
    }

    /// Shows its latest frame.
    pub(super) fn show(&mut self, frame: &mut Tactile) {
        frame.values.clear();
        frame.values.extend_from_slice(self.state.readings());
        frame.sum = self.state.sum();
        frame.shear.clear();
        frame.utilisation.clear();
        frame.frame = self.state.frames();
        frame.is_new = frame.frame != self.shown;
        self.shown = frame.frame;
    }
}
