//! The tactile image: one cell per texel.

use super::cells::Cells;
use super::check;
use super::colour_bar::ColourBar;
use super::frame::{self, Axes};
use crate::canvas::{Anchor, Canvas, Text, style};
use crate::{Colour, Palette, Picture, PictureError, Quantity};
use glam::DVec2;

/// Colour of the places where a device has no cell: in neither palette.
const MISSING: Colour = Colour::new(214, 226, 240);

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
    look: Look,
}

/// What the images of a series share.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) palette: Palette,
    pub(super) quantity: Quantity,
    pub(super) full_scale: Option<f64>,
    pub(super) pitch: Option<DVec2>,
    /// Which cells the device has; all, if empty.
    pub(super) present: Vec<bool>,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            palette: Palette::Grey,
            quantity: Quantity::normal_force(),
            full_scale: None,
            pitch: None,
            present: Vec::new(),
        }
    }
}

impl TactileImage {
    /// An image of `rows` × `columns` forces \[N\], row by row from the top left, each 0 or more.
    pub fn new(rows: usize, columns: usize, forces: &[f64]) -> Self {
        let (title, look) = (String::new(), Look::default());
        Self { rows, columns, forces: forces.to_vec(), title, values: false, look }
    }

    /// Words above the image.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Grey (the default) or viridis.
    pub fn palette(mut self, palette: Palette) -> Self {
        self.look.palette = palette;
        self
    }

    /// The force \[N\] that gets the last colour; the largest of the image if not set. Larger forces are drawn in a
    /// signal colour, which the colour bar then shows at its end.
    pub fn full_scale(mut self, force: f64) -> Self {
        self.look.full_scale = Some(force);
        self
    }

    /// Distance of neighbouring columns (`across`) and rows (`down`) \[m\]: cells take their true proportions and the axes
    /// count millimetres from the top left corner instead of texels. Rows lie along x, columns along y.
    pub fn pitch(mut self, across: f64, down: f64) -> Self {
        self.look.pitch = Some(DVec2::new(across, down));
        self
    }

    /// Which cells the device has, row by row; the others stay empty. All, if not set.
    pub fn present(mut self, present: &[bool]) -> Self {
        self.look.present = present.to_vec();
        self
    }

    /// Writes the number into each cell, if there is room for it.
    pub fn values(self, values: bool) -> Self {
        Self { values, ..self }
    }

    /// What the numbers are, if not the normal force in newtons.
    pub fn quantity(mut self, quantity: Quantity) -> Self {
        self.look.quantity = quantity;
        self
    }

    /// Checks the data and draws the picture.
    pub fn render(&self) -> Result<Picture, PictureError> {
        self.look.check(self.rows, self.columns, &self.forces)?;
        let top = self.look.top(&self.forces);
        let numbers = Numbers::new(&self.look, top, &self.forces);
        let wanted = if self.values { numbers.room() } else { DVec2::ZERO };
        let cells = Cells::fitted(self.rows, self.columns, self.look.pitch, wanted);

        let mut canvas = Canvas::new(if self.title.is_empty() { "Tactile image" } else { &self.title });
        cells.paint(&mut canvas, |i| self.look.shade(i, self.forces[i], top));
        if self.values && wanted.cmple(cells.cell).all() {
            numbers.write(&mut canvas, &cells, |i| self.look.shade(i, self.forces[i], top).readable_ink());
        }
        frame::axes(&mut canvas, &cells, self.look.pitch, Axes::Both);
        let over = self.forces.iter().any(|&force| force > top);
        self.look.key(&mut canvas, cells.corner, cells.size(), top, over);
        frame::title(&mut canvas, &self.title);
        Ok(Picture::of(canvas))
    }
}

impl Look {
    pub(super) fn check(&self, rows: usize, columns: usize, forces: &[f64]) -> Result<(), PictureError> {
        check::grid(rows, columns)?;
        check::length(self.quantity.name(), forces.len(), rows * columns)?;
        check::not_negative(forces, self.quantity.name(), check::cell_place(columns))?;
        if !self.present.is_empty() {
            check::length("present", self.present.len(), rows * columns)?;
        }
        check::full_scale(self.full_scale)?;
        check::pitch(self.pitch)
    }

    /// The force of the last colour. An untouched pad has no largest force: its scale is 1.
    pub(super) fn top(&self, forces: &[f64]) -> f64 {
        let largest = forces.iter().copied().fold(0.0, f64::max);
        // Below 1e-100 the division by the scale could overflow: as good as untouched.
        self.full_scale.unwrap_or(if largest > 1e-100 { largest } else { 1.0 })
    }

    pub(super) fn has(&self, cell: usize) -> bool {
        self.present.get(cell).is_none_or(|&present| present)
    }

    pub(super) fn shade(&self, cell: usize, force: f64, top: f64) -> Colour {
        if !self.has(cell) {
            MISSING
        } else if force > top {
            self.palette.over_range()
        } else {
            self.palette.colour(force / top)
        }
    }

    /// The colour bar: beside an image that is high enough, below a low one.
    pub(super) fn key(&self, canvas: &mut Canvas, corner: DVec2, size: DVec2, top: f64, over: bool) {
        let colour = |fraction| self.palette.colour(fraction);
        let over = over.then(|| self.palette.over_range());
        let bar = ColourBar { quantity: &self.quantity, top, colour: &colour, over };
        if size.y >= 110.0 {
            bar.upright(canvas, corner + DVec2::new(size.x + 20.0, 0.0), size.y);
        } else {
            let (_, greatest) = canvas.bounds();
            bar.lying(canvas, DVec2::new(corner.x, greatest.y.ceil() + 14.0), size.x.max(180.0));
        }
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
