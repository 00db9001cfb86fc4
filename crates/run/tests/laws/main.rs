//! The laws that simulations, observers and recordings obey, and what is drawn of worlds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod continuation;
mod controllers;
mod crushing;
mod devices;
mod disturbances;
mod drawing;
mod falling;
mod fast_bodies;
#[cfg(feature = "mcap")]
mod mcap;
mod observers;
mod phases;
mod recordings;
mod sensing;
mod signals;
mod storing;
mod support;
mod warnings;
