//! Fits of all friction models to all that was measured.

use super::FrictionOptions;
use super::data::{Measured, Pull};
use super::model::FrictionModel;
use crate::comparison::FittedModel;
use crate::least_squares::{NoFit, Solution, fit, fit_patiently};

/// Starts that a fit with a bristle is tried from.
const TRIES: usize = 3;
/// Samples of a record that the search is made with; a longer one is thinned for it, so that the time of a calibration grows with its length and no faster.
const SEARCHED_SAMPLES: usize = 2000;
/// Patience with the whole of such a record, from what the search has found.
const LITTLE_PATIENCE: usize = 8;

/// The models that the data allow, simplest first.
pub(super) fn all(measured: &Measured, options: &FrictionOptions) -> (Vec<FittedModel>, Vec<FrictionModel>) {
    let task = Task::new(measured, options);
    let fitted = FrictionModel::ALL.into_iter().filter_map(|kind| {
        let solution = task.fit(kind).ok()?;
        let parameters = kind.parameters(measured.pull.is_some());
        let forces = measured.forces();
        let level = options.reading.level;
        Some((FittedModel::new(kind.word(), kind.formula(), &parameters, &solution, &forces, level), kind))
    });
    fitted.unzip()
}

struct Task<'m> {
    measured: &'m Measured,
    options: &'m FrictionOptions,
    /// Largest friction \[N\].
    force: f64,
    /// Its ratio to the normal force \[-\].
    mu: f64,
    /// Slowest (above rest) and fastest speed \[m/s\].
    slowest: f64,
    fastest: f64,
}

impl Measured {
    /// All measured forces, in the order of the residuals \[N\].
    pub(super) fn forces(&self) -> Vec<f64> {
        let curve = self.curve.iter().flat_map(|curve| curve.friction.iter().copied());
        let pull = self.pull.iter().flat_map(|pull| pull.friction.iter().skip(1).copied());
        curve.chain(pull).collect()
    }

    /// The same with some of the samples of a long record, evenly; none if it is short.
    fn thinned(&self) -> Option<Self> {
        let pull = self.pull.as_ref().filter(|pull| pull.len() > 2 * SEARCHED_SAMPLES)?;
        let every = pull.len() / SEARCHED_SAMPLES;
        let some = |values: &[f64]| values.iter().step_by(every).copied().collect::<Vec<_>>();
        let pull = Pull {
            time: some(&pull.time),
            displacement: some(&pull.displacement),
            friction: some(&pull.friction),
            normal: some(&pull.normal),
        };
        Some(Self { pull: Some(pull), ..self.clone() })
    }
}

impl<'m> Task<'m> {
    fn new(measured: &'m Measured, options: &'m FrictionOptions) -> Self {
        let mut speeds: Vec<f64> =
            measured.curve.iter().flat_map(|curve| curve.speed.iter().copied()).collect();
        let mut normals: Vec<f64> =
            measured.curve.iter().flat_map(|curve| curve.normal.iter().copied()).collect();
        if let Some(pull) = &measured.pull {
            let moved = pull.displacement.windows(2).zip(pull.time.windows(2));
            speeds.extend(moved.map(|(u, t)| ((u[1] - u[0]) / (t[1] - t[0])).abs()));
            normals.extend(&pull.normal);
        }
        let force = measured.forces().iter().fold(0.0, |a: f64, f| a.max(f.abs()));
        let normal = normals.iter().sum::<f64>() / normals.len().max(1) as f64;
        let fastest = speeds.iter().fold(0.0, |a: f64, &v| a.max(v)).max(1e-9);
        let slowest = speeds.iter().filter(|&&v| v > 1e-6 * fastest).fold(fastest, |a, &v| a.min(v));
        Self { measured, options, force, mu: force / normal, slowest, fastest }
    }

    /// Model minus measurement, in units of the largest friction.
    fn residuals(&self, kind: FrictionModel, p: &[f64]) -> Vec<f64> {
        let meaning = kind.meaning(p);
        let mut all = Vec::with_capacity(self.measured.forces().len());
        if let Some(curve) = &self.measured.curve {
            all.extend(
                (0..curve.len()).map(|i| {
                    (meaning.steady(curve.speed[i], curve.normal[i]) - curve.friction[i]) / self.force
                }),
            );
        }
        if let Some(pull) = &self.measured.pull {
            let found = meaning.pulled(pull, self.options.law);
            all.extend(found.iter().zip(&pull.friction).skip(1).map(|(found, f)| (found - f) / self.force));
        }
        all
    }

    fn fit(&self, kind: FrictionModel) -> Result<Solution, NoFit> {
        let mut solution = match self.measured.thinned() {
            None => self.search(kind)?,
            Some(thinned) => {
                let start = Task::new(&thinned, self.options).search(kind)?.values;
                fit_patiently(
                    &start,
                    &self.sizes(kind),
                    &|p: &[f64]| self.residuals(kind, p),
                    LITTLE_PATIENCE,
                )?
            }
        };
        if let (true, Some(damping)) = (self.measured.pull.is_some(), solution.values.last_mut()) {
            *damping = damping.abs(); // the model is mirrored there
        }
        Ok(Solution {
            residuals: solution.residuals.iter().map(|r| r * self.force).collect(),
            sum_of_squares: solution.sum_of_squares * self.force * self.force,
            ..solution
        })
    }

