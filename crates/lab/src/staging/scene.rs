//! A scene at some moment of its world.

use bristle_scene::{Built, Scene};
use bristle_world::World;
use std::sync::Arc;

/// A scene, what it was built into, and its world.
pub(crate) struct Staged {
    pub(crate) scene: Scene,
    pub(crate) built: Arc<Built>,
    pub(crate) world: World,
}
