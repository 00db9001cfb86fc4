//! A closed skin over a stack of rings.

use glam::DVec3;

use crate::TriangleMesh;

/// Joins a bottom point, a stack of rings with `segments` vertices each, and a top point to one closed surface.
///
/// Rings run counter-clockwise seen from the top, and begin at matching places.
pub(super) fn loft(bottom: DVec3, rings: &[Vec<DVec3>], top: DVec3, segments: usize) -> TriangleMesh {
    let mut vertices = Vec::with_capacity(rings.len() * segments + 2);
    vertices.push(bottom);
    vertices.extend(rings.iter().flatten());
    vertices.push(top);
    let last = (vertices.len() - 1) as u32;
    let at = |ring: usize, segment: usize| (1 + ring * segments + segment % segments) as u32;

    let mut triangles = Vec::with_capacity(2 * rings.len() * segments);
    for segment in 0..segments {
        triangles.push([0, at(0, segment + 1), at(0, segment)]);
    }
    for ring in 1..rings.len() {
        for segment in 0..segments {
            let [a, b] = [at(ring - 1, segment), at(ring - 1, segment + 1)];
            let [d, c] = [at(ring, segment), at(ring, segment + 1)];
            triangles.push([a, b, c]);
            triangles.push([a, c, d]);
        }
    }
    for segment in 0..segments {
        triangles.push([at(rings.len() - 1, segment), at(rings.len() - 1, segment + 1), last]);
    }
    TriangleMesh { vertices, triangles }
}

/// `segments` points of a circle about the z axis.
pub(super) fn circle(radius: f64, height: f64, segments: usize) -> Vec<DVec3> {
    (0..segments)
        .map(|segment| {
            let (sine, cosine) = (std::f64::consts::TAU * segment as f64 / segments as f64).sin_cos();
            DVec3::new(radius * cosine, radius * sine, height)
        })
        .collect()
}
