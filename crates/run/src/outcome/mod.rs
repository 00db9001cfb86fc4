//! Collects what comes of a run.

mod collector;
mod objects;
mod skins;

pub(crate) use collector::waited_in_vain;

pub use collector::Collector;
