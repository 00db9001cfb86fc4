//! Several models of the same data, and which of them the data prefer.

use crate::estimate::{Estimate, Parameter, estimates};
use crate::least_squares::Solution;
use crate::student::two_sided_quantile;
use serde::Serialize;

/// Models whose criterion is within this of the best are as good; the simplest of them is taken.
pub(crate) const AS_GOOD: f64 = 2.0;

/// A model fitted to the data.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FittedModel {
    /// What it is called.
    pub name: &'static str,
    /// Its equation.
    pub formula: &'static str,
    /// Its parameters.
    pub parameters: Vec<Estimate>,
    /// Standard deviation of the residuals, in the unit of the measured quantity.
    pub residual_deviation: f64,
    /// Share of the variation that the model explains \[-\].
    pub r_squared: f64,
    /// Akaike's criterion, corrected for few points: smaller is better; none with too few points for it.
    pub aicc: Option<f64>,
    /// How far above that of the best model it is.
    pub delta_aicc: Option<f64>,
    /// How far above that of a constant it is; below zero for a law that explains something.
    pub over_constant: Option<f64>,
    /// Condition number of the scaled Jacobian; none if a combination of parameters does not matter at all.
    pub condition: Option<f64>,
    /// Model minus measurement at every point, in the unit of the measured quantity.
    #[serde(skip)]
    pub residuals: Vec<f64>,
    /// As fitted, logarithms and all.
    #[serde(skip)]
    pub(crate) fitted: Vec<f64>,
    #[serde(skip)]
    pub(crate) covariance: Vec<Vec<f64>>,
    /// Half-widths of intervals in standard errors.
    #[serde(skip)]
    t: f64,
}

impl FittedModel {
    /// From a solution for the measured values `y`; `unit` is what one unit of the residuals stands for.
    pub(crate) fn new(
        name: &'static str,
        formula: &'static str,
        parameters: &[Parameter],
        solution: &Solution,
        y: &[f64],
        level: f64,
    ) -> Self {
        let n = y.len() as f64;
        let k = parameters.len() as f64 + 1.0; // the spread of the noise is fitted, too
        let squares: f64 = y.iter().map(|y| y * y).sum();
        let mean = y.iter().sum::<f64>() / n;
        let variation: f64 = y.iter().map(|y| (y - mean) * (y - mean)).sum();
        // (CA-6) A fit to the last digit would be infinitely good: round-off is the least noise there is.
        let rest = solution.sum_of_squares.max(1e-24 * squares).max(f64::MIN_POSITIVE);
        let criterion = |rest: f64, k: f64| {
            (n > k + 1.0).then(|| n * (rest / n).ln() + 2.0 * k + 2.0 * k * (k + 1.0) / (n - k - 1.0))
        };
        let aicc = criterion(rest, k);
        // (CA-8) A constant has its value and the spread of the noise.
        let constant = criterion(variation.max(1e-24 * squares).max(f64::MIN_POSITIVE), 2.0);
        Self {
            name,
            formula,
            parameters: estimates(parameters, solution, level),
            residual_deviation: (solution.sum_of_squares / solution.freedom as f64).sqrt(),
            r_squared: if variation > 0.0 { 1.0 - solution.sum_of_squares / variation } else { 0.0 },
            aicc,
            delta_aicc: None,
            over_constant: aicc.zip(constant).map(|(aicc, constant)| aicc - constant),
            condition: Some(solution.condition).filter(|condition| condition.is_finite()),
            residuals: solution.residuals.clone(),
            fitted: solution.values.clone(),
            covariance: solution.covariance.clone(),
            t: two_sided_quantile(level, solution.freedom),
        }
    }

    /// Takes the intervals away: the residuals are not noise about this model.
    pub(crate) fn disown(&mut self) {
        self.t = f64::INFINITY;
        for estimate in &mut self.parameters {
            *estimate = Estimate { low: None, high: None, determined: false, ..estimate.clone() };
        }
    }

    /// A parameter by its name.
    pub fn parameter(&self, name: &str) -> Option<&Estimate> {
        self.parameters.iter().find(|estimate| estimate.name == name)
    }

