//! What an experiment gave, for other programs.

use crate::{Published, Results, Status};
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
    figures: Vec<FigureDocument<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct ValueDocument<'a> {
    name: &'a str,
    value: f64,
    unit: &'a str,
    published: Option<Published>,
    status: Status,
    note: &'a str,
    error: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
struct FigureDocument<'a> {
    name: &'a str,
    title: &'a str,
    caption: &'a str,
}

impl<'a> Document<'a> {
    /// The document of results.
    pub fn of(results: &'a Results) -> Self {
        let values = results.values.iter().map(|value| ValueDocument {
            name: &value.name,
            value: value.value,
            unit: value.unit,
            published: value.published,
            status: value.status,
            note: &value.note,
            error: value.error(),
        });
        let figures = results.figures.iter().map(|figure| FigureDocument {
            name: &figure.name,
            title: &figure.title,
            caption: &figure.caption,
        });
        Self {
            experiment: results.experiment,
            values: values.collect(),
            remarks: &results.remarks,
            figures: figures.collect(),
        }
    }
}
