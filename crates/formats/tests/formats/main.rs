//! Laws of robot files: what is read, what is refused and how, and that what is written reads back.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // helpers of tests may stop them as well

mod common;
mod hostile;
mod mjcf;
mod round_trips;
mod simox;
mod urdf;
