//! Files that appear whole or not at all.

use crate::PictureError;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Writes `bytes` beside `path` and renames, so that no reader ever sees half a file.
pub(crate) fn whole_or_not_at_all(path: &Path, bytes: &[u8]) -> Result<(), PictureError> {
    let unfinished = unfinished_name(path);
    let result = write_new(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path));
    result.map_err(|source| {
        // Best effort: the first failure is the one worth reporting.
        let _ = fs::remove_file(&unfinished);
        PictureError::Write { path: path.to_owned(), source }
    })
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A name in the same directory (a rename across file systems is a copy), unlike that of any other writer.
fn unfinished_name(path: &Path) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}-{}.unfinished", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_saved_file_replaces_the_old_one_and_leaves_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("pad.svg");
        fs::write(&path, "old and longer than the new one").unwrap();
        whole_or_not_at_all(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(directory.path()), ["pad.svg"]);
    }

    #[test]
    fn a_failed_save_leaves_no_half_file_and_names_the_path() {
        let directory = tempfile::tempdir().unwrap();
        // The write succeeds, then the rename fails because a directory with something in it has the name.
        let path = directory.path().join("pad.svg");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("inside"), "").unwrap();
        let error = whole_or_not_at_all(&path, b"new").unwrap_err();
        assert!(error.to_string().contains("pad.svg"), "{error}");
        assert_eq!(names(directory.path()), ["pad.svg"]);
    }

    #[test]
    fn a_missing_directory_is_an_error_that_says_so() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("nowhere").join("pad.svg");
        let error = whole_or_not_at_all(&path, b"new").unwrap_err();
        let PictureError::Write { path: named, source } = error else { panic!("{error}") };
        assert_eq!((named, source.kind()), (path, io::ErrorKind::NotFound));
    }
}
