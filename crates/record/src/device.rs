//! What devices said, beside the truth of the skins.

use bristle_skin::layout::Grid;
use serde::{Deserialize, Serialize};

/// The device of a skin whose every frame is recorded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeviceSchema {
    /// The skin that it reads.
    pub skin: String,
    /// What the device is called.
    pub device: String,
    /// Readings in a frame: one per texel.
    pub texels: usize,
    /// Rows, if the texels have any.
    pub rows: Option<usize>,
    /// Columns, if the texels have any.
    pub columns: Option<usize>,
    /// Row and column of each texel where cells are missing or not numbered row by row; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<[u32; 2]>,
    /// Frames per second \[Hz\]; none if it has no rate of its own and is read with every sample.
    pub rate_hz: Option<f64>,
}

impl DeviceSchema {
    /// Rows and columns, if the texels have any; nothing if cells do not fit each other.
    pub fn grid(&self) -> Option<Grid> {
        let (rows, columns) = self.rows.zip(self.columns)?;
        if self.cells.is_empty() { Some(Grid::full(rows, columns)) } else { Grid::of_cells(&self.cells).ok() }
    }
}

/// All frames of one device.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceRecord {
    /// The device.
    pub schema: DeviceSchema,
    /// Times at which the frames could be read \[s\].
    pub times: Vec<f64>,
    /// Their numbers: one that is missing was overtaken within a step.
    pub frames: Vec<u64>,
    /// The readings, frame after frame.
    pub readings: Vec<f64>,
}

impl DeviceRecord {
    /// The readings of a frame, by its place among [`Self::times`].
    pub fn frame(&self, index: usize) -> Option<&[f64]> {
        self.readings.chunks_exact(self.schema.texels.max(1)).nth(index)
    }

    /// Sum of the readings of each frame.
    pub fn sums(&self) -> Vec<f64> {
        self.readings.chunks_exact(self.schema.texels.max(1)).map(|frame| frame.iter().sum()).collect()
    }
}
