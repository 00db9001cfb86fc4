//! Nonlinear least squares, and what the data say about each parameter.
//!
//! The one door to `levenberg-marquardt` and `nalgebra`: plain vectors go in and come out.

use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt, TerminationReason};
use nalgebra::storage::Owned;
use nalgebra::{DMatrix, DVector, Dyn};

/// Step of the central differences, in units of a parameter's size: the cube root of the round-off.
const DIFFERENCE: f64 = 6e-6;
/// Directions whose singular value is below this part of the largest are lost in the error of the differences.
const RANK_TOLERANCE: f64 = 1e-7;
/// A parameter is lost with a direction if this much of the direction (squared) is its own.
const SHARE_OF_A_LOST_DIRECTION: f64 = 1e-3;

/// A fit, with the spread of its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    pub(crate) values: Vec<f64>,
    /// Model minus measurement.
    pub(crate) residuals: Vec<f64>,
    pub(crate) sum_of_squares: f64,
    /// Measurements minus parameters.
    pub(crate) freedom: usize,
    /// One standard error each; none for a parameter that does not matter to the data.
    pub(crate) standard_errors: Vec<Option<f64>>,
    /// Covariance of the parameters, over the directions that the data know.
    pub(crate) covariance: Vec<Vec<f64>>,
    /// Largest over smallest singular value of the scaled Jacobian; infinite if a direction is lost.
    pub(crate) condition: f64,
}

/// Why no fit came about, in words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NoFit(pub(crate) String);

/// How often residuals may be asked for, in units of the number of parameters and one.
const PATIENCE: usize = 300;

/// (CA-4) Minimises the squares of `residuals(parameters)`, beginning at `start`; `sizes` are the parameters' orders of magnitude.
pub(crate) fn fit(
    start: &[f64],
    sizes: &[f64],
    residuals: &dyn Fn(&[f64]) -> Vec<f64>,
) -> Result<Solution, NoFit> {
    fit_patiently(start, sizes, residuals, PATIENCE)
}

/// The same with less or more patience: a start that is nearly right needs little.
pub(crate) fn fit_patiently(
    start: &[f64],
    sizes: &[f64],
    residuals: &dyn Fn(&[f64]) -> Vec<f64>,
    patience: usize,
) -> Result<Solution, NoFit> {
    let sizes: Vec<f64> = sizes.iter().map(|size| if size.abs() > 0.0 { size.abs() } else { 1.0 }).collect();
    let scaled = DVector::from_iterator(start.len(), start.iter().zip(&sizes).map(|(p, size)| p / size));
    let problem = Problem { parameters: scaled, sizes: &sizes, residuals };
    let count = problem.evaluate(&problem.parameters).len();
    if count <= start.len() {
        return Err(NoFit(format!(
            "{count} points cannot determine {} parameters and their spread",
            start.len()
        )));
    }
    let (problem, report) =
        LevenbergMarquardt::new().with_tol(1e-14).with_patience(patience).minimize(problem);
    match report.termination {
        TerminationReason::User(_) | TerminationReason::Numerical(_) => {
            return Err(NoFit("the fit ran into numbers that are not finite".into()));
        }
        TerminationReason::NoParameters
        | TerminationReason::NoResiduals
        | TerminationReason::WrongDimensions(_) => {
            return Err(NoFit("there is nothing to fit".into()));
        }
        // Out of patience or of digits: the best point so far, and the spread below says what it is worth.
        _ => {}
    }
    Ok(problem.judge())
}

struct Problem<'f> {
    /// In units of their sizes.
    parameters: DVector<f64>,
    sizes: &'f [f64],
    residuals: &'f dyn Fn(&[f64]) -> Vec<f64>,
}

impl Problem<'_> {
    fn evaluate(&self, scaled: &DVector<f64>) -> DVector<f64> {
        DVector::from_vec((self.residuals)(&self.in_units(scaled)))
    }

    fn in_units(&self, scaled: &DVector<f64>) -> Vec<f64> {
        scaled.iter().zip(self.sizes).map(|(q, size)| q * size).collect()
    }

    fn differences(&self) -> DMatrix<f64> {
        let columns: Vec<DVector<f64>> = (0..self.parameters.len())
            .map(|j| {
                let step = DIFFERENCE * self.parameters[j].abs().max(1.0);
                let shifted = |by: f64| {
                    let mut parameters = self.parameters.clone();
                    parameters[j] += by;
                    self.evaluate(&parameters)
                };
                (shifted(step) - shifted(-step)) / (2.0 * step)
            })
            .collect();
        DMatrix::from_columns(&columns)
    }

    /// The spread of the parameters where the fit ended (CA-5).
    fn judge(&self) -> Solution {
        let residuals = self.evaluate(&self.parameters);
        let sum_of_squares = residuals.norm_squared();
        let (rows, count) = (residuals.len(), self.parameters.len());
        let freedom = rows - count;
        let variance = sum_of_squares / freedom as f64;

        // Columns of length one: what is left in the singular values is how alike the columns are.
        let mut jacobian = self.differences();
        let lengths: Vec<f64> = jacobian.column_iter().map(|column| column.norm()).collect();
        let longest = lengths.iter().fold(0.0, |a: f64, &b| a.max(b));
        for (mut column, &length) in jacobian.column_iter_mut().zip(&lengths) {
            // A parameter of any unit has a size of one here, so a short column is one that hardly matters.
            if length > RANK_TOLERANCE * longest {
                column /= length;
            } else {
                column.fill(0.0);
            }
        }
        let decomposed = jacobian.svd(false, true);
        let singular = &decomposed.singular_values;
        let largest = singular.max();
        let is_lost = |i: usize| !(singular[i] > RANK_TOLERANCE * largest);
        let v_t = decomposed.v_t.unwrap_or_else(|| DMatrix::identity(count, count));
        let unit = |j: usize| if lengths[j] > 0.0 { self.sizes[j] / lengths[j] } else { 0.0 };
        let together = |j: usize, k: usize| {
            let known = (0..count).filter(|&i| !is_lost(i));
            let spread: f64 = known.map(|i| v_t[(i, j)] * v_t[(i, k)] / (singular[i] * singular[i])).sum();
            variance * spread * unit(j) * unit(k)
        };
        let covariance: Vec<Vec<f64>> =
            (0..count).map(|j| (0..count).map(|k| together(j, k)).collect()).collect();
        let standard_errors = (0..count)
            .map(|j| {
                let lost: f64 = (0..count).filter(|&i| is_lost(i)).map(|i| v_t[(i, j)].powi(2)).sum();
                (lost <= SHARE_OF_A_LOST_DIRECTION).then(|| covariance[j][j].sqrt())
            })
            .collect();
        let condition = if (0..count).any(is_lost) { f64::INFINITY } else { largest / singular.min() };
        Solution {
            values: self.in_units(&self.parameters),
            residuals: residuals.iter().copied().collect(),
            sum_of_squares,
            freedom,
            standard_errors,
            covariance,
            condition,
        }
    }
}

