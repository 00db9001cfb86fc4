//! Open Inventor and VRML: `.iv` (ASCII, versions 1 and 2) and `.wrl` (VRML 1 and 2, which is VRML97).
//!
//! Both are trees of nodes with fields. In Inventor and VRML 1 a node changes the state for those after it; in VRML 2 it holds them.

mod node;
mod scene;
mod solids;
mod token;

use super::polygons::RawMesh;
use super::{Format, MeshFileProblem};
use std::path::Path;

/// How deep files may name one another.
const DEEPEST: usize = 8;

pub(super) fn read(bytes: &[u8], format: Format, folder: Option<&Path>) -> Result<RawMesh, MeshFileProblem> {
    scene::read(bytes, format, folder, DEEPEST)
}

/// Whether these are the first bytes of such a file, and of which kind.
pub(super) fn told_by_head(start: &[u8]) -> Option<Format> {
    if start.starts_with(b"#Inventor") {
        Some(Format::Inventor)
    } else if start.starts_with(b"#VRML") {
        Some(Format::Vrml)
    } else {
        None
    }
}
