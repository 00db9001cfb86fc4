//! The skins' devices at work.

use bristle_scene::Built;
use bristle_skin::layout::Grid;
use bristle_transduction::{ChainState, Surroundings};
use bristle_world::{SkinId, World};

/// What a skin's device says now.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceFrame<'a> {
    /// A reading per texel: counts, if the device ends in them. Zero before the first frame.
    pub readings: &'a [f64],
    /// Frames delivered so far. Compare it to know whether there is a new one.
    pub number: u64,
    /// Rows and columns, if the texels have any.
    pub grid: Option<Grid>,
}

/// What the devices remember.
#[derive(Clone, Debug)]
pub(crate) struct Devices(Vec<(SkinId, ChainState)>);

impl Devices {
    pub(crate) fn of(built: &Built) -> Self {
        Self(built.devices.iter().map(|(&skin, device)| (skin, device.chain.start())).collect())
    }

    /// A step of `h` \[s\] was taken.
    pub(crate) fn advance(&mut self, built: &Built, world: &World, h: f64) {
        for (skin, state) in &mut self.0 {
            if let (Some(device), Ok(reading)) = (built.devices.get(skin), world.reading(*skin)) {
                // Nothing to refuse: the state is the chain's own, and a step of a world, at most a second, holds no more frames than a
                // chain can deliver.
                let _ = device.chain.feel(state, h, reading, &Surroundings::default());
            }
        }
    }

    pub(crate) fn frame<'a>(&'a self, built: &Built, skin: SkinId) -> Option<DeviceFrame<'a>> {
        let (_, state) = self.0.iter().find(|(own, _)| *own == skin)?;
        let grid = built.devices.get(&skin)?.chain.grid().cloned();
        Some(DeviceFrame { readings: state.readings(), number: state.frames(), grid })
    }
}
