//! The files of a recording's folder.

use crate::RecordError;
use crate::lock::FolderLock;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

pub(crate) const RUN: &str = "run.json";
pub(crate) const SCENE: &str = "scene.toml";
pub(crate) const SKINS: &str = "skins.csv";
pub(crate) const OUTLINES: &str = "outlines.csv";
pub(crate) const SIGNALS: &str = "signals.csv";
pub(crate) const TEXELS: &str = "texels.csv";
pub(crate) const DEVICES: &str = "devices.csv";
pub(crate) const EVENTS: &str = "events.csv";
pub(crate) const SIGNALS_PARQUET: &str = "signals.parquet";
pub(crate) const TEXELS_PARQUET: &str = "texels.parquet";
pub(crate) const DEVICES_PARQUET: &str = "devices.parquet";
pub(crate) const REPORT: &str = "report.html";
pub(crate) const FORCES_PICTURE: &str = "forces.png";
pub(crate) const JOINTS_PICTURE: &str = "joints.png";

/// All fixed names; the pictures of phases have names of their own.
const ALL: [&str; 14] = [
    RUN,
    SCENE,
    SKINS,
    OUTLINES,
    SIGNALS,
    TEXELS,
    DEVICES,
    EVENTS,
    SIGNALS_PARQUET,
    TEXELS_PARQUET,
    DEVICES_PARQUET,
    REPORT,
    FORCES_PICTURE,
    JOINTS_PICTURE,
];

/// Ends the names of files that are not finished.
const UNFINISHED: &str = ".unfinished";

/// Makes the folder if need be, and takes it.
pub(crate) fn take(folder: &Path) -> Result<FolderLock, RecordError> {
    fs::create_dir_all(folder).map_err(|source| RecordError::Write { path: folder.to_owned(), source })?;
    FolderLock::take(folder)
}

/// There must be no recording in the folder.
pub(crate) fn check_free(folder: &Path) -> Result<(), RecordError> {
    match ALL.iter().find(|name| folder.join(name).symlink_metadata().is_ok()) {
        None => Ok(()),
        Some(name) => Err(RecordError::Occupied { folder: folder.to_owned(), found: (*name).to_owned() }),
    }
}

/// Removes the recording in a folder, if there is one, and leaves all other files alone.
pub(crate) fn clear(folder: &Path) -> Result<(), RecordError> {
    let failed = |source| RecordError::Write { path: folder.to_owned(), source };
    let found: Vec<String> = fs::read_dir(folder)
        .and_then(|entries| {
            entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
        })
        .map_err(failed)?;
    let mut ours: Vec<&String> = found.iter().filter(|name| is_ours(name)).collect();
    if let Some(first) = ours.first()
        && !crate::manifest::is_one(&folder.join(RUN))
    {
        return Err(RecordError::NotReplaced { folder: folder.to_owned(), found: (*first).clone() });
    }
    // The file that tells that the rest is ours goes last, so that an interrupted removal can be taken up again.
    ours.sort_by_key(|name| *name == RUN);
    for name in ours {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(|source| RecordError::Write { path, source })?;
    }
    Ok(())
}

fn is_ours(name: &str) -> bool {
    let name = name.strip_suffix(UNFINISHED).unwrap_or(name);
    ALL.contains(&name) || is_phase_picture(name)
}

/// Whether a file is named like a picture of a phase: `phase-2-close-left-pad.png`.
fn is_phase_picture(name: &str) -> bool {
    let middle = name.strip_prefix("phase-").and_then(|rest| rest.strip_suffix(".png"));
    middle.and_then(|rest| rest.split_once('-')).is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

/// Writes a file that appears whole or not at all: under another name first, then renamed.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_with(path, |file| file.write_all(bytes))
}

/// The same, for a file too large to be held in memory.
pub(crate) fn write_whole_with<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut fs::File) -> Result<(), E>,
) -> Result<(), E> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(UNFINISHED);
    let unfinished = path.with_file_name(name);
    let attempt = || {
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&unfinished)?;
        write(&mut file)?;
        file.sync_all()?;
        Ok(fs::rename(&unfinished, path)?)
    };
    attempt().inspect_err(|_| {
        // Best effort: the first failure is the one worth reporting.
        let _ = fs::remove_file(&unfinished);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_files_are_ours() {
        for name in ["run.json", "texels.csv", "texels.parquet.unfinished", "phase-2-close-left-pad.png"] {
            assert!(is_ours(name), "{name}");
        }
        for name in ["notes.txt", "phase-diagram.png", "phase-x-y.png", "run.json.bak", "phase-1.png"] {
            assert!(!is_ours(name), "{name}");
        }
    }

    #[test]
    fn a_failed_write_leaves_neither_half_a_file_nor_harm_to_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.json");
        write_whole(&path, b"old").unwrap();
        let failed = write_whole_with(&path, |file| {
            file.write_all(b"half of the n")?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
