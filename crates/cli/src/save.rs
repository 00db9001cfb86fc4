//! Files of our own that appear whole or not at all.

use crate::error::CliError;
use bristle_picture::{Picture, PictureError};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Writes beside `path` and renames, so that a full disk leaves the old file in place.
pub(crate) fn whole(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.unfinished", std::process::id()));
    let unfinished = path.with_file_name(name);
    let done = std::fs::write(&unfinished, bytes).and_then(|()| std::fs::rename(&unfinished, path));
    done.map_err(|cause| {
        // Best effort: the first failure is the one worth reporting.
        let _ = std::fs::remove_file(&unfinished);
        CliError::Write { path: path.to_owned(), cause }
    })
}

/// Makes a folder, if it is not there.
pub(crate) fn folder(path: &Path) -> Result<(), CliError> {
    std::fs::create_dir_all(path).map_err(|cause| CliError::Write { path: path.to_owned(), cause })
}

/// A picture in both formats, SVG before PNG.
pub(crate) fn picture(folder: &Path, name: &str, picture: &Picture) -> Result<[PathBuf; 2], CliError> {
    let files = ["svg", "png"].map(|ending| folder.join(format!("{name}.{ending}")));
    files.iter().try_for_each(|path| picture.save(path)).map_err(|error| match error {
        PictureError::Write { path, source } => CliError::Write { path, cause: source },
        cause => CliError::Draw { name: name.to_owned(), cause },
    })?;
    Ok(files)
}
