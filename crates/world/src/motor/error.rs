//! Why a motor could not be built.

use thiserror::Error;

/// Data that describe no possible motor. Every message names the motor, the range and the way out.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MotorError {
    /// A parameter is NaN, infinite or outside its range.
    #[error("motor `{motor}`: {parameter} = {value} {unit} is not allowed: it must be {allowed}; {fix}")]
    OutOfRange {
        /// Name of the motor.
        motor: String,
        /// The parameter.
        parameter: &'static str,
        /// The value given.
        value: f64,
        /// Its unit.
        unit: &'static str,
        /// The allowed range.
        allowed: &'static str,
        /// What to do about it.
        fix: &'static str,
    },
    /// Nothing bounds the effort.
    #[error(
        "motor `{motor}` has no limit: it must have a winding or an effort limit; \
         give the data of its winding, or the largest effort at the joint for an ideal motor"
    )]
    Unlimited {
        /// Name of the motor.
        motor: String,
    },
}

/// Checks on behalf of one motor.
pub(super) struct Checker<'a>(pub &'a str);

impl Checker<'_> {
    /// Within `[1e-12, 1e12]`: above zero, and far from where products overflow.
    pub(super) fn positive(
        &self,
        parameter: &'static str,
        value: f64,
        unit: &'static str,
        fix: &'static str,
    ) -> Result<(), MotorError> {
        self.judge(
            (1e-12..=1e12).contains(&value),
            parameter,
            value,
            unit,
            "finite and within [1e-12, 1e12]",
            fix,
        )
    }

    /// Within `[0, 1e12]`.
    pub(super) fn non_negative(
        &self,
        parameter: &'static str,
        value: f64,
        unit: &'static str,
        fix: &'static str,
    ) -> Result<(), MotorError> {
        self.judge((0.0..=1e12).contains(&value), parameter, value, unit, "finite and within [0, 1e12]", fix)
    }

    pub(super) fn judge(
        &self,
        holds: bool,
        parameter: &'static str,
        value: f64,
        unit: &'static str,
        allowed: &'static str,
        fix: &'static str,
    ) -> Result<(), MotorError> {
        if holds {
            Ok(())
        } else {
            Err(MotorError::OutOfRange { motor: self.0.to_owned(), parameter, value, unit, allowed, fix })
        }
    }
}
