//! A bar per texel, in three dimensions.

use super::view::View;
use crate::canvas::{Anchor, Canvas, Path, Pen, Text, style};
use crate::grid::{check, frame};
use crate::ticks::{RoundStep, Tick};
use crate::{Colour, Palette, Picture, PictureError, Quantity};
use glam::{DVec2, DVec3};

/// A bar per texel whose height is its normal force, seen from above the near right corner.
///
/// Columns count to the right and rows towards the observer, as in the tactile image laid flat.
#[derive(Clone, Debug)]
pub struct ForceBars {
    rows: usize,
    columns: usize,
    forces: Vec<f64>,
    title: String,
    palette: Palette,
    quantity: Quantity,
    full_scale: Option<f64>,
    view: View,
}

/// The drawing is scaled into this room \[px\].
const ROOM: DVec2 = DVec2::new(440.0, 330.0);

impl ForceBars {
    /// Bars for `rows` × `columns` forces \[N\], row by row from the top left, each 0 or more.
    pub fn new(rows: usize, columns: usize, forces: &[f64]) -> Self {
        Self {
            rows,
            columns,
            forces: forces.to_vec(),
            title: String::new(),
            palette: Palette::Viridis,
            quantity: Quantity::normal_force(),
            full_scale: None,
            view: View::from_degrees(-58.0, 30.0),
        }
    }

    /// Words above the picture.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// The colours of the bars; viridis if not set.
    pub fn palette(self, palette: Palette) -> Self {
        Self { palette, ..self }
    }

    /// The force \[N\] that the axis reaches at least; the largest bar if not set.
    pub fn full_scale(self, force: f64) -> Self {
        Self { full_scale: Some(force), ..self }
    }

    /// What the numbers are, if not the normal force in newtons.
    pub fn quantity(self, quantity: Quantity) -> Self {
        Self { quantity, ..self }
    }

    /// Where to look from; the elevation must be above 0, since bars hide everything from below.
    pub fn view(self, view: View) -> Self {
        Self { view, ..self }
    }

    /// Checks the data and draws the picture.
    pub fn render(&self) -> Result<Picture, PictureError> {
        self.check()?;
        let largest = self.forces.iter().copied().fold(self.full_scale.unwrap_or(0.0), f64::max);
        let top = if largest > 1e-100 { largest } else { 1.0 };
        let written = self.quantity.written_up_to(top);
        let force_ticks = RoundStep::for_span(top * written.factor, 5).around(0.0, top * written.factor);
        let highest = force_ticks.last().map_or(1.0, |tick| tick.value) / written.factor;
        let stage = Stage::new(self.rows, self.columns, self.view);

        let mut canvas = Canvas::new(if self.title.is_empty() { "Force bars" } else { &self.title });
        stage.walls(&mut canvas, force_ticks.len());
        for (row, column) in stage.far_to_near() {
            let force = self.forces[row * self.columns + column];
            let colour = match self.palette {
                // A white bar on white would vanish: grey bars start at a light grey.
                Palette::Grey => Colour::grey(225).mix(Colour::grey(30), force / top),
                palette => palette.colour(force / top),
            };
            stage.bar(&mut canvas, row, column, force / highest, colour);
        }
        stage.axes(&mut canvas, &force_ticks, &written.axis(self.quantity.name()));
        if !self.title.is_empty() {
            let (least, _) = canvas.bounds();
            let text = Text::new(self.title.clone()).size(style::TITLE).bold();
            canvas.text(DVec2::new(least.x, least.y - 18.0), text);
        }
        Ok(Picture::of(canvas))
    }

    fn check(&self) -> Result<(), PictureError> {
        check::grid(self.rows, self.columns)?;
        check::length(self.quantity.name(), self.forces.len(), self.rows * self.columns)?;
        check::not_negative(&self.forces, self.quantity.name(), check::cell_place(self.columns))?;
        if let Some(full_scale) = self.full_scale {
            check::positive(full_scale, || "full scale".to_owned())?;
        }
        self.view.check()?;
        if self.view.elevation > 0.0 {
            return Ok(());
        }
        Err(PictureError::OutOfRange {
            what: "elevation of the view on force bars [rad]".to_owned(),
            value: self.view.elevation,
            allowed: "above 0 and at most pi/2",
        })
    }
}

/// The box that the bars stand in: x along the columns, −y along the rows, z up; a texel is 1 × 1.
struct Stage {
    rows: usize,
    columns: usize,
    view: View,
    /// Height of full scale, in texels.
    height: f64,
    /// Pixels per texel.
    scale: f64,
}

