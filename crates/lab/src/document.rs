//! What an experiment gave, for other programs.

use crate::{Figure, Results, Value};
use serde::Serialize;

/// Results as JSON has them: `{"experiment", "values": [{"name", "value", "unit", "published", "status", "note", "error"}]}`.
///
/// `published` is a number, a pair of numbers for a range, or null; `error` is ours less the published one, in the value's
/// unit. What is not finite is null.
#[derive(Clone, Debug, Serialize)]
pub struct Document<'a> {
    experiment: &'a str,
    values: Vec<ValueDocument<'a>>,
    remarks: &'a [&'static str],
    figures: &'a [Figure],
}

#[derive(Clone, Debug, Serialize)]
struct ValueDocument<'a> {
    #[serde(flatten)]
    value: &'a Value,
    error: Option<f64>,
}

impl<'a> Document<'a> {
    /// The document of results.
    pub fn of(results: &'a Results) -> Self {
        let values = results.values.iter().map(|value| ValueDocument { value, error: value.error() });
        Self {
            experiment: results.experiment,
            values: values.collect(),
            remarks: &results.remarks,
            figures: &results.figures,
        }
    }
}
