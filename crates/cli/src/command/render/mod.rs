//! `bristle render`: pictures of a scene, or of what was felt in a recording.

mod recording;
mod world;

use crate::args::RenderArgs;
use crate::error::CliError;
use crate::{report, save, terminal};
use bristle_picture::{Picture, PictureError};
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &RenderArgs) -> Result<(), CliError> {
    let folder = Path::new(&args.subject);
    let pictures = match folder.is_dir() {
        true => recording::draw(folder, args.at)?,
        false => world::draw(args)?,
    };
    if args.film && folder.is_dir() {
        return Err(CliError::Usage(
            "a recording holds what was felt, not the bodies\n  fix: name the scene, or look at film.png in the folder of the recording".to_owned(),
        ));
    }
    let mut files = save_all(&pictures, args)?;
    if args.film {
        files.extend(world::film(args)?);
    }
    if args.quiet {
        return Ok(());
    }
    terminal::print(&report::files(&args.out, &files))
}

/// A picture and the name of its files.
struct Named {
    name: String,
    picture: Picture,
}

impl Named {
    fn new(name: impl Into<String>, picture: Result<Picture, PictureError>) -> Result<Self, CliError> {
        let name = name.into();
        match picture {
            Ok(picture) => Ok(Self { name, picture }),
            Err(cause) => Err(CliError::Draw { name, cause }),
        }
    }
}

/// Twice the size in pixels, as pictures are saved elsewhere.
const USUAL_SCALE: f64 = 2.0;

fn save_all(pictures: &[Named], args: &RenderArgs) -> Result<Vec<PathBuf>, CliError> {
    let file = |name: &str, extension: &str| args.out.join(format!("{name}.{extension}"));
    // All or none: half of the old pictures among the new ones would be told from them by nobody.
    for Named { name, .. } in pictures {
        save::check_free(&file(name, "svg"), args.force)?;
        save::check_free(&file(name, "png"), args.force)?;
    }
    save::folder(&args.out)?;
    let mut files = Vec::new();
    for Named { name, picture } in pictures {
        let scale = args
            .size
            .map_or(USUAL_SCALE, |size| (size.width / picture.width()).min(size.height / picture.height()));
        let png = picture.png(scale).map_err(|cause| CliError::Draw { name: name.clone(), cause })?;
        for (extension, bytes) in [("svg", picture.svg().as_bytes()), ("png", &png[..])] {
            let path = file(name, extension);
            save::whole(&path, bytes)?;
            files.push(path);
        }
    }
    Ok(files)
}