impl Stage {
    fn new(rows: usize, columns: usize, view: View) -> Self {
        let (r, c) = (rows as f64, columns as f64);
        let height = 0.5 * r.max(c).max(1.4);
        let mut stage = Self { rows, columns, view, height, scale: 1.0 };
        let corners = [0.0, 1.0].map(|x| [0.0, 1.0].map(|y| [0.0, 1.0].map(|z| stage.at(x * c, y * r, z))));
        let corners = corners.as_flattened().as_flattened();
        let least = corners.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let greatest = corners.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
        stage.scale = (ROOM / (greatest - least)).min_element();
        stage
    }

    /// The sheet position of a column, a row and a fraction of full scale.
    fn at(&self, column: f64, row: f64, fraction: f64) -> DVec2 {
        self.view.project(DVec3::new(column, -row, fraction * self.height)) * self.scale
    }

    /// Whether the last column, and the last row, are the near ones.
    fn near_is_last(&self) -> (bool, bool) {
        let towards = self.view.towards();
        (towards.x > 0.0, towards.y < 0.0)
    }

    /// Column and row of the near and of the far edges of the floor.
    fn edges(&self) -> (DVec2, DVec2) {
        let (right, front) = self.near_is_last();
        let far_to_near =
            |last: bool, count: usize| if last { (0.0, count as f64) } else { (count as f64, 0.0) };
        let (far_column, near_column) = far_to_near(right, self.columns);
        let (far_row, near_row) = far_to_near(front, self.rows);
        (DVec2::new(near_column, near_row), DVec2::new(far_column, far_row))
    }

