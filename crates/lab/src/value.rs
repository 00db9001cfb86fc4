//! A number that was found, beside the one that was published.

use crate::words::{difference, number, with_unit};
use serde::Serialize;

/// How a value compares with what was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It agrees within the tolerance that was stated beforehand.
    Reproduced,
    /// Data that were made with the published value lead back to it, within the tolerance: a test of the method, not of the paper.
    Recovered,
    /// It does not agree; the note says why.
    Differs,
    /// The paper does not give it.
    NotStated,
}

impl Status {
    /// In words, for tables.
    pub fn words(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::Recovered => "recovered",
            Self::Differs => "differs",
            Self::NotStated => "not stated",
        }
    }
}

/// What a paper gives: a number, or the two ends of what it reports.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Published {
    /// One number.
    Number(f64),
    /// From one number to another.
    Range(f64, f64),
}

/// How far a value may be from the published one to count as reproduced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// In the value's unit.
    Absolute(f64),
    /// As a share of the published value.
    Relative(f64),
}

/// A number that was found, beside the one that was published.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Value {
    /// What it is, e.g. `sum of forces, 1 kg`.
    pub name: String,
    /// What was found.
    pub value: f64,
    /// Its unit; empty for a pure number.
    pub unit: &'static str,
    /// What the paper gives.
    pub published: Option<Published>,
    /// How far from the published value it may be, in its unit; none where nothing is stated or either side of a limit counts.
    pub tolerance: Option<f64>,
    /// How they compare.
    pub status: Status,
    /// Why it differs, or what else should be known. Never empty if it differs.
    pub note: String,
}

impl Value {
    /// A value that the paper gives as well. `reason` says why it differs, should it; it is dropped if the two agree.
    pub fn compared(
        name: impl Into<String>,
        value: f64,
        unit: &'static str,
        published: f64,
        tolerance: Tolerance,
        reason: impl Into<String>,
    ) -> Self {
        let allowed = match tolerance {
            Tolerance::Absolute(allowed) => allowed,
            Tolerance::Relative(share) => share * published.abs(),
        };
        // Written so that what is not a number differs.
        let agrees = (value - published).abs() <= allowed;
        let judged =
            Self::judged(name.into(), value, unit, Published::Number(published), agrees, reason.into());
        Self { tolerance: Some(allowed), ..judged }
    }

    /// A value for which the paper gives a range. `reason` says why it lies outside, should it.
    pub fn within(
        name: impl Into<String>,
        value: f64,
        unit: &'static str,
        least: f64,
        most: f64,
        reason: impl Into<String>,
    ) -> Self {
        let agrees = least <= value && value <= most;
        Self::judged(name.into(), value, unit, Published::Range(least, most), agrees, reason.into())
    }

    /// A value that counts faults: it agrees if it is at most the published one. `reason` says why it is more, should it.
    pub fn at_most(
        name: impl Into<String>,
        value: f64,
        unit: &'static str,
        published: f64,
        reason: impl Into<String>,
    ) -> Self {
        Self::judged(
            name.into(),
            value,
            unit,
            Published::Number(published),
            value <= published,
            reason.into(),
        )
    }

    /// A value that the paper does not give.
    pub fn not_stated(
        name: impl Into<String>,
        value: f64,
        unit: &'static str,
        note: impl Into<String>,
    ) -> Self {
        let (name, note) = (name.into(), note.into());
        Self { name, value, unit, published: None, tolerance: None, status: Status::NotStated, note }
    }

    fn judged(
        name: String,
        value: f64,
        unit: &'static str,
        published: Published,
        agrees: bool,
        reason: String,
    ) -> Self {
        let (status, note) = match agrees {
            true => (Status::Reproduced, String::new()),
            // Nobody is left without a reason, not even by an experiment that gave none.
            false if reason.is_empty() => (Status::Differs, "the reason is not known".to_owned()),
            false => (Status::Differs, reason),
        };
        Self { name, value, unit, published: Some(published), tolerance: None, status, note }
    }

    /// The same for a value that was found from data which were made with the published one.
    pub fn recovered(self) -> Self {
        let status = if self.status == Status::Reproduced { Status::Recovered } else { self.status };
        Self { status, ..self }
    }

    /// Adds a sentence to the note, whatever the status.
    pub fn note(mut self, more: impl AsRef<str>) -> Self {
        if !self.note.is_empty() {
            self.note.push_str("; ");
        }
        self.note.push_str(more.as_ref());
        self
    }

    /// What the paper gives, with its unit; a dash if it gives nothing.
    pub fn published_in_words(&self) -> String {
        let words = match self.published {
            None => return "–".to_owned(),
            Some(Published::Number(published)) => number(published),
            Some(Published::Range(least, most)) => format!("{} … {}", number(least), number(most)),
        };
        with_unit(&words, self.unit)
    }

    /// Ours less the published one in the value's unit, and as a share of the published one; a dash if there is none.
    pub fn error_in_words(&self) -> String {
        let Some(error) = self.error() else { return "–".to_owned() };
        match self.published {
            Some(Published::Number(published)) if published != 0.0 && error != 0.0 => {
                format!("{} ({} %)", difference(error), difference(100.0 * error / published.abs()))
            }
            _ => difference(error),
        }
    }

    /// How far it may be from the published value; a dash if nothing is stated.
    pub fn tolerance_in_words(&self) -> String {
        self.tolerance
            .map_or("–".to_owned(), |allowed| format!("±{}", difference(allowed).trim_start_matches('+')))
    }

    /// Ours less the published one, in the value's unit; for a range the distance from it.
    pub fn error(&self) -> Option<f64> {
        match self.published? {
            Published::Number(published) => Some(self.value - published),
            Published::Range(least, _) if self.value < least => Some(self.value - least),
            Published::Range(_, most) if self.value > most => Some(self.value - most),
            Published::Range(..) => Some(0.0),
        }
    }
}
