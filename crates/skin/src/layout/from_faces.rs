//! Every polygon of a mesh is a texel.

use bristle_geometry::TriangleMesh;
use glam::DVec3;

use super::error::{LayoutError, MOST_TEXELS};
use super::surface::{area_vector, check_surface};
use super::{SkinLayout, Texel, TexelRegion};

impl SkinLayout {
    /// Every triangle of `mesh` is a texel, in the mesh's order: at its centroid, along its normal, with its
    /// area.
    ///
    /// Gives about twice as many texels as [`SkinLayout::from_vertices`] and no direction that is smoothed
    /// over an edge; right for faceted pads. The mesh must wind consistently and have no triangle without
    /// area.
    pub fn from_face_centres(mesh: TriangleMesh) -> Result<Self, LayoutError> {
        let ends: Vec<u32> = (1..=mesh.triangles.len() as u32).collect();
        Self::from_polygons(mesh, &ends)
    }

    /// Every polygon of `mesh` is a texel: polygon `i` are the triangles from `ends[i - 1]` (0 for the first) up to but without
    /// `ends[i]`, as [`LoadedMesh::polygon_ends`](bristle_geometry::files::LoadedMesh::polygon_ends) gives them.
    ///
    /// A texel is at the centroid of its polygon and points along its mean normal. The mesh must wind consistently and have no
    /// polygon without area.
    pub fn from_polygons(mesh: TriangleMesh, ends: &[u32]) -> Result<Self, LayoutError> {
        check_surface(&mesh)?;
        if ends.len() > MOST_TEXELS {
            return Err(LayoutError::TooManyTexels { count: ends.len() });
        }
        check_ends(ends, mesh.triangles.len())?;
        let texels = (0..ends.len())
            .map(|polygon| {
                let corners = triangles_of(ends, polygon).map(|triangle| mesh.corners(triangle));
                let sum: DVec3 = corners.clone().map(area_vector).sum();
                let area: f64 = corners.clone().map(|c| area_vector(c).length()).sum();
                let direction = sum.try_normalize().ok_or(LayoutError::DegeneratePolygon { polygon })?;
                let centroid = |[a, b, c]: [DVec3; 3]| (a + b + c) / 3.0;
                let moment = corners.clone().map(|c| area_vector(c).length() * centroid(c)).sum::<DVec3>();
                let mut corners = corners;
                let position = match (corners.next(), corners.next()) {
                    (Some(only), None) => centroid(only),
                    _ => moment / area,
                };
                Ok(Texel { position, direction, area })
            })
            .collect::<Result<_, LayoutError>>()?;
        Ok(Self::with_centre_samples(texels, None, mesh, TexelRegion::Polygons(ends.to_vec())))
    }
}

/// The triangles of a polygon.
pub(super) fn triangles_of(ends: &[u32], polygon: usize) -> std::ops::Range<usize> {
    let first = if polygon == 0 { 0 } else { ends[polygon - 1] };
    first as usize..ends[polygon] as usize
}

/// Every triangle belongs to one polygon, and no polygon is without.
pub(super) fn check_ends(ends: &[u32], triangles: usize) -> Result<(), LayoutError> {
    let rising = ends.iter().zip(std::iter::once(&0).chain(ends)).all(|(end, before)| end > before);
    let last = ends.last().map_or(0, |&end| end as usize);
    if rising && last == triangles { Ok(()) } else { Err(LayoutError::BadPolygons { last, triangles }) }
}
