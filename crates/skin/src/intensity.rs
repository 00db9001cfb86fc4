//! The second reading of the same truth: intensities, as a real sensor array reports them.

use crate::layout::Grid;
use crate::{Skin, SkinReading};
use thiserror::Error;

/// Linear conversion from the elastic normal force of a texel to its intensity, with a dead band and saturation.
///
/// A resistive cell shows nothing below some force (Moisio et al. 2013, §3.4.1: the line fitted to the foam does not pass
/// through zero) and stops growing at the end of its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intensity {
    gain: f64,
    dead_band: f64,
    full_scale: f64,
}

/// Why a conversion cannot be made.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("intensity {parameter} is {value}; it must be {allowed}")]
pub struct IntensityError {
    /// The parameter.
    pub parameter: &'static str,
    /// Its value.
    pub value: f64,
    /// What is allowed.
    pub allowed: &'static str,
}

impl Intensity {
    /// `gain` \[counts/N\] above `dead_band` \[N\], at most `full_scale` \[counts\].
    pub fn new(gain: f64, dead_band: f64, full_scale: f64) -> Result<Self, IntensityError> {
        let require = |holds: bool, parameter, value, allowed| {
            if holds { Ok(()) } else { Err(IntensityError { parameter, value, allowed }) }
        };
        require(gain > 0.0 && gain.is_finite(), "gain", gain, "positive and finite [counts/N]")?;
        require(
            dead_band >= 0.0 && dead_band.is_finite(),
            "dead band",
            dead_band,
            "at least 0 and finite [N]",
        )?;
        require(full_scale > 0.0, "full scale", full_scale, "positive [counts]; infinity for none")?;
        Ok(Self { gain, dead_band, full_scale })
    }

    /// Intensity of a texel with the given normal force \[N\].
    pub fn of_force(&self, force: f64) -> f64 {
        (self.gain * (force - self.dead_band)).clamp(0.0, self.full_scale)
    }

    /// The whole skin's frame.
    pub fn frame(&self, skin: &Skin, reading: &SkinReading) -> TactileFrame {
        let values: Vec<f64> = reading.texels.iter().map(|t| self.of_force(t.elastic_force)).collect();
        TactileFrame { size: skin.grid().cloned(), sum: values.iter().sum(), values }
    }
}

/// The papers' sensor data: array size, a value per cell, and their sum. Real and simulated arrays look the same.
#[derive(Clone, Debug, PartialEq)]
pub struct TactileFrame {
    /// Rows and columns, if the device has them; [`Grid::image`] puts the values there.
    pub size: Option<Grid>,
    /// A value per texel.
    pub values: Vec<f64>,
    /// Their sum.
    pub sum: f64,
}

impl TactileFrame {
    /// The frame of the forces themselves: elastic normal force per texel \[N\].
    pub fn of_forces(skin: &Skin, reading: &SkinReading) -> Self {
        let values: Vec<f64> = reading.texels.iter().map(|t| t.elastic_force).collect();
        Self { size: skin.grid().cloned(), sum: values.iter().sum(), values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intensity_is_linear_between_dead_band_and_full_scale() {
        let cell = Intensity::new(300.0, 0.02, 4095.0).unwrap();
        assert_eq!(cell.of_force(0.0), 0.0);
        assert_eq!(cell.of_force(0.02), 0.0);
        assert!((cell.of_force(1.12) - 330.0).abs() < 1e-10); // 300 × (1.12 − 0.02)
        assert_eq!(cell.of_force(1e3), 4095.0);
    }

    #[test]
    fn impossible_conversions_are_refused() {
        for (gain, dead, full) in [(0.0, 0.0, 1.0), (f64::NAN, 0.0, 1.0), (1.0, -0.1, 1.0), (1.0, 0.0, 0.0)] {
            let message = Intensity::new(gain, dead, full).unwrap_err().to_string();
            assert!(message.contains("must be"), "{message}");
        }
        assert!(Intensity::new(1.0, 0.0, f64::INFINITY).is_ok());
    }
}
