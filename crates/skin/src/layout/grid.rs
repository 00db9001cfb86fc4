//! Rectangular arrays, like most real tactile sensors, flat or bent.

use bristle_geometry::mesh::generate::open_grid;
use glam::DVec2;

use super::error::{FARTHEST, LayoutError, MOST_TEXELS, check_memory};
use super::{Grid, Over, Sheet, SkinLayout, Texel, TexelRegion};

impl SkinLayout {
    /// A flat array with square cells: [`SkinLayout::rectangular_grid`] with one pitch \[m\] for both ways.
    pub fn grid(rows: usize, columns: usize, pitch: f64) -> Result<Self, LayoutError> {
        Self::rectangular_grid(rows, columns, pitch, pitch)
    }

    /// A flat array in the plane z = 0, centred on the origin, with directions along +z.
    ///
    /// The row number grows with +x in steps of `pitch_row` \[m\], the column number with +y in steps of
    /// `pitch_column` \[m\]; texel `row * columns + column` sits in the middle of its cell. Every texel stands
    /// for one whole cell, as in a real array of electrodes, so the pad measures `rows · pitch_row` by
    /// `columns · pitch_column`. (By the rule of [`SkinLayout::from_vertices`] the texels at the rim of a
    /// sheet would stand for half a cell or less.) The layout's mesh is the outline of the cells, with
    /// `(rows + 1) · (columns + 1)` vertices, so that it has the pad's area and carries every sample point.
    pub fn rectangular_grid(
        rows: usize,
        columns: usize,
        pitch_row: f64,
        pitch_column: f64,
    ) -> Result<Self, LayoutError> {
        check_grid(rows, columns, pitch_row, pitch_column)?;
        Self::on_sheet(rows, columns, Sheet::flat(DVec2::new(pitch_row, pitch_column)))
    }

    /// A flat array as in [`SkinLayout::rectangular_grid`], bent over a surface. All its cells have the same area, on
    /// cylinders and caps the product of the pitches.
    ///
    /// On a cylinder or cap the middle of the array is at the origin and points along +z. The layout's mesh are the
    /// corners of the cells: flat pieces below a bent surface, while texels and samples lie on it.
    pub fn bent_grid(
        rows: usize,
        columns: usize,
        pitch_row: f64,
        pitch_column: f64,
        over: Over,
    ) -> Result<Self, LayoutError> {
        check_grid(rows, columns, pitch_row, pitch_column)?;
        let pitch = DVec2::new(pitch_row, pitch_column);
        let size = DVec2::new(rows as f64, columns as f64) * pitch;
        Self::on_sheet(rows, columns, Sheet::bent(pitch, size, over)?)
    }

    fn on_sheet(rows: usize, columns: usize, sheet: Sheet) -> Result<Self, LayoutError> {
        let mut mesh = open_grid(rows + 1, columns + 1, sheet.pitch.x, sheet.pitch.y)?;
        for vertex in &mut mesh.vertices {
            *vertex = sheet.point(vertex.truncate()).0;
        }
        let grid = Grid::full(rows, columns);
        let area = sheet.cell_area(rows * columns);
        let texels = (0..rows * columns)
            .map(|texel| {
                let (position, direction) =
                    sheet.point(DVec2::from(grid.offset_from_middle(texel)) * sheet.pitch);
                Texel { position, direction, area }
            })
            .collect();
        Ok(Self::with_centre_samples(texels, Some(grid), mesh, TexelRegion::Cells(sheet)))
    }
}

fn check_grid(rows: usize, columns: usize, pitch_row: f64, pitch_column: f64) -> Result<(), LayoutError> {
    if rows == 0 || columns == 0 {
        return Err(LayoutError::EmptyGrid { rows, columns });
    }
    check_pitch("pitch_row", pitch_row)?;
    check_pitch("pitch_column", pitch_column)?;
    let count = rows.saturating_mul(columns);
    if count > MOST_TEXELS {
        return Err(LayoutError::TooManyTexels { count });
    }
    check_memory(count, 1)
}

fn check_pitch(name: &'static str, value: f64) -> Result<(), LayoutError> {
    if value > 0.0 && value <= FARTHEST { Ok(()) } else { Err(LayoutError::Pitch { name, value }) }
}
