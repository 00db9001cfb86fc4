//! Every vertex of a mesh is a texel.

use bristle_geometry::TriangleMesh;
use glam::DVec3;

use super::adjacency::Adjacency;
use super::error::{LayoutError, MOST_TEXELS};
use super::surface::{area_vector, check_surface};
use super::{SkinLayout, Texel, TexelRegion};

/// A sum of unit normals this short, per triangle, is round-off around zero.
const NO_DIRECTION: f64 = 1e-9;

impl SkinLayout {
    /// Every vertex of `mesh` is a texel, in the mesh's order.
    ///
    /// The direction is the normalised plain sum of the unit normals of the triangles around the vertex, not
    /// weighted by area or angle (Moisio et al., "Model of tactile sensors using soft contacts and its
    /// application in robot grasping simulation", Robotics and Autonomous Systems 61(1), 2013, section 3.1).
    /// The area is one third of the triangles around it, so that the texels' areas sum to the mesh's.
    /// Triangles without area count for neither.
    ///
    /// The mesh must wind consistently, and every vertex must belong to a triangle; see
    /// [`SkinLayout::from_used_vertices`].
    pub fn from_vertices(mesh: TriangleMesh) -> Result<Self, LayoutError> {
        check_surface(&mesh)?;
        if mesh.vertices.len() > MOST_TEXELS {
            return Err(LayoutError::TooManyTexels { count: mesh.vertices.len() });
        }
        let area_vectors: Vec<DVec3> =
            (0..mesh.triangles.len()).map(|triangle| area_vector(mesh.corners(triangle))).collect();
        let adjacency = Adjacency::new(&mesh);
        let texels = mesh
            .vertices
            .iter()
            .enumerate()
            .map(|(vertex, &position)| {
                let around = adjacency.around(vertex);
                let (direction, area) =
                    direction_and_area(vertex, around.iter().map(|&t| area_vectors[t as usize]))?;
                Ok(Texel { position, direction, area })
            })
            .collect::<Result<_, LayoutError>>()?;
        Ok(Self::with_centre_samples(texels, None, mesh, TexelRegion::VertexShare))
    }

    /// Like [`SkinLayout::from_vertices`], but drops vertices that no triangle uses, from the texels and from
    /// the layout's mesh. The remaining vertices keep their order.
    pub fn from_used_vertices(mesh: TriangleMesh) -> Result<Self, LayoutError> {
        check_surface(&mesh)?;
        Self::from_vertices(drop_unused_vertices(mesh))
    }
}

/// Sums the triangles around a vertex; each is given by its area vector.
fn direction_and_area(
    vertex: usize,
    around: impl ExactSizeIterator<Item = DVec3>,
) -> Result<(DVec3, f64), LayoutError> {
    let count = around.len();
    if count == 0 {
        return Err(LayoutError::UnusedVertex { vertex });
    }
    let mut normals = DVec3::ZERO;
    let mut area = 0.0;
    for area_vector in around {
        if let Some(normal) = area_vector.try_normalize() {
            normals += normal;
            area += area_vector.length() / 3.0;
        }
    }
    if area == 0.0 {
        return Err(LayoutError::NoArea { vertex });
    }
    let sum = normals.length();
    if sum <= NO_DIRECTION * count as f64 {
        return Err(LayoutError::OpposingNormals { vertex, sum });
    }
    Ok((normals / sum, area))
}

fn drop_unused_vertices(mesh: TriangleMesh) -> TriangleMesh {
    let mut used = vec![false; mesh.vertices.len()];
    for &v in mesh.triangles.iter().flatten() {
        used[v as usize] = true;
    }
    let mut new_index = vec![0; mesh.vertices.len()];
    let mut vertices = Vec::with_capacity(mesh.vertices.len());
    for (old, position) in mesh.vertices.into_iter().enumerate() {
        if used[old] {
            new_index[old] = vertices.len() as u32;
            vertices.push(position);
        }
    }
    let triangles = mesh.triangles.into_iter().map(|t| t.map(|v| new_index[v as usize])).collect();
    TriangleMesh { vertices, triangles }
}
