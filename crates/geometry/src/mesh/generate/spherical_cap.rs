//! Domed pads.

use std::f64::consts::{PI, TAU};

use glam::DVec3;

use super::error::{GenerateError, check_between, check_count, check_length, check_triangles};
use crate::TriangleMesh;

/// An open spherical cap: the part of a sphere about the origin within `opening_angle` of the +z axis.
///
/// Normals point away from the centre. Vertex 0 is the apex `(0, 0, radius)`; ring by ring follow the others,
/// each ring beginning in the plane y = 0, x > 0.
///
/// * `radius`: of the sphere, on which all vertices lie \[m\].
/// * `opening_angle`: between the axis and the rim, between 0 and π; π/2 is a hemisphere \[rad\].
/// * `rings`: between apex and rim, at least 1. `segments`: around the axis, at least 3.
pub fn spherical_cap(
    radius: f64,
    opening_angle: f64,
    rings: usize,
    segments: usize,
) -> Result<TriangleMesh, GenerateError> {
    check_length("radius", radius)?;
    check_between("opening_angle [rad]", opening_angle, 0.0, PI)?;
    check_count("rings", rings, 1, u32::MAX as usize)?;
    check_count("segments", segments, 3, u32::MAX as usize)?;
    check_triangles([2, rings, segments])?;

    let mut vertices = Vec::with_capacity(1 + rings * segments);
    vertices.push(DVec3::Z * radius);
    for ring in 1..=rings {
        let (sine, cosine) = (opening_angle * ring as f64 / rings as f64).sin_cos();
        for segment in 0..segments {
            let (y, x) = (TAU * segment as f64 / segments as f64).sin_cos();
            vertices.push(radius * DVec3::new(sine * x, sine * y, cosine));
        }
    }

    let at = |ring: usize, segment: usize| (1 + (ring - 1) * segments + segment % segments) as u32;
    let mut triangles = Vec::with_capacity((2 * rings - 1) * segments);
    for segment in 0..segments {
        triangles.push([0, at(1, segment), at(1, segment + 1)]);
    }
    for ring in 2..=rings {
        for segment in 0..segments {
            let [a, b] = [at(ring - 1, segment), at(ring - 1, segment + 1)];
            let [d, c] = [at(ring, segment), at(ring, segment + 1)];
            triangles.push([a, d, c]);
            triangles.push([a, c, b]);
        }
    }
    Ok(TriangleMesh { vertices, triangles })
}
