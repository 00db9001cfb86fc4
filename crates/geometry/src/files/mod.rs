//! Mesh files: STL, OBJ, PLY, glTF and COLLADA into a [`TriangleMesh`] in metres, z up.
//!
//! ```no_run
//! use bristle_geometry::files::{self, LoadOptions, Unit};
//!
//! let options = LoadOptions { unit: Unit::Millimetre, ..Default::default() };
//! let loaded = files::load("gripper/finger.stl", &options)?;
//! for note in &loaded.notes {
//!     eprintln!("{note}");
//! }
//! # Ok::<(), files::MeshFileError>(())
//! ```
//!
//! The readers are strict where a lenient reading could give a wrong shape in silence (a missing end, an index out
//! of range, an unknown statement) and lenient where it cannot (line ends, letter case, names in any encoding).
//! No file makes them panic, recurse deeply or allocate out of proportion to its size.

mod collada;
mod error;
mod finish;
mod format;
#[cfg(feature = "gltf")]
mod gltf;
mod instances;
mod note;
mod obj;
mod options;
mod ply;
mod polygons;
mod stl;
mod text;
mod triangulate;

pub use error::{MeshFileError, MeshFileProblem};
pub use finish::COORDINATE_LIMIT;
pub use format::Format;
pub use note::LoadNote;
pub use options::{FileReach, LoadOptions, Unit, UpAxis};

use crate::TriangleMesh;
use bristle_system::{input, memory};
use polygons::RawMesh;
use std::path::Path;

/// Larger files are not read \[bytes\]. Forty million triangles of a binary STL fit.
pub const LARGEST_FILE: u64 = 2 << 30;

/// What a byte of a file becomes while it is read, at the most; measured with five million triangles.
const MEMORY_PER_BYTE: u64 = 8;

/// A mesh as it came out of a file, in metres and z up, with what was done to it on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedMesh {
    /// The mesh \[m\], z up. Vertices at exactly the same place are one.
    pub mesh: TriangleMesh,
    /// For every polygon of the file, in its order, one past the last of the triangles that it was cut into.
    pub polygon_ends: Vec<u32>,
    /// The format it was read as.
    pub format: Format,
    /// The length of one unit of the file \[m\].
    pub metres_per_unit: f64,
    /// The axis that points up in the file.
    pub up_axis: UpAxis,
    /// What a person may want to know: never an error, never printed.
    pub notes: Vec<LoadNote>,
}

/// Reads the mesh file at `path`; the extension says which format it is and the content must agree.
pub fn load(path: impl AsRef<Path>, options: &LoadOptions) -> Result<LoadedMesh, MeshFileError> {
    let path = path.as_ref();
    let read = || {
        // What is no file at all is told before its name is judged.
        input::open(path)?;
        let format = Format::from_path(path)?;
        let bytes = input::read(path, LARGEST_FILE)?;
        memory::check(bytes.len() as u64 * MEMORY_PER_BYTE).map_err(input::Problem::from)?;
        parse_in(&bytes, format, options, path.parent())
    };
    read().map_err(|problem| MeshFileError { file: Some(path.to_owned()), problem })
}

/// Reads a mesh from memory. Files that lean on others (a glTF with an external buffer) need [`load`].
pub fn parse(bytes: &[u8], format: Format, options: &LoadOptions) -> Result<LoadedMesh, MeshFileError> {
    parse_in(bytes, format, options, None).map_err(|problem| MeshFileError { file: None, problem })
}

/// `folder` is where the files that this one names are looked for.
fn parse_in(
    bytes: &[u8],
    format: Format,
    options: &LoadOptions,
    folder: Option<&Path>,
) -> Result<LoadedMesh, MeshFileProblem> {
    options.check()?;
    if bytes.is_empty() {
        return Err(MeshFileProblem::Empty);
    }
    if bytes.starts_with(b"version https://git-lfs.github.com/spec/") {
        return Err(MeshFileProblem::LfsPointer);
    }
    format.confirm(bytes)?;
    let raw = match format {
        Format::Stl => stl::read(bytes),
        Format::Obj => obj::read(bytes),
        Format::Ply => ply::read(bytes),
        Format::Collada => collada::read(bytes),
        Format::Gltf => read_gltf(bytes, folder, options.buffers),
    }?;
    finish::finish(raw, format, options)
}

#[cfg(feature = "gltf")]
fn read_gltf(bytes: &[u8], folder: Option<&Path>, reach: FileReach) -> Result<RawMesh, MeshFileProblem> {
    gltf::read(bytes, folder, reach)
}

#[cfg(not(feature = "gltf"))]
fn read_gltf(_bytes: &[u8], _folder: Option<&Path>, _reach: FileReach) -> Result<RawMesh, MeshFileProblem> {
    Err(MeshFileProblem::Unsupported { feature: "glTF (build with the cargo feature `gltf`)".into() })
}
