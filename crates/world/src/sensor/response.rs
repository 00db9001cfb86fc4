//! How well a channel is told: noise, range, resolution.

/// What a channel makes of the truth. Numbers are in the unit of the channel. The default is ideal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Response {
    /// Largest value, either way. Beyond it the value stays there and is called saturated.
    pub range: Option<f64>,
    /// Step between values: the least significant bit.
    pub resolution: Option<f64>,
    /// Standard deviation of a sample's noise: white, normally distributed, added before range and resolution apply.
    /// Data sheets give a density instead, see [`noise_of_density`](Self::noise_of_density).
    pub noise: f64,
}

impl Response {
    /// Tells the truth.
    pub const IDEAL: Self = Self { range: None, resolution: None, noise: 0.0 };

    /// The noise of a sample from a one-sided density in the unit of the channel per √Hz: all of it up to half the
    /// sampling rate \[Hz\], `density · √(rate/2)`.
    pub fn noise_of_density(density: f64, rate: f64) -> f64 {
        density * (0.5 * rate).sqrt()
    }

    /// The value that is told, and whether it had to be cut.
    pub(super) fn told(&self, value: f64) -> (f64, bool) {
        let (cut, saturated) = match self.range {
            Some(range) if value.abs() > range => (range.copysign(value), true),
            _ => (value, false),
        };
        let Some(step) = self.resolution else { return (cut, saturated) };
        let most = self.range.map_or(f64::INFINITY, |range| (range / step).floor());
        // + 0.0 turns −0 into 0: a quiet channel reads 0.
        ((cut / step).round().clamp(-most, most) * step + 0.0, saturated)
    }
}
