//! Parameters are checked at one door, with one way to say what is wrong.

/// What is wrong with a layer, before it is known where in the chain it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    /// A parameter that is out of range.
    Parameter { parameter: String, value: f64, allowed: String },
    /// Anything else, in words.
    Refused(String),
}

/// Accepts `value` within `[low, high]`; what is not a number is never accepted.
pub(crate) fn within(parameter: &str, value: f64, low: f64, high: f64, unit: &str) -> Result<(), Fault> {
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    accept(value >= low && value <= high, parameter, value, || format!("within [{low}, {high}]{unit}"))
}

/// Accepts a value that holds.
pub(crate) fn accept(
    holds: bool,
    parameter: &str,
    value: f64,
    allowed: impl FnOnce() -> String,
) -> Result<(), Fault> {
    if holds {
        return Ok(());
    }
    Err(Fault::Parameter { parameter: parameter.to_owned(), value, allowed: allowed() })
}
