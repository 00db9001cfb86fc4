//! Pictures in three dimensions, seen from far away (parallel projection).

pub(crate) mod bars;
mod furniture;
mod outline;
pub(crate) mod skin;
pub(crate) mod view;
