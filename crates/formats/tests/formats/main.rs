//! Laws of robot files: what is read, what is refused and how, and that what is written reads back.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // helpers of tests may stop them as well

mod bonds;
mod collada;
mod common;
mod graspit;
mod hostile;
mod mjcf;
mod openrave;
mod oracles;
mod random_scenes;
mod round_trips;
mod sdf;
mod simox;
mod urdf;
