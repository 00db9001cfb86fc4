//! Several tactile images side by side on one scale.

use super::cells::Cells;
use super::frame::{self, Axes};
use super::look::{Look, setters_of_look};
use crate::canvas::{Anchor, Canvas, Text, style};
use crate::{Picture, PictureError};
use glam::DVec2;

/// Tactile images of one pad at different moments, side by side, with one scale and a caption above each.
#[derive(Clone, Debug)]
pub struct TactileSeries {
    rows: usize,
    columns: usize,
    images: Vec<(String, Vec<f64>)>,
    title: String,
    look: Look,
}

/// Widest row of images \[px\]; more images continue below.
const WIDEST: f64 = 860.0;

setters_of_look!(TactileSeries);

impl TactileSeries {
    /// A series of images of `rows` × `columns` texels.
    pub fn new(rows: usize, columns: usize) -> Self {
        Self { rows, columns, images: Vec::new(), title: String::new(), look: Look::default() }
    }

    /// Adds an image: its caption and its forces \[N\], row by row from the top left, each 0 or more.
    pub fn image(mut self, caption: impl Into<String>, forces: &[f64]) -> Self {
        self.images.push((caption.into(), forces.to_vec()));
        self
    }

    /// Checks the data and draws the picture.
    pub fn render(&self) -> Result<Picture, PictureError> {
        if self.images.is_empty() {
            return Err(PictureError::NothingToDraw { what: "a series needs at least one image" });
        }
        for (_, forces) in &self.images {
            self.look.check(self.rows, self.columns, forces)?;
        }
        let all: Vec<f64> = self.images.iter().flat_map(|(_, forces)| forces.iter().copied()).collect();
        let top = self.look.top(&all);
        let cells = self.smaller_cells();
        let size = cells.size();

        let caption = |words: &str| Text::new(words).anchor(Anchor::Middle);
        let widest = self.images.iter().map(|(words, _)| caption(words).width()).fold(size.x, f64::max);
        let stride = DVec2::new((widest + 24.0).ceil(), size.y + 92.0);
        let per_row = ((WIDEST / stride.x) as usize).clamp(1, self.images.len());

        let mut canvas = Canvas::new(if self.title.is_empty() { "Tactile images" } else { &self.title });
        for (i, (words, forces)) in self.images.iter().enumerate() {
            let place = DVec2::new((i % per_row) as f64, (i / per_row) as f64);
            let cells = Cells { corner: stride * place, ..cells };
            cells.paint(&mut canvas, |i| self.look.shade(i, forces[i], top));
            canvas.text(cells.corner + DVec2::new(size.x / 2.0, -style::LABEL), caption(words));
            let axes = if i % per_row == 0 { Axes::Both } else { Axes::ColumnsOnly };
            frame::axes(&mut canvas, &cells, self.look.pitch, axes);
        }
        let whole = DVec2::new(stride.x * (per_row - 1) as f64 + size.x, size.y);
        let over = all.iter().any(|&force| force > top);
        self.look.key(&mut canvas, DVec2::ZERO, whole, top, over);
        frame::title(&mut canvas, &self.title);
        Ok(Picture::of(canvas))
    }

    /// Cells scaled down so that a handful of images fits beside each other.
    fn smaller_cells(&self) -> Cells {
        let mut cells = Cells::fitted(self.rows, self.columns, self.look.pitch, self.look.bare, DVec2::ZERO);
        let room = WIDEST / self.images.len().min(4) as f64 - 24.0;
        let shrink = (room / cells.size().x).min(1.0);
        cells.cell = (cells.cell * shrink).floor().max(DVec2::ONE);
        cells
    }
}
