//! Pictures with one cell per texel.

mod cells;
pub(crate) mod check;
pub(crate) mod colour_bar;
pub(crate) mod frame;
mod look;
pub(crate) mod series;
pub(crate) mod shear;
pub(crate) mod tactile;
