//! Where the texels are: a layout as scenes write it, or, in words of their own, a flat grid or a mesh file.

use super::{RecipeError, Words};
use bristle_scene::Tree;
use bristle_scene::data::Texels;
use bristle_skin::SkinLayout;

/// What errors call the keys of an instance.
const ORIGIN: &str = "config";
/// The words of a flat grid.
const GRID: [&str; 3] = ["rows", "columns", "pitch"];
/// The words of a mesh file.
const MESH: [&str; 3] = ["mesh_file", "mesh_unit", "texels"];

pub(super) fn read(words: &Words) -> Result<SkinLayout, RecipeError> {
    let mut tree = match words.text("layout") {
        Some(text) => {
            refuse_beside(words, "layout", &[GRID, MESH].concat())?;
            Tree::parse(&format!("layout = {text}"), ORIGIN)?
        }
        None if words.text("mesh_file").is_some() => table([("layout", Some(mesh_file(words)?))]),
        None => table([("layout", Some(grid(words)?))]),
    };
    if let Tree::Table(entries) = &mut tree {
        let samples = ["samples", "sampling"].map(|key| Some((key.to_owned(), words.tree(key)?)));
        entries.extend(samples.into_iter().flatten());
    }
    Ok(Texels::from_tree(tree, ORIGIN)?.lay_out(&mut Vec::new())?)
}

fn grid(words: &Words) -> Result<Tree, RecipeError> {
    for key in ["texels", "mesh_unit"] {
        if words.text(key).is_some() {
            let why = "texels and mesh_unit say how to read it";
            return Err(RecipeError::Missing { key: "mesh_file", why });
        }
    }
    if let Some(key) = GRID.into_iter().find(|key| words.text(key).is_none()) {
        let why = "a skin is a grid of rows, columns and pitch, comes from a mesh_file, or has a layout";
        return Err(RecipeError::Missing { key, why });
    }
    let [pitch, across] = match words.text("pitch").unwrap_or_default().split_whitespace().count() {
        1 => [words.number("pitch")?, None],
        _ => words.numbers::<2>("pitch")?.map_or([None; 2], |both| both.map(Some)),
    };
    let grid = table([
        ("rows", words.tree("rows")),
        ("columns", words.tree("columns")),
        ("pitch", pitch.map(Tree::Float)),
        ("pitch_along_columns", across.map(Tree::Float)),
    ]);
    Ok(table([("grid", Some(grid))]))
}

fn mesh_file(words: &Words) -> Result<Tree, RecipeError> {
    refuse_beside(words, "mesh_file", &GRID)?;
    let text = |key| words.text(key).map(|text| Tree::Text(text.to_owned()));
    let file = table([("file", text("mesh_file")), ("unit", text("mesh_unit"))]);
    let on = words.choice("texels", &["vertices", "faces", "polygons"])?.unwrap_or("vertices");
    Ok(table([(on, Some(file))]))
}

fn refuse_beside(words: &Words, other: &'static str, keys: &[&'static str]) -> Result<(), RecipeError> {
    let why = "a skin has one layout";
    match keys.iter().find(|key| words.text(key).is_some()) {
        Some(key) => Err(RecipeError::Conflict { key, other, why }),
        None => Ok(()),
    }
}

/// What is there, as a table.
fn table<const N: usize>(entries: [(&str, Option<Tree>); N]) -> Tree {
    Tree::Table(entries.into_iter().filter_map(|(key, tree)| Some((key.to_owned(), tree?))).collect())
}
