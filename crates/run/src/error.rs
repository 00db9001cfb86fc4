//! Why a run has no outcome.

use bristle_record::RecordError;
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
    /// An observer of another kind failed.
    #[error("{0}")]
    Observer(Box<dyn std::error::Error + Send + Sync>),
}
