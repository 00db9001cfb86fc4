//! The solids of a scene as meshes, for pictures.

use crate::error::CliError;
use bristle_geometry::mesh::generate;
use bristle_geometry::{Pose, TriangleMesh, files};
use bristle_scene::data::{ShapeDescription, ShapeKind};
use glam::DVec3;

/// Facets around a drawn cylinder.
const SEGMENTS: usize = 48;
/// Edges into which a drawn icosahedron's edge is cut.
const FREQUENCY: usize = 10;
/// More would make a drawing that no viewer opens gladly.
const BOTTLE_TRIANGLES: usize = 6000;

/// The surface of a solid, placed by `pose`; none for what has no end.
pub(super) fn mesh(shape: &ShapeDescription, pose: Pose) -> Result<Option<TriangleMesh>, CliError> {
    let mut mesh = match &shape.kind {
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
        ShapeKind::Mesh(file) => {
            let loaded = files::load(&file.path, &file.options)?;
            loaded.mesh
        }
    };
    let place = |v: &mut DVec3| *v = (pose * shape.pose).transform_point(*v);
    mesh.vertices.iter_mut().for_each(place);
    Ok(Some(mesh))
}
