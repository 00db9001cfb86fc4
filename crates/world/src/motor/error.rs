//! Why a motor could not be built.

use bristle_contact::OutOfRange;
use thiserror::Error;

/// Data that describe no possible motor. Every message names the motor, the range and the way out.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MotorError {
    /// A parameter is NaN, infinite or outside its range.
    #[error("motor `{motor}`: {number}")]
    OutOfRange {
        /// Name of the motor.
        motor: String,
        /// The number.
        number: OutOfRange,
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
        self.judge(OutOfRange::unless(
            (1e-12..=1e12).contains(&value),
            parameter,
            value,
            unit,
            "finite and within [1e-12, 1e12]",
            fix,
        ))
    }

    /// Within `[0, 1e12]`.
    pub(super) fn non_negative(
        &self,
        parameter: &'static str,
        value: f64,
        unit: &'static str,
        fix: &'static str,
    ) -> Result<(), MotorError> {
        self.judge(OutOfRange::unless(
            (0.0..=1e12).contains(&value),
            parameter,
            value,
            unit,
            "finite and within [0, 1e12]",
            fix,
        ))
    }

    /// The error of one of its numbers is the motor's.
    pub(super) fn judge(&self, number: Result<f64, OutOfRange>) -> Result<(), MotorError> {
        number.map(drop).map_err(|number| MotorError::OutOfRange { motor: self.0.to_owned(), number })
    }
}
