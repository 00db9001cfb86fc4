//! The files of a recording's folder.

use crate::RecordError;
use crate::lock::FolderLock;
use bristle_system::output::finished_name;
use std::fs;
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

/// Pictures of the scene, which whoever simulates puts into the folder for the report.
pub mod scene_pictures {
    /// At the beginning.
    pub const START: &str = "scene-start.png";
    /// At the first contact of a skin.
    pub const CONTACT: &str = "scene-contact.png";
    /// At the end.
    pub const END: &str = "scene-end.png";
    /// The whole run, as an animated PNG.
    pub const FILM: &str = "film.png";
}

/// All fixed names; the pictures of phases have names of their own.
const ALL: [&str; 18] = [
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
    scene_pictures::START,
    scene_pictures::CONTACT,
    scene_pictures::END,
    scene_pictures::FILM,
];

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
    let name = finished_name(name).unwrap_or(name);
    ALL.contains(&name) || is_phase_picture(name)
}

/// Whether a file is named like a picture of a phase: `phase-2-close-left-pad.png`.
fn is_phase_picture(name: &str) -> bool {
    let middle = name.strip_prefix("phase-").and_then(|rest| rest.strip_suffix(".png"));
    middle.and_then(|rest| rest.split_once('-')).is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_files_are_ours() {
        for name in
            ["run.json", "texels.csv", ".texels.parquet.12-0.unfinished", "phase-2-close-left-pad.png"]
        {
            assert!(is_ours(name), "{name}");
        }
        for name in ["notes.txt", "phase-diagram.png", "phase-x-y.png", "run.json.bak", "phase-1.png"] {
            assert!(!is_ours(name), "{name}");
        }
    }
}
