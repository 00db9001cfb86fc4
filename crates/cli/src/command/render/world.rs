//! A scene in space.

use super::Named;
use crate::error::CliError;
use crate::scene_file::SceneFile;
use bristle_picture::View;
use bristle_run::Simulation;
use bristle_run::drawing::{Texels, scene_view};
use std::ffi::OsStr;
use std::sync::Arc;

/// Names and directions of the views \[degrees\].
const VIEWS: [(&str, f64, f64); 3] = [("scene", -58.0, 22.0), ("front", -90.0, 0.0), ("side", 0.0, 0.0)];

/// The scene at its begin, or after it has run until `at` \[s\].
pub(super) fn draw(name: &OsStr, at: Option<f64>) -> Result<Vec<Named>, CliError> {
    let file = SceneFile::find(name)?;
    let scene = file.load()?;
    let built = Arc::new(scene.build()?);
    let mut simulation = Simulation::new(Arc::clone(&built))?;
    while at.is_some_and(|at| simulation.time() < at - 0.5 * built.run.step) {
        simulation.step()?;
    }
    let title = match scene.data().title.as_str() {
        "" => &file.name(),
        title => title,
    };
    // Nothing was felt before the first step.
    let (title, texels) = match at {
        Some(_) => (format!("{title}, at {} s", simulation.time()), Texels::Felt),
        None => (title.to_owned(), Texels::Bare),
    };
    let view = scene_view(&scene, simulation.world(), texels)?.title(title);
    let drawn = |(name, azimuth, elevation): (&str, f64, f64)| {
        Named::new(name, view.clone().view(View::from_degrees(azimuth, elevation)).render())
    };
    VIEWS.into_iter().map(drawn).collect()
}
