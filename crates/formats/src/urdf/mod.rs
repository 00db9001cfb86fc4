//! URDF, the Unified Robot Description Format of ROS.

mod read;
mod write;
mod xacro;

pub(crate) use read::{pose_of_rpy, read};
pub(crate) use write::write;
pub(crate) use xacro::expand;
