//! Measures of a mesh, written independently of the library's own.

use std::collections::HashMap;

use bristle_geometry::TriangleMesh;
use glam::DVec3;

pub(crate) fn area(mesh: &TriangleMesh) -> f64 {
    (0..mesh.triangles.len()).map(|t| triangle_area(mesh, t)).sum()
}

pub(crate) fn triangle_area(mesh: &TriangleMesh, triangle: usize) -> f64 {
    let [a, b, c] = mesh.corners(triangle);
    0.5 * (b - a).cross(c - a).length()
}

/// Positive when a closed mesh winds outward.
pub(crate) fn volume(mesh: &TriangleMesh) -> f64 {
    (0..mesh.triangles.len())
        .map(|t| {
            let [a, b, c] = mesh.corners(t);
            a.dot(b.cross(c)) / 6.0
        })
        .sum()
}

pub(crate) fn centroid(mesh: &TriangleMesh) -> DVec3 {
    let moment: DVec3 = (0..mesh.triangles.len())
        .map(|t| {
            let [a, b, c] = mesh.corners(t);
            (a + b + c) * (a.dot(b.cross(c)) / 24.0)
        })
        .sum();
    moment / volume(mesh)
}

/// How often each directed edge occurs.
fn directed_edges(mesh: &TriangleMesh) -> HashMap<[u32; 2], usize> {
    let mut edges = HashMap::new();
    for &[a, b, c] in &mesh.triangles {
        for edge in [[a, b], [b, c], [c, a]] {
            *edges.entry(edge).or_default() += 1;
        }
    }
    edges
}

/// Every directed edge once and its opposite once, no flat triangle, no unused vertex, no doubled vertex.
pub(crate) fn assert_closed_manifold(mesh: &TriangleMesh) {
    assert_sound(mesh);
    let edges = directed_edges(mesh);
    for &[from, to] in edges.keys() {
        assert!(edges.contains_key(&[to, from]), "edge {from}-{to} is open");
    }
    assert!(volume(mesh) > 0.0, "winds inward");
}

/// Consistently wound with one boundary loop; a sheet like a disc.
pub(crate) fn assert_open_disc(mesh: &TriangleMesh) {
    assert_sound(mesh);
    let edges = directed_edges(mesh);
    let boundary = edges.keys().filter(|[from, to]| !edges.contains_key(&[*to, *from])).count();
    assert!(boundary >= 3, "a sheet has a rim");
    let edge_count = (edges.len() + boundary) / 2;
    let euler = mesh.vertices.len() as i64 - edge_count as i64 + mesh.triangles.len() as i64;
    assert_eq!(euler, 1, "a disc has Euler number 1");
}

/// Vertices - edges + triangles: 2 for a single closed surface like a sphere.
pub(crate) fn euler_number(mesh: &TriangleMesh) -> i64 {
    let edges = directed_edges(mesh);
    let undirected = edges.keys().filter(|[a, b]| a < b || !edges.contains_key(&[*b, *a])).count();
    mesh.vertices.len() as i64 - undirected as i64 + mesh.triangles.len() as i64
}

fn assert_sound(mesh: &TriangleMesh) {
    let mut used = vec![false; mesh.vertices.len()];
    for &v in mesh.triangles.iter().flatten() {
        used[v as usize] = true;
    }
    assert!(used.iter().all(|u| *u), "unused vertex");
    assert!(mesh.vertices.iter().all(|v| v.is_finite()));
    let mut places: Vec<[u64; 3]> =
        mesh.vertices.iter().map(|v| v.to_array().map(|c| (c + 0.0).to_bits())).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), mesh.vertices.len(), "two vertices at one place");
    for (edge, count) in directed_edges(mesh) {
        assert_eq!(count, 1, "directed edge {edge:?} occurs more than once");
    }
    let mean = area(mesh) / mesh.triangles.len() as f64;
    for t in 0..mesh.triangles.len() {
        // Thin triangles at poles are fine; a triangle this small is a collapsed one.
        assert!(triangle_area(mesh, t) > 1e-9 * mean, "triangle {t} is flat");
    }
}

/// The order p of an error that falls like h^p when h is halved.
pub(crate) fn order(coarse_error: f64, fine_error: f64) -> f64 {
    (coarse_error / fine_error).log2()
}
