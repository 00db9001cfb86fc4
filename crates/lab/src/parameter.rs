//! What can be varied in an experiment.

use crate::Setting;

/// Something that a reader may set: declared once, so that the command line, its help and its errors agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name, which is also its option: `mass` is set by `--mass`.
    pub name: &'static str,
    /// Its unit, e.g. `kg`; empty for a pure number, a choice or a flag.
    pub unit: &'static str,
    /// What it is, and what it is unless set.
    pub kind: Kind,
    /// What it means: one sentence.
    pub help: &'static str,
}

/// What a parameter is, with its default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// One number.
    Number {
        /// Unless set.
        default: f64,
        /// What is allowed.
        range: Range,
    },
    /// One or more numbers, written with commas.
    Numbers {
        /// Unless set.
        default: &'static [f64],
        /// What is allowed for each.
        range: Range,
    },
    /// A whole number: counts and seeds.
    Count {
        /// Unless set.
        default: u64,
        /// The least that is allowed.
        least: u64,
        /// The most that is allowed.
        most: u64,
    },
    /// One of several words.
    Choice {
        /// Unless set.
        default: &'static str,
        /// All words.
        of: &'static [&'static str],
    },
    /// On if given.
    Flag,
}

/// Numbers that are allowed; both ends are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least that is allowed.
    pub least: f64,
    /// The most that is allowed.
    pub most: f64,
}

impl Range {
    /// From `least` to `most`.
    pub const fn new(least: f64, most: f64) -> Self {
        Self { least, most }
    }

    /// Whether a number is allowed. What is not a number never is.
    pub fn holds(&self, number: f64) -> bool {
        self.least <= number && number <= self.most
    }
}

/// Why a parameter cannot be set to a text.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// Not a number.
    #[error("`{text}` is not a number; write it as 0.37 or 1e-3{}", unit_note(.unit))]
    NotANumber {
        /// What was given.
        text: String,
        /// The unit wanted.
        unit: &'static str,
    },
    /// Not a whole number.
    #[error("`{text}` is not a whole number; allowed are {least} to {most}")]
    NotACount {
        /// What was given.
        text: String,
        /// The least that is allowed.
        least: u64,
        /// The most that is allowed.
        most: u64,
    },
    /// Outside of what is allowed.
    #[error("{number} is out of range; allowed are {least} to {most}{}", space(.unit))]
    OutOfRange {
        /// What was given.
        number: f64,
        /// The least that is allowed.
        least: f64,
        /// The most that is allowed.
        most: f64,
        /// Their unit.
        unit: &'static str,
    },
    /// An empty list, or an empty place in one.
    #[error("a number is missing in `{text}`; write one number, or several with commas: 0.1,0.37")]
    Empty {
        /// What was given.
        text: String,
    },
    /// Not one of the words.
    #[error("`{text}` is not one of {}{}", .of.join(", "), near(.text, .of))]
    NotAChoice {
        /// What was given.
        text: String,
        /// All words.
        of: &'static [&'static str],
    },
    /// No parameter of that name.
    #[error("the experiment has no parameter `{name}`; it has {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// All that there are.
        known: String,
    },
}

fn unit_note(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(", in {unit}") }
}

fn space(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}

fn near(text: &str, of: &[&str]) -> String {
    let best =
        of.iter().max_by(|a, b| strsim::jaro_winkler(text, a).total_cmp(&strsim::jaro_winkler(text, b)));
    match best {
        Some(word) if strsim::jaro_winkler(text, word) > 0.7 => format!("; did you mean `{word}`?"),
        _ => String::new(),
    }
}

impl Parameter {
    /// One number, of a unit.
    pub const fn number(
        name: &'static str,
        unit: &'static str,
        default: f64,
        range: Range,
        help: &'static str,
    ) -> Self {
        Self { name, unit, kind: Kind::Number { default, range }, help }
    }

    /// One or more numbers, of a unit.
    pub const fn numbers(
        name: &'static str,
        unit: &'static str,
        default: &'static [f64],
        range: Range,
        help: &'static str,
    ) -> Self {
        Self { name, unit, kind: Kind::Numbers { default, range }, help }
    }

    /// A whole number from `least` to `most`.
    pub const fn count(name: &'static str, default: u64, least: u64, most: u64, help: &'static str) -> Self {
        Self { name, unit: "", kind: Kind::Count { default, least, most }, help }
    }

    /// One of several words.
    pub const fn choice(
        name: &'static str,
        default: &'static str,
        of: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self { name, unit: "", kind: Kind::Choice { default, of }, help }
    }

    /// Something that is on if given.
    pub const fn flag(name: &'static str, help: &'static str) -> Self {
        Self { name, unit: "", kind: Kind::Flag, help }
    }

    /// What it is unless set.
    pub fn default(&self) -> Setting {
        match self.kind {
            Kind::Number { default, .. } => Setting::Number(default),
            Kind::Numbers { default, .. } => Setting::Numbers(default.to_vec()),
            Kind::Count { default, .. } => Setting::Count(default),
            Kind::Choice { default, .. } => Setting::Choice(default),
            Kind::Flag => Setting::Flag(false),
        }
    }

    /// What it is allowed to be, in words.
    pub fn allowed(&self) -> String {
        match self.kind {
            Kind::Number { range, .. } => format!("{} to {}", range.least, range.most),
            Kind::Numbers { range, .. } => {
                format!("{} to {}, several with commas", range.least, range.most)
            }
            Kind::Count { least, most, .. } => format!("{least} to {most}"),
            Kind::Choice { of, .. } => of.join(", "),
            Kind::Flag => "on if given".to_owned(),
        }
    }

    /// Reads what was written for it.
    pub fn parse(&self, text: &str) -> Result<Setting, ParameterError> {
        match self.kind {
            Kind::Number { range, .. } => self.one_number(text, range).map(Setting::Number),
            Kind::Numbers { range, .. } => {
                if text.split(',').any(|part| part.trim().is_empty()) {
                    return Err(ParameterError::Empty { text: text.to_owned() });
                }
                let all: Result<_, _> = text.split(',').map(|part| self.one_number(part, range)).collect();
                all.map(Setting::Numbers)
            }
            Kind::Count { least, most, .. } => match text.trim().parse() {
                Ok(count) if (least..=most).contains(&count) => Ok(Setting::Count(count)),
                _ => Err(ParameterError::NotACount { text: text.to_owned(), least, most }),
            },
            Kind::Choice { of, .. } => of
                .iter()
                .find(|word| **word == text)
                .map(|word| Setting::Choice(word))
                .ok_or_else(|| ParameterError::NotAChoice { text: text.to_owned(), of }),
            Kind::Flag => match text {
                "true" => Ok(Setting::Flag(true)),
                "false" => Ok(Setting::Flag(false)),
                _ => Err(ParameterError::NotAChoice { text: text.to_owned(), of: &["true", "false"] }),
            },
        }
    }

    fn one_number(&self, text: &str, range: Range) -> Result<f64, ParameterError> {
        let bad = || ParameterError::NotANumber { text: text.trim().to_owned(), unit: self.unit };
        let number: f64 = text.trim().parse().map_err(|_| bad())?;
        let Range { least, most } = range;
        match range.holds(number) {
            true => Ok(number),
            false => Err(ParameterError::OutOfRange { number, least, most, unit: self.unit }),
        }
    }
}
