//! What can go wrong between Bristle and a library it does not ship.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

/// Why Embree, or a scene in it, is not to be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EmbreeError {
    /// No library where it was expected.
    NotFound {
        /// The file or directory that was searched.
        place: PathBuf,
    },
    /// A library was found, but the system's loader refused it or a function is missing in it.
    NotLoadable {
        /// The library.
        path: PathBuf,
        /// The loader's words.
        reason: String,
    },
    /// The library is some other generation of Embree, whose calls have other signatures.
    WrongGeneration {
        /// The library.
        path: PathBuf,
        /// The major version it reports.
        major: isize,
    },
    /// Embree refused a call.
    Refused {
        /// What was being done.
        doing: &'static str,
        /// Embree's error code.
        code: i32,
    },
    /// A triangle names a vertex that the mesh does not have.
    VertexOutOfRange {
        /// The triangle's index.
        triangle: usize,
        /// The vertex it names.
        vertex: u32,
        /// How many vertices the mesh has.
        vertices: usize,
    },
    /// A vertex coordinate is not a finite number in single precision.
    NotRepresentable {
        /// The vertex's index.
        vertex: usize,
        /// The offending coordinate \[m\], as text so that the error can be compared.
        coordinate: String,
    },
}

impl fmt::Display for EmbreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { place } => write!(
                f,
                "no Embree 4 library at {}; run scripts/install-embree, or let BRISTLE_EMBREE name the library's file",
                place.display()
            ),
            Self::NotLoadable { path, reason } => write!(
                f,
                "{} is not a loadable Embree 4 library: {reason}; its companion libtbb must lie beside it",
                path.display()
            ),
            Self::WrongGeneration { path, major } => {
                write!(f, "{} is Embree {major}, needed is Embree 4", path.display())
            }
            Self::Refused { doing, code } => {
                write!(f, "Embree failed while {doing}: {} (code {code})", meaning_of(*code))
            }
            Self::VertexOutOfRange { triangle, vertex, vertices } => write!(
                f,
                "triangle {triangle} names vertex {vertex}, but the mesh has {vertices} (allowed: below {vertices})"
            ),
            Self::NotRepresentable { vertex, coordinate } => write!(
                f,
                "vertex {vertex} has the coordinate {coordinate} m, which single precision cannot hold \
                 (allowed: finite, magnitude up to {:e} m)",
                f32::MAX
            ),
        }
    }
}

impl Error for EmbreeError {}

/// Embree's error codes in words.
fn meaning_of(code: i32) -> &'static str {
    match code {
        0 => "no reason given",
        2 => "invalid argument",
        3 => "invalid operation",
        4 => "out of memory",
        5 => "unsupported processor",
        6 => "cancelled",
        _ => "unknown error",
    }
}
