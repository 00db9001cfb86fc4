//! What tactile images share, alone or in a series.

use super::check;
use super::colour_bar::ColourBar;
use crate::canvas::Canvas;
use crate::{Colour, Palette, PictureError, Quantity};
use glam::DVec2;

/// Colour of the places where a device has no cell: in neither palette.
const MISSING: Colour = Colour::new(214, 226, 240);

/// How forces are shown.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) palette: Palette,
    pub(super) quantity: Quantity,
    pub(super) full_scale: Option<f64>,
    pub(super) pitch: Option<DVec2>,
    /// Which cells the device has; all, if empty.
    pub(super) present: Vec<bool>,
    /// Room for the cells of a picture without colour bar \[px\].
    pub(super) bare: Option<DVec2>,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            palette: Palette::Grey,
            quantity: Quantity::normal_force(),
            full_scale: None,
            pitch: None,
            present: Vec::new(),
            bare: None,
        }
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
        check::room(self.bare)?;
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
        if self.has(cell) { self.palette.shade(force / top) } else { MISSING }
    }

    /// The colour bar: beside an image that is high enough, below a low one.
    pub(super) fn key(&self, canvas: &mut Canvas, corner: DVec2, size: DVec2, top: f64, over: bool) {
        if self.bare.is_some() {
            return;
        }
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

/// Gives a picture with a `title` and a `look` what sets them.
macro_rules! setters_of_look {
    ($picture:ident) => {
        impl $picture {
            /// Words above it.
            pub fn title(self, title: impl Into<String>) -> Self {
                Self { title: title.into(), ..self }
            }

            /// Grey (the default) or viridis.
            pub fn palette(mut self, palette: $crate::Palette) -> Self {
                self.look.palette = palette;
                self
            }

            /// The force \[N\] that gets the last colour; the largest of all if not set. Larger forces are drawn in a signal
            /// colour, which the colour bar then shows at its end.
            pub fn full_scale(mut self, force: f64) -> Self {
                self.look.full_scale = Some(force);
                self
            }

            /// Distance of neighbouring columns (`across`) and rows (`down`) \[m\]: cells take their true proportions and the
            /// axes count millimetres from the top left corner instead of texels. Rows lie along x, columns along y.
            pub fn pitch(mut self, across: f64, down: f64) -> Self {
                self.look.pitch = Some(glam::DVec2::new(across, down));
                self
            }

            /// Which cells the device has, row by row; the others stay empty. All, if not set.
            pub fn present(mut self, present: &[bool]) -> Self {
                self.look.present = present.to_vec();
                self
            }

            /// Leaves out the colour bar, and fits the cells into this room \[px\]: for pages that say once what the colours are.
            pub fn bare(mut self, width: f64, height: f64) -> Self {
                self.look.bare = Some(glam::DVec2::new(width, height));
                self
            }

            /// What the numbers are, if not the normal force in newtons.
            pub fn quantity(mut self, quantity: $crate::Quantity) -> Self {
                self.look.quantity = quantity;
                self
            }
        }
    };
}

pub(super) use setters_of_look;
