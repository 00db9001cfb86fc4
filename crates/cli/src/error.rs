//! What can go wrong, and what the shell hears of it.

use bristle_contact::MaterialError;
use bristle_geometry::SurfaceError;
use bristle_geometry::files::MeshFileError;
use bristle_geometry::mesh::MeshError;
use bristle_geometry::mesh::generate::GenerateError;
use bristle_geometry::shape::ShapeError;
use bristle_picture::PictureError;
use bristle_skin::layout::LayoutError;
use bristle_skin::{SkinError, UpdateError};
use std::path::PathBuf;

/// Why a command was not carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// Options that make no sense together, or a value found wrong only later.
    #[error("{0}")]
    Usage(String),
    #[error(
        "{0}\n  fix: check the path and the file; `bristle mesh FILE` says more about a mesh that can be read"
    )]
    MeshFile(#[from] MeshFileError),
    #[error("{file}: {cause}\n  fix: look at it with `bristle mesh {file}`, which can also repair it", file = file.display())]
    BadTarget { file: PathBuf, cause: SurfaceError },
    #[error("{file}: {cause}\n  fix: `bristle mesh {file} --repair sensor.obj` mends winding, flat triangles and doubles",
            file = file.display())]
    BadSensor { file: PathBuf, cause: LayoutError },
    #[error("{file}: {cause}", file = file.display())]
    BadMesh { file: PathBuf, cause: MeshError },
    #[error("cannot build the pad: {0}")]
    Layout(#[from] LayoutError),
    #[error("cannot build the pad: {0}")]
    Skin(#[from] SkinError),
    #[error("cannot build the pad's material: {0}")]
    Material(#[from] MaterialError),
    #[error("cannot build the object: {0}")]
    Shape(#[from] ShapeError),
    #[error("cannot build the object: {0}")]
    Generate(#[from] GenerateError),
    #[error("cannot build the object: {0}")]
    Surface(#[from] SurfaceError),
    #[error("the press stopped: {0}")]
    Update(#[from] UpdateError),
    #[error(
        "cannot draw {name}: {cause}\n  fix: use a coarser pad or mesh, or ask for `--json` without `--out`"
    )]
    Draw { name: String, cause: PictureError },
    #[error("cannot write {path}: {cause}\n  fix: choose a directory that you may write to, with `--out DIR`",
            path = path.display())]
    Write { path: PathBuf, cause: std::io::Error },
    #[error("cannot write to standard output: {0}")]
    Output(std::io::Error),
    #[error("cannot express the result as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl CliError {
    /// 1 if only the writing failed, 2 if what was asked for cannot be done.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Write { .. } | Self::Output(_) | Self::Json(_) => 1,
            _ => 2,
        }
    }
}
