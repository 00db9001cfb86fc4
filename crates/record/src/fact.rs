//! Things worth knowing about a run that are not a series over time.

use crate::Unit;
use serde::{Deserialize, Serialize};

/// One line of a run's summary: a label and what it says.
///
/// Facts come from whoever simulates (bodies, masses, solver statistics); the report prints them as they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// What it is about, such as `Newton iterations per step, mean`.
    pub label: String,
    /// What it says.
    pub value: FactValue,
}

/// What a fact says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FactValue {
    /// How many.
    Count(u64),
    /// A finite measured number.
    Number {
        /// In the unit beside it.
        value: f64,
        /// Its unit.
        unit: Unit,
    },
    /// Words.
    Text(String),
}

impl Fact {
    /// A number of things.
    pub fn count(label: impl Into<String>, count: u64) -> Self {
        Self { label: label.into(), value: FactValue::Count(count) }
    }

    /// A measured number. JSON knows no NaN and no infinity: those become words.
    pub fn number(label: impl Into<String>, value: f64, unit: Unit) -> Self {
        let value = if value.is_finite() {
            FactValue::Number { value, unit }
        } else {
            FactValue::Text(format!("{value}"))
        };
        Self { label: label.into(), value }
    }

    /// Words.
    pub fn text(label: impl Into<String>, text: impl Into<String>) -> Self {
        Self { label: label.into(), value: FactValue::Text(text.into()) }
    }
}
