//! Grippers, pads and things to hold.
//!
//! Gripper frame G: its origin lies midway between the pads, y is the way they close, z runs along the fingers. Rows of a
//! pad run along z, or along x if the pad lies down.

pub(crate) mod material;
pub(crate) mod motion;
pub(crate) mod pad;
pub(crate) mod parallel;
pub(crate) mod scene;
pub(crate) mod statistics;
pub(crate) mod thing;
