//! Laws of pressure over compression, and how each is fitted.

use super::data::Points;
use crate::comparison::FittedModel;
use crate::estimate::Parameter;
use crate::least_squares::{NoFit, Solution, fit};
use bristle_contact::{Exponent, LinearSpringDamper, MaterialError, NormalLaw, PowerLaw, Tabulated};

/// A law of pressure over compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalModel {
    /// A straight line through zero.
    Linear,
    /// A straight line that need not pass through zero.
    Affine,
    /// A power of the compression.
    Power,
    /// Stiffer and stiffer towards the full thickness.
    Densifying,
    /// Two straight lines that meet at a knee.
    Piecewise,
}

const K: Parameter = Parameter::plain("stiffness", "K", "N/m³");
const OFFSET: Parameter = Parameter::plain("offset", "P0", "Pa");
const AT_REFERENCE: Parameter = Parameter::plain("pressure_at_largest", "Pr", "Pa");
const EXPONENT: Parameter = Parameter::plain("exponent", "n", "-");
const INVERSE_THICKNESS: Parameter = Parameter::plain("inverse_thickness", "1/d", "1/m");
const BEYOND: Parameter = Parameter::plain("stiffness_beyond", "K2", "N/m³");
const KNEE: Parameter = Parameter::plain("knee", "xk", "m");
const DAMPING: Parameter = Parameter::plain("damping", "C", "N·s/m³");

/// Points per straight piece of a table: the cubic between them is then straight but beside the knee.
const POINTS_PER_PIECE: usize = 12;
/// A densifying pad is tabulated up to this part of the thickness where its pressure would be infinite.
const NEARLY_FLAT: f64 = 0.97;

impl NormalModel {
    /// All of them, simplest first.
    pub const ALL: [Self; 5] = [Self::Linear, Self::Affine, Self::Power, Self::Densifying, Self::Piecewise];

