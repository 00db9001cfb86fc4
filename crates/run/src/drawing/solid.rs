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
        ShapeKind::HalfSpace(_) => return Ok(None),
        ShapeKind::Sphere(of) => generate::icosphere(of.radius, FREQUENCY)?,
        ShapeKind::Box(of) => generate::cuboid(of.size / 2.0)?,
        ShapeKind::Cylinder(of) => generate::cylinder(of.radius, of.height / 2.0, SEGMENTS)?,
        ShapeKind::Capsule(of) => {
            let mut ball = generate::icosphere(of.radius, FREQUENCY)?;
            // Two halves, drawn apart.
            ball.vertices.iter_mut().for_each(|v| v.z += 0.5 * of.height * v.z.signum());
            ball
        }
        ShapeKind::Ellipsoid(of) => {
            let mut ball = generate::icosphere(1.0, FREQUENCY)?;
            ball.vertices.iter_mut().for_each(|v| *v *= of.size / 2.0);
            ball
        }
        ShapeKind::SprayBottle(of) => generate::spray_bottle(of.triangles.min(BOTTLE_TRIANGLES))?,
        ShapeKind::Mesh(file) => files::load(&file.path, &file.options)?.mesh,
    };
    mesh.vertices.iter_mut().for_each(|v| *v = pose.transform_point(*v));
    Ok(Some(mesh))
}
