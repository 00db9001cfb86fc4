//! The bodies of a scene where they are in its world.

use crate::errors;
use crate::picture::Picture;
use bristle_geometry::mesh::generate;
use bristle_geometry::{Pose, TriangleMesh, files};
use bristle_picture::{Colour, View, WorldView};
use bristle_scene::data::{ShapeDescription, ShapeKind};
use bristle_scene::{Names, Scene};
use bristle_world::{JointKind, SkinId, World};
use glam::DVec3;
use pyo3::prelude::*;

/// Facets around a drawn cylinder, and edges into which that of a drawn icosahedron is cut.
const SEGMENTS: usize = 32;
const FREQUENCY: usize = 8;
/// More of a bottle would only take time.
const BOTTLE_TRIANGLES: usize = 3000;

/// Of free bodies, which are what is grasped; of mechanisms; and of those of their bodies that wear a skin.
const OBJECTS: [Colour; 4] = [Colour::ORANGE, Colour::GREEN, Colour::PURPLE, Colour::YELLOW];
const LINK: Colour = Colour::grey(205);
const WEARER: Colour = Colour::new(160, 190, 215);

/// Draws the world, seen from azimuth and elevation \[degrees\].
pub(crate) fn draw(
    scene: &Scene,
    names: &Names,
    world: &World,
    (azimuth, elevation): (f64, f64),
    title: String,
) -> PyResult<Picture> {
    let view = with_texels(with_bodies(scene, names, world)?, world)?;
    Picture::of(view.title(title).view(View::from_degrees(azimuth, elevation)).render())
}

fn with_bodies(scene: &Scene, names: &Names, world: &World) -> PyResult<WorldView> {
    let mut view = WorldView::new();
    let mut objects = OBJECTS.into_iter().cycle();
    for body in &scene.data().bodies {
        let Some(&link) = names.bodies.get(&body.name) else { continue };
        let pose = world.pose(link).map_err(|error| errors::of_model(&error))?;
        let colour = match body.joint.kind {
            JointKind::Free => objects.next().unwrap_or(Colour::ORANGE),
            _ if scene.data().skins.iter().any(|skin| skin.on == body.name) => WEARER,
            _ => LINK,
        };
        for shape in &body.shapes {
            let pose = pose * shape.pose;
            match mesh_of(shape)? {
                Some(mesh) => view = view.body(placed(mesh, pose), colour),
                // A half space is drawn as a floor, if it is one.
                None if pose.transform_vector(DVec3::Z).z > 1.0 - 1e-9 => {
                    view = view.floor(pose.translation.z)
                }
                None => {}
            }
        }
    }
    Ok(view)
}

fn with_texels(mut view: WorldView, world: &World) -> PyResult<WorldView> {
    for (index, skin) in world.model().skins().iter().enumerate().filter(|(_, skin)| skin.sensing) {
        let ask = |error| errors::of_model(&error);
        let pose = world.pose(skin.link).map_err(ask)? * skin.pose;
        let reading = world.reading(SkinId(index)).map_err(ask)?;
        for (texel, felt) in skin.skin.texels().iter().zip(&reading.texels) {
            let direction = pose.transform_vector(texel.direction);
            let (position, size) = (pose.transform_point(texel.position), texel.area.sqrt());
            view = view.texel(position, direction, size, Some(felt.elastic_force.max(0.0)));
        }
    }
    Ok(view)
}

/// The surface of a solid in its own frame; none for what has no end.
fn mesh_of(shape: &ShapeDescription) -> PyResult<Option<TriangleMesh>> {
    let refuse = |error: &dyn std::error::Error| errors::py::PictureError::new_err(error.to_string());
    let made = match &shape.kind {
        ShapeKind::HalfSpace => return Ok(None),
        ShapeKind::Mesh(file) => {
            let loaded = files::load(&file.path, &file.options).map_err(|error| refuse(&error))?;
            return Ok(Some(loaded.mesh));
        }
        ShapeKind::Sphere { radius } => generate::icosphere(*radius, FREQUENCY),
        ShapeKind::Box { size } => generate::cuboid(*size / 2.0),
        ShapeKind::Cylinder { radius, height } => generate::cylinder(*radius, height / 2.0, SEGMENTS),
        ShapeKind::Capsule { radius, height } => generate::icosphere(*radius, FREQUENCY).map(|mut ball| {
            ball.vertices.iter_mut().for_each(|v| v.z += 0.5 * height * v.z.signum());
            ball
        }),
        ShapeKind::Ellipsoid { size } => generate::icosphere(1.0, FREQUENCY).map(|mut ball| {
            ball.vertices.iter_mut().for_each(|v| *v *= *size / 2.0);
            ball
        }),
        ShapeKind::SprayBottle { triangles } => generate::spray_bottle((*triangles).min(BOTTLE_TRIANGLES)),
    };
    made.map(Some).map_err(|error| refuse(&error))
}

fn placed(mut mesh: TriangleMesh, pose: Pose) -> TriangleMesh {
    mesh.vertices.iter_mut().for_each(|v| *v = pose.transform_point(*v));
    mesh
}
