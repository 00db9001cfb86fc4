//! Why an experiment was not carried out.

use crate::ParameterError;
use bristle_contact::MaterialError;
use bristle_geometry::SurfaceError;
use bristle_geometry::mesh::MeshError;
use bristle_geometry::mesh::generate::GenerateError;
use bristle_geometry::shape::ShapeError;
use bristle_picture::PictureError;
use bristle_run::drawing::DrawError;
use bristle_scene::SceneError;
use bristle_skin::layout::LayoutError;
use bristle_skin::{SkinError, UpdateError};
use bristle_world::{ModelError, StepError};

/// Why an experiment was not carried out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// A parameter that cannot be so.
    #[error("{0}")]
    Parameter(#[from] ParameterError),
    /// Parameters that make no sense together.
    #[error("{0}")]
    Settings(String),
    /// An experiment asks for a parameter that it does not declare.
    #[error("the experiment asks for the {kind} `{name}`, which it does not declare")]
    Undeclared {
        /// What it asks for.
        name: &'static str,
        /// What it takes it for.
        kind: &'static str,
    },
    /// No experiment of that name.
    #[error("there is no experiment `{id}`{}", near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    NoExperiment {
        /// What was asked for.
        id: String,
        /// What may have been meant.
        near: Option<&'static str>,
    },
    /// What was set cannot be done: the object falls off, or never comes to rest.
    #[error("{0}")]
    Failed(String),
    /// A scene that cannot be built.
    #[error("{0}")]
    Scene(#[from] SceneError),
    /// A model that cannot be built.
    #[error("cannot build the world: {0}")]
    Model(#[from] ModelError),
    /// A step that cannot be taken.
    #[error("a step could not be taken: {0}")]
    Step(#[from] StepError),
    /// A layout of texels that cannot be.
    #[error("cannot build the pad: {0}")]
    Layout(#[from] LayoutError),
    /// A skin that cannot be.
    #[error("cannot build the pad: {0}")]
    Skin(#[from] SkinError),
    /// A material that cannot be.
    #[error("cannot build the material: {0}")]
    Material(#[from] MaterialError),
    /// A solid that cannot be.
    #[error("cannot build the object: {0}")]
    Shape(#[from] ShapeError),
    /// A mesh that cannot be generated.
    #[error("cannot build the object: {0}")]
    Generate(#[from] GenerateError),
    /// A mesh that cannot be.
    #[error("cannot build the object: {0}")]
    Mesh(#[from] MeshError),
    /// A mesh that cannot be touched.
    #[error("cannot build the object: {0}")]
    Surface(#[from] SurfaceError),
    /// An update of a skin that was refused.
    #[error("the press stopped: {0}")]
    Update(#[from] UpdateError),
    /// A figure that cannot be drawn.
    #[error("cannot draw: {0}")]
    Picture(#[from] PictureError),
    /// A scene that cannot be drawn.
    #[error("{0}")]
    Draw(#[from] DrawError),
    /// What another library says.
    #[error("{0}")]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

impl LabError {
    /// An error of another library.
    pub fn other(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Other(Box::new(error))
    }
}
