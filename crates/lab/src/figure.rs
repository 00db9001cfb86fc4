//! A figure of an experiment.

use bristle_picture::Picture;
use serde::Serialize;

/// A figure, in the style of the paper's.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// Name of its file, without an ending: letters, digits and hyphens.
    pub name: String,
    /// What it is, in a few words.
    pub title: String,
    /// What is to be seen in it: a sentence or two.
    pub caption: String,
    /// The drawing.
    #[serde(skip)]
    pub picture: Picture,
}

impl Figure {
    /// A figure; `name` is its file's, without an ending.
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        caption: impl Into<String>,
        picture: Picture,
    ) -> Self {
        Self { name: name.into(), title: title.into(), caption: caption.into(), picture }
    }
}
