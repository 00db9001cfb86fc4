//! Why a contact law could not be built.

use crate::OutOfRange;
use thiserror::Error;

/// A parameter that describes no possible material.
///
/// Every message names the parameter, its value, the allowed range and the way out.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum MaterialError {
    /// A part of a description is left out, and there is no preset that has it.
    #[error("the material needs `{part}`, or a preset that has it")]
    Missing {
        /// The part.
        part: &'static str,
    },

    /// A preset whose numbers are said to be of something else.
    #[error("a preset knows what its numbers are of: leave `basis` out, or choose another preset")]
    PresetHasBasis,

    /// There is no such law.
    #[error("there is no law `{name}`; there are {}", known.join(", "))]
    UnknownLaw {
        /// The name given.
        name: String,
        /// Names of laws.
        known: Vec<&'static str>,
    },

    /// The law has no such parameter.
    #[error("the law has no parameter `{name}`; it has {}", known.join(", "))]
    UnknownParameter {
        /// The name given.
        name: String,
        /// Parameters of the law.
        known: Vec<&'static str>,
    },

    /// A parameter is NaN, infinite or outside its range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),

    /// Friction at speed exceeds friction at rest.
    #[error(
        "mu_dynamic = {mu_dynamic} exceeds mu_static = {mu_static}: it must be 0 <= mu_dynamic <= mu_static; \
         swap the two values, or set them equal for friction without a Stribeck effect"
    )]
    DynamicAboveStatic {
        /// Static friction coefficient \[-\].
        mu_static: f64,
        /// Dynamic friction coefficient \[-\].
        mu_dynamic: f64,
    },

    /// A pressure–compression table has no point beside the origin.
    #[error(
        "pressure table has {count} point(s) with compression > 0: it must have at least 1; \
         add a measured (compression, pressure) pair (the origin is implied)"
    )]
    TableTooShort {
        /// Points beside the origin.
        count: usize,
    },

    /// A pressure–compression table does not pass through the origin.
    #[error(
        "pressure table gives pressure = {pressure} at compression 0: it must be 0; \
         subtract the sensor's offset from the measured pressures"
    )]
    TableOffset {
        /// Pressure at zero compression.
        pressure: f64,
    },

    /// Compressions of a table do not increase strictly.
    #[error(
        "pressure table point {index}: compression = {compression} m follows {previous} m: compressions must \
         increase strictly, by 1e-9 m or more; sort the points and average repeated ones"
    )]
    TableNotIncreasing {
        /// Index of the offending point in the caller's table.
        index: usize,
        /// Compression of the point before it \[m\].
        previous: f64,
        /// Its compression \[m\].
        compression: f64,
    },

    /// Pressures of a table fall.
    #[error(
        "pressure table point {index}: pressure = {pressure} follows {previous}: pressures must not decrease; \
         smooth the measurement (for example by isotonic regression) before building the law"
    )]
    TableFallingPressure {
        /// Index of the offending point in the caller's table.
        index: usize,
        /// Pressure of the point before it.
        previous: f64,
        /// Its pressure.
        pressure: f64,
    },

    /// A curve that a user wrote contradicts itself.
    #[error("at a compression of {compression} m {what} of the curve is {found}; it must be {expected}")]
    CustomCurve {
        /// What is wrong.
        what: &'static str,
        /// Where \[m\].
        compression: f64,
        /// What the curve says.
        found: f64,
        /// What it must be.
        expected: String,
    },
}
