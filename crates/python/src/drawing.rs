//! The bodies of a scene where they are in its world.

use crate::errors;
use crate::picture::Picture;
use bristle_picture::{Frame, View, WorldView};
use bristle_run::drawing::{Moment, SceneDrawing, Texels};
use bristle_world::World;
use pyo3::prelude::*;

/// Draws the world, seen from azimuth and elevation \[degrees\].
pub(crate) fn draw(
    drawing: &SceneDrawing,
    world: &World,
    angles: (f64, f64),
    title: String,
) -> PyResult<Picture> {
    Picture::of(view(drawing, world, angles)?.title(title).render())
}

/// The same as pixels, its colours up to `full_scale` \[N\].
pub(crate) fn frame(
    drawing: &SceneDrawing,
    world: &World,
    angles: (f64, f64),
    full_scale: Option<f64>,
    (width, height): (usize, usize),
) -> PyResult<Frame> {
    let view = view(drawing, world, angles)?;
    let view = full_scale.into_iter().fold(view, WorldView::full_scale);
    view.frame(width, height).map_err(|error| errors::of_picture(&error))
}

fn view(drawing: &SceneDrawing, world: &World, (azimuth, elevation): (f64, f64)) -> PyResult<WorldView> {
    let moment = Moment::of(world, 0.0).map_err(|error| errors::of_model(&error))?;
    Ok(drawing.view(&moment, Texels::Felt).view(View::from_degrees(azimuth, elevation)))
}
