//! The sheet that every picture is drawn on: marks first, then SVG or pixels from the same marks.

pub(crate) mod lettering;
pub(crate) mod path;
pub(crate) mod raster;
pub(crate) mod svg;
mod text;

pub(crate) use path::Path;
pub(crate) use text::{Anchor, Text};

use crate::solid::Frame;
use crate::{Colour, PictureError};
use glam::DVec2;
use std::sync::Arc;

/// Sizes of lettering \[px\], and shades that every kind of picture shares.
pub(crate) mod style {
    use crate::Colour;

    pub(crate) const TITLE: f64 = 15.0;
    pub(crate) const LABEL: f64 = 13.0;
    pub(crate) const TICK: f64 = 12.0;
    pub(crate) const INK: Colour = Colour::grey(34);
    pub(crate) const AXIS: Colour = Colour::grey(90);
    pub(crate) const HAIR: Colour = Colour::grey(205);
}

/// Whether the edges of a fill are blended with what lies below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edges {
    Smooth,
    /// Each pixel is wholly in or out, so that neighbouring cells meet without a seam.
    Crisp,
}

/// A pen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pen {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    /// Lengths of dash and gap \[px\]; empty for a continuous line.
    pub(crate) dash: &'static [f64],
}

impl Pen {
    pub(crate) const fn new(colour: Colour, width: f64) -> Self {
        Self { colour, width, dash: &[] }
    }

    pub(crate) const fn dashed(self, dash: &'static [f64]) -> Self {
        Self { dash, ..self }
    }
}

/// One thing drawn: a path that is filled, stroked, or both.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    pub(crate) path: Path,
    pub(crate) fill: Option<Colour>,
    pub(crate) pen: Option<Pen>,
    pub(crate) opacity: f64,
    pub(crate) edges: Edges,
    /// The words, if the mark is lettering.
    pub(crate) words: Option<String>,
    /// Pixels that fill the path, which is then a rectangle.
    pub(crate) image: Option<Arc<Bitmap>>,
}

/// Pixels, and the same as a PNG file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Bitmap {
    pub(crate) frame: Frame,
    pub(crate) png: Vec<u8>,
}

/// Marks in drawing order, on white. Pixels, x to the right and y down.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Canvas {
    pub(crate) size: DVec2,
    /// What the picture is called by a screen reader.
    pub(crate) name: String,
    pub(crate) marks: Vec<Mark>,
}

impl Canvas {
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    pub(crate) fn fill(&mut self, path: Path, colour: Colour) {
        self.push(path, Some(colour), None, 1.0, Edges::Smooth);
    }

    pub(crate) fn fill_crisp(&mut self, path: Path, colour: Colour, opacity: f64) {
        self.push(path, Some(colour), None, opacity, Edges::Crisp);
    }

    pub(crate) fn stroke(&mut self, path: Path, pen: Pen) {
        self.push(path, None, Some(pen), 1.0, Edges::Smooth);
    }

    pub(crate) fn fill_and_stroke(&mut self, path: Path, colour: Colour, pen: Pen, opacity: f64) {
        self.push(path, Some(colour), Some(pen), opacity, Edges::Smooth);
    }

    pub(crate) fn line(&mut self, from: DVec2, to: DVec2, pen: Pen) {
        self.stroke(Path::polyline(&[from, to]), pen);
    }

    /// A line that lets the ground show through.
    pub(crate) fn veil(&mut self, from: DVec2, to: DVec2, pen: Pen, opacity: f64) {
        self.push(Path::polyline(&[from, to]), None, Some(pen), opacity, Edges::Smooth);
    }

    /// A straight arrow with a filled head of `head` px; the shaft ends inside the head so that its tip is sharp.
    pub(crate) fn arrow(&mut self, from: DVec2, to: DVec2, head: f64, pen: Pen) {
        let Some(along) = (to - from).try_normalize() else { return };
        let head = head.min((to - from).length());
        let neck = to - along * head;
        let side = along.perp() * head * 0.42;
        let colour = pen.colour;
        self.line(from, neck + along * head * 0.2, pen);
        self.fill(Path::polygon(&[to, neck + side, neck - side]), colour);
    }

