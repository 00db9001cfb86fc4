//! Files that are written: whole, or the old one stays.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Ends the names of files that are not finished.
pub const UNFINISHED: &str = ".unfinished";

/// Writes a file that appears whole or not at all: beside its place under another name, then renamed. A regular file gives way;
/// a device, a pipe or a folder never does.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_with(path, |file| file.write_all(bytes))
}

/// The same, for what is too large to be held in memory.
pub fn write_whole_with<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    check_replaceable(path)?;
    let unfinished = unfinished_name(path);
    let attempt = || {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&unfinished)?;
        write(&mut file)?;
        file.sync_all()?;
        Ok(fs::rename(&unfinished, path)?)
    };
    attempt().inspect_err(|_| {
        // Best effort: the first failure is the one worth reporting.
        let _ = fs::remove_file(&unfinished);
    })
}

/// Refuses to put a file in place of something that is none: the rename would take `/dev/null` away.
fn check_replaceable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            let what = if found.is_dir() { "it is a folder" } else { "it is not a regular file" };
            Err(io::Error::new(io::ErrorKind::InvalidInput, what))
        }
        _ => Ok(()),
    }
}

/// A name in the same folder (a rename across file systems is a copy), unlike that of any other writer.
fn unfinished_name(path: &Path) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".{}-{number}{UNFINISHED}", std::process::id()));
    path.with_file_name(name)
}

/// The name that an unfinished file would have got, if `name` is that of one.
pub fn finished_name(name: &str) -> Option<&str> {
    let (name, writer) = name.strip_prefix('.')?.strip_suffix(UNFINISHED)?.rsplit_once('.')?;
    let (process, number) = writer.split_once('-')?;
    (process.parse::<u32>().is_ok() && number.parse::<u64>().is_ok()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_saved_file_replaces_the_old_one_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pad.svg");
        fs::write(&path, "old and longer than the new one").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["pad.svg"]);
    }

    #[test]
    fn a_failed_write_leaves_neither_half_a_file_nor_harm_to_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        write_whole(&path, b"old").unwrap();
        let failed = write_whole_with(&path, |file| {
            file.write_all(b"half of the n")?;
            let name = &names(folder.path())[..];
            let unfinished = name.iter().find_map(|name| finished_name(name));
            assert_eq!(unfinished, Some("run.json"), "{name:?}");
            Err(io::Error::from(io::ErrorKind::StorageFull))
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["run.json"]);
    }

    #[test]
    fn what_is_not_a_file_does_not_give_way() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(write_whole(folder.path(), b"new").unwrap_err().to_string(), "it is a folder");
        #[cfg(unix)]
        {
            // Through a link, so that a mistake would cost the link and not the machine its device.
            let device = folder.path().join("null");
            std::os::unix::fs::symlink("/dev/null", &device).unwrap();
            assert_eq!(write_whole(&device, b"new").unwrap_err().to_string(), "it is not a regular file");
            assert!(device.symlink_metadata().unwrap().is_symlink());
        }
        assert_eq!(
            write_whole(&folder.path().join("nowhere/a"), b"new").unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
    }

    #[test]
    fn only_names_of_our_own_are_unfinished() {
        for name in ["run.json", ".run.json", ".a.unfinished", ".a.x-1.unfinished", "a.12-3.unfinished"] {
            assert_eq!(finished_name(name), None, "{name}");
        }
    }
}
