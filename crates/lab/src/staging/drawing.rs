//! Worlds as pictures: the bodies of a scene where they are now, with what their skins feel.

use super::Staged;
use crate::LabError;
use bristle_geometry::mesh::generate;
use bristle_geometry::{Pose, TriangleMesh, files};
use bristle_picture::{Colour, WorldView};
use bristle_scene::data::{ShapeDescription, ShapeKind};
use bristle_world::{JointKind, SkinId, World};
use glam::DVec3;

/// Facets around a drawn cylinder.
const SEGMENTS: usize = 48;
/// Edges into which a drawn icosahedron's edge is cut.
const FREQUENCY: usize = 10;
/// More would make a drawing that no viewer opens gladly.
const BOTTLE_TRIANGLES: usize = 6000;

/// Of free bodies, which are what is grasped.
const OBJECT: Colour = Colour::ORANGE;
/// Of mechanisms, and of those of their bodies that wear a skin.
const LINK: Colour = Colour::grey(205);
const WEARER: Colour = Colour::new(160, 190, 215);

/// The bodies of a scene where they are in its world, and a dot per texel coloured by its force. Set title and view as you like.
pub(crate) fn view_of(staged: &Staged) -> Result<WorldView, LabError> {
    let Staged { scene, built, world } = staged;
    let mut view = WorldView::new();
    for body in &scene.data().bodies {
        let Some(&link) = built.names.bodies.get(&body.name) else { continue };
        let colour = match body.joint.kind {
            JointKind::Free => OBJECT,
            _ if scene.data().skins.iter().any(|skin| skin.on == body.name) => WEARER,
            _ => LINK,
        };
        for shape in &body.shapes {
            let pose = world.pose(link)? * shape.pose;
            let level = pose.transform_vector(DVec3::Z).z > 1.0 - 1e-9;
            match solid_mesh(shape, world.pose(link)?)? {
                Some(mesh) => view = view.body(mesh, colour),
                None if level => view = view.floor(pose.translation.z),
                None => {}
            }
        }
    }
    with_texels(view, world)
}

/// Adds a dot for each texel of the tactile skins, coloured by its elastic force.
fn with_texels(mut view: WorldView, world: &World) -> Result<WorldView, LabError> {
    for (index, skin) in world.model().skins().iter().enumerate().filter(|(_, skin)| skin.sensing) {
        let pose = world.pose(skin.link)? * skin.pose;
        for (texel, felt) in skin.skin.texels().iter().zip(&world.reading(SkinId(index))?.texels) {
            let direction = pose.transform_vector(texel.direction);
            let (position, size) = (pose.transform_point(texel.position), texel.area.sqrt());
            view = view.texel(position, direction, size, Some(felt.elastic_force.max(0.0)));
        }
    }
    Ok(view)
}

/// The surface of a solid of a scene whose body is at `pose`; none for what has no end.
pub(crate) fn solid_mesh(shape: &ShapeDescription, pose: Pose) -> Result<Option<TriangleMesh>, LabError> {
    let mut mesh = match &shape.kind {
        ShapeKind::HalfSpace => return Ok(None),
        ShapeKind::Sphere { radius } => generate::icosphere(*radius, FREQUENCY)?,
        ShapeKind::Box { size } => generate::cuboid(*size / 2.0)?,
        ShapeKind::Cylinder { radius, height } => generate::cylinder(*radius, height / 2.0, SEGMENTS)?,
        ShapeKind::Capsule { radius, height } => capsule(*radius, *height)?,
        ShapeKind::Ellipsoid { size } => {
            let mut ball = generate::icosphere(1.0, FREQUENCY)?;
            ball.vertices.iter_mut().for_each(|v| *v *= *size / 2.0);
            ball
        }
        ShapeKind::SprayBottle { triangles } => generate::spray_bottle((*triangles).min(BOTTLE_TRIANGLES))?,
        ShapeKind::Mesh(file) => files::load(&file.path, &file.options).map_err(LabError::other)?.mesh,
    };
    placed(&mut mesh, pose * shape.pose);
    Ok(Some(mesh))
}

/// A capsule along z: two halves of a ball, drawn apart.
fn capsule(radius: f64, height: f64) -> Result<TriangleMesh, LabError> {
    let mut ball = generate::icosphere(radius, FREQUENCY)?;
    ball.vertices.iter_mut().for_each(|v| v.z += 0.5 * height * v.z.signum());
    Ok(ball)
}

/// Moves a mesh.
fn placed(mesh: &mut TriangleMesh, pose: Pose) {
    mesh.vertices.iter_mut().for_each(|v| *v = pose.transform_point(*v));
}
