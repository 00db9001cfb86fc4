//! URDF, the Unified Robot Description Format of ROS.

mod read;

pub(crate) use read::read;
