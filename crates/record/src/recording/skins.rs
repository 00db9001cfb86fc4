//! The table of texels' places.

use crate::csv::{Lines, split};
use crate::manifest::SkinEntry;
use crate::{ReadError, SkinSchema, files, layout};
use bristle_skin::layout::{Grid, Texel};
use glam::DVec3;
use std::path::Path;

pub(super) fn read(folder: &Path, entries: &[SkinEntry]) -> Result<Vec<SkinSchema>, ReadError> {
    let mut lines = Lines::open(folder.join(files::SKINS))?;
    let header = layout::skins_header();
    lines.header(&header)?;
    let mut skins = Vec::new();
    for entry in entries {
        let mut texels = Vec::new();
        let mut cells = Vec::new();
        for index in 0..entry.texels {
            let Some(line) = lines.next()? else {
                let found = texels.len();
                return Err(lines.wrong(format!(
                    "the table ends after {found} of the {} texels of skin {:?}",
                    entry.texels, entry.name
                )));
            };
            let (texel, cell) = parse(line, &header, entry, index).map_err(|what| lines.wrong(what))?;
            texels.push(texel);
            cells.extend(cell);
        }
        let grid = match entry.rows.zip(entry.columns) {
            None => None,
            Some((rows, columns)) => {
                let read = if cells.len() == texels.len() { Grid::of_cells(&cells).ok() } else { None };
                let fits = |grid: &Grid| (grid.rows, grid.columns) == (rows, columns);
                Some(read.filter(fits).ok_or_else(|| {
                    lines.wrong(format!("skin {:?} of run.json has other rows and columns", entry.name))
                })?)
            }
        };
        skins.push(SkinSchema { name: entry.name.clone(), grid, texels, outlines: Vec::new() });
    }
    Ok(skins)
}

fn parse(
    line: &str,
    header: &[String],
    entry: &SkinEntry,
    index: usize,
) -> Result<(Texel, Option<[u32; 2]>), String> {
    let mut fields = Vec::new();
    split(line, &mut fields)?;
    if fields.len() != header.len() {
        return Err(format!("{} fields, expected {}", fields.len(), header.len()));
    }
    if fields[0] != entry.name || fields[1] != index.to_string() {
        let (skin, texel) = (&fields[0], &fields[1]);
        return Err(format!("texel {texel} of skin {skin:?}, expected {index} of {:?}", entry.name));
    }
    let mut numbers = [0.0; 7];
    for (place, number) in numbers.iter_mut().enumerate() {
        *number = super::number(&fields[4 + place], &header[4 + place])?;
    }
    let [x, y, z, u, v, w, area] = numbers;
    let index = |place: usize| fields[place].parse::<u32>().ok();
    let cell = index(2).zip(index(3)).map(|(row, column)| [row, column]);
    Ok((Texel { position: DVec3::new(x, y, z), direction: DVec3::new(u, v, w), area }, cell))
}