    /// Texels in the painter's order: whatever may hide another comes after it.
    fn far_to_near(&self) -> impl Iterator<Item = (usize, usize)> {
        let (right, front) = self.near_is_last();
        let ordered = |i: usize, count: usize, rising: bool| if rising { i } else { count - 1 - i };
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |i| {
            (0..columns).map(move |j| (ordered(i, rows, front), ordered(j, columns, right)))
        })
    }

    /// The floor and the two walls behind, ruled at the force ticks.
    fn walls(&self, canvas: &mut Canvas, levels: usize) {
        let (near, far) = self.edges();
        let (wall, rule) = (Colour::grey(247), Pen::new(Colour::grey(215), 0.8));
        let floor = [(near.x, near.y), (near.x, far.y), (far.x, far.y), (far.x, near.y)];
        canvas.fill_and_stroke(
            Path::polygon(&floor.map(|(c, r)| self.at(c, r, 0.0))),
            Colour::grey(240),
            rule.clone(),
            1.0,
        );
        for side in [(far.x, near.y), (near.x, far.y)] {
            let corners =
                [(far.x, far.y, 0.0), (side.0, side.1, 0.0), (side.0, side.1, 1.0), (far.x, far.y, 1.0)];
            let path = Path::polygon(&corners.map(|(c, r, z)| self.at(c, r, z)));
            canvas.fill_and_stroke(path, wall, rule.clone(), 1.0);
        }
        for level in 1..levels {
            let z = level as f64 / (levels - 1) as f64;
            let line = [self.at(far.x, near.y, z), self.at(far.x, far.y, z), self.at(near.x, far.y, z)];
            canvas.stroke(Path::polyline(&line), rule.clone());
        }
    }

    fn bar(&self, canvas: &mut Canvas, row: usize, column: usize, fraction: f64, colour: Colour) {
        let (right, front) = self.near_is_last();
        // Gaps and outlines help where they can be seen; on a fine grid they would be all one sees.
        let coarse = self.scale >= 7.0;
        let (gap, r, c) = (if coarse { 0.09 } else { 0.0 }, row as f64, column as f64);
        let (left, wide) = (c + gap, c + 1.0 - gap);
        let (back, close) = (r + gap, r + 1.0 - gap);
        let (near_c, far_c) = if right { (wide, left) } else { (left, wide) };
        let (near_r, far_r) = if front { (close, back) } else { (back, close) };
        let edge = Pen::new(colour.mix(Colour::BLACK, 0.45), if coarse { 0.7 } else { 0.2 });
        if fraction == 0.0 {
            if coarse {
                let tile = [(left, back), (wide, back), (wide, close), (left, close)];
                let path = Path::polygon(&tile.map(|(c, r)| self.at(c, r, 0.0)));
                canvas.fill_and_stroke(path, Colour::WHITE, Pen::new(style::HAIR, 0.7), 1.0);
            }
            return;
        }
        let mut face = |corners: [(f64, f64, f64); 4], shadow: f64| {
            let path = Path::polygon(&corners.map(|(c, r, z)| self.at(c, r, z)));
            canvas.fill_and_stroke(path, colour.mix(Colour::BLACK, shadow), edge.clone(), 1.0);
        };
        let z = fraction;
        face([(near_c, near_r, 0.0), (near_c, far_r, 0.0), (near_c, far_r, z), (near_c, near_r, z)], 0.38);
        face([(near_c, near_r, 0.0), (far_c, near_r, 0.0), (far_c, near_r, z), (near_c, near_r, z)], 0.20);
        face([(near_c, near_r, z), (far_c, near_r, z), (far_c, far_r, z), (near_c, far_r, z)], 0.0);
    }

    fn axes(&self, canvas: &mut Canvas, forces: &[Tick], force_label: &str) {
        let (near, far) = self.edges();
        let middle = DVec2::new(self.columns as f64, self.rows as f64) / 2.0;
        let outward = |from: (f64, f64), to: (f64, f64)| {
            (self.at(to.0, to.1, 0.0) - self.at(from.0, from.1, 0.0)).normalize_or(DVec2::Y)
        };
        let columns = outward((middle.x, far.y), (middle.x, near.y));
        let step = self.at(1.0, 0.0, 0.0) - self.at(0.0, 0.0, 0.0);
        let places =
            labelled(self.columns, step).map(|i| (self.at(i as f64 + 0.5, near.y, 0.0), i.to_string()));
        side(canvas, places, columns, self.at(middle.x, near.y, 0.0), "column");

        let rows = outward((far.x, middle.y), (near.x, middle.y));
        let step = self.at(0.0, 1.0, 0.0) - self.at(0.0, 0.0, 0.0);
        let places = labelled(self.rows, step).map(|i| (self.at(near.x, i as f64 + 0.5, 0.0), i.to_string()));
        side(canvas, places, rows, self.at(near.x, middle.y, 0.0), "row");

        // The upright axis stands at the leftmost corner of the floor, where nothing is in front of it.
        let corners = [(far.x, near.y), (near.x, far.y)];
        let leftmost =
            corners.into_iter().min_by(|a, b| self.at(a.0, a.1, 0.0).x.total_cmp(&self.at(b.0, b.1, 0.0).x));
        let Some((c, r)) = leftmost else { return };
        let top = forces.last().map_or(1.0, |tick| tick.value);
        canvas.line(self.at(c, r, 0.0), self.at(c, r, 1.0), Pen::new(style::AXIS, 1.0));
        let mut widest: f64 = 0.0;
        for tick in forces {
            let at = self.at(c, r, tick.value / top);
            canvas.line(at, at - DVec2::new(5.0, 0.0), Pen::new(style::AXIS, 1.0));
            let text = Text::new(tick.label.clone()).size(style::TICK).anchor(Anchor::End);
            widest = widest.max(text.width());
            canvas.text(at - DVec2::new(9.0, 0.0), text);
        }
        let label = Text::new(force_label).anchor(Anchor::Middle).upward();
        canvas.text(self.at(c, r, 0.5) - DVec2::new(widest + 26.0, 0.0), label);
    }
}

/// The texels to number along an edge on which one texel takes `step` px. Labels may overlap along x if they are
/// apart along y, so the larger way counts.
fn labelled(count: usize, step: DVec2) -> impl Iterator<Item = usize> {
    let cell = step.x.abs().max(1.5 * step.y.abs());
    frame::indices(count, cell, |label| Text::new(label).size(style::TICK).width() + 8.0)
}

/// Ticks, numbers and a name along one near edge of the floor.
fn side(
    canvas: &mut Canvas,
    places: impl Iterator<Item = (DVec2, String)>,
    outward: DVec2,
    middle: DVec2,
    name: &str,
) {
    // To the right of an edge on the right; below any other, where the numbers of the upright axis are not.
    let beside = outward.x > 0.4;
    let (offset, anchor) = if beside {
        (outward * 10.0, Anchor::Start)
    } else {
        (outward * 5.0 + DVec2::new(0.0, 11.0), Anchor::Middle)
    };
    let mut widest: f64 = 0.0;
    for (at, number) in places {
        canvas.line(at, at + outward * 5.0, Pen::new(style::AXIS, 1.0));
        let text = Text::new(number).size(style::TICK).anchor(anchor);
        widest = widest.max(text.width());
        canvas.text(at + offset, text);
    }
    let further = if beside { outward * (32.0 + widest) } else { outward * 30.0 + DVec2::new(0.0, 16.0) };
    canvas.text(middle + further, Text::new(name).anchor(anchor));
}
