//! Parts of scenes as trees and lines.

use bristle_scene::data::SkinDescription;
use bristle_scene::{SceneData, Tree};

/// The tree of a skin, as a scene has it.
pub(crate) fn of_skin(skin: &SkinDescription) -> Tree {
    let data = SceneData { skins: vec![skin.clone()], ..Default::default() };
    let Tree::Table(entries) = data.to_tree() else { return Tree::Table(Vec::new()) };
    let skins = entries.into_iter().find(|(key, _)| key == "skins").map(|(_, skins)| skins);
    match skins {
        Some(Tree::Table(skins)) => {
            skins.into_iter().next().map_or(Tree::Table(Vec::new()), |(_, tree)| tree)
        }
        _ => Tree::Table(Vec::new()),
    }
}

/// A value as TOML on one line.
pub(crate) fn on_one_line(tree: &Tree) -> String {
    // A list is written on one line, whatever it holds.
    let line = Tree::List(vec![tree.clone()]).to_toml();
    line.trim().trim_start_matches('[').trim_end_matches(']').trim().to_owned()
}
