//! The bodies of a scene where they are in its world.

use crate::errors;
use crate::picture::Picture;
use bristle_picture::View;
use bristle_run::drawing::{Texels, scene_view};
use bristle_scene::Scene;
use bristle_world::World;
use pyo3::prelude::*;

/// Draws the world, seen from azimuth and elevation \[degrees\].
pub(crate) fn draw(
    scene: &Scene,
    world: &World,
    (azimuth, elevation): (f64, f64),
    title: String,
) -> PyResult<Picture> {
    let view = scene_view(scene, world, Texels::Felt).map_err(|error| errors::of_drawing(&error))?;
    Picture::of(view.title(title).view(View::from_degrees(azimuth, elevation)).render())
}
