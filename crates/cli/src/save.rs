//! Files of our own that appear whole or not at all.

use crate::error::CliError;
use std::ffi::OsString;
use std::path::Path;

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
