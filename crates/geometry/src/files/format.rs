//! Which format a file is in: what its name says, and whether its content agrees.

use super::MeshFileProblem;
use std::fmt;
use std::path::Path;

/// The mesh file formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Stereolithography, text or binary: `.stl`.
    Stl,
    /// Wavefront: `.obj`.
    Obj,
    /// Stanford polygons, text or binary of either byte order: `.ply`.
    Ply,
    /// glTF 2.0, as JSON `.gltf` or in one binary piece `.glb`.
    Gltf,
    /// COLLADA 1.4 and 1.5: `.dae`.
    Collada,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Stl => "STL",
            Format::Obj => "OBJ",
            Format::Ply => "PLY",
            Format::Gltf => "glTF",
            Format::Collada => "COLLADA",
        })
    }
}

impl Format {
    /// The format that the extension of `path` stands for.
    pub fn from_path(path: &Path) -> Result<Format, MeshFileProblem> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        match extension.to_ascii_lowercase().as_str() {
            "stl" => Ok(Format::Stl),
            "obj" => Ok(Format::Obj),
            "ply" => Ok(Format::Ply),
            "gltf" | "glb" => Ok(Format::Gltf),
            "dae" => Ok(Format::Collada),
            "zae" => Err(MeshFileProblem::Unsupported {
                feature: "a ZIP archive of COLLADA (.zae): unpack it, and read the .dae inside".into(),
            }),
            _ => Err(MeshFileProblem::UnknownExtension { extension }),
        }
    }

    /// The format that the content gives away, if it does. OBJ has no mark of its own, nor has binary STL.
    pub fn from_content(bytes: &[u8]) -> Option<Format> {
        let start = super::text::trim_start(bytes);
        let head = &start[..start.len().min(4096)];
        let holds = |needle: &[u8]| head.windows(needle.len()).any(|w| w == needle);
        if bytes.starts_with(b"glTF") {
            Some(Format::Gltf)
        } else if super::stl::has_exact_binary_length(bytes) {
            Some(Format::Stl)
        } else if start.starts_with(b"ply\n") || start.starts_with(b"ply\r") {
            Some(Format::Ply)
        } else if start.starts_with(b"<") && holds(b"<COLLADA") {
            Some(Format::Collada)
        } else if start.starts_with(b"{") && holds(b"\"asset\"") {
            Some(Format::Gltf)
        } else if super::stl::looks_like_text(bytes) {
            Some(Format::Stl)
        } else {
            None
        }
    }

    /// Refuses content that plainly belongs to another format.
    pub(super) fn confirm(self, bytes: &[u8]) -> Result<(), MeshFileProblem> {
        match Format::from_content(bytes) {
            Some(found) if found != self => Err(MeshFileProblem::FormatMismatch { named: self, found }),
            _ => Ok(()),
        }
    }
}
