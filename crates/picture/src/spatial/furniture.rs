//! What tells the reader where and how large: axis triad, scale bar and colour bar.

use super::view::View;
use crate::canvas::{Anchor, Canvas, Path, Pen, Text, style};
use crate::grid::colour_bar::ColourBar;
use crate::ticks::round_below;
use crate::{Colour, Palette, Quantity};
use glam::{DVec2, DVec3};

/// Draws the axis triad with its left edge and the scale bar with its right edge below what is drawn.
pub(super) fn below(canvas: &mut Canvas, view: View, pixels_per_metre: f64) {
    let (least, greatest) = canvas.bounds();
    let floor = greatest.y + 50.0;
    triad(canvas, view, DVec2::new(least.x + 34.0, floor));
    scale_bar(canvas, DVec2::new(greatest.x.max(least.x + 220.0), floor + 20.0), pixels_per_metre);
}

/// Draws the colours of forces up to `top` \[N\] beside what is drawn, and the colour of those above if there are any.
pub(super) fn force_bar(canvas: &mut Canvas, top: f64, any_above: bool) {
    let (least, greatest) = canvas.bounds();
    let quantity = Quantity::normal_force();
    let colour = |fraction| Palette::Viridis.colour(fraction);
    let over = any_above.then(|| Palette::Viridis.over_range());
    let bar = ColourBar { quantity: &quantity, top, colour: &colour, over };
    let length = (greatest.y - least.y).clamp(120.0, 220.0).floor();
    bar.upright(canvas, DVec2::new(greatest.x.ceil() + 24.0, least.y.floor()), length);
}

fn triad(canvas: &mut Canvas, view: View, origin: DVec2) {
    let axes =
        [(DVec3::X, "x", Colour::VERMILLION), (DVec3::Y, "y", Colour::GREEN), (DVec3::Z, "z", Colour::BLUE)];
    // Far axes first, so that near ones cross over them.
    let mut order = axes.map(|(axis, name, colour)| (view.nearness(axis), axis, name, colour));
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (nearness, axis, name, colour) in order {
        let reach = view.project(axis) * 30.0;
        if reach.length() > 5.0 {
            canvas.arrow(origin, origin + reach, 7.0, Pen::new(colour, 1.6));
            let beside = origin + reach + reach.normalize() * 9.0;
            canvas.text(beside, Text::new(name).colour(colour).anchor(Anchor::Middle));
            continue;
        }
        // An axis along the line of sight: a dot towards the observer, a cross away.
        canvas.fill_and_stroke(Path::circle(origin, 5.0), Colour::WHITE, Pen::new(colour, 1.4), 1.0);
        if nearness > 0.0 {
            canvas.fill(Path::circle(origin, 1.8), colour);
        } else {
            for way in [DVec2::new(3.0, 3.0), DVec2::new(3.0, -3.0)] {
                canvas.line(origin - way, origin + way, Pen::new(colour, 1.2));
            }
        }
        canvas.text(origin + DVec2::new(-12.0, 12.0), Text::new(name).colour(colour).anchor(Anchor::Middle));
    }
}

/// A bar of a round number of millimetres, at most 110 px long, that ends at `right`.
fn scale_bar(canvas: &mut Canvas, right: DVec2, pixels_per_metre: f64) {
    let tick = round_below(110.0 / pixels_per_metre * 1e3);
    let left = right - DVec2::new(tick.value * 1e-3 * pixels_per_metre, 0.0);
    let cap = DVec2::new(0.0, 4.0);
    for end in [left, right] {
        canvas.line(end - cap, end + cap, Pen::new(style::INK, 1.4));
    }
    canvas.line(left, right, Pen::new(style::INK, 1.4));
    let words = format!("{} mm", tick.label);
    canvas.text((left + right) / 2.0 - DVec2::new(0.0, 13.0), Text::new(words).anchor(Anchor::Middle));
}
