//! Pictures in three dimensions, seen from far away (parallel projection).

mod bar_box;
pub(crate) mod bars;
mod furniture;
mod outline;
pub(crate) mod skin;
pub(crate) mod view;
pub(crate) mod world;

pub(crate) use skin::check_mesh;
