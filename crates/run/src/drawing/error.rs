//! Why something was not drawn.

use bristle_geometry::files::MeshFileError;
use bristle_geometry::mesh::generate::GenerateError;
use bristle_geometry::shape::ShapeError;
use bristle_world::ModelError;

/// Why something was not drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// A solid with sizes that cannot be. Scenes that could be built have none.
    #[error("cannot draw a solid: {0}")]
    Generate(#[from] GenerateError),
    /// As above, of a solid by formula.
    #[error("cannot draw a solid: {0}")]
    Shape(#[from] ShapeError),
    /// A mesh file that can no longer be read. Its message names the file.
    #[error("cannot draw a solid: {0}\n  fix: put the file back as it was when the scene was built")]
    MeshFile(#[from] MeshFileError),
    /// A mesh that cannot be drawn.
    #[error("cannot draw a solid: {0}")]
    Picture(#[from] bristle_picture::PictureError),
    /// A body or skin that the world does not have: scene and world do not belong together.
    #[error("cannot draw the world: {0}")]
    Model(#[from] ModelError),
}
