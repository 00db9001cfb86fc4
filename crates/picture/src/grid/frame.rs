//! Titles and axes around a grid of cells.

use super::cells::Cells;
use crate::canvas::{Anchor, Canvas, Pen, Text, style};
use crate::ticks::{RoundStep, Tick, fitting};
use glam::DVec2;

/// Length of a tick \[px\], and the gap from tick to label.
const TICK: f64 = 4.0;
const GAP: f64 = 5.0;

/// Which axes are labelled; in a row of images only the first needs the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axes {
    Both,
    ColumnsOnly,
}

/// Draws the axes: texel indices, or millimetres from the top left corner if the pitch \[m\] is known.
pub(crate) fn axes(canvas: &mut Canvas, cells: &Cells, pitch: Option<DVec2>, which: Axes) {
    let size = cells.size();
    let bottom = cells.corner.y + size.y;
    let pen = || Pen::new(style::AXIS, 1.0);

    for tick in ticks(cells.columns, cells.cell.x, pitch.map(|p| p.x), Spacing::Beside) {
        let x = cells.corner.x + tick.value;
        canvas.line(DVec2::new(x, bottom + 1.0), DVec2::new(x, bottom + 1.0 + TICK), pen());
        let text = Text::new(tick.label).size(style::TICK).anchor(Anchor::Middle);
        canvas.text(DVec2::new(x, bottom + TICK + GAP + style::TICK / 2.0), text);
    }
    let middle = cells.corner.x + size.x / 2.0;
    let label = Text::new(if pitch.is_some() { "y [mm] →" } else { "column →" }).anchor(Anchor::Middle);
    canvas.text(DVec2::new(middle, bottom + TICK + GAP + style::TICK + 12.0), label);

    if which == Axes::ColumnsOnly {
        return;
    }
    let left = cells.corner.x - 1.0;
    let mut widest: f64 = 0.0;
    for tick in ticks(cells.rows, cells.cell.y, pitch.map(|p| p.y), Spacing::Stacked) {
        let y = cells.corner.y + tick.value;
        canvas.line(DVec2::new(left, y), DVec2::new(left - TICK, y), pen());
        let text = Text::new(tick.label).size(style::TICK).anchor(Anchor::End);
        widest = widest.max(text.width());
        canvas.text(DVec2::new(left - TICK - GAP, y), text);
    }
    // Written downwards, so that the arrow at its end points the way the rows count.
    let words = if pitch.is_some() { "x [mm] →" } else { "row →" };
    let label = Text::new(words).anchor(Anchor::Middle).downward();
    // A label longer than a low image hangs from the top of the image instead of reaching above it.
    let y = cells.corner.y + (size.y / 2.0).max(label.width() / 2.0);
    canvas.text(DVec2::new(left - TICK - GAP - widest - 14.0, y), label);
}

/// Draws axes whose rows and columns have names: those of rows, and what rows and columns are.
pub(crate) fn named_axes(
    canvas: &mut Canvas,
    cells: &Cells,
    names: &[String],
    [rows, columns]: &[String; 2],
) {
    let size = cells.size();
    let (left, bottom) = (cells.corner.x - 1.0, cells.corner.y + size.y);
    let text = |name: &String, anchor| Text::new(name.clone()).size(style::TICK).anchor(anchor);
    let mut widest: f64 = 0.0;
    for (i, name) in names.iter().enumerate() {
        let centre = cells.corner + cells.cell * (i as f64 + 0.5);
        canvas.text(DVec2::new(centre.x, bottom + GAP + style::TICK / 2.0 + 2.0), text(name, Anchor::Middle));
        let beside = text(name, Anchor::End);
        widest = widest.max(beside.width());
        canvas.text(DVec2::new(left - GAP, centre.y), beside);
    }
    let below = DVec2::new(cells.corner.x + size.x / 2.0, bottom + GAP + style::TICK + 18.0);
    canvas.text(below, Text::new(columns.clone()).anchor(Anchor::Middle));
    let beside = DVec2::new(left - GAP - widest - 14.0, cells.corner.y + size.y / 2.0);
    canvas.text(beside, Text::new(rows.clone()).anchor(Anchor::Middle).upward());
}

/// Draws the title above the top left corner.
pub(crate) fn title(canvas: &mut Canvas, title: &str) {
    let (least, _) = canvas.bounds();
    if !title.is_empty() {
        let text = Text::new(title).size(style::TITLE).bold();
        canvas.text(DVec2::new(least.x, least.y - 18.0), text);
    }
}

/// How labels follow each other along an axis.
#[derive(Clone, Copy)]
enum Spacing {
    Beside,
    Stacked,
}

impl Spacing {
    /// The room that a label takes along the axis, with a gap to the next \[px\].
    fn extent(self, label: &str) -> f64 {
        match self {
            Self::Beside => Text::new(label).size(style::TICK).width() + 8.0,
            Self::Stacked => style::TICK + 8.0,
        }
    }
}

/// Ticks of one side: `value` is the distance from the corner \[px\].
fn ticks(count: usize, cell: f64, pitch: Option<f64>, spacing: Spacing) -> Vec<Tick> {
    let length = count as f64 * cell;
    if let Some(pitch) = pitch {
        let millimetres = count as f64 * pitch * 1e3;
        let mut ticks = fitting(millimetres, length, |label| 1.6 * spacing.extent(label));
        ticks.iter_mut().for_each(|tick| tick.value *= length / millimetres);
        return ticks;
    }
    let centre = |i: usize| (i as f64 + 0.5) * cell;
    let steps = indices(count, cell, |label| spacing.extent(label));
    steps.map(|i| Tick { value: centre(i), label: i.to_string() }).collect()
}

/// The indices 0 to `count - 1` to label: each one if the labels fit and are not too many, else in round steps.
pub(crate) fn indices(count: usize, cell: f64, extent: impl Fn(&str) -> f64) -> impl Iterator<Item = usize> {
    let last = count - 1;
    let widest = extent(&last.to_string());
    let every = if widest <= cell && count <= 20 {
        1
    } else {
        let intervals = ((last as f64 * cell / widest) as usize).clamp(1, 8);
        RoundStep::for_span((last as f64).max(1.0), intervals).times(1).round() as usize
    };
    (0..count).step_by(every.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_ticks_sit_at_cell_centres_and_are_whole() {
        let ticks = ticks(100, 3.0, None, Spacing::Beside);
        assert_eq!(ticks.iter().map(|t| t.label.as_str()).collect::<Vec<_>>(), ["0", "20", "40", "60", "80"]);
        assert_eq!(ticks[1].value, 20.5 * 3.0);
    }

    #[test]
    fn millimetres_are_measured_from_the_corner() {
        // 14 texels of 3.4 mm are 47.6 mm on 14 cells of 28 px: 10 mm are 82.35 px.
        let ticks = ticks(14, 28.0, Some(3.4e-3), Spacing::Beside);
        assert_eq!(ticks[0].value, 0.0);
        let ten = ticks.iter().find(|tick| tick.label == "10").unwrap();
        assert!((ten.value - 392.0 * 10.0 / 47.6).abs() < 1e-9);
    }
}
