//! What the parameters of an experiment are set to.

use crate::{Experiment, LabError, Parameter, ParameterError};

/// What one parameter is set to.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// One number.
    Number(f64),
    /// One or more numbers.
    Numbers(Vec<f64>),
    /// A whole number.
    Count(u64),
    /// One of several words.
    Choice(&'static str),
    /// On or off.
    Flag(bool),
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Numbers(numbers) => {
                let all: Vec<String> = numbers.iter().map(f64::to_string).collect();
                f.write_str(&all.join(","))
            }
            Self::Count(count) => write!(f, "{count}"),
            Self::Choice(word) => f.write_str(word),
            Self::Flag(on) => write!(f, "{on}"),
        }
    }
}

/// The settings of one experiment: its defaults, and what was changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    all: Vec<(&'static Parameter, Setting)>,
}

impl Settings {
    /// The defaults of an experiment.
    pub fn of(experiment: &Experiment) -> Self {
        Self { all: experiment.parameters.iter().map(|parameter| (parameter, parameter.default())).collect() }
    }

    /// All parameters with their settings, in the order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Parameter, &Setting)> {
        self.all.iter().map(|(parameter, setting)| (*parameter, setting))
    }

    /// Sets a parameter from text, as on the command line.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), ParameterError> {
        let known = || self.all.iter().map(|(p, _)| p.name).collect::<Vec<_>>().join(", ");
        match self.all.iter().position(|(parameter, _)| parameter.name == name) {
            None => Err(ParameterError::Unknown { name: name.to_owned(), known: known() }),
            Some(index) => {
                self.all[index].1 = self.all[index].0.parse(text)?;
                Ok(())
            }
        }
    }

    /// Whether the parameter is declared.
    pub fn has(&self, name: &str) -> bool {
        self.all.iter().any(|(parameter, _)| parameter.name == name)
    }

    fn get(&self, name: &str) -> Option<&Setting> {
        self.all.iter().find(|(parameter, _)| parameter.name == name).map(|(_, setting)| setting)
    }

    /// The number that a parameter is set to.
    pub fn number(&self, name: &'static str) -> Result<f64, LabError> {
        match self.get(name) {
            Some(Setting::Number(number)) => Ok(*number),
            _ => Err(LabError::Undeclared { name, kind: "number" }),
        }
    }

    /// The numbers that a parameter is set to.
    pub fn numbers(&self, name: &'static str) -> Result<&[f64], LabError> {
        match self.get(name) {
            Some(Setting::Numbers(numbers)) => Ok(numbers),
            _ => Err(LabError::Undeclared { name, kind: "list of numbers" }),
        }
    }

    /// The whole number that a parameter is set to.
    pub fn count(&self, name: &'static str) -> Result<u64, LabError> {
        match self.get(name) {
            Some(Setting::Count(count)) => Ok(*count),
            _ => Err(LabError::Undeclared { name, kind: "whole number" }),
        }
    }

    /// The word that a parameter is set to.
    pub fn choice(&self, name: &'static str) -> Result<&'static str, LabError> {
        match self.get(name) {
            Some(Setting::Choice(word)) => Ok(word),
            _ => Err(LabError::Undeclared { name, kind: "choice" }),
        }
    }

    /// Whether a flag is on.
    pub fn flag(&self, name: &'static str) -> Result<bool, LabError> {
        match self.get(name) {
            Some(Setting::Flag(on)) => Ok(*on),
            _ => Err(LabError::Undeclared { name, kind: "flag" }),
        }
    }
}
