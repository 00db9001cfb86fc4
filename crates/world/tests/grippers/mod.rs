//! Grippers, pads and things to hold.
//!
//! Gripper frame G: its origin lies midway between the pads, y is the way they close, z runs along the fingers. Rows of a
//! pad run along z, or along x if the pad lies down.
#![allow(dead_code, unreachable_pub)] // every test binary uses its own part of this
#![allow(clippy::unwrap_used)] // a test that cannot go on may stop

pub mod material;
pub mod motion;
pub mod pad;
pub mod parallel;
pub mod scene;
pub mod statistics;
pub mod thing;
