//! A number that cannot be.

use thiserror::Error;

/// A number that is NaN, infinite or outside its range. The message names the range and the way out.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{parameter} = {value} {unit} is not allowed: it must be {allowed}; {fix}")]
pub struct OutOfRange {
    /// The parameter, as the constructor calls it.
    pub parameter: &'static str,
    /// The value given.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// The allowed range.
    pub allowed: &'static str,
    /// What to do about it.
    pub fix: &'static str,
}

impl OutOfRange {
    /// The value, if its range `holds` it.
    pub fn unless(
        holds: bool,
        parameter: &'static str,
        value: f64,
        unit: &'static str,
        allowed: &'static str,
        fix: &'static str,
    ) -> Result<f64, Self> {
        if holds { Ok(value) } else { Err(Self { parameter, value, unit, allowed, fix }) }
    }
}
