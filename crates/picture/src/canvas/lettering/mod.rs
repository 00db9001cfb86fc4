//! A single-stroke alphabet, written with a round pen.
//!
//! Pictures carry their own lettering because fonts differ between machines and a fresh one may have none at all.

mod glyphs;
mod marks;

use super::path::{Path, Step};
use glam::DVec2;
use glyphs::{GLYPHS, UNKNOWN};
pub(crate) use marks::superscript;

/// Design units per em: the glyph tables count in these.
const UNITS: f64 = 20.0;

/// Height of a capital above the baseline \[em\].
pub(crate) const CAP_HEIGHT: f64 = 14.0 / UNITS;

/// Superscripts are this much smaller, and stand this high \[em\].
const SUPERSCRIPT: (f64, f64) = (0.66, 0.34);

/// Length of a line of text \[em\], with `tracking` added to each character.
pub(crate) fn width(text: &str, tracking: f64) -> f64 {
    text.chars().map(|c| shape(c).advance + tracking).sum()
}

/// The strokes of a line of text \[em\], starting at the origin, y up from the baseline.
pub(crate) fn strokes(text: &str, tracking: f64) -> Path {
    let mut path = Path::default();
    let mut pen = 0.0;
    for c in text.chars() {
        let shape = shape(c);
        let mut glyph = shape.path;
        glyph.translate(DVec2::new(pen + tracking / 2.0, 0.0));
        path.steps.extend(glyph.steps);
        pen += shape.advance + tracking;
    }
    path
}

struct Shape {
    advance: f64,
    path: Path,
}

/// A character's strokes \[em\]; an empty box for one that the alphabet lacks.
fn shape(c: char) -> Shape {
    if let Some(base) = marks::superscript_of(c) {
        let (size, rise) = SUPERSCRIPT;
        let mut shape = shape(base);
        shape.path.map(|p| p * size + DVec2::new(0.0, rise));
        return Shape { advance: shape.advance * size, path: shape.path };
    }
    if let Some((base, mark)) = marks::accented(c) {
        let mut letter = shape(base);
        let mut accent = written(mark);
        // The dot of an i gives way to its accent.
        if base == 'i' {
            letter.path.steps.truncate(2);
        }
        let height = if base.is_uppercase() { 4.0 / UNITS } else { 0.0 };
        accent.translate(DVec2::new(letter.advance / 2.0, height));
        letter.path.steps.extend(accent.steps);
        return letter;
    }
    let (advance, strokes) =
        GLYPHS.iter().find(|glyph| glyph.0 == c).map_or(UNKNOWN, |&(_, advance, strokes)| (advance, strokes));
    Shape { advance: advance / UNITS, path: written(strokes) }
}

/// Reads the notation of the glyph tables.
///
/// `M x y` lifts the pen, `L x y` draws a line, `Q` and `C` are quadratic and cubic curves as in SVG. `h x y` and
/// `v x y` draw a quarter of an oval to x, y that sets out horizontally (`h`) or vertically (`v`).
fn written(strokes: &str) -> Path {
    let mut path = Path::default();
    let mut words = strokes.split_ascii_whitespace();
    let mut pen = DVec2::ZERO;
    while let Some(verb) = words.next() {
        let mut point = || {
            let mut number = || words.next().and_then(|w| w.parse::<f64>().ok()).unwrap_or(f64::NAN);
            DVec2::new(number(), number()) / UNITS
        };
        // Slightly fuller than a circle's 0.552: round letters look less pinched at small sizes.
        const FULLNESS: f64 = 0.58;
        let step = match verb {
            "M" => Step::Move(point()),
            "L" => Step::Line(point()),
            "Q" => {
                let (handle, end) = (point(), point());
                Step::Curve(pen.lerp(handle, 2.0 / 3.0), end.lerp(handle, 2.0 / 3.0), end)
            }
            "C" => Step::Curve(point(), point(), point()),
            quarter => {
                let end = point();
                let corner = if quarter == "h" { DVec2::new(end.x, pen.y) } else { DVec2::new(pen.x, end.y) };
                Step::Curve(pen.lerp(corner, FULLNESS), end.lerp(corner, FULLNESS), end)
            }
        };
        path.steps.push(step);
        if let Step::Move(p) | Step::Line(p) | Step::Curve(_, _, p) = step {
            pen = p;
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_written_in_valid_notation() {
        let all = GLYPHS.iter().map(|g| (g.0, g.1, g.2)).chain([('?', UNKNOWN.0, UNKNOWN.1)]);
        for (c, advance, strokes) in all {
            for word in strokes.split_ascii_whitespace() {
                assert!("MLQChv".contains(word) || word.parse::<f64>().is_ok(), "{c}: {word}");
            }
            let path = written(strokes);
            if let Some((least, greatest)) = path.bounds() {
                assert!(least.is_finite() && greatest.is_finite(), "{c}: a number is missing");
                assert!(matches!(path.steps[0], Step::Move(_)), "{c}");
                assert!(least.x >= 0.0 && greatest.x <= advance / UNITS, "{c} leaves its width {advance}");
                assert!(least.y >= -5.5 / UNITS && greatest.y <= 17.0 / UNITS, "{c} leaves the line");
            }
        }
    }

    #[test]
    fn every_printable_ascii_character_has_a_glyph_of_its_own() {
        for c in '!'..='~' {
            assert!(GLYPHS.iter().filter(|glyph| glyph.0 == c).count() == 1, "{c}");
        }
        for c in "²³µμ·°−×±→↓⁻⁰⁹éöñ".chars() {
            assert_ne!(strokes(&c.to_string(), 0.0), written(UNKNOWN.1), "{c}");
        }
    }

    #[test]
    fn digits_share_one_width_so_that_columns_align() {
        let widths: Vec<_> = ('0'..='9').map(|c| width(&c.to_string(), 0.0)).collect();
        assert!(widths.iter().all(|&w| w == widths[0]), "{widths:?}");
    }

    #[test]
    fn unknown_characters_are_boxes_not_panics() {
        assert_eq!(strokes("触", 0.0), written(UNKNOWN.1));
    }
}
