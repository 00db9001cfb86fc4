//! A folder belongs to one recording at a time.

use crate::RecordError;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Name of the file whose lock says that somebody is recording into its folder.
pub(crate) const NAME: &str = "recording.lock";

/// How often a file is opened anew that is removed while it is being locked.
const ATTEMPTS: usize = 100;

/// Holds a folder until it is dropped. The system lets go of it when the process ends, however it ends: a file that was left behind by a
/// process that is gone holds nothing.
#[derive(Debug)]
pub(crate) struct FolderLock {
    path: PathBuf,
    /// None where the file system knows no locks.
    file: Option<File>,
    /// Whose it is: a fork of it must not let go of it.
    process: u32,
}

impl FolderLock {
    /// Takes a folder, which is there, or says that it is in use.
    pub(crate) fn take(folder: &Path) -> Result<Self, RecordError> {
        let path = folder.join(NAME);
        let failed = |source| RecordError::Write { path: folder.join(NAME), source };
        for _ in 0..ATTEMPTS {
            let file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .map_err(failed)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(RecordError::InUse { folder: folder.to_owned() });
                }
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                    return Ok(Self { path, file: None, process: std::process::id() });
                }
                Err(TryLockError::Error(source)) => return Err(failed(source)),
            }
            // Whoever held it before removes the file when done: is this still the one that others will find?
            if is_found_at(&file, &path) {
                return Ok(Self { path, file: Some(file), process: std::process::id() });
            }
        }
        Err(RecordError::InUse { folder: folder.to_owned() })
    }
}

/// Whether whoever looks at `path` finds this very file.
#[cfg(unix)]
pub(crate) fn is_found_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let both = file.metadata().and_then(|held| Ok((held, fs::metadata(path)?)));
    both.is_ok_and(|(held, found)| (held.dev(), held.ino()) == (found.dev(), found.ino()))
}

#[cfg(not(unix))]
pub(crate) fn is_found_at(_file: &File, _path: &Path) -> bool {
    true
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // While it is still locked; a file that stays behind does no harm, and one that took its place is another's.
        let is_ours = self.file.as_ref().is_none_or(|file| is_found_at(file, &self.path));
        if is_ours && self.process == std::process::id() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_owner_until_it_lets_go() {
        let folder = tempfile::tempdir().unwrap();
        let first = FolderLock::take(folder.path()).unwrap();
        let second = FolderLock::take(folder.path());
        assert!(matches!(second, Err(RecordError::InUse { .. })), "{second:?}");
        drop(first);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
        // What a killed process left behind holds nothing.
        fs::write(folder.path().join(NAME), "4711 0").unwrap();
        FolderLock::take(folder.path()).unwrap();
    }
}
