//! How a step moves on: second order where forces are soft for it, settling where they are stiff.
//!
//! Unknown is the way over the step per time, `u`. The velocity at its end is `v' = v + (I + S⁻¹M)(u − v)`, `S = M + 2A`, where `2A ≥ 0` is what
//! contacts and joints resist the way with, `h` times the derivative of their forces. Without resistance `u` is the mean of both velocities,
//! the trapezoidal rule; with much of it `u` is the velocity at the end, and what cannot be resolved settles. Whatever `A` is, forces whose work
//! over the way is the loss of their energy never make the total energy grow: it changes by `−½ Δvᵀ (A⁻¹ + M⁻¹)⁻¹ Δv` (TD-3).

use bristle_coupling::Matrix;

/// Resistances that are smaller beside the masses do not show.
const WEAK: f64 = 1e-12;

/// The map from ways to velocities of one step.
#[derive(Clone, Debug)]
pub(crate) struct Stiff {
    /// Velocities at the begin of the step.
    begin: Vec<f64>,
    /// Cholesky's factor of `S`; only if anything resists.
    factor: Matrix,
    /// `M + M S⁻¹ M`: what the unknowns weigh.
    mass: Matrix,
    column: Vec<f64>,
    resists: bool,
}

impl Stiff {
    pub(crate) fn new(columns: usize) -> Self {
        let numbers = || vec![0.0; columns];
        let (factor, mass) = (Matrix::new(columns), Matrix::new(columns));
        Self { begin: numbers(), factor, mass, column: numbers(), resists: false }
    }

    /// A step from these velocities; nothing is known to resist yet.
    pub(crate) fn begin(&mut self, velocity: &[f64], mass: &Matrix) {
        self.begin.copy_from_slice(velocity);
        self.resists = false;
        self.weigh(mass);
    }

    /// Takes what resists: `h` times the derivative of forces in the ways, whose symmetric part counts.
    pub(crate) fn resist(&mut self, resistance: &Matrix, mass: &Matrix) {
        let n = self.begin.len();
        self.resists = (0..n).any(|i| resistance.get(i, i) > WEAK * mass.get(i, i));
        if self.resists {
            for i in 0..n {
                for j in 0..n {
                    let both = resistance.get(i, j) + resistance.get(j, i);
                    *self.factor.at(i, j) = mass.get(i, j) + 0.5 * both;
                }
            }
            // The trapezoidal rule is always there to fall back on.
            self.resists = self.factor.cholesky().is_ok();
        }
        self.weigh(mass);
    }

    fn weigh(&mut self, mass: &Matrix) {
        let n = self.begin.len();
        for j in 0..n {
            for i in 0..n {
                self.column[i] = mass.get(i, j);
            }
            if self.resists {
                self.factor.cholesky_solve(&mut self.column);
                for i in 0..n {
                    let product: f64 = mass.row(i).iter().zip(&self.column).map(|(m, x)| m * x).sum();
                    *self.mass.at(i, j) = mass.get(i, j) + product;
                }
            } else {
                for i in 0..n {
                    *self.mass.at(i, j) = 2.0 * self.column[i];
                }
            }
        }
    }

    /// What the unknowns weigh.
    pub(crate) fn mass(&self) -> &Matrix {
        &self.mass
    }

    /// Velocities at the end of the step, for ways `u`.
    pub(crate) fn end_velocity(&self, mass: &Matrix, u: &[f64], end: &mut [f64]) {
        if !self.resists {
            for (end, (u, v)) in end.iter_mut().zip(u.iter().zip(&self.begin)) {
                *end = 2.0 * u - v;
            }
            return;
        }
        for (i, end) in end.iter_mut().enumerate() {
            let terms = mass.row(i).iter().zip(u.iter().zip(&self.begin));
            *end = terms.map(|(m, (u, v))| m * (u - v)).sum();
        }
        self.factor.cholesky_solve(end);
        for (end, u) in end.iter_mut().zip(u) {
            *end += u;
        }
    }
}
