//! The solids of a scene as meshes, for pictures.

use super::DrawError;
use bristle_geometry::mesh::generate;
use bristle_geometry::{Pose, TriangleMesh, files};
use bristle_scene::data::ShapeKind;

/// Facets around a drawn cylinder.
const SEGMENTS: usize = 48;
/// Edges into which a drawn icosahedron's edge is cut.
const FREQUENCY: usize = 10;
/// More would make a drawing that no viewer opens gladly.
const BOTTLE_TRIANGLES: usize = 6000;

/// The surface \[m\] of a solid whose own frame is at `pose`; none for a half space, which has no end.
///
/// Round solids are inscribed: their vertices lie on the true surface. Mesh files are read anew.
pub fn solid_mesh(kind: &ShapeKind, pose: Pose) -> Result<Option<TriangleMesh>, DrawError> {
    let mut mesh = match kind {
        ShapeKind::HalfSpace => return Ok(None),
        ShapeKind::Sphere { radius } => generate::icosphere(*radius, FREQUENCY)?,
        ShapeKind::Box { size } => generate::cuboid(*size / 2.0)?,
        ShapeKind::Cylinder { radius, height } => generate::cylinder(*radius, height / 2.0, SEGMENTS)?,
        ShapeKind::Capsule { radius, height } => {
            let mut ball = generate::icosphere(*radius, FREQUENCY)?;
            // Two halves, drawn apart.
            ball.vertices.iter_mut().for_each(|v| v.z += 0.5 * height * v.z.signum());
            ball
        }
        ShapeKind::Ellipsoid { size } => {
            let mut ball = generate::icosphere(1.0, FREQUENCY)?;
            ball.vertices.iter_mut().for_each(|v| *v *= *size / 2.0);
            ball
        }
        ShapeKind::SprayBottle { triangles } => generate::spray_bottle((*triangles).min(BOTTLE_TRIANGLES))?,
        ShapeKind::Mesh(file) => files::load(&file.path, &file.options)?.mesh,
    };
    mesh.vertices.iter_mut().for_each(|v| *v = pose.transform_point(*v));
    Ok(Some(mesh))
}
