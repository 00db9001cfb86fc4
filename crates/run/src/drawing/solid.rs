//! The solids of a scene as meshes, for pictures.

use super::DrawError;
use bristle_geometry::mesh::generate::{self, Fineness};
use bristle_geometry::{Pose, TriangleMesh, files};
use bristle_scene::data::ShapeKind;

/// More would be smaller than pixels.
const BOTTLE_TRIANGLES: usize = 6000;

/// The surface \[m\] of a solid whose own frame is at `pose`; none for a half space, which has no end.
///
/// Round solids are inscribed: their vertices lie on the true surface. Mesh files are read anew.
pub fn solid_mesh(kind: &ShapeKind, pose: Pose) -> Result<Option<TriangleMesh>, DrawError> {
    let mesh = match kind {
        ShapeKind::SprayBottle(of) => Some(generate::spray_bottle(of.triangles.min(BOTTLE_TRIANGLES))?),
        ShapeKind::Mesh(file) => Some(files::load(&file.path, &file.options)?.mesh),
        formula => match formula.by_formula()? {
            Some(shape) => generate::solid(&shape, Fineness::Drawn)?,
            None => None,
        },
    };
    let Some(mut mesh) = mesh else { return Ok(None) };
    mesh.vertices.iter_mut().for_each(|v| *v = pose.transform_point(*v));
    Ok(Some(mesh))
}
