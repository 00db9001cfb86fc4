//! Every triangle of a mesh is a texel.

use bristle_geometry::TriangleMesh;

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
        check_surface(&mesh)?;
        if mesh.triangles.len() > MOST_TEXELS {
            return Err(LayoutError::TooManyTexels { count: mesh.triangles.len() });
        }
        let texels = (0..mesh.triangles.len())
            .map(|triangle| {
                let corners = mesh.corners(triangle);
                let area_vector = area_vector(corners);
                let direction =
                    area_vector.try_normalize().ok_or(LayoutError::DegenerateTriangle { triangle })?;
                let position = (corners[0] + corners[1] + corners[2]) / 3.0;
                Ok(Texel { position, direction, area: area_vector.length() })
            })
            .collect::<Result<_, LayoutError>>()?;
        Ok(Self::with_centre_samples(texels, None, mesh, TexelRegion::Face))
    }
}
