//! Laws of pictures.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // helpers of tests may stop them as well

mod errors;
mod gallery;
mod placement;
mod tactile;
