//! A tactile image in characters, readable without colour.

use bristle_skin::layout::Grid;

/// From "touched a little" to "as hard as the hardest".
const SHADES: [char; 4] = ['░', '▒', '▓', '█'];
const UNTOUCHED: char = '·';
/// Room for an image: characters across and lines.
const WIDEST: usize = 78;
const TALLEST: usize = 40;

/// The lines of an image. `values` are 0 or more; the last shade stands for `top`.
///
/// Cells are two characters wide while there is room, since characters are about twice as tall as wide. An array that is
/// too fine is shown in blocks of cells, each by its largest value, so that no touch is lost.
pub(crate) fn lines(size: &Grid, values: &[f64], top: f64) -> Vec<String> {
    let block = size.columns.div_ceil(WIDEST).max(size.rows.div_ceil(TALLEST)).max(1);
    let (rows, columns) = (size.rows.div_ceil(block), size.columns.div_ceil(block));
    let repeat = if 2 * columns <= WIDEST { 2 } else { 1 };
    let largest_in = |row: usize, column: usize| {
        let span = |from: usize, end: usize| from * block..((from + 1) * block).min(end);
        span(row, size.rows)
            .flat_map(|r| span(column, size.columns).map(move |c| r * size.columns + c))
            .filter_map(|i| values.get(i).copied())
            .fold(0.0, f64::max)
    };
    let line = |row: usize| {
        let cells = (0..columns).map(|column| shade(largest_in(row, column), top));
        cells.flat_map(|c| std::iter::repeat_n(c, repeat)).collect()
    };
    (0..rows).map(line).collect()
}

/// What the characters mean: `·  0   ░▒▓█  up to 1.5 N`.
pub(crate) fn legend(top: &str) -> String {
    let shades: String = SHADES.iter().collect();
    format!("{UNTOUCHED} 0  {shades} up to {top} per texel")
}

fn shade(value: f64, top: f64) -> char {
    if value <= 0.0 || top <= 0.0 {
        return UNTOUCHED;
    }
    let level = (value / top * SHADES.len() as f64).ceil() as usize;
    SHADES[level.clamp(1, SHADES.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_rise_with_force() {
        let size = &Grid::full(2, 3);
        let image = lines(size, &[0.0, 0.01, 0.3, 0.7, 0.76, 1.1], 1.1);
        // Quarters of 1.1 are 0.275, 0.55, 0.825.
        assert_eq!(image, ["··░░▒▒", "▓▓▓▓██"]);
    }

    #[test]
    fn a_fine_array_keeps_its_only_touch() {
        let size = &Grid::full(200, 300);
        let mut values = vec![0.0; 60_000];
        values[123 * 300 + 217] = 0.43;
        let image = lines(size, &values, 0.43);
        // 200 rows in at most 40 lines: blocks of 5, so 40 lines of 60 cells.
        assert_eq!(image.len(), 40);
        assert!(image.iter().all(|line| line.chars().count() == 60));
        let touched: Vec<usize> = (0..40).filter(|&row| image[row].contains('█')).collect();
        assert_eq!(touched, [123 / 5]);
    }

    #[test]
    fn an_untouched_pad_is_empty() {
        assert_eq!(lines(&Grid::full(1, 2), &[0.0, 0.0], 0.0), ["····"]);
    }
}
