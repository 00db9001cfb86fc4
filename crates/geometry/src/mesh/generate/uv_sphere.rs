//! A sphere in circles of latitude.

use glam::DVec2;

use super::error::{GenerateError, check_count, check_length};
use super::revolution::surface_of_revolution;
use crate::TriangleMesh;

/// A sphere about the origin in circles of latitude, with poles on the z axis.
///
/// Its triangles crowd at the poles; see [`icosphere`](super::icosphere) for even ones.
///
/// * `radius`: of the sphere, on which all vertices lie \[m\].
/// * `bands`: between circles of latitude, at least 2.
/// * `segments`: around the axis, at least 3.
pub fn uv_sphere(radius: f64, bands: usize, segments: usize) -> Result<TriangleMesh, GenerateError> {
    check_length("radius", radius)?;
    check_count("bands", bands, 2, MOST_BANDS)?;
    let profile: Vec<DVec2> = (0..=bands)
        .map(|band| {
            let (sine, cosine) = (std::f64::consts::PI * band as f64 / bands as f64).sin_cos();
            // The sine of π is not quite zero, but the pole must be on the axis.
            DVec2::new(if band == bands { 0.0 } else { radius * sine }, -radius * cosine)
        })
        .collect();
    surface_of_revolution(&profile, segments)
}

/// Enough for any sphere, and small enough to build the profile before the triangle limit is checked.
const MOST_BANDS: usize = 1_000_000;
