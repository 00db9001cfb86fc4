//! Pictures in three dimensions, seen from far away (parallel projection).

pub(crate) mod bars;
mod furniture;
mod outline;
mod pieces;
mod scene;
pub(crate) mod skin;
mod stage;
pub(crate) mod view;
pub(crate) mod world;
