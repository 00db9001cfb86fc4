//! SDF, the format of Gazebo.

mod frames;
mod geometry;
mod joint;
mod model;
mod read;

pub(crate) use read::read;
