//! The size and place of the cells of a grid on the sheet.

use crate::Colour;
use crate::canvas::{Canvas, Path, Pen, style};
use glam::DVec2;

/// A grid of cells on the sheet: row 0 at the top, column 0 at the left, texel index `row * columns + column`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cells {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Top left corner \[px\].
    pub(crate) corner: DVec2,
    /// One cell \[px\], whole pixels.
    pub(crate) cell: DVec2,
}

/// The room for an ordinary pad and for one much wider than high \[px\], and the largest cell.
const ROOM: DVec2 = DVec2::new(392.0, 336.0);
const WIDE_ROOM: f64 = 640.0;
const LARGEST_CELL: f64 = 64.0;

/// Opacity of the lines between cells: seen on white and on black, and no louder on one than on the other.
const RULE: f64 = 0.38;

impl Cells {
    /// Cells as large as the room \[px\] allows (the usual one, if not set), with the proportions of `pitch` if known. Cells grow to hold text of size
    /// `wanted` (0 for none) if that keeps the picture within reason.
    pub(crate) fn fitted(
        rows: usize,
        columns: usize,
        pitch: Option<DVec2>,
        room: Option<DVec2>,
        wanted: DVec2,
    ) -> Self {
        let (r, c) = (rows as f64, columns as f64);
        let aspect = pitch.map_or(1.0, |pitch| (pitch.y / pitch.x).clamp(0.05, 20.0));
        let usual = DVec2::new(if c > 4.0 * r * aspect { WIDE_ROOM } else { ROOM.x }, ROOM.y);
        let room = room.unwrap_or(usual);
        let mut width = (room.x / c).min(room.y / (r * aspect)).min(LARGEST_CELL);
        let needed = wanted.x.max(wanted.y / aspect);
        if needed > width && needed * c <= 1.6 * ROOM.x && needed * aspect * r <= 2.0 * ROOM.y {
            width = needed;
        }
        let width = width.floor().max(1.0);
        let mut cell = DVec2::new(width, (width * aspect).round().max(1.0));
        if pitch.is_none() {
            // A strip one texel wide would be a thread; without a pitch its cells have no true proportions to keep.
            cell.y = cell.y.max((24.0 / r).floor().min(4.0 * cell.x));
            cell.x = cell.x.max((24.0 / c).floor().min(4.0 * cell.y));
        }
        Self { rows, columns, corner: DVec2::ZERO, cell }
    }

    pub(crate) fn size(&self) -> DVec2 {
        self.cell * DVec2::new(self.columns as f64, self.rows as f64)
    }

    pub(crate) fn corner_of(&self, index: usize) -> DVec2 {
        let (row, column) = (index / self.columns, index % self.columns);
        self.corner + self.cell * DVec2::new(column as f64, row as f64)
    }

    pub(crate) fn centre_of(&self, index: usize) -> DVec2 {
        self.corner_of(index) + self.cell / 2.0
    }

    /// Fills every cell, the line between neighbours, and a frame around all.
    pub(crate) fn paint(&self, canvas: &mut Canvas, colour: impl Fn(usize) -> Colour) {
        for row in 0..self.rows {
            let mut column = 0;
            while column < self.columns {
                // A run of one colour is one rectangle: a large empty pad stays a small file.
                let first = row * self.columns + column;
                let shade = colour(first);
                let run = (first..(row + 1) * self.columns).take_while(|&i| colour(i) == shade).count();
                let size = self.cell * DVec2::new(run as f64, 1.0);
                canvas.fill_crisp(Path::rect(self.corner_of(first), size), shade, 1.0);
                column += run;
            }
        }
        self.rule(canvas);
    }

    fn rule(&self, canvas: &mut Canvas) {
        let size = self.size();
        // Half a pixel off the cell border, a line one pixel wide covers exactly one row of pixels.
        let half = DVec2::splat(0.5);
        if self.cell.min_element() >= 8.0 {
            let pen = Pen::new(Colour::grey(128), 1.0);
            for column in 1..self.columns {
                let top = self.corner + DVec2::new(column as f64 * self.cell.x - 0.5, 0.5);
                canvas.veil(top, top + DVec2::new(0.0, size.y - 1.0), pen.clone(), RULE);
            }
            for row in 1..self.rows {
                let left = self.corner + DVec2::new(0.5, row as f64 * self.cell.y - 0.5);
                canvas.veil(left, left + DVec2::new(size.x - 1.0, 0.0), pen.clone(), RULE);
            }
        }
        canvas.stroke(Path::rect(self.corner - half, size + 2.0 * half), Pen::new(style::AXIS, 1.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_the_proportions_of_the_pitch() {
        let cells = Cells::fitted(6, 14, Some(DVec2::new(3.4e-3, 2.3e-3)), None, DVec2::ZERO);
        // 392 px / 14 = 28 px wide; 28 * 2.3 / 3.4 = 18.9 px high, rounded to whole pixels.
        assert_eq!(cells.cell, DVec2::new(28.0, 19.0));
    }

    #[test]
    fn no_grid_outgrows_its_room_while_a_pixel_per_cell_fits() {
        for (rows, columns) in [(1, 1), (14, 6), (6, 14), (1, 84), (84, 1), (100, 100), (300, 300)] {
            let size = Cells::fitted(rows, columns, None, None, DVec2::ZERO).size();
            assert!(size.x <= WIDE_ROOM && size.y <= ROOM.y, "{rows} x {columns}: {size}");
            assert!(size.min_element() >= 4.0, "{rows} x {columns}: {size}");
        }
    }

    #[test]
    fn cells_grow_to_hold_their_numbers_only_within_reason() {
        let wanted = DVec2::new(35.0, 18.0);
        assert_eq!(Cells::fitted(6, 14, None, None, wanted).cell, DVec2::new(35.0, 35.0));
        assert_eq!(Cells::fitted(60, 60, None, None, wanted).cell, DVec2::new(5.0, 5.0));
    }
}
