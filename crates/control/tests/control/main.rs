//! What controllers driven by touch promise.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod actions;
mod bench;
mod example;
mod failures;
mod grasp;
mod hands;
mod logs;
mod replay;
mod signals;
mod simulated;
