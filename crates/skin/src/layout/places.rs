//! Rows and columns of a device.

use super::error::{LayoutError, MOST_TEXELS};
use std::sync::Arc;

/// Rows and columns of a device, and which of its texels is where. Cells may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// Row and column of every texel; nothing in a full array, whose texel `row * columns + column` they are.
    cells: Option<Arc<[[u32; 2]]>>,
}

impl Grid {
    /// An array without gaps: its texel index is `row * columns + column`.
    pub fn full(rows: usize, columns: usize) -> Self {
        Self { rows, columns, cells: None }
    }

    /// A device whose texels have these rows and columns, from 0, each cell at most once.
    pub fn of_cells(cells: &[[u32; 2]]) -> Result<Self, LayoutError> {
        let count = |axis: usize| cells.iter().map(|cell| cell[axis] as usize + 1).max().unwrap_or(0);
        let (rows, columns) = (count(0), count(1));
        if cells.is_empty() {
            return Err(LayoutError::EmptyGrid { rows, columns });
        }
        let places = rows.saturating_mul(columns);
        if places > MOST_TEXELS {
            return Err(LayoutError::TooManyTexels { count: places });
        }
        let mut owner = vec![None; places];
        for (texel, &[row, column]) in cells.iter().enumerate() {
            let place = &mut owner[row as usize * columns + column as usize];
            if let Some(first) = *place {
                return Err(LayoutError::SameCell { first, second: texel, row, column });
            }
            *place = Some(texel);
        }
        let in_order = owner.iter().enumerate().all(|(place, texel)| *texel == Some(place));
        Ok(Self { rows, columns, cells: (!in_order).then(|| cells.into()) })
    }

    /// Row and column of a texel.
    pub fn cell(&self, texel: usize) -> (usize, usize) {
        match &self.cells {
            None => (texel / self.columns.max(1), texel % self.columns.max(1)),
            Some(cells) => cells.get(texel).map_or((0, 0), |&[row, column]| (row as usize, column as usize)),
        }
    }

    /// Row and column of every texel where cells are missing or not numbered row by row; nothing in a full array.
    pub fn cells(&self) -> Option<&[[u32; 2]]> {
        self.cells.as_deref()
    }

    /// Number of texels: fewer than rows times columns where cells are missing.
    pub fn texels(&self) -> usize {
        self.cells.as_ref().map_or(self.rows.saturating_mul(self.columns), |cells| cells.len())
    }

    /// True when no cell is missing and texels are numbered row by row.
    pub fn is_full(&self) -> bool {
        self.cells.is_none()
    }

    /// A value per texel, row by row, with `empty` where a cell is missing.
    pub fn image<T: Clone>(&self, values: &[T], empty: T) -> Vec<T> {
        let mut image = vec![empty; self.rows.saturating_mul(self.columns).min(MOST_TEXELS)];
        for (texel, value) in values.iter().enumerate().take(self.texels()) {
            let (row, column) = self.cell(texel);
            if let Some(place) = image.get_mut(row * self.columns + column) {
                *place = value.clone();
            }
        }
        image
    }

    /// For every place, row by row, whether there is a cell.
    pub fn present(&self) -> Vec<bool> {
        self.image(&vec![true; self.texels()], false)
    }

    /// Distance of a texel from the middle of the device, in rows and in columns.
    pub(super) fn offset_from_middle(&self, texel: usize) -> [f64; 2] {
        let (row, column) = self.cell(texel);
        [row as f64 - 0.5 * (self.rows as f64 - 1.0), column as f64 - 0.5 * (self.columns as f64 - 1.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_in_any_order_and_with_gaps_find_their_place_in_the_image() {
        // Row 0 lacks its middle cell; texels are numbered column by column.
        let grid = Grid::of_cells(&[[0, 0], [1, 0], [1, 1], [0, 2], [1, 2]]).unwrap();
        assert_eq!((grid.rows, grid.columns, grid.texels(), grid.is_full()), (2, 3, 5, false));
        assert_eq!(grid.image(&[1, 2, 3, 4, 5], 0), [1, 0, 4, 2, 3, 5]);
        assert_eq!(grid.cell(3), (0, 2));
        assert_eq!(grid.offset_from_middle(3), [-0.5, 1.0]);
    }

    #[test]
    fn a_full_array_in_order_is_plain() {
        let cells: Vec<[u32; 2]> = (0..3).flat_map(|row| (0..2).map(move |column| [row, column])).collect();
        assert_eq!(Grid::of_cells(&cells).unwrap(), Grid::full(3, 2));
    }

    #[test]
    fn impossible_cells_are_refused() {
        assert!(matches!(Grid::of_cells(&[]), Err(LayoutError::EmptyGrid { .. })));
        let twice = Grid::of_cells(&[[0, 1], [2, 0], [0, 1]]);
        assert!(matches!(twice, Err(LayoutError::SameCell { first: 0, second: 2, row: 0, column: 1 })));
        assert!(matches!(Grid::of_cells(&[[u32::MAX, 0]]), Err(LayoutError::TooManyTexels { .. })));
    }
}
