//! Measures of a layout, written independently of the library's own.

use bristle_geometry::TriangleMesh;
use bristle_skin::layout::SkinLayout;
use glam::{DVec3, dvec3};

pub(crate) fn mesh_area(mesh: &TriangleMesh) -> f64 {
    mesh.triangles
        .iter()
        .map(|t| {
            let [a, b, c] = t.map(|v| mesh.vertices[v as usize]);
            0.5 * (b - a).cross(c - a).length()
        })
        .sum()
}

pub(crate) fn texel_area(layout: &SkinLayout) -> f64 {
    layout.texels.iter().map(|t| t.area).sum()
}

/// Round-off of a sum of `n` terms, each with a few roundings of its own.
pub(crate) fn sum_tolerance(n: usize) -> f64 {
    4.0 * n as f64 * f64::EPSILON
}

/// Four triangles over a crooked quadrilateral, with the apex off the middle.
pub(crate) fn tent() -> TriangleMesh {
    TriangleMesh {
        vertices: vec![
            dvec3(-1.1, -0.7, 0.0),
            dvec3(1.0, -0.9, 0.0),
            dvec3(1.3, 0.8, 0.0),
            dvec3(-0.9, 1.2, 0.0),
            dvec3(0.3, -0.2, 0.6),
        ],
        triangles: vec![[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]],
    }
}

/// Distance from a point to a triangle, by the nearest of the plane's foot point and the three sides.
pub(crate) fn distance_to_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a).normalize();
    let inside = [(a, b), (b, c), (c, a)].iter().all(|(s, e)| normal.cross(*e - *s).dot(p - *s) >= 0.0);
    if inside {
        return normal.dot(p - a).abs();
    }
    [(a, b), (b, c), (c, a)]
        .iter()
        .map(|(s, e)| {
            let side = *e - *s;
            let along = ((p - *s).dot(side) / side.length_squared()).clamp(0.0, 1.0);
            (p - *s - side * along).length()
        })
        .fold(f64::MAX, f64::min)
}
