//! What all calibrations ask of their caller.

use crate::CalibrateError;
use crate::data::STANDARD_GRAVITY;

/// How data are read and judged.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reading {
    /// Level of the confidence intervals \[-\], above 0 and below 1.
    pub level: f64,
    /// What a load in grams weighs with \[m/s²\].
    pub gravity: f64,
    /// Take numbers that look like the wrong unit as they are.
    pub trust_units: bool,
    /// Go on with a law that explains nothing of the data.
    pub accept_poor_fit: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Self { level: 0.95, gravity: STANDARD_GRAVITY, trust_units: false, accept_poor_fit: false }
    }
}

impl Reading {
    /// The same with another level \[-\].
    #[must_use]
    pub fn with_level(self, level: f64) -> Self {
        Self { level, ..self }
    }

    /// The same with another gravity \[m/s²\].
    #[must_use]
    pub fn with_gravity(self, gravity: f64) -> Self {
        Self { gravity, ..self }
    }

    /// The same, taking numbers that look like the wrong unit as they are.
    #[must_use]
    pub fn trusting_units(self) -> Self {
        Self { trust_units: true, ..self }
    }

    /// The same, going on with a law that explains nothing of the data.
    #[must_use]
    pub fn accepting_poor_fit(self) -> Self {
        Self { accept_poor_fit: true, ..self }
    }

    pub(crate) fn check(&self) -> Result<(), CalibrateError> {
        within("the confidence level", self.level, 0.01, 0.9999, "write 0.95 for 95 %")?;
        within("gravity", self.gravity, 0.1, 100.0, "9.80665 m/s² is the standard value")
    }
}

/// Refuses an option outside `low` to `high`, or one that is not a number.
pub(crate) fn within(what: &str, value: f64, low: f64, high: f64, fix: &str) -> Result<(), CalibrateError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    let problem = format!("{what} is {value}; it must lie within {low} and {high}");
    Err(CalibrateError::Option { problem, fix: fix.to_owned() })
}
