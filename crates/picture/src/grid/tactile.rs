//! The tactile image: one cell per texel.

use super::cells::Cells;
use super::check;
use super::frame::{self, Axes};
use super::look::{Look, setters_of_look};
use crate::canvas::{Anchor, Canvas, Text, style};
use crate::{Colour, Picture, PictureError};
use glam::DVec2;

/// A tactile image: one cell per texel, row 0 at the top, shaded by force, with a colour bar.
///
/// ```
/// # use bristle_picture::TactileImage;
/// let picture = TactileImage::new(1, 3, &[0.0, 0.3, 0.7]).title("Pad").pitch(3.4e-3, 3.4e-3).render()?;
/// # Ok::<(), bristle_picture::PictureError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TactileImage {
    rows: usize,
    columns: usize,
    forces: Vec<f64>,
    title: String,
    values: bool,
    /// Names of rows and columns, and what they are.
    classes: Option<(Vec<String>, [String; 2])>,
    look: Look,
}

setters_of_look!(TactileImage);

impl TactileImage {
    /// An image of `rows` × `columns` forces \[N\], row by row from the top left, each 0 or more.
    pub fn new(rows: usize, columns: usize, forces: &[f64]) -> Self {
        let (title, look) = (String::new(), Look::default());
        Self { rows, columns, forces: forces.to_vec(), title, values: false, classes: None, look }
    }

    /// Writes the number into each cell, if there is room for it.
    pub fn values(self, values: bool) -> Self {
        Self { values, ..self }
    }

    /// Names for the rows and, the same, for the columns, and what rows and columns are: for a matrix of classes.
    pub fn classes(self, names: &[&str], rows: &str, columns: &str) -> Self {
        let names = names.iter().map(|&name| name.to_owned()).collect();
        Self { classes: Some((names, [rows.to_owned(), columns.to_owned()])), ..self }
    }

    /// Checks the data and draws the picture.
    pub fn render(&self) -> Result<Picture, PictureError> {
        self.look.check(self.rows, self.columns, &self.forces)?;
        let top = self.look.top(&self.forces);
        let numbers = Numbers::new(&self.look, top, &self.forces);
        if let Some((names, _)) = &self.classes {
            check::length("names of classes", names.len(), self.rows)?;
            check::length("names of classes", names.len(), self.columns)?;
        }
        let named = self.classes.iter().flat_map(|(names, _)| names);
        let widest = named.map(|name| text(name).width() + 10.0).fold(0.0, f64::max);
        let wanted = if self.values { numbers.room() } else { DVec2::ZERO };
        let wanted = DVec2::new(wanted.x.max(widest), wanted.y);
        let cells = Cells::fitted(self.rows, self.columns, self.look.pitch, self.look.bare, wanted);

        let mut canvas = Canvas::new(if self.title.is_empty() { "Tactile image" } else { &self.title });
        cells.paint(&mut canvas, |i| self.look.shade(i, self.forces[i], top));
        if self.values && wanted.cmple(cells.cell).all() {
            numbers.write(&mut canvas, &cells, |i| self.look.shade(i, self.forces[i], top).readable_ink());
        }
        match &self.classes {
            Some((names, what)) => frame::named_axes(&mut canvas, &cells, names, what),
            None => frame::axes(&mut canvas, &cells, self.look.pitch, Axes::Both),
        }
        let over = self.forces.iter().any(|&force| force > top);
        self.look.key(&mut canvas, cells.corner, cells.size(), top, over);
        frame::title(&mut canvas, &self.title);
        Ok(Picture::of(canvas))
    }
}

/// The numbers written into cells.
struct Numbers {
    labels: Vec<String>,
}

impl Numbers {
    /// Three digits for the largest value, the same decimals for all.
    fn new(look: &Look, top: f64, values: &[f64]) -> Self {
        let factor = look.quantity.written_up_to(top).factor;
        let decimals = decimals(values.iter().copied().fold(0.0, f64::max) * factor);
        let label = |(cell, &value): (usize, &f64)| match value {
            _ if !look.has(cell) => String::new(),
            0.0 => "0".to_owned(),
            value => format!("{:.decimals$}", value * factor),
        };
        Self { labels: values.iter().enumerate().map(label).collect() }
    }

    /// The smallest cell that holds every label \[px\].
    fn room(&self) -> DVec2 {
        let widest = self.labels.iter().map(|label| text(label).width()).fold(0.0, f64::max);
        DVec2::new((widest + 6.0).ceil(), style::TICK + 6.0)
    }

    fn write(&self, canvas: &mut Canvas, cells: &Cells, ink: impl Fn(usize) -> Colour) {
        for (i, label) in self.labels.iter().enumerate() {
            canvas.text(cells.centre_of(i), text(label).anchor(Anchor::Middle).colour(ink(i)));
        }
    }
}

/// Decimals that leave a number three digits: 0.43, 4.30, 43.0, 430.
fn decimals(largest: f64) -> usize {
    let whole_digits = if largest >= 1.0 { largest.log10().floor() as i32 + 1 } else { 1 };
    (3 - whole_digits).clamp(0, 2) as usize
}

/// A number in three digits.
pub(super) fn three_digits(value: f64) -> String {
    format!("{value:.*}", decimals(value))
}

fn text(label: &str) -> Text {
    Text::new(label).size(style::TICK)
}
