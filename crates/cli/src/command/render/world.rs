//! A scene in space.

use super::Named;
use crate::args::{Camera, RenderArgs};
use crate::error::CliError;
use crate::scene_file::{SceneFile, announce_large_skins};
use crate::{save, terminal};
use bristle_picture::PictureError;
use bristle_run::drawing::{Texels, scene_view};
use bristle_run::{Film, Simulation};
use std::path::PathBuf;
use std::sync::Arc;

/// What is drawn if no camera is named.
const USUAL: [&str; 3] = ["scene", "front", "right"];

/// The scene at its beginning, or after it has run until a time.
pub(super) fn draw(args: &RenderArgs) -> Result<Vec<Named>, CliError> {
    let at = args.at;
    let file = SceneFile::find(&args.subject)?;
    let scene = file.load()?;
    announce_large_skins(&scene);
    let built = Arc::new(scene.build()?);
    if let Some(at) = at.filter(|at| *at > built.run.duration + 0.5 * built.run.step) {
        terminal::note(&format!(
            "note: --at {at} is beyond the end of the run at {} s; its last command goes on until then",
            built.run.duration
        ));
    }
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
    let cameras = match &args.camera[..] {
        [] => USUAL.iter().filter_map(|name| Camera::parse(name).ok()).collect(),
        chosen => chosen.to_vec(),
    };
    let drawn = |camera: &Camera| Named::new(&camera.name, view.clone().view(camera.view).render());
    cameras.iter().map(drawn).collect()
}

/// A film of the whole run of a scene.
pub(super) fn film(args: &RenderArgs) -> Result<Option<PathBuf>, CliError> {
    let scene = SceneFile::find(&args.subject)?.load()?;
    let built = Arc::new(scene.build()?);
    let path = args.out.join("film.png");
    save::check_free(&path, args.force)?;
    let mut simulation = Simulation::new(Arc::clone(&built))?;
    let mut film = Film::new(&simulation, built.run.duration)?;
    bristle_run::run(&mut simulation, built.run.duration, &mut [&mut film])?;
    let view = args.camera.first().map(|camera| camera.view);
    let (width, height) = args.size.map_or(Film::SIZE, |size| (size.width as usize, size.height as usize));
    let Some(movie) = film.movie(view, (width, height)).map_err(draw_error)? else { return Ok(None) };
    movie.save(&path).map_err(draw_error)?;
    Ok(Some(path))
}

fn draw_error(cause: PictureError) -> CliError {
    CliError::Draw { name: "film".to_owned(), cause }
}
