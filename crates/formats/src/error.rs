//! What can be wrong with a robot file: said like the mistakes of a scene, with the line.

pub(crate) use bristle_scene::{ErrorKind, SceneError};

/// The outcome of reading or writing a robot file.
pub type Result<T> = std::result::Result<T, SceneError>;

/// An error without a place.
pub(crate) fn error(kind: ErrorKind, message: impl Into<String>) -> SceneError {
    SceneError::new(kind, message, None)
}

/// A word of a file, short and printable.
pub(crate) fn shown(word: &str) -> String {
    let mut short: String = word.chars().take(60).flat_map(char::escape_debug).collect();
    if word.chars().nth(60).is_some() {
        short.push('…');
    }
    short
}
