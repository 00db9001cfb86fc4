//! What can be wrong with a signal block.

use thiserror::Error;

/// Why a signal block cannot be made, or cannot take what it is given.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum SignalError {
    /// A number that is out of range.
    #[error("{what} is {value}; allowed: {allowed}")]
    Number {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What is allowed.
        allowed: String,
    },
    /// A cell that the skin does not have.
    #[error("there is no cell {cell}; the skin has {cells}, counted from 0")]
    NoCell {
        /// What was asked for.
        cell: usize,
        /// How many there are.
        cells: usize,
    },
    /// Anything else, with the way out.
    #[error("{0}")]
    Unfit(String),
}

impl SignalError {
    pub(super) fn number(what: &'static str, value: f64, allowed: impl Into<String>) -> Self {
        Self::Number { what, value, allowed: allowed.into() }
    }
}

/// Refuses a number that is not positive and finite.
pub(super) fn positive(what: &'static str, value: f64) -> Result<f64, SignalError> {
    if value > 0.0 && value.is_finite() {
        return Ok(value);
    }
    Err(SignalError::number(what, value, "greater than 0 and finite"))
}