impl LeastSquaresProblem<f64, Dyn, Dyn> for Problem<'_> {
    type ParameterStorage = Owned<f64, Dyn>;
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;

    fn set_params(&mut self, x: &DVector<f64>) {
        self.parameters.copy_from(x);
    }

    fn params(&self) -> DVector<f64> {
        self.parameters.clone()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        let found = self.evaluate(&self.parameters);
        found.iter().all(|r| r.is_finite()).then_some(found)
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let found = self.differences();
        found.iter().all(|r| r.is_finite()).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: [f64; 6] = [0.3, 0.7, 1.1, 1.3, 2.1, 2.9];
    const Y: [f64; 6] = [0.9, 1.2, 2.2, 2.0, 3.7, 4.4];

    #[test]
    fn a_straight_line_has_the_closed_forms_of_its_spread() {
        let line = |p: &[f64]| X.iter().zip(Y).map(|(x, y)| p[0] + p[1] * x - y).collect::<Vec<_>>();
        let found = fit(&[0.0, 1.0], &[1.0, 1.0], &line).unwrap();
        let n = 6.0;
        let (mx, my) = (X.iter().sum::<f64>() / n, Y.iter().sum::<f64>() / n);
        let sxx: f64 = X.iter().map(|x| (x - mx) * (x - mx)).sum();
        let slope = X.iter().zip(Y).map(|(x, y)| (x - mx) * (y - my)).sum::<f64>() / sxx;
        let squares: f64 = X.iter().zip(Y).map(|(x, y)| (y - my - slope * (x - mx)).powi(2)).sum();
        let error = (squares / 4.0 / sxx).sqrt();
        assert!((found.values[1] - slope).abs() < 1e-9 && (found.values[0] - (my - slope * mx)).abs() < 1e-9);
        // Central differences of a linear function are right but for round-off over the step, 1e-16/6e-6.
        assert!((found.standard_errors[1].unwrap() / error - 1.0).abs() < 1e-8);
        let offset_error = error * (sxx / n + mx * mx).sqrt();
        assert!((found.standard_errors[0].unwrap() / offset_error - 1.0).abs() < 1e-8);
        assert_eq!(found.freedom, 4);
    }

    #[test]
    fn parameters_that_only_count_together_are_not_determined() {
        // p0 and p1 matter through their sum alone; p2 is told apart.
        let twins =
            |p: &[f64]| X.iter().zip(Y).map(|(x, y)| (p[0] + p[1]) * x + p[2] - y).collect::<Vec<_>>();
        let found = fit(&[0.3, 0.7, 0.0], &[1.0; 3], &twins).unwrap();
        assert_eq!(found.standard_errors[..2], [None, None]);
        assert!(found.standard_errors[2].is_some() && found.condition.is_infinite());
        // A parameter that no residual knows.
        let idle = |p: &[f64]| X.iter().zip(Y).map(|(x, y)| p[0] * x - y).collect::<Vec<_>>();
        let found = fit(&[1.0, 1.0], &[1.0; 2], &idle).unwrap();
        assert!(found.standard_errors[0].is_some() && found.standard_errors[1].is_none());
    }

    #[test]
    fn units_of_parameters_do_not_matter() {
        let at = |unit: f64| {
            let power = move |p: &[f64]| {
                X.iter().zip(Y).map(|(x, y)| p[0] * unit * x.powf(p[1]) - y).collect::<Vec<_>>()
            };
            fit(&[1.0 / unit, 1.0], &[1.0 / unit, 1.0], &power).unwrap()
        };
        let (a, b) = (at(1.0), at(1e9));
        // The minimum is flat: parameters agree to the root of the round-off of the sum of squares.
        assert!((a.values[0] / (b.values[0] * 1e9) - 1.0).abs() < 1e-7);
        let (ea, eb) = (a.standard_errors[0].unwrap(), b.standard_errors[0].unwrap() * 1e9);
        assert!((ea / eb - 1.0).abs() < 1e-6);
    }

    #[test]
    fn too_few_points_and_bad_numbers_are_refused() {
        let two = |p: &[f64]| vec![p[0] - 1.0, p[1] - 2.0];
        assert!(fit(&[0.0, 0.0], &[1.0; 2], &two).unwrap_err().0.contains("2 points"));
        let bad = |p: &[f64]| vec![p[0], f64::NAN, 1.0];
        assert!(fit(&[0.3], &[1.0], &bad).is_err());
    }
}
