//! Files of our own that appear whole or not at all.

use crate::error::CliError;
use bristle_picture::{Picture, PictureError};
use bristle_system::output::write_whole;
use std::path::{Path, PathBuf};

/// Writes a file that appears whole, or leaves the old one in place.
pub(crate) fn whole(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    write_whole(path, bytes).map_err(|cause| CliError::Write { path: path.to_owned(), cause })
}

/// Refuses to overwrite what is there, unless it shall be.
pub(crate) fn check_free(path: &Path, force: bool) -> Result<(), CliError> {
    match path.symlink_metadata() {
        Ok(_) if !force => Err(CliError::Exists { path: path.to_owned() }),
        _ => Ok(()),
    }
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
