//! Cylinders.

use glam::DVec2;

use super::error::{GenerateError, check_length};
use super::revolution::surface_of_revolution;
use crate::TriangleMesh;

/// A cylinder about the z axis, centred on the origin, with flat caps.
///
/// * `radius`: on which the rim's vertices lie \[m\].
/// * `half_height`: from the middle to either cap \[m\].
/// * `segments`: flat faces around the axis, at least 3.
pub fn cylinder(radius: f64, half_height: f64, segments: usize) -> Result<TriangleMesh, GenerateError> {
    check_length("radius", radius)?;
    check_length("half_height", half_height)?;
    surface_of_revolution(&[DVec2::new(radius, -half_height), DVec2::new(radius, half_height)], segments)
}
