//! Where the texels are: a grid, or the vertices or faces of a mesh file.

use super::{RecipeError, Words};
use bristle_geometry::files::{self, LoadOptions, Unit};
use bristle_skin::SkinLayout;
use bristle_skin::layout::SamplePattern;

pub(super) fn read(words: &Words) -> Result<SkinLayout, RecipeError> {
    let layout = match words.text("mesh_file") {
        Some(path) => from_file(words, path)?,
        None => grid(words)?,
    };
    Ok(match words.count("samples")? {
        None | Some(1) => layout,
        Some(count) => layout.with_samples(SamplePattern::Jittered(count))?,
    })
}

fn grid(words: &Words) -> Result<SkinLayout, RecipeError> {
    for key in ["texels", "mesh_unit"] {
        if words.text(key).is_some() {
            return Err(RecipeError::Missing {
                key: "mesh_file",
                why: "texels and mesh_unit say how to read it",
            });
        }
    }
    let why = "a skin is a grid of rows, columns and pitch, or comes from a mesh_file";
    let rows = words.count("rows")?.ok_or(RecipeError::Missing { key: "rows", why })?;
    let columns = words.count("columns")?.ok_or(RecipeError::Missing { key: "columns", why })?;
    let pitch = words.text("pitch").ok_or(RecipeError::Missing { key: "pitch", why })?;
    let [row_pitch, column_pitch] = match pitch.split_whitespace().count() {
        1 => [words.need("pitch", why)?; 2],
        _ => words.numbers("pitch")?.unwrap_or_default(),
    };
    Ok(SkinLayout::rectangular_grid(rows, columns, row_pitch, column_pitch)?)
}

fn from_file(words: &Words, path: &str) -> Result<SkinLayout, RecipeError> {
    for key in ["rows", "columns", "pitch"] {
        if words.text(key).is_some() {
            let why = "a skin is either a grid or comes from a file";
            return Err(RecipeError::Conflict { key, other: "mesh_file", why });
        }
    }
    let unit = match words.choice("mesh_unit", &["m", "cm", "mm", "inch"])? {
        None => Unit::FromFile,
        Some("cm") => Unit::Centimetre,
        Some("mm") => Unit::Millimetre,
        Some("inch") => Unit::Inch,
        Some(_) => Unit::Metre,
    };
    let mesh = files::load(path, &LoadOptions { unit, ..Default::default() })?.mesh;
    Ok(match words.choice("texels", &["vertices", "faces"])? {
        Some("faces") => SkinLayout::from_face_centres(mesh)?,
        _ => SkinLayout::from_used_vertices(mesh)?,
    })
}
