//! `bristle render`: pictures of a scene, or of what was felt in a recording.

mod recording;
mod world;

use crate::args::{PictureSize, RenderArgs};
use crate::error::CliError;
use crate::{report, save};
use bristle_picture::{Picture, PictureError};
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &RenderArgs) -> Result<(), CliError> {
    let folder = Path::new(&args.subject);
    let pictures = match folder.is_dir() {
        true => recording::draw(folder, args.at)?,
        false => world::draw(&args.subject, args.at)?,
    };
    let files = save_all(&pictures, &args.out, args.size)?;
    if args.quiet {
        return Ok(());
    }
    report::print(&report::files(&args.out, &files))
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

fn save_all(pictures: &[Named], folder: &Path, size: Option<PictureSize>) -> Result<Vec<PathBuf>, CliError> {
    save::folder(folder)?;
    let mut files = Vec::new();
    for Named { name, picture } in pictures {
        let scale = size
            .map_or(USUAL_SCALE, |size| (size.width / picture.width()).min(size.height / picture.height()));
        let png = picture.png(scale).map_err(|cause| CliError::Draw { name: name.clone(), cause })?;
        for (extension, bytes) in [("svg", picture.svg().as_bytes()), ("png", &png[..])] {
            let path = folder.join(format!("{name}.{extension}"));
            save::whole(&path, bytes)?;
            files.push(path);
        }
    }
    Ok(files)
}
