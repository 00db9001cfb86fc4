//! A tactile image shows the right shade in the right place.

use bristle_picture::{Palette, Picture, TactileImage, TactileSeries};
use tiny_skia::Pixmap;

/// Cells of a grid this small are 64 px.
const CELL: u32 = 64;
const FRAME: [u8; 3] = [90, 90, 90];

fn pixel(pixels: &Pixmap, x: u32, y: u32) -> [u8; 3] {
    let colour = pixels.pixel(x, y).unwrap();
    [colour.red(), colour.green(), colour.blue()]
}

/// The pixel just inside the top left corner of the frame: the first row of pixels with a line as long as the grid.
fn corner(pixels: &Pixmap, columns: u32) -> (u32, u32) {
    let length = columns * CELL;
    for y in 0..pixels.height() {
        for x in 0..pixels.width().saturating_sub(length) {
            if (x..x + length).all(|x| pixel(pixels, x, y) == FRAME) {
                return (x + 1, y + 1);
            }
        }
    }
    panic!("no frame found");
}

/// Colours at the centre of each cell, row by row.
fn centres(picture: &Picture, rows: u32, columns: u32) -> Vec<[u8; 3]> {
    let pixels = Pixmap::decode_png(&picture.png(1.0).unwrap()).unwrap();
    let (x, y) = corner(&pixels, columns);
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    cells
        .map(|(row, column)| pixel(&pixels, x + column * CELL + CELL / 2, y + row * CELL + CELL / 2))
        .collect()
}

#[test]
fn each_texel_is_shaded_in_its_own_cell_white_for_zero_and_black_for_the_largest() {
    // No symmetry: a transposed, flipped or shifted image differs.
    let forces = [0.0, 0.3, 0.7, 1.1, 0.2, 0.0];
    let picture = TactileImage::new(2, 3, &forces).render().unwrap();
    let grey = |force: f64| [(255.0 - 255.0 * force / 1.1_f64).round() as u8; 3];
    assert_eq!(centres(&picture, 2, 3), forces.map(grey));
    assert_eq!(centres(&picture, 2, 3)[3], [0, 0, 0]);
}

#[test]
fn viridis_runs_from_its_first_to_its_last_colour() {
    let picture = TactileImage::new(1, 2, &[0.0, 0.43]).palette(Palette::Viridis).render().unwrap();
    assert_eq!(centres(&picture, 1, 2), [[68, 1, 84], [253, 231, 37]]);
}

#[test]
fn an_untouched_pad_is_white() {
    let picture = TactileImage::new(2, 2, &[0.0; 4]).render().unwrap();
    assert_eq!(centres(&picture, 2, 2), [[255; 3]; 4]);
}

#[test]
fn a_force_above_full_scale_is_drawn_in_the_signal_colour() {
    let picture = TactileImage::new(1, 3, &[0.3, 0.5, 0.50001]).full_scale(0.5).render().unwrap();
    let signal = Palette::Grey.over_range();
    let shades = centres(&picture, 1, 3);
    assert_eq!(shades, [[102; 3], [0; 3], [signal.red, signal.green, signal.blue]]);
}

#[test]
fn images_of_a_series_share_one_scale() {
    // The first image peaks at half the force of the second, so it must not reach black.
    let series = TactileSeries::new(1, 2).image("a", &[0.0, 0.35]).image("b", &[0.7, 0.0]);
    let shades = centres(&series.render().unwrap(), 1, 2);
    assert_eq!(shades, [[255; 3], [128; 3]]);
}

#[test]
fn the_colour_bar_is_labelled_in_newtons_with_round_ticks() {
    let picture =
        TactileImage::new(2, 3, &[0.0, 0.3, 0.7, 1.1, 0.2, 0.0]).pitch(3.4e-3, 3.4e-3).render().unwrap();
    for words in ["normal force [N]", "x [mm] →", "y [mm] →", "0.5", "1.0"] {
        assert!(picture.svg().contains(&format!("aria-label=\"{words}\"")), "{words}");
    }
}

#[test]
fn a_pad_of_14_by_6_is_about_480_px_wide() {
    let picture = TactileImage::new(6, 14, &[0.1; 84]).title("Pad").render().unwrap();
    assert!((460.0..=560.0).contains(&picture.width()), "{}", picture.width());
}
