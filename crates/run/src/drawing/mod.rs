//! The bodies of a scene where they are in a world, with what their skins feel.

mod error;
mod solid;

pub use error::DrawError;
pub use solid::solid_mesh;

use bristle_picture::{Colour, WorldView};
use bristle_scene::Scene;
use bristle_world::{JointKind, ModelError, SkinId, World};
use glam::DVec3;

/// Of free bodies, which are what is grasped.
const OBJECTS: [Colour; 4] = [Colour::ORANGE, Colour::GREEN, Colour::PURPLE, Colour::YELLOW];
/// Of mechanisms, and of those of their bodies that wear a skin.
const LINK: Colour = Colour::grey(205);
const WEARER: Colour = Colour::new(160, 190, 215);
/// A half space whose upright is steeper than this is a floor.
const LEVEL: f64 = 1.0 - 1e-9;

/// How texels are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texels {
    /// As dots that say where they are.
    Bare,
    /// As dots coloured by their elastic force \[N\]: that of the last step.
    Felt,
}

/// The bodies of a scene where they are in its world, and a dot per texel of its tactile skins. Set title and view as you like.
pub fn scene_view(scene: &Scene, world: &World, texels: Texels) -> Result<WorldView, DrawError> {
    with_texels(bodies(scene, world)?, world, texels)
}

fn bodies(scene: &Scene, world: &World) -> Result<WorldView, DrawError> {
    let mut view = WorldView::new();
    let mut objects = OBJECTS.into_iter().cycle();
    for body in &scene.data().bodies {
        let id = world.model().body_named(&body.name).map_err(ModelError::from)?;
        let colour = match body.joint.kind {
            JointKind::Free => objects.next().unwrap_or(Colour::ORANGE),
            _ if scene.data().skins.iter().any(|skin| skin.on == body.name) => WEARER,
            _ => LINK,
        };
        for shape in &body.shapes {
            let pose = world.pose(id)? * shape.pose;
            let level = pose.transform_vector(DVec3::Z).z > LEVEL;
            view = match solid_mesh(&shape.kind, pose)? {
                Some(mesh) => view.body(mesh, colour),
                None if level => view.floor(pose.translation.z),
                None => view,
            };
        }
    }
    Ok(view)
}

/// Adds a dot for each texel of a world's tactile skins.
pub fn with_texels(mut view: WorldView, world: &World, texels: Texels) -> Result<WorldView, DrawError> {
    for (index, skin) in world.model().skins().iter().enumerate() {
        let pose = world.pose(skin.body)? * skin.pose;
        for (texel, felt) in skin.skin.texels().iter().zip(&world.reading(SkinId(index))?.texels) {
            let force = (texels == Texels::Felt).then(|| felt.elastic_force.max(0.0));
            let direction = pose.transform_vector(texel.direction);
            let (position, size) = (pose.transform_point(texel.position), texel.area.sqrt());
            view = view.texel(position, direction, size, force);
        }
    }
    Ok(view)
}
