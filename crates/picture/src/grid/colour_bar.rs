//! The key from colours back to numbers.

use crate::Colour;
use crate::canvas::{Anchor, Canvas, Path, Pen, Text, style};
use crate::quantity::Quantity;
use crate::ticks::fitting;
use glam::DVec2;

/// A colour bar from 0 to `top`.
pub(crate) struct ColourBar<'a> {
    pub(crate) quantity: &'a Quantity,
    pub(crate) top: f64,
    pub(crate) colour: &'a dyn Fn(f64) -> Colour,
    /// The colour of readings above `top`, if there are any.
    pub(crate) over: Option<Colour>,
}

const THICKNESS: f64 = 14.0;
const TICK: f64 = 4.0;

impl ColourBar<'_> {
    /// Draws the bar upright, from its top left corner down.
    pub(crate) fn upright(&self, canvas: &mut Canvas, corner: DVec2, length: f64) {
        let bottom = corner.y + length;
        self.shade(canvas, length, |from, to| {
            Path::rect(DVec2::new(corner.x, bottom - to), DVec2::new(THICKNESS, to - from))
        });
        canvas.stroke(frame(corner, DVec2::new(THICKNESS, length)), Pen::new(style::AXIS, 1.0));
        if let Some(over) = self.over {
            let tip =
                [DVec2::new(0.0, -2.0), DVec2::new(THICKNESS, -2.0), DVec2::new(THICKNESS / 2.0, -11.0)];
            canvas.fill(Path::polygon(&tip.map(|p| corner + p)), over);
        }
        let written = self.quantity.written_up_to(self.top);
        let scaled = self.top * written.factor;
        let mut widest: f64 = 0.0;
        for tick in fitting(scaled, length, |_| 26.0) {
            let at = DVec2::new(corner.x + THICKNESS + 1.0, bottom - length * tick.value / scaled);
            canvas.line(at, at + DVec2::new(TICK, 0.0), Pen::new(style::AXIS, 1.0));
            let text = Text::new(tick.label).size(style::TICK);
            widest = widest.max(text.width());
            canvas.text(at + DVec2::new(TICK + 4.0, 0.0), text);
        }
        let label = Text::new(written.axis(self.quantity.name())).anchor(Anchor::Middle).downward();
        let x = corner.x + THICKNESS + TICK + 5.0 + widest + 15.0;
        canvas.text(DVec2::new(x, corner.y + (length / 2.0).max(label.width() / 2.0)), label);
    }

    /// Draws the bar lying, from its top left corner to the right.
    pub(crate) fn lying(&self, canvas: &mut Canvas, corner: DVec2, length: f64) {
        self.shade(canvas, length, |from, to| {
            Path::rect(corner + DVec2::new(from, 0.0), DVec2::new(to - from, THICKNESS))
        });
        canvas.stroke(frame(corner, DVec2::new(length, THICKNESS)), Pen::new(style::AXIS, 1.0));
        if let Some(over) = self.over {
            let tip = [DVec2::new(2.0, 0.0), DVec2::new(2.0, THICKNESS), DVec2::new(11.0, THICKNESS / 2.0)];
            canvas.fill(Path::polygon(&tip.map(|p| corner + DVec2::new(length, 0.0) + p)), over);
        }
        let written = self.quantity.written_up_to(self.top);
        let scaled = self.top * written.factor;
        let below = corner.y + THICKNESS + 1.0;
        for tick in fitting(scaled, length, |label| Text::new(label).width() + 24.0) {
            let at = DVec2::new(corner.x + length * tick.value / scaled, below);
            canvas.line(at, at + DVec2::new(0.0, TICK), Pen::new(style::AXIS, 1.0));
            let text = Text::new(tick.label).size(style::TICK).anchor(Anchor::Middle);
            canvas.text(at + DVec2::new(0.0, TICK + 10.0), text);
        }
        let label = Text::new(written.axis(self.quantity.name())).anchor(Anchor::Middle);
        canvas.text(DVec2::new(corner.x + length / 2.0, below + TICK + 28.0), label);
    }

    /// Fills the bar with slices of whole pixels, each in the colour of its middle; the ends get the end colours.
    fn shade(&self, canvas: &mut Canvas, length: f64, slice: impl Fn(f64, f64) -> Path) {
        let count = (length / 2.0).floor().max(2.0) as usize;
        for i in 0..count {
            let edge = |i: usize| (length * i as f64 / count as f64).round();
            let colour = (self.colour)(i as f64 / (count - 1) as f64);
            canvas.fill_crisp(slice(edge(i), edge(i + 1)), colour, 1.0);
        }
    }
}

fn frame(corner: DVec2, size: DVec2) -> Path {
    Path::rect(corner - DVec2::splat(0.5), size + DVec2::ONE)
}
