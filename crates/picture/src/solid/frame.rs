//! Finished pixels.

use crate::PictureError;
use bristle_system::output::write_whole;
use std::path::Path;

/// A picture of pixels: red, green and blue, row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Width \[px\].
    pub width: usize,
    /// Height \[px\].
    pub height: usize,
    /// Three bytes per pixel.
    pub rgb: Vec<u8>,
}

impl Frame {
    /// The bytes of a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        let failed = |cause: png::EncodingError| PictureError::Encode { cause: cause.to_string() };
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(&self.rgb).map_err(failed)?;
        writer.finish().map_err(failed)?;
        Ok(bytes)
    }

    /// Writes it to a PNG file, which appears whole or not at all.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), PictureError> {
        let path = path.as_ref();
        write_whole(path, &self.png()?)
            .map_err(|source| PictureError::Write { path: path.to_owned(), source })
    }
}
