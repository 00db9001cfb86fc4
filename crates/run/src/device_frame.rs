//! What a skin's device says.

use bristle_skin::layout::Grid;

/// What a skin's device says now.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceFrame<'a> {
    /// A reading per texel: counts, if the device ends in them. Zero before the first frame.
    pub readings: &'a [f64],
    /// Frames delivered so far. Compare it to know whether there is a new one.
    pub number: u64,
    /// Rows and columns, if the texels have any.
    pub grid: Option<Grid>,
}
