//! Simox' XML of robots (VirtualRobot): nodes with units of their own, millimetres and radians unless said otherwise.

mod joint;
mod looks;
mod mass;
mod place;
mod read;
mod sets;
mod units;

pub(crate) use read::{NODES, read};