    pub(crate) fn text(&mut self, at: DVec2, text: Text) {
        let (path, pen) = text.strokes(at);
        self.push(path, None, Some(pen), 1.0, Edges::Smooth);
        if let Some(mark) = self.marks.last_mut() {
            mark.words = Some(text.words);
        }
    }

    /// Pixels that fill a rectangle.
    pub(crate) fn image(&mut self, corner: DVec2, size: DVec2, frame: Frame) -> Result<(), PictureError> {
        let png = frame.png()?;
        self.push(Path::rect(corner, size), None, None, 1.0, Edges::Crisp);
        if let Some(mark) = self.marks.last_mut() {
            mark.image = Some(Arc::new(Bitmap { frame, png }));
        }
        Ok(())
    }

    fn push(&mut self, path: Path, fill: Option<Colour>, pen: Option<Pen>, opacity: f64, edges: Edges) {
        self.marks.push(Mark { path, fill, pen, opacity, edges, words: None, image: None });
    }

    /// The smallest box around everything drawn so far, as (least, greatest) corner.
    pub(crate) fn bounds(&self) -> (DVec2, DVec2) {
        let boxes = self.marks.iter().filter_map(Mark::bounds);
        boxes.reduce(|(a, b), (c, d)| (a.min(c), b.max(d))).unwrap_or((DVec2::ZERO, DVec2::ZERO))
    }

    /// Sizes the sheet to what is on it plus `margin` px around: no label can be cut off.
    ///
    /// Everything moves by whole pixels, so what was crisp stays crisp. Coordinates and pen widths are then rounded
    /// to what the SVG will say of them, so that the bitmap is painted from the very same numbers.
    pub(crate) fn trim(&mut self, margin: f64) {
        let (least, greatest) = self.bounds();
        let shift = DVec2::splat(margin) - least.floor();
        for mark in &mut self.marks {
            mark.path
                .map(|point| DVec2::new(svg::rounded(point.x + shift.x), svg::rounded(point.y + shift.y)));
            if let Some(pen) = &mut mark.pen {
                pen.width = svg::rounded(pen.width);
            }
        }
        self.size = (greatest + shift + DVec2::splat(margin)).ceil();
    }
}

impl Mark {
    /// The box around the mark, pen width included; none for an empty path.
    pub(crate) fn bounds(&self) -> Option<(DVec2, DVec2)> {
        let reach = DVec2::splat(self.pen.as_ref().map_or(0.0, |pen| pen.width / 2.0));
        self.path.bounds().map(|(least, greatest)| (least - reach, greatest + reach))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trimming_leaves_the_margin_on_every_side() {
        let mut canvas = Canvas::new("test");
        let pen = Pen::new(Colour::BLACK, 3.0);
        canvas.line(DVec2::new(-40.7, 11.0), DVec2::new(55.2, -8.3), pen);
        canvas.trim(7.0);
        let (least, greatest) = canvas.bounds();
        // Whole-pixel shifts may leave up to one pixel more than the margin.
        assert!(least.cmpge(DVec2::splat(7.0)).all() && least.cmplt(DVec2::splat(8.0)).all(), "{least}");
        let rest = canvas.size - greatest;
        assert!(rest.cmpge(DVec2::splat(7.0)).all() && rest.cmplt(DVec2::splat(8.0)).all(), "{rest}");
    }

    #[test]
    fn an_arrow_ends_exactly_at_its_tip() {
        let mut canvas = Canvas::new("test");
        let tip = DVec2::new(30.0, 40.0);
        canvas.arrow(DVec2::ZERO, tip, 6.0, Pen::new(Colour::BLACK, 1.0));
        let (_, greatest) = canvas.marks[1].path.bounds().unwrap();
        assert_eq!(greatest, tip);
    }
}
