//! What can go wrong, and how it is said.

use crate::check::Fault;
use std::path::PathBuf;
use thiserror::Error;

/// Why a chain cannot be made.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ChainError {
    /// A parameter out of range.
    #[error("layer {number} ({layer}): {parameter} is {value}; it must be {allowed}")]
    Parameter {
        /// Place in the chain, counted from 1.
        number: usize,
        /// Kind of the layer.
        layer: &'static str,
        /// The parameter.
        parameter: String,
        /// Its value.
        value: f64,
        /// What is allowed, with its unit.
        allowed: String,
    },
    /// A layer that does not suit the skin, or whose parameters do not suit each other.
    #[error("layer {number} ({layer}): {what}")]
    Refused {
        /// Place in the chain, counted from 1.
        number: usize,
        /// Kind of the layer.
        layer: &'static str,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// There is nothing to read.
    #[error("the layout has no texels; a chain needs at least one")]
    NoTexels,
}

impl ChainError {
    pub(crate) fn at(index: usize, layer: &'static str, fault: Fault) -> Self {
        let number = index + 1;
        match fault {
            Fault::Parameter { parameter, value, allowed } => {
                Self::Parameter { number, layer, parameter, value, allowed }
            }
            Fault::Refused(what) => Self::Refused { number, layer, what },
        }
    }
}

/// Why a chain cannot go on.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum AdvanceError {
    /// A step that is no step.
    #[error("the step is {dt} s; it must be above 0 and at most {} s", crate::chain::LONGEST_STEP)]
    BadStep {
        /// The step \[s\].
        dt: f64,
    },
    /// A step that would take very many frames.
    #[error(
        "a step of {dt} s holds more than {} frames at {rate} Hz; take shorter steps",
        crate::chain::MOST_FRAMES
    )]
    TooManyFrames {
        /// The step \[s\].
        dt: f64,
        /// The sampling rate \[Hz\].
        rate: f64,
    },
    /// Forces of another skin.
    #[error("{found} forces given for {expected} texels")]
    WrongLength {
        /// Texels of the chain.
        expected: usize,
        /// Forces given.
        found: usize,
    },
    /// A force that is not a number, or immense.
    #[error("the force of texel {texel} is {force} N; it must be within ±{} N", crate::chain::GREATEST_FORCE)]
    BadForce {
        /// The texel.
        texel: usize,
        /// Its force \[N\].
        force: f64,
    },
    /// A temperature that cannot be.
    #[error("the temperature is {celsius} °C; it must be within [-273.15, 1000] °C")]
    BadTemperature {
        /// The temperature \[°C\].
        celsius: f64,
    },
    /// A state of another chain.
    #[error("the state belongs to another chain: layer {number} does not know it; begin with `Chain::start`")]
    ForeignState {
        /// The layer that does not know it, counted from 1.
        number: usize,
    },
}

/// Why a device profile cannot be used.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ProfileError {
    /// A file that cannot be read.
    #[error("cannot read `{}`: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Not TOML, or not a profile.
    #[error("not a device profile: {message}")]
    Text {
        /// What the reader says, with line and column.
        message: String,
    },
    /// A layer that cannot be.
    #[error("device profile {name:?}: {source}")]
    Layer {
        /// Name of the profile.
        name: String,
        /// What is wrong.
        source: ChainError,
    },
    /// No device of that name.
    #[error("there is no device {name:?}{}; known are: {known}", near.as_ref().map(|near| format!(" (did you mean {near:?}?)")).unwrap_or_default())]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        near: Option<String>,
        /// All names.
        known: String,
    },
}
