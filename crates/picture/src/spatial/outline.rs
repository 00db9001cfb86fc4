//! The lines by which an observer recognises a body: its silhouette, its sharp edges and its borders.

use super::view::View;
use bristle_geometry::TriangleMesh;
use glam::DVec3;
use std::collections::BTreeMap;

/// Neighbouring faces that differ by more than this angle \[rad\] meet in a visible edge.
const SHARP: f64 = 0.6;

/// Every edge of `mesh` once.
pub(super) fn edges(mesh: &TriangleMesh) -> Vec<[DVec3; 2]> {
    let corners = welded(mesh);
    let pairs = corners.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let unique: std::collections::BTreeSet<[usize; 2]> = pairs.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    unique.into_iter().map(|pair| pair.map(|vertex| mesh.vertices[vertex])).collect()
}

/// The segments of `mesh` to draw as its outline, seen from `view`.
pub(super) fn outline(mesh: &TriangleMesh, view: View) -> Vec<[DVec3; 2]> {
    let corners = welded(mesh);
    // Sorted by key, so that the drawing does not depend on a hash seed.
    let mut edges: BTreeMap<(usize, usize), Vec<DVec3>> = BTreeMap::new();
    for (index, triangle) in corners.iter().enumerate() {
        let [a, b, c] = mesh.corners(index);
        let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
        for k in 0..3 {
            let (from, to) = (triangle[k], triangle[(k + 1) % 3]);
            edges.entry((from.min(to), from.max(to))).or_default().push(normal);
        }
    }
    let towards = view.towards();
    let drawn = |normals: &Vec<DVec3>| match normals.as_slice() {
        [n, m] => {
            let (front, other) = (n.dot(towards) > 0.0, m.dot(towards) > 0.0);
            front != other || (front && n.angle_between(*m) > SHARP)
        }
        _ => true,
    };
    let ends = |(a, b): &(usize, usize)| [mesh.vertices[*a], mesh.vertices[*b]];
    edges.iter().filter(|(_, normals)| drawn(normals)).map(|(edge, _)| ends(edge)).collect()
}

/// Triangles in terms of the first vertex at each position: files often repeat a vertex per face.
fn welded(mesh: &TriangleMesh) -> Vec<[usize; 3]> {
    let mut first: BTreeMap<[u64; 3], usize> = BTreeMap::new();
    // Adding zero turns -0.0 into 0.0, which has other bits but is the same place.
    let key = |v: DVec3| (v + DVec3::ZERO).to_array().map(f64::to_bits);
    let kept: Vec<usize> =
        mesh.vertices.iter().enumerate().map(|(i, &v)| *first.entry(key(v)).or_insert(i)).collect();
    mesh.triangles.iter().map(|triangle| triangle.map(|v| kept[v as usize])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube whose every triangle has its own three vertices, as an STL file gives it.
    fn cube_soup() -> TriangleMesh {
        let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 0.3;
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let mut mesh = TriangleMesh::default();
        for [a, b, c, d] in quads {
            for triangle in [[a, b, c], [a, c, d]] {
                let next = mesh.vertices.len() as u32;
                mesh.vertices.extend(triangle.map(corner));
                mesh.triangles.push([next, next + 1, next + 2]);
            }
        }
        mesh
    }

    #[test]
    fn a_cube_shows_its_nine_near_edges_and_no_diagonal() {
        let segments = outline(&cube_soup(), View::from_degrees(-58.0, 30.0));
        assert_eq!(segments.len(), 9);
        for [a, b] in segments {
            assert!((a.distance(b) - 0.3).abs() < 1e-15, "a diagonal was drawn");
        }
    }

    #[test]
    fn an_open_triangle_is_all_border() {
        let mesh = TriangleMesh { vertices: vec![DVec3::X, DVec3::Y, DVec3::Z], triangles: vec![[0, 1, 2]] };
        assert_eq!(outline(&mesh, View::from_degrees(17.0, 41.0)).len(), 3);
    }
}
