//! What a mesh must fulfil before texels can be put on it.

use bristle_geometry::TriangleMesh;
use glam::DVec3;

use super::error::{FARTHEST, LayoutError};

/// Area vector of a triangle: along its outward normal, as long as its area \[m²\].
pub(super) fn area_vector([a, b, c]: [DVec3; 3]) -> DVec3 {
    0.5 * (b - a).cross(c - a)
}

/// Refuses a mesh without triangles, with bad vertices, dangling indices or contradictory winding.
pub(super) fn check_surface(mesh: &TriangleMesh) -> Result<(), LayoutError> {
    if mesh.triangles.is_empty() {
        return Err(LayoutError::EmptyMesh);
    }
    for (vertex, &position) in mesh.vertices.iter().enumerate() {
        // Written so that a coordinate which is not a number fails the comparison.
        if !position.to_array().iter().all(|c| c.abs() <= FARTHEST) {
            return Err(LayoutError::BadVertex { vertex, position });
        }
    }
    let vertices = mesh.vertices.len();
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|&&v| v as usize >= vertices) {
            return Err(LayoutError::NoSuchVertex { triangle, vertex, vertices });
        }
    }
    check_winding(mesh)
}

/// Two triangles that use an edge in the same direction have opposite ideas of "out".
fn check_winding(mesh: &TriangleMesh) -> Result<(), LayoutError> {
    let mut edges: Vec<([u32; 2], usize)> = mesh
        .triangles
        .iter()
        .enumerate()
        // A triangle that names a vertex twice has no sides to speak of.
        .filter(|(_, [a, b, c])| a != b && b != c && c != a)
        .flat_map(|(triangle, &[a, b, c])| [[a, b], [b, c], [c, a]].map(|edge| (edge, triangle)))
        .collect();
    edges.sort_unstable();
    match edges.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => {
            let ([from, to], first) = pair[0];
            Err(LayoutError::InconsistentWinding { first, second: pair[1].1, from, to })
        }
        None => Ok(()),
    }
}
