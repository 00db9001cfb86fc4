//! COLLADA 1.5 with kinematics and dynamics, and the extensions of OpenRAVE for manipulators, sensors and actuators.

mod archive;
mod bindings;
mod document;
mod extras;
mod geometry;
mod mathml;
mod model;
mod physics;
mod read;
mod scene;
mod write;

pub(crate) use read::read;
pub(crate) use write::{archived, write};
