//! Flat rectangular arrays, like most real tactile sensors.

use bristle_geometry::mesh::generate::open_grid;
use glam::DVec3;

use super::error::{FARTHEST, LayoutError, MOST_TEXELS};
use super::{GridSize, SkinLayout, Texel, TexelRegion};

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
        if rows == 0 || columns == 0 {
            return Err(LayoutError::EmptyGrid { rows, columns });
        }
        check_pitch("pitch_row", pitch_row)?;
        check_pitch("pitch_column", pitch_column)?;
        let count = rows.saturating_mul(columns);
        if count > MOST_TEXELS {
            return Err(LayoutError::TooManyTexels { count });
        }
        let mesh = open_grid(rows + 1, columns + 1, pitch_row, pitch_column)?;

        let middle_row = 0.5 * (rows - 1) as f64;
        let middle_column = 0.5 * (columns - 1) as f64;
        let texels = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row as f64, column as f64)))
            .map(|(row, column)| Texel {
                position: DVec3::new(
                    (row - middle_row) * pitch_row,
                    (column - middle_column) * pitch_column,
                    0.0,
                ),
                direction: DVec3::Z,
                area: pitch_row * pitch_column,
            })
            .collect();
        let region =
            TexelRegion::Cell { row_step: DVec3::X * pitch_row, column_step: DVec3::Y * pitch_column };
        Ok(Self::with_centre_samples(texels, Some(GridSize { rows, columns }), mesh, region))
    }
}

fn check_pitch(name: &'static str, value: f64) -> Result<(), LayoutError> {
    if value > 0.0 && value <= FARTHEST { Ok(()) } else { Err(LayoutError::Pitch { name, value }) }
}