    /// One word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Affine => "affine",
            Self::Power => "power",
            Self::Densifying => "densifying",
            Self::Piecewise => "piecewise",
        }
    }

    /// Its equation: pressure P over compression x.
    pub fn formula(self) -> &'static str {
        match self {
            Self::Linear => "P = K x",
            Self::Affine => "P = P0 + K x",
            Self::Power => "P = Pr (x/xr)^n, xr the largest compression",
            Self::Densifying => "P = K x/(1 - x/d)",
            Self::Piecewise => "P = K x up to xk, slope K2 beyond",
        }
    }

    /// The model of a word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|model| model.word() == word)
    }

    fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::Linear => &[K],
            Self::Affine => &[K, OFFSET],
            Self::Power => &[AT_REFERENCE, EXPONENT],
            Self::Densifying => &[K, INVERSE_THICKNESS],
            Self::Piecewise => &[K, BEYOND, KNEE],
        }
    }

    /// Points that it takes, one more than parameters, and for the knee two on either side.
    pub(super) fn least_points(self) -> usize {
        match self {
            Self::Piecewise => 6,
            _ => self.parameters().len() + 1,
        }
    }

    /// (CA-1) Pressure at compression `x` for parameters `p`, `xr` being the largest measured compression; all in one set of units.
    pub(super) fn pressure(self, p: &[f64], x: f64, xr: f64) -> f64 {
        match self {
            Self::Linear => p[0] * x,
            Self::Affine => p[1] + p[0] * x,
            Self::Power => p[0] * (x.max(0.0) / xr).powf(p[1]),
            // A denominator of zero would be a pad without room to be pressed in.
            Self::Densifying => p[0] * x / (1.0 - p[1] * x).max(1e-3),
            Self::Piecewise => p[0] * x.min(p[2]) + p[1] * (x - p[2]).max(0.0),
        }
    }

    /// Fits it to the points, with damping if their rates tell it.
    pub(super) fn fit(self, points: &Points, damped: bool, level: f64) -> Result<FittedModel, NoFit> {
        if points.compression.len() < self.least_points() {
            return Err(NoFit("too few points".into()));
        }
        // Compressions and pressures of size one.
        let (xr, pr) = (points.reference(), points.pressure.iter().fold(0.0, |a: f64, &b| a.max(b)));
        let x: Vec<f64> = points.compression.iter().map(|x| x / xr).collect();
        let y: Vec<f64> = points.pressure.iter().map(|p| p / pr).collect();
        let rates = points.rate.as_ref().filter(|_| damped);
        let fastest = rates.map_or(1.0, |rates| rates.iter().fold(0.0, |a: f64, r| a.max(r.abs())));
        let own = self.parameters().len();
        let residuals = |p: &[f64]| -> Vec<f64> {
            let drag = |i: usize| rates.map_or(0.0, |rates| p[own] * rates[i] / fastest);
            (0..x.len()).map(|i| self.pressure(&p[..own], x[i], 1.0) + drag(i) - y[i]).collect()
        };
        let mut start = self.start(&x, &y);
        let mut parameters = self.parameters().to_vec();
        if rates.is_some() {
            start.push(0.0);
            parameters.push(DAMPING);
        }
        let sizes = vec![1.0; start.len()];
        let solution = fit(&start, &sizes, &residuals)?;
        let units: Vec<f64> = parameters
            .iter()
            .map(|parameter| match parameter.name {
                "stiffness" | "stiffness_beyond" => pr / xr,
                "offset" | "pressure_at_largest" => pr,
                "inverse_thickness" => 1.0 / xr,
                "knee" => xr,
                "damping" => pr / fastest,
                _ => 1.0,
            })
            .collect();
        let solution = in_units(&solution, &units, pr);
        Ok(FittedModel::new(self.word(), self.formula(), &parameters, &solution, &points.pressure, level))
    }

    /// Where a fit to points of size one begins.
    fn start(self, x: &[f64], y: &[f64]) -> Vec<f64> {
        let slope = dot(x, y) / dot(x, x);
        // The hard parameter is tried on a grid; the others follow from linear least squares.
        let best = |grid: Vec<f64>, guess: &dyn Fn(f64) -> Vec<f64>| {
            let squares = |p: &[f64]| {
                x.iter().zip(y).map(|(&x, y)| (self.pressure(p, x, 1.0) - y).powi(2)).sum::<f64>()
            };
            let all = grid.into_iter().map(guess);
            all.min_by(|a, b| squares(a).total_cmp(&squares(b))).unwrap_or_default()
        };
        let shape_slope = |shape: &dyn Fn(f64) -> f64| {
            let s: Vec<f64> = x.iter().map(|&x| shape(x)).collect();
            dot(&s, y) / dot(&s, &s)
        };
        match self {
            Self::Linear => vec![slope],
            Self::Affine => vec![slope, 0.0],
            Self::Power => best((2..=24).map(|i| f64::from(i) / 4.0).collect(), &|n| {
                vec![shape_slope(&|x: f64| x.powf(n)), n]
            }),
            Self::Densifying => best((0..=18).map(|i| f64::from(i) * 0.05).collect(), &|s| {
                vec![shape_slope(&|x: f64| x / (1.0 - s * x)), s]
            }),
            Self::Piecewise => {
                let mut sorted = x.to_vec();
                sorted.sort_by(f64::total_cmp);
                let (low, high) = (sorted[1], sorted[sorted.len() - 2]);
                best((1..40).map(|i| low + (high - low) * f64::from(i) / 40.0).collect(), &|knee| {
                    let a: Vec<f64> = x.iter().map(|x| x.min(knee)).collect();
                    let b: Vec<f64> = x.iter().map(|x| (x - knee).max(0.0)).collect();
                    let (aa, ab, bb) = (dot(&a, &a), dot(&a, &b), dot(&b, &b));
                    let (ay, by) = (dot(&a, y), dot(&b, y));
                    let determinant = aa * bb - ab * ab;
                    if determinant > 1e-12 * aa * bb.max(f64::MIN_POSITIVE) {
                        vec![(ay * bb - by * ab) / determinant, (by * aa - ay * ab) / determinant, knee]
                    } else {
                        vec![slope, slope, knee]
                    }
                })
            }
        }
    }

    /// The law per square metre with `damping` \[N·s/m³\], good up to `limit` \[m\].
    pub(super) fn law(
        self,
        model: &FittedModel,
        xr: f64,
        limit: f64,
        damping: f64,
    ) -> Result<NormalLaw, MaterialError> {
        let p = &model.fitted;
        let table = |places: Vec<f64>| -> Result<NormalLaw, MaterialError> {
            let points: Vec<(f64, f64)> =
                places.into_iter().map(|x| (x, self.pressure(p, x, xr).max(0.0))).collect();
            Tabulated::new(&points, damping).map(NormalLaw::from)
        };
        let parts = |from: f64, to: f64, count: usize| {
            (1..=count).map(move |i| from + (to - from) * i as f64 / count as f64)
        };
        let piece = |from: f64, to: f64| parts(from, to, POINTS_PER_PIECE);
        match self {
            Self::Linear => LinearSpringDamper::new(p[0], damping).map(NormalLaw::from),
            Self::Power => {
                PowerLaw::new(p[0] / xr.powf(p[1]), Exponent::new(p[1])?, damping).map(NormalLaw::from)
            }
            Self::Affine => {
                // Where the line meets the axis; before it the pad yields without a load.
                let begin = -p[1] / p[0];
                if !(begin > 0.0) {
                    return Err(MaterialError::TableOffset { pressure: p[1] });
                }
                if begin >= limit {
                    return LinearSpringDamper::new(0.0, damping).map(NormalLaw::from);
                }
                table(std::iter::once(begin).chain(piece(begin, limit)).collect())
            }
            Self::Densifying => {
                let end = if p[1] > 0.0 { limit.min(NEARLY_FLAT / p[1]) } else { limit };
                table(parts(0.0, end, 3 * POINTS_PER_PIECE).collect())
            }
            Self::Piecewise => {
                let knee = p[2].clamp(0.0, limit);
                let beyond = if limit > knee * (1.0 + 1e-9) { Some(piece(knee, limit)) } else { None };
                table(piece(0.0, knee).chain(beyond.into_iter().flatten()).collect())
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A solution for points of size one, in units: `unit` of each parameter, and `measured` of the residuals.
fn in_units(solution: &Solution, units: &[f64], measured: f64) -> Solution {
    Solution {
        values: solution.values.iter().zip(units).map(|(v, unit)| v * unit).collect(),
        residuals: solution.residuals.iter().map(|r| r * measured).collect(),
        sum_of_squares: solution.sum_of_squares * measured * measured,
        standard_errors: solution
            .standard_errors
            .iter()
            .zip(units)
            .map(|(e, unit)| e.map(|e| e * unit))
            .collect(),
        covariance: solution
            .covariance
            .iter()
            .zip(units)
            .map(|(row, a)| row.iter().zip(units).map(|(c, b)| a * b * c).collect())
            .collect(),
        ..*solution
    }
}