    /// Orders of magnitude of a model's parameters.
    fn sizes(&self, kind: FrictionModel) -> Vec<f64> {
        let size = |name: &str| match name {
            "mu_static" | "mu_dynamic" => self.mu,
            "viscosity" | "damping" => self.force / self.fastest,
            _ => 1.0,
        };
        let parameters = kind.parameters(self.measured.pull.is_some());
        parameters.iter().map(|parameter| size(parameter.name)).collect()
    }

    /// The best fit from several starts, with residuals in units of the largest friction.
    fn search(&self, kind: FrictionModel) -> Result<Solution, NoFit> {
        let bristle = self.measured.pull.is_some();
        let sizes = self.sizes(kind);
        let squares = |p: &[f64]| {
            let sum: f64 = self.residuals(kind, p).iter().map(|r| r * r).sum();
            if sum.is_finite() { sum } else { f64::INFINITY }
        };
        let mut starts: Vec<(f64, Vec<f64>)> =
            self.starts(kind, bristle).into_iter().map(|start| (squares(&start), start)).collect();
        starts.sort_by(|a, b| a.0.total_cmp(&b.0));
        // A bristle begins to slide with a corner, which leaves hollows to be caught in: try more than one start.
        let tries = starts.iter().take(if bristle { TRIES } else { 1 });
        let fits = tries.map(|(_, start)| fit(start, &sizes, &|p: &[f64]| self.residuals(kind, p)));
        let best = fits.reduce(|a, b| match (&a, &b) {
            (Ok(x), Ok(y)) if y.sum_of_squares < x.sum_of_squares => b,
            (Err(_), Ok(_)) => b,
            _ => a,
        });
        best.unwrap_or_else(|| Err(NoFit("there is no place to begin at".into())))
    }

    /// Places to begin at: speeds x0 over all that was measured, and the rest by linear least squares for each.
    fn starts(&self, kind: FrictionModel, bristle: bool) -> Vec<Vec<f64>> {
        let (low, high) = (self.slowest / 2.0, self.fastest * 1.5);
        let tries = if kind.has_stribeck() { 16 } else { 1 };
        let speeds = (0..tries).map(|i| (low * (high / low).powf(i as f64 / (tries.max(2) - 1) as f64)).ln());
        let mut starts: Vec<Vec<f64>> = speeds.map(|ln_x0| self.linear_start(kind, ln_x0)).collect();
        if bristle {
            let stiffness = self.first_slope().max(1e-6).ln();
            let viscous = self.force / self.fastest;
            let dampings = [3e-3, 0.03, 0.3].map(|share| share * viscous);
            let with =
                |start: &[f64], by: f64| dampings.map(|damping| [start, &[stiffness + by, damping]].concat());
            let all = starts.iter().flat_map(|start| [-0.7, 0.0, 0.7].map(|by| with(start, by)));
            starts = all.flatten().collect();
        }
        starts
    }

    /// The parameters that count linearly, for a given Stribeck speed; from the curve if there is one, or the largest force.
    fn linear_start(&self, kind: FrictionModel, ln_x0: f64) -> Vec<f64> {
        let with = |linear: &[f64]| -> Vec<f64> {
            match kind {
                FrictionModel::Coulomb | FrictionModel::CoulombViscous => linear.to_vec(),
                FrictionModel::Stribeck => vec![linear[0], linear[1], ln_x0],
                FrictionModel::StribeckViscous => vec![linear[0], linear[1], ln_x0, linear[2]],
            }
        };
        let guess: Vec<f64> = match kind {
            FrictionModel::Coulomb => vec![0.8 * self.mu],
            FrictionModel::CoulombViscous => vec![0.8 * self.mu, 0.0],
            FrictionModel::Stribeck => vec![self.mu, 0.6 * self.mu],
            FrictionModel::StribeckViscous => vec![self.mu, 0.6 * self.mu, 0.0],
        };
        let Some(curve) = &self.measured.curve else { return with(&guess) };
        let residuals = |linear: &[f64]| -> Vec<f64> {
            let meaning = kind.meaning(&with(linear));
            (0..curve.len())
                .map(|i| (meaning.steady(curve.speed[i], curve.normal[i]) - curve.friction[i]) / self.force)
                .collect()
        };
        let sizes = [
            self.mu,
            if kind == FrictionModel::CoulombViscous { self.force / self.fastest } else { self.mu },
        ];
        let sizes: Vec<f64> =
            sizes.into_iter().chain([self.force / self.fastest]).take(guess.len()).collect();
        match fit(&guess, &sizes, &residuals) {
            Ok(found) if found.values.iter().all(|v| v.is_finite()) => with(&found.values),
            _ => with(&guess),
        }
    }

    /// How steeply friction rises before the pad slides \[N/m\].
    fn first_slope(&self) -> f64 {
        let Some(pull) = &self.measured.pull else { return 1.0 };
        let largest = pull.friction.iter().fold(0.0, |a: f64, f| a.max(f.abs()));
        let (mut uu, mut uf) = (0.0, 0.0);
        for (u, f) in pull.displacement.iter().zip(&pull.friction) {
            uu += u * u;
            uf += u * f;
            if f.abs() > 0.6 * largest {
                break;
            }
        }
        if uu > 0.0 { uf / uu } else { 1.0 }
    }
}
