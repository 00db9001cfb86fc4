//! A parameter with the interval that the data leave it.

use crate::least_squares::Solution;
use crate::student::two_sided_quantile;
use serde::Serialize;

/// A fitted parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// What it is called.
    pub name: &'static str,
    /// Its letter.
    pub symbol: &'static str,
    /// Best value, in `unit`.
    pub value: f64,
    /// SI unit.
    pub unit: &'static str,
    /// Lower end of the confidence interval; none if the data do not bound it.
    pub low: Option<f64>,
    /// Upper end of the confidence interval; none if the data do not bound it.
    pub high: Option<f64>,
    /// Whether the data tell the parameter from zero, and from the others.
    pub determined: bool,
}

impl Estimate {
    /// Whether `truth` lies in the interval; an interval without ends holds everything.
    pub fn covers(&self, truth: f64) -> bool {
        self.low.is_none_or(|low| low <= truth) && self.high.is_none_or(|high| truth <= high)
    }

    /// The same in another unit, `factor` old ones to a new one's value.
    pub(crate) fn times(&self, factor: f64, unit: &'static str) -> Self {
        Self {
            value: self.value * factor,
            low: self.low.map(|low| low * factor),
            high: self.high.map(|high| high * factor),
            unit,
            ..self.clone()
        }
    }
}

/// How a parameter is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    Plain,
    /// By its logarithm: it is above zero, and so is its interval.
    Logarithm,
}

/// A parameter of a model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) symbol: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) scale: Scale,
}

impl Parameter {
    pub(crate) const fn plain(name: &'static str, symbol: &'static str, unit: &'static str) -> Self {
        Self { name, symbol, unit, scale: Scale::Plain }
    }

    pub(crate) const fn positive(name: &'static str, symbol: &'static str, unit: &'static str) -> Self {
        Self { name, symbol, unit, scale: Scale::Logarithm }
    }

    /// From what was fitted to what is meant.
    pub(crate) fn meant(&self, fitted: f64) -> f64 {
        match self.scale {
            Scale::Plain => fitted,
            Scale::Logarithm => fitted.exp(),
        }
    }
}

/// The estimates of a fit, with intervals of `level`.
pub(crate) fn estimates(parameters: &[Parameter], solution: &Solution, level: f64) -> Vec<Estimate> {
    let t = two_sided_quantile(level, solution.freedom);
    let each = parameters.iter().zip(&solution.values).zip(&solution.standard_errors);
    each.map(|((parameter, &fitted), &error)| {
        let value = parameter.meant(fitted);
        let ends =
            error.map(|error| (parameter.meant(fitted - t * error), parameter.meant(fitted + t * error)));
        // An interval as wide to one side as the value is large: it may be zero, or twice as much.
        let determined = ends.is_some_and(|(low, high)| high.is_finite() && (high - low) / 2.0 < value.abs());
        Estimate {
            name: parameter.name,
            symbol: parameter.symbol,
            unit: parameter.unit,
            value,
            low: ends.map(|(low, _)| low).filter(|low| low.is_finite()),
            high: ends.map(|(_, high)| high).filter(|high| high.is_finite()),
            determined,
        }
    })
    .collect()
}
