//! The box that bars stand in: floor, walls, bars and axes.

use super::view::View;
use crate::Colour;
use crate::canvas::{Anchor, Canvas, Path, Pen, Text, style};
use crate::grid::frame;
use crate::ticks::Tick;
use glam::{DVec2, DVec3};

/// The drawing is scaled into this room \[px\].
const ROOM: DVec2 = DVec2::new(440.0, 330.0);

/// The box that the bars stand in: x along the columns, −y along the rows, z up; a texel is 1 × 1.
pub(super) struct BarBox {
    rows: usize,
    columns: usize,
    view: View,
    /// Height of full scale, in texels.
    height: f64,
    /// Pixels per texel.
    scale: f64,
}

impl BarBox {
    pub(super) fn new(rows: usize, columns: usize, view: View) -> Self {
        let (r, c) = (rows as f64, columns as f64);
        let height = 0.5 * r.max(c).max(1.4);
        let mut bar_box = Self { rows, columns, view, height, scale: 1.0 };
        let corners = [0.0, 1.0].map(|x| [0.0, 1.0].map(|y| [0.0, 1.0].map(|z| bar_box.at(x * c, y * r, z))));
        let corners = corners.as_flattened().as_flattened();
        let least = corners.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let greatest = corners.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
        bar_box.scale = (ROOM / (greatest - least)).min_element();
        bar_box
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
    pub(super) fn far_to_near(&self) -> impl Iterator<Item = (usize, usize)> {
        let (right, front) = self.near_is_last();
        let ordered = |i: usize, count: usize, rising: bool| if rising { i } else { count - 1 - i };
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |i| {
            (0..columns).map(move |j| (ordered(i, rows, front), ordered(j, columns, right)))
        })
    }

    /// The floor and the two walls behind, ruled at the force ticks.
    pub(super) fn walls(&self, canvas: &mut Canvas, levels: usize) {
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

    /// Whether gaps and outlines can be seen; on a finer grid they would be all one sees.
    fn is_coarse(&self) -> bool {
        self.scale >= 7.0
    }

    /// The bar of a texel, as high as `fraction` says of full scale.
    pub(super) fn bar(
        &self,
        canvas: &mut Canvas,
        (row, column): (usize, usize),
        fraction: impl Fn(usize, usize) -> f64,
        colour: Colour,
    ) {
        let z = fraction(row, column);
        let gap = if self.is_coarse() { 0.09 } else { 0.0 };
        let (right, front) = self.near_is_last();
        let near_and_far = |i: usize, near_is_last: bool| {
            let (low, high) = (i as f64 + gap, (i + 1) as f64 - gap);
            if near_is_last { (high, low) } else { (low, high) }
        };
        let ((c, far_c), (r, far_r)) = (near_and_far(column, right), near_and_far(row, front));
        let lid = [(c, r, z), (far_c, r, z), (far_c, far_r, z), (c, far_r, z)];
        if z == 0.0 {
            // On a fine grid the floor itself shows what is empty.
            if self.is_coarse() {
                self.face(canvas, lid, Colour::WHITE, style::HAIR);
            }
            return;
        }
        // Bars without a gap hide what their near neighbours cover, so only the step between them is drawn.
        let covered = |neighbour: Option<(usize, usize)>| match neighbour {
            Some((row, column)) if gap == 0.0 && row < self.rows && column < self.columns => {
                fraction(row, column)
            }
            _ => 0.0,
        };
        let nearer = |i: usize, near_is_last: bool| if near_is_last { Some(i + 1) } else { i.checked_sub(1) };
        let edge = colour.mix(Colour::BLACK, 0.45);
        let base = covered(nearer(column, right).map(|column| (row, column)));
        if base < z {
            let corners = [(c, r, base), (c, far_r, base), (c, far_r, z), (c, r, z)];
            self.face(canvas, corners, colour.mix(Colour::BLACK, 0.38), edge);
        }
        let base = covered(nearer(row, front).map(|row| (row, column)));
        if base < z {
            let corners = [(c, r, base), (far_c, r, base), (far_c, r, z), (c, r, z)];
            self.face(canvas, corners, colour.mix(Colour::BLACK, 0.20), edge);
        }
        self.face(canvas, lid, colour, edge);
    }

    /// A face from its corners (column, row, fraction): outlined on a coarse grid, seamless on a fine one.
    fn face(&self, canvas: &mut Canvas, corners: [(f64, f64, f64); 4], colour: Colour, edge: Colour) {
        let path = Path::polygon(&corners.map(|(c, r, z)| self.at(c, r, z)));
        if self.is_coarse() {
            canvas.fill_and_stroke(path, colour, Pen::new(edge, 0.7), 1.0);
        } else {
            canvas.fill_crisp(path, colour, 1.0);
        }
    }

    pub(super) fn axes(&self, canvas: &mut Canvas, forces: &[Tick], force_label: &str) {
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
