//! The laws that sensors obey.

mod bad_data;
mod distance;
mod encoder;
mod motion;
mod noise;
mod response;
mod rig;
mod sampling;
mod touch;
