//! Where the texels of a skin are, without a scene.

use super::Layout;
use crate::Tree;
use crate::defaults;
use crate::describe::{Part, Thing, described};
use crate::error::{Fault, SceneError};
use crate::include::{Origin, checked};
use crate::source::Sources;
use crate::view::View;
use bristle_skin::layout::SamplePattern;
use std::path::Path;

described! {
    /// What the table of a skin says of its texels, for those who have no scene: the MuJoCo plugin and `bristle press`.
    ///
    /// ```
    /// use bristle_scene::Tree;
    /// use bristle_scene::data::Texels;
    ///
    /// let text = "layout = { bent_grid = { rows = 14, columns = 6, pitch_mm = 3.4, over = { cylinder = { radius_mm = 9 } } } }";
    /// let texels = Texels::from_tree(Tree::parse(text, "finger")?, "finger")?;
    /// assert_eq!(texels.lay_out(&mut Vec::new())?.texels.len(), 84);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct Texels as "texels" {
        /// where they are
        layout: Layout = needed;
        /// contact points per texel
        samples: SamplePattern = flat;
    }
}

impl Texels {
    /// From values that are nested as in a scene. `origin` is what errors call it, and paths in it are relative to its folder.
    pub fn from_tree(tree: Tree, origin: impl AsRef<Path>) -> Result<Self, SceneError> {
        let mut sources = Sources::default();
        Self::read_tree(tree, origin.as_ref(), &mut sources).map_err(|fault| fault.in_sources(&sources))
    }

    fn read_tree(tree: Tree, origin: &Path, sources: &mut Sources) -> Result<Self, Fault> {
        let document = sources.add_tree(origin.display().to_string(), tree)?;
        let at = document.at;
        let mut table = checked(document, Self::spec(), &Origin::beside(origin), &[])?;
        defaults::fill(Self::spec(), &mut table, at)?;
        Self::read(View::new(&table, at, ""))
    }
}
