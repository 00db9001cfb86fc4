//! Robot files of other programs, as parts of scenes.

use crate::data::RobotOptions;
use crate::{SceneError, Tree};
use std::path::{Path, PathBuf};

/// Reads files of other programs. `bristle-formats` has one for all the formats that it knows.
pub trait Importer: Send + Sync {
    /// Whether it reads this file, by its name.
    fn reads(&self, path: &Path) -> bool;

    /// What the file describes.
    fn import(&self, path: &Path, how: &ImportRequest<'_>) -> Result<Imported, SceneError>;
}

/// How a file is to be read.
#[derive(Clone, Copy, Debug)]
pub struct ImportRequest<'a> {
    /// As the including file has it.
    pub options: &'a RobotOptions,
    /// Folders in which packages are looked for first.
    pub packages: &'a [PathBuf],
}

/// What a file described.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// As a scene; paths of files are absolute.
    pub tree: Tree,
    /// What was dropped, guessed or repaired.
    pub notes: Vec<String>,
}
