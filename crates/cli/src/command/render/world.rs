//! A scene in space.

use super::{Named, solids};
use crate::error::CliError;
use crate::run::Driver;
use crate::scene_file::SceneFile;
use bristle_picture::{Colour, View, WorldView};
use bristle_scene::data::ShapeKind;
use bristle_scene::{Built, Scene};
use bristle_world::{JointKind, LinkId, SkinId, World};
use glam::DVec3;

/// Names and directions of the views \[degrees\].
const VIEWS: [(&str, f64, f64); 3] = [("scene", -58.0, 22.0), ("front", -90.0, 0.0), ("side", 0.0, 0.0)];

/// Of free bodies, which are what is grasped.
const OBJECTS: [Colour; 4] = [Colour::ORANGE, Colour::GREEN, Colour::PURPLE, Colour::YELLOW];
/// Of mechanisms, and of those of their bodies that wear a skin.
const LINK: Colour = Colour::grey(205);
const WEARER: Colour = Colour::new(160, 190, 215);

/// The scene at its begin, or after it has run until `at` \[s\].
pub(super) fn draw(name: &str, at: Option<f64>) -> Result<Vec<Named>, CliError> {
    let scene = SceneFile::find(name)?.load()?;
    let built = scene.build()?;
    let mut driver = Driver::new(&built)?;
    while at.is_some_and(|at| driver.time() < at - 0.5 * built.run.step) {
        driver.advance(|_, _| {})?;
    }
    let title = match scene.data().title.as_str() {
        "" => name,
        title => title,
    };
    let title = match at {
        Some(_) => format!("{title}, at {} s", driver.time()),
        None => title.to_owned(),
    };
    let view = with_texels(with_bodies(&scene, &built, driver.world())?, driver.world(), at.is_some())?;
    let drawn = |(name, azimuth, elevation): (&str, f64, f64)| {
        let view = view.clone().title(&title).view(View::from_degrees(azimuth, elevation));
        Named::new(name, view.render())
    };
    VIEWS.into_iter().map(drawn).collect()
}

fn with_bodies(scene: &Scene, built: &Built, world: &World) -> Result<WorldView, CliError> {
    let mut view = WorldView::new();
    let mut objects = OBJECTS.iter().cycle();
    for body in &scene.data().bodies {
        let Some(&link) = built.names.bodies.get(&body.name) else { continue };
        let colour = match body.joint.kind {
            JointKind::Free => objects.next().copied().unwrap_or(Colour::ORANGE),
            _ if scene.data().skins.iter().any(|skin| skin.on == body.name) => WEARER,
            _ => LINK,
        };
        for shape in &body.shapes {
            match solids::mesh(shape, world.pose(link)?)? {
                Some(mesh) => view = view.body(mesh, colour),
                None => view = with_floor(view, world, link, shape)?,
            }
        }
    }
    Ok(view)
}

/// A half space is drawn as a floor if it is one.
fn with_floor(
    view: WorldView,
    world: &World,
    link: LinkId,
    shape: &bristle_scene::data::ShapeDescription,
) -> Result<WorldView, CliError> {
    let pose = world.pose(link)? * shape.pose;
    let level = pose.transform_vector(DVec3::Z).z > 1.0 - 1e-9;
    Ok(if level && shape.kind == ShapeKind::HalfSpace { view.floor(pose.translation.z) } else { view })
}

fn with_texels(mut view: WorldView, world: &World, felt: bool) -> Result<WorldView, CliError> {
    for (index, skin) in world.model().skins().iter().enumerate().filter(|(_, skin)| skin.sensing) {
        let pose = world.pose(skin.link)? * skin.pose;
        let reading = world.reading(SkinId(index))?;
        for (texel, felt_by) in skin.skin.texels().iter().zip(&reading.texels) {
            let force = felt.then(|| felt_by.elastic_force.max(0.0));
            let direction = pose.transform_vector(texel.direction);
            let (position, size) = (pose.transform_point(texel.position), texel.area.sqrt());
            view = view.texel(position, direction, size, force);
        }
    }
    Ok(view)
}
