//! Pictures in three dimensions, seen from far away (parallel projection).

pub(crate) mod bars;
mod furniture;
mod outline;
mod pieces;
pub(crate) mod skin;
pub(crate) mod view;
