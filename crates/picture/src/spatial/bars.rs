//! A bar per texel, in three dimensions.

use super::bar_box::BarBox;
use super::view::View;
use crate::canvas::Canvas;
use crate::grid::{check, frame};
use crate::ticks::RoundStep;
use crate::{Colour, Palette, Picture, PictureError, Quantity};

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
        let bar_box = BarBox::new(self.rows, self.columns, self.view);

        let mut canvas = Canvas::new(if self.title.is_empty() { "Force bars" } else { &self.title });
        bar_box.walls(&mut canvas, force_ticks.len());
        for (row, column) in bar_box.far_to_near() {
            let force = self.forces[row * self.columns + column];
            let colour = match self.palette {
                // A white bar on white would vanish: grey bars start at a light grey.
                Palette::Grey => Colour::grey(225).mix(Colour::grey(30), force / top),
                palette => palette.colour(force / top),
            };
            let fraction = |row: usize, column: usize| self.forces[row * self.columns + column] / highest;
            bar_box.bar(&mut canvas, (row, column), fraction, colour);
        }
        bar_box.axes(&mut canvas, &force_ticks, &written.axis(self.quantity.name()));
        frame::title(&mut canvas, &self.title);
        Ok(Picture::of(canvas))
    }

    fn check(&self) -> Result<(), PictureError> {
        check::grid(self.rows, self.columns)?;
        check::length(self.quantity.name(), self.forces.len(), self.rows * self.columns)?;
        check::not_negative(&self.forces, self.quantity.name(), check::cell_place(self.columns))?;
        check::full_scale(self.full_scale)?;
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
