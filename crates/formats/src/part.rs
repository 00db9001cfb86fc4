//! An imported robot as a scene file: a part that can be included, changed and read by people.

use crate::error::Result;
use crate::output::relative;
use bristle_geometry::files::{self, LoadOptions};
use bristle_scene::{Imported, Tree, brief};
use std::path::{Path, PathBuf};

/// A scene file and the meshes that it names.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The file, as TOML.
    pub text: String,
    /// Meshes that stood in the robot file itself, by their paths relative to the folder of the part.
    pub meshes: Vec<(PathBuf, Vec<u8>)>,
}

/// The part of an import, for a file at `path`. Meshes that stood in the robot file are written beside it, others are named where they are.
pub fn part(imported: &Imported, source: &str, path: &Path) -> Result<Part> {
    let mut tree = brief(&imported.tree);
    let stem = path.file_stem().map_or("robot".into(), |stem| stem.to_string_lossy().into_owned());
    let mut meshes = Meshes {
        folder: path.parent().unwrap_or(Path::new("")),
        beside: format!("{stem}_meshes"),
        written: Vec::new(),
    };
    if let Tree::Table(entries) = &mut tree {
        entries.iter_mut().for_each(|(key, below)| meshes.visit(key, below, ""));
    }
    let mut text = format!("# Imported from {source}.\n");
    if !imported.notes.is_empty() {
        text.push_str("#\n");
        imported.notes.iter().for_each(|note| text.push_str(&format!("# {}\n", note.replace('\n', " "))));
    }
    text.push('\n');
    text.push_str(&tree.to_toml());
    Ok(Part { text, meshes: meshes.written })
}

struct Meshes<'a> {
    folder: &'a Path,
    beside: String,
    written: Vec<(PathBuf, Vec<u8>)>,
}

impl Meshes<'_> {
    /// Rewrites the paths of meshes in a value.
    fn visit(&mut self, key: &str, value: &mut Tree, above: &str) {
        match value {
            Tree::Table(entries) => {
                // Bodies and their shapes give meshes their names.
                let name =
                    if ["shapes", "mesh"].contains(&key) { above.to_owned() } else { join(above, key) };
                entries.iter_mut().for_each(|(key, below)| self.visit(key, below, &name));
            }
            Tree::List(items) => items.iter_mut().for_each(|item| self.visit(key, item, above)),
            Tree::Text(text) if key == "file" => *text = self.rewritten(text, above),
            _ => {}
        }
    }

    fn rewritten(&mut self, text: &str, name: &str) -> String {
        let path = Path::new(text);
        if !files::is_inline(path) {
            return relative(path, self.folder);
        }
        let Ok(loaded) = files::load(path, &LoadOptions::default()) else { return text.to_owned() };
        let bytes = files::write::ply(&loaded.mesh);
        // The same mesh twice is one file.
        if let Some((file, _)) = self.written.iter().find(|(_, other)| *other == bytes) {
            return file.display().to_string();
        }
        let name = name.strip_prefix("bodies_").unwrap_or(name);
        let file = PathBuf::from(format!("{}/{name}.ply", self.beside));
        self.written.push((file.clone(), bytes));
        file.display().to_string()
    }
}

fn join(above: &str, key: &str) -> String {
    if above.is_empty() { key.to_owned() } else { format!("{above}_{key}") }
}
