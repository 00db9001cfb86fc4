//! Range checks shared by the laws' constructors.

use crate::OutOfRange;

/// A finite number above zero.
pub(crate) fn positive(
    parameter: &'static str,
    value: f64,
    unit: &'static str,
    fix: &'static str,
) -> Result<f64, OutOfRange> {
    OutOfRange::unless(value.is_finite() && value > 0.0, parameter, value, unit, "finite and > 0", fix)
}

/// A finite number not below zero.
pub(crate) fn non_negative(
    parameter: &'static str,
    value: f64,
    unit: &'static str,
    fix: &'static str,
) -> Result<f64, OutOfRange> {
    OutOfRange::unless(value.is_finite() && value >= 0.0, parameter, value, unit, "finite and >= 0", fix)
}
