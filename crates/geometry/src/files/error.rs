//! What can be wrong with a mesh file.

use super::{COORDINATE_LIMIT, Format};
use std::fmt;
use std::path::PathBuf;

/// A mesh file that cannot be read: which file, and why.
#[derive(Debug, thiserror::Error)]
pub struct MeshFileError {
    /// The file; `None` when the mesh was parsed from memory.
    pub file: Option<PathBuf>,
    /// What is wrong with it.
    #[source]
    pub problem: MeshFileProblem,
}

impl fmt::Display for MeshFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}: {}", file.display(), self.problem),
            None => write!(f, "mesh in memory: {}", self.problem),
        }
    }
}

/// The reasons for which a mesh file is refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeshFileProblem {
    /// There is no such file, it is not a regular one, or it is too large.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] bristle_system::input::Problem),

    /// The file name does not say which format it is.
    #[error("unknown extension `{extension}`; known are stl, obj, ply, gltf, glb and dae")]
    UnknownExtension {
        /// The extension found, empty if there is none.
        extension: String,
    },

    /// The content belongs to another format than the name says.
    #[error("is named as {named} but holds {found}: rename it, or parse it as {found}")]
    FormatMismatch {
        /// The format of the extension.
        named: Format,
        /// The format of the content.
        found: Format,
    },

    /// The file has no content.
    #[error("is empty")]
    Empty,

    /// The file only says where Git keeps the mesh.
    #[error("is a Git LFS pointer, not the mesh itself: fetch it with `git lfs pull`")]
    LfsPointer,

    /// The content is not of the format, from the first byte on or in its frame.
    #[error("is not {format}: {reason}")]
    NotThisFormat {
        /// The format expected.
        format: Format,
        /// What gave it away.
        reason: String,
    },

    /// The file ends too early.
    #[error("is cut off: {missing}")]
    Truncated {
        /// What is missing, with counts.
        missing: String,
    },

    /// A statement that cannot be understood.
    #[error("{place}: {message}")]
    Syntax {
        /// Where: a line, an element.
        place: String,
        /// What is wrong, and what was expected.
        message: String,
    },

    /// A coordinate that is NaN or infinite.
    #[error("{place}: coordinate {value} is not a finite number")]
    NotFinite {
        /// Where: a line, a vertex.
        place: String,
        /// The coordinate.
        value: f64,
    },

    /// A coordinate too far out to be a robot's world.
    #[error(
        "vertex {vertex}: coordinate {value:e} m is out of range, allowed is ±{COORDINATE_LIMIT:e} m: \
         is the unit or the scale right?"
    )]
    TooFar {
        /// Index of the vertex.
        vertex: usize,
        /// The coordinate \[m\].
        value: f64,
    },

    /// A face that refers to a vertex which is not there.
    #[error("{place}: vertex index {index} is out of range, allowed is {low} to {high}")]
    IndexOutOfRange {
        /// Where: a line, a face.
        place: String,
        /// The index as written.
        index: i64,
        /// The lowest allowed index.
        low: i64,
        /// The highest allowed index.
        high: i64,
    },

    /// A polygon that crosses itself, so that no set of triangles fills it.
    #[error(
        "face {face} with {corners} corners crosses itself: triangulate it in the tool that made the file"
    )]
    CrossedFace {
        /// Index of the face, in file order.
        face: usize,
        /// Its number of corners.
        corners: usize,
    },

    /// The file holds no triangle.
    #[error("holds no triangles")]
    NoTriangles,

    /// A buffer of a glTF file that cannot be had.
    #[error("buffer {buffer} ({uri}) is missing: {reason}")]
    MissingBuffer {
        /// Index of the buffer.
        buffer: usize,
        /// Where it should be.
        uri: String,
        /// Why it is not there.
        reason: String,
    },

    /// A reference to a part of the file which is not there.
    #[error("{place} refers to {target}, which the file does not hold")]
    MissingReference {
        /// Which element refers.
        place: String,
        /// What it refers to.
        target: String,
    },

    /// A scene that unfolds to more than can be meant, as a graph with a loop does.
    #[error(
        "the scene unfolds to more than {limit} {what}: its graph has a loop, or is not meant as one mesh"
    )]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// The highest number allowed.
        limit: usize,
    },

    /// A part of the format that is not supported.
    #[error("uses {feature}, which is not supported")]
    Unsupported {
        /// What it is.
        feature: String,
    },

    /// The scale asked for cannot be applied.
    #[error("scale {0:?} is not allowed: every component must be finite and not zero")]
    BadScale([f64; 3]),

    /// The unit asked for, or the one in the file, is not a length.
    #[error("a unit of {0} m is not allowed: it must be finite and greater than zero")]
    BadUnit(f64),
}
