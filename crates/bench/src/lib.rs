//! Benchmarks of Bristle and the references they are measured against.

pub mod crowds;
pub mod embree;
pub mod motion;
pub mod pads;
pub mod worlds;