    /// Something that follows from the parameters as fitted, with its interval to first order.
    pub(crate) fn derived(&self, what: Parameter, of: impl Fn(&[f64]) -> f64) -> Estimate {
        let slope = |j: usize| {
            let step = 1e-6 * self.fitted[j].abs().max(self.covariance[j][j].sqrt()).max(f64::MIN_POSITIVE);
            let shifted = |by: f64| {
                let mut p = self.fitted.clone();
                p[j] += by;
                of(&p)
            };
            (shifted(step) - shifted(-step)) / (2.0 * step)
        };
        let slopes: Vec<f64> = (0..self.fitted.len()).map(slope).collect();
        let pairs = slopes.iter().zip(&self.covariance);
        let variance: f64 =
            pairs.map(|(a, row)| a * slopes.iter().zip(row).map(|(b, c)| b * c).sum::<f64>()).sum();
        let (value, half) = (of(&self.fitted), self.t * variance.max(0.0).sqrt());
        Estimate {
            name: what.name,
            symbol: what.symbol,
            unit: what.unit,
            value,
            low: Some(value - half).filter(|low| low.is_finite()),
            high: Some(value + half).filter(|high| high.is_finite()),
            determined: half < value.abs(),
        }
    }

    /// Best value of a parameter by its name.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.parameter(name).map(|estimate| estimate.value)
    }
}

/// Fills in how far each model is behind the best.
pub(crate) fn compare(models: &mut [FittedModel]) {
    let best = models.iter().filter_map(|model| model.aicc).fold(f64::INFINITY, f64::min);
    for model in models {
        model.delta_aicc = model.aicc.map(|aicc| aicc - best);
    }
}

/// The first model, in order of simplicity, that is as good as the best of those that `fits` allows.
pub(crate) fn choose(models: &[FittedModel], fits: impl Fn(&FittedModel) -> bool) -> Option<usize> {
    let allowed = || models.iter().enumerate().filter(|(_, model)| fits(model));
    let best = allowed().filter_map(|(_, model)| model.aicc).fold(f64::INFINITY, f64::min);
    let good = allowed().find(|(_, model)| model.aicc.is_some_and(|aicc| aicc <= best + AS_GOOD));
    good.or_else(|| allowed().next()).map(|(index, _)| index)
}

/// What the data leave open, and what would settle it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Open {
    /// The parameter.
    pub parameter: &'static str,
    /// Why the data do not determine it.
    pub why: String,
    /// What to measure.
    pub remedy: String,
    /// The value that a material file gets all the same, in SI units.
    pub assumed: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::least_squares::fit;

    fn polynomial(order: usize, name: &'static str, y: &[f64]) -> FittedModel {
        const PARAMETERS: [Parameter; 3] = [
            Parameter::plain("a", "a", "-"),
            Parameter::plain("b", "b", "-"),
            Parameter::plain("c", "c", "-"),
        ];
        let residuals = |p: &[f64]| {
            let value = |x: f64| p.iter().rev().fold(0.0, |sum, c| sum * x + c);
            y.iter().enumerate().map(|(i, y)| value(i as f64 * 0.3) - y).collect::<Vec<_>>()
        };
        let solution = fit(&vec![0.0; order], &vec![1.0; order], &residuals).unwrap();
        FittedModel::new(name, "", &PARAMETERS[..order], &solution, y, 0.95)
    }

    #[test]
    fn the_simplest_of_the_good_models_is_taken() {
        // A line with a little noise: the parabola gains nothing, the constant lacks the slope.
        let y = [0.31, 0.72, 1.08, 1.53, 1.89, 2.32, 2.69, 3.12];
        let mut models =
            vec![polynomial(1, "constant", &y), polynomial(2, "line", &y), polynomial(3, "parabola", &y)];
        compare(&mut models);
        assert_eq!(choose(&models, |_| true), Some(1));
        assert_eq!(choose(&models, |model| model.name == "parabola"), Some(2));
        assert!(models[0].delta_aicc.unwrap() > 20.0 && models[1].delta_aicc.unwrap() < 2.0);
        assert!(models[1].r_squared > 0.999);
    }

    #[test]
    fn the_criterion_is_akaikes() {
        let y = [0.3, 0.9, 1.0, 1.7, 1.6];
        let model = polynomial(1, "constant", &y);
        let mean = 1.1;
        let squares: f64 = y.iter().map(|y| (y - mean) * (y - mean)).sum();
        let expected = 5.0 * (squares / 5.0_f64).ln() + 4.0 + 2.0 * 2.0 * 3.0 / 2.0;
        assert!((model.aicc.unwrap() - expected).abs() < 1e-9);
        // Four parameters with the noise: five points are too few to correct for them.
        assert_eq!(polynomial(3, "parabola", &y).aicc, None);
    }
}
