//! A finished picture.

use crate::PictureError;
use crate::canvas::{Canvas, raster, svg};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bristle_system::output::write_whole;
use std::path::Path;

/// A finished picture: one drawing, as SVG text and as PNG pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(crate) canvas: Canvas,
    svg: String,
}

/// Scale of PNG files written by [`Picture::save`]: sharp on dense screens and at column width in print.
const SAVED_SCALE: f64 = 2.0;

/// Lines are sharper than pixels at any size, but not at any price \[bytes\].
const MOST_SVG: usize = 100_000;

/// White border around every picture \[px\].
const MARGIN: f64 = 10.0;

impl Picture {
    pub(crate) fn of(mut canvas: Canvas) -> Self {
        canvas.trim(MARGIN);
        let svg = svg::document(&canvas);
        Self { canvas, svg }
    }

    /// Width \[px\] at scale 1.
    pub fn width(&self) -> f64 {
        self.canvas.size.x
    }

    /// Height \[px\] at scale 1.
    pub fn height(&self) -> f64 {
        self.canvas.size.y
    }

    /// The picture as an SVG document.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// The picture as the bytes of a PNG file, `scale` (above 0) bitmap pixels for each picture pixel.
    pub fn png(&self, scale: f64) -> Result<Vec<u8>, PictureError> {
        raster::png(&self.canvas, scale)
    }

    /// The picture as a `data:` address, for pages that hold it: lines if they are few, pixels otherwise.
    pub fn data_uri(&self) -> Result<String, PictureError> {
        Ok(match self.svg.len() <= MOST_SVG {
            true => format!("data:image/svg+xml;base64,{}", STANDARD.encode(&self.svg)),
            false => format!("data:image/png;base64,{}", STANDARD.encode(self.png(SAVED_SCALE)?)),
        })
    }

    /// Writes the picture to a file whose name ends in `.svg` or `.png` (at twice the size in pixels).
    ///
    /// The file appears whole or not at all: it is written beside its place under another name, then renamed.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), PictureError> {
        let path = path.as_ref();
        let save = |bytes: &[u8]| {
            write_whole(path, bytes).map_err(|source| PictureError::Write { path: path.to_owned(), source })
        };
        let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        match extension.as_deref() {
            Some("svg") => save(self.svg.as_bytes()),
            Some("png") => save(&self.png(SAVED_SCALE)?),
            _ => Err(PictureError::UnknownFormat { path: path.to_owned() }),
        }
    }
}
