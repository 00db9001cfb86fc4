//! Range checks shared by the laws' constructors.

use crate::MaterialError;

/// A finite number above zero.
pub(crate) fn positive(
    parameter: &'static str,
    value: f64,
    unit: &'static str,
    fix: &'static str,
) -> Result<f64, MaterialError> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(MaterialError::OutOfRange { parameter, value, unit, allowed: "finite and > 0", fix })
    }
}

/// A finite number not below zero.
pub(crate) fn non_negative(
    parameter: &'static str,
    value: f64,
    unit: &'static str,
    fix: &'static str,
) -> Result<f64, MaterialError> {
    if value.is_finite() && value >= 0.0 {
        Ok(value)
    } else {
        Err(MaterialError::OutOfRange { parameter, value, unit, allowed: "finite and >= 0", fix })
    }
}
