//! Why a run has no outcome.

use bristle_record::RecordError;
use bristle_scene::SceneError;
use bristle_world::ModelError;

/// Why a run has no outcome. A step that cannot be taken is an outcome: see [`RunEnding::Failed`](crate::RunEnding::Failed).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// It could not be recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The world refuses what the scene or an observer asks for.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// What the scene says cannot be done, such as a controller that cannot be made.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The scene's controller is written in Python.
    #[error("the controller `{class}` is written in Python; run the scene with `python -m bristle run`")]
    NeedsPython {
        /// `module:Class`.
        class: String,
    },
    /// An observer of another kind failed.
    #[error("{0}")]
    Observer(Box<dyn std::error::Error + Send + Sync>),
}
