//! The table of texels' outlines.

use crate::csv::{Lines, split};
use crate::{ReadError, SkinSchema, files, layout};
use glam::DVec3;
use std::path::Path;

/// Reads the outlines into the skins. Recordings of older versions have none.
pub(super) fn read(folder: &Path, skins: &mut [SkinSchema]) -> Result<(), ReadError> {
    let path = folder.join(files::OUTLINES);
    if !path.exists() {
        return Ok(());
    }
    let mut lines = Lines::open(path)?;
    let header = layout::outlines_header();
    lines.header(&header)?;
    let mut index = 0;
    while let Some(line) = lines.next()? {
        let added = add(line, &header, skins, &mut index);
        added.map_err(|what| lines.wrong(what))?;
    }
    Ok(())
}

/// Adds a corner to its texel, of skin `index` or a later one.
fn add(line: &str, header: &[String], skins: &mut [SkinSchema], index: &mut usize) -> Result<(), String> {
    let mut fields = Vec::new();
    split(line, &mut fields)?;
    if fields.len() != header.len() {
        return Err(format!("{} fields, expected {}", fields.len(), header.len()));
    }
    let after = skins[*index..].iter().position(|skin| skin.name == fields[0]);
    *index +=
        after.ok_or_else(|| format!("skin {:?} is not one of run.json, or not in its order", fields[0]))?;
    let skin = &mut skins[*index];
    skin.outlines.resize(skin.texels.len(), Vec::new());
    let place = |field: usize| fields[field].parse::<usize>().ok();
    let outline = place(1).and_then(|texel| skin.outlines.get_mut(texel)).ok_or_else(|| {
        format!("texel is {:?}, expected 0 to {}", fields[1], skin.texels.len().saturating_sub(1))
    })?;
    if place(2) != Some(outline.len()) {
        return Err(format!("corner is {:?}, expected {}", fields[2], outline.len()));
    }
    let mut corner = [0.0; 3];
    for (axis, number) in corner.iter_mut().enumerate() {
        *number = super::number(&fields[3 + axis], &header[3 + axis])?;
    }
    let corner = DVec3::from(corner);
    if !corner.is_finite() {
        return Err("a corner needs finite numbers".to_owned());
    }
    outline.push(corner);
    Ok(())
}
