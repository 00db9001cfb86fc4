//! Meshes cut to a box, with clean edges.

use bristle_geometry::TriangleMesh;
use glam::DVec3;
use std::collections::HashMap;

/// The part of `mesh` between the corners `low` and `high` \[m\]. Neighbours stay neighbours along the cut.
pub(crate) fn to_box(mesh: &TriangleMesh, low: DVec3, high: DVec3) -> TriangleMesh {
    let mut kept = mesh.clone();
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        kept = behind_plane(&kept, |p| axis.dot(p - high));
        kept = behind_plane(&kept, |p| axis.dot(low - p));
    }
    without_unused(kept)
}

/// What was cut away must not count when a picture is fitted to its sheet.
fn without_unused(mesh: TriangleMesh) -> TriangleMesh {
    let mut new_index = HashMap::new();
    let mut vertices = Vec::new();
    let mut renumber = |old: u32| {
        *new_index.entry(old).or_insert_with(|| {
            vertices.push(mesh.vertices[old as usize]);
            vertices.len() as u32 - 1
        })
    };
    let triangles = mesh.triangles.iter().map(|t| t.map(&mut renumber)).collect();
    TriangleMesh { vertices, triangles }
}

/// The part where `height` is at most zero.
fn behind_plane(mesh: &TriangleMesh, height: impl Fn(DVec3) -> f64) -> TriangleMesh {
    let heights: Vec<f64> = mesh.vertices.iter().map(|&v| height(v)).collect();
    if heights.iter().all(|&h| h <= 0.0) {
        return mesh.clone();
    }
    let mut vertices = mesh.vertices.clone();
    let mut triangles = Vec::with_capacity(mesh.triangles.len());
    // One vertex per cut edge, shared by the triangles on both sides of it.
    let mut cuts: HashMap<(u32, u32), u32> = HashMap::new();
    let mut cut = |vertices: &mut Vec<DVec3>, a: u32, b: u32| {
        let (a, b) = (a.min(b), a.max(b));
        *cuts.entry((a, b)).or_insert_with(|| {
            let (ha, hb) = (heights[a as usize], heights[b as usize]);
            vertices.push(vertices[a as usize].lerp(vertices[b as usize], ha / (ha - hb)));
            vertices.len() as u32 - 1
        })
    };
    for triangle in &mesh.triangles {
        let mut polygon = Vec::with_capacity(4);
        for corner in 0..3 {
            let (here, next) = (triangle[corner], triangle[(corner + 1) % 3]);
            let inside = |v: u32| heights[v as usize] <= 0.0;
            if inside(here) {
                polygon.push(here);
            }
            if inside(here) != inside(next) {
                polygon.push(cut(&mut vertices, here, next));
            }
        }
        for i in 2..polygon.len() {
            triangles.push([polygon[0], polygon[i - 1], polygon[i]]);
        }
    }
    TriangleMesh { vertices, triangles }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bristle_geometry::mesh::generate;

    #[test]
    fn a_cut_box_keeps_the_area_inside_and_has_one_rim() {
        let cube = generate::cuboid_divided(DVec3::new(0.5, 0.3, 0.2), [3, 2, 2]).unwrap();
        // Cut at x = 0.1: of the five faces left, four lose 0.4 of their length of 1.
        let cut = to_box(&cube, DVec3::splat(-9.0), DVec3::new(0.1, 9.0, 9.0));
        let report = cut.report();
        let expected = 0.6 * 0.4 + 0.6 * 2.0 * (0.6 + 0.4);
        assert!((report.area - expected).abs() < 1e-12, "{} {expected}", report.area);
        assert_eq!((report.boundary_loops, report.components, report.inconsistent_edges), (1, 1, 0));
        assert_eq!(report.unused_vertices, 0);
    }

    #[test]
    fn what_fits_is_left_alone() {
        let ball = generate::icosphere(0.3, 3).unwrap();
        let same = to_box(&ball, DVec3::splat(-0.31), DVec3::splat(0.31));
        assert_eq!((same.vertices.len(), same.report()), (ball.vertices.len(), ball.report()));
    }
}
