//! Files whose parts are taken over.

use crate::Tree;
use crate::describe::{Space, Words, described, name};
use bristle_geometry::Pose;

described! {
    /// Another scene file whose parts are taken over. A bare string is short for `{ file = "…" }`.
    pub struct Include as "include", word(Words::Any, Include::of, Include::word) {
        /// a path relative to this file, or `lib:…` for a model of the built-in library
        file: String = needed;
        /// put before every name of the file, so that it can be had twice
        prefix: String = or(String::new());
        /// moves the bodies that have no parent
        pose: Pose = maybe;
        /// the body that becomes their parent
        attach: Option<String> = maybe, name(Space::Body);
        /// values of the file to replace, as in `set.bodies.cube.mass = 0.3` (names without prefix)
        set: Option<Tree> = maybe;
    }
}

impl Include {
    /// All of a file, as it is.
    pub fn of(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    fn word(&self) -> Option<&str> {
        (*self == Self::of(&self.file)).then_some(&self.file)
    }
}
