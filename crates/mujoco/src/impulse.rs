//! What passes between skins and targets in one step: Newton's method on impulses.
//!
//! Unknown are the impulses `y` of all touching pairs, six numbers each, on the skins and in their frames. They slow the
//! motion of the targets past the skins down, `w = w_free − A y` with `A = J M⁻¹ Jᵀ`, and must be what the skins give for that
//! motion: `r(y) = y − h λ(w) = 0`. The mechanism enters by `A` only, so the system is as small as there are touching pairs, however
//! large the model; and `rᵀ A r` is the residual in the metric of the masses, whatever joints there are.

use bristle_skin::{Block6, UpdateError};

/// Residual, over the impulses in play, at which a step is solved.
const SOLVED: f64 = 1e-12;
const MOST_ITERATIONS: usize = 50;
const MOST_HALVINGS: usize = 30;

/// How skins answer motion.
pub(crate) trait Answer {
    /// Wrenches on the skins for trial motions, and how they grow with these.
    fn answer(
        &mut self,
        motion: &[f64],
        wrench: &mut [f64],
        blocks: &mut [Block6],
    ) -> Result<(), UpdateError>;
}

/// A problem and room to solve it in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exchange {
    /// Motion without any impulse.
    pub(crate) free: Vec<f64>,
    /// `A`, row by row.
    pub(crate) admittance: Vec<f64>,
    /// The motion that was found.
    pub(crate) motion: Vec<f64>,
    impulse: Vec<f64>,
    wrench: Vec<f64>,
    residual: Vec<f64>,
    blocks: Vec<Block6>,
    trial: Vec<f64>,
    step: Vec<f64>,
    matrix: Vec<f64>,
}

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) evaluations: usize,
    /// Residual over the impulses in play.
    pub(crate) residual: f64,
}

impl Exchange {
    /// Makes room for a number of pairs.
    pub(crate) fn resize(&mut self, pairs: usize) {
        let n = 6 * pairs;
        for list in [
            &mut self.free,
            &mut self.motion,
            &mut self.impulse,
            &mut self.wrench,
            &mut self.residual,
            &mut self.trial,
            &mut self.step,
        ] {
            list.clear();
            list.resize(n, 0.0);
        }
        self.admittance.clear();
        self.admittance.resize(n * n, 0.0);
        self.matrix.resize(n * n, 0.0);
        self.blocks.clear();
        self.blocks.resize(pairs, Block6::ZERO);
    }

    /// Finds the motion at the end of a step `h` \[s\]. Where Newton's method does not get all the way, the best that it
    /// found stands.
    pub(crate) fn solve(&mut self, h: f64, skins: &mut impl Answer) -> Result<Outcome, UpdateError> {
        self.impulse.fill(0.0);
        let mut merit = self.evaluate(h, skins)?;
        let mut evaluations = 1;
        let begin = merit;
        for _ in 0..MOST_ITERATIONS {
            let scale = begin.max(self.square(&self.impulse)).max(f64::MIN_POSITIVE);
            if merit <= SOLVED * SOLVED * scale {
                break;
            }
            self.newton_step(h);
            let from = std::mem::take(&mut self.impulse);
            let mut share = 1.0;
            let improved = loop {
                self.impulse = from.iter().zip(&self.step).map(|(y, dy)| y + share * dy).collect();
                let found = self.evaluate(h, skins)?;
                evaluations += 1;
                if found <= (1.0 - 1e-3 * share) * merit {
                    merit = found;
                    break true;
                }
                share *= 0.5;
                if share < 0.5f64.powi(MOST_HALVINGS as i32) || merit <= SOLVED * scale {
                    break false;
                }
            };
            if !improved {
                // Rounding, or a corner of the laws.
                self.impulse = from;
                merit = self.evaluate(h, skins)?;
                evaluations += 1;
                break;
            }
        }
        let scale = begin.max(self.square(&self.impulse)).max(f64::MIN_POSITIVE);
        Ok(Outcome { evaluations, residual: (merit / scale).sqrt() })
    }

    /// Motion, wrenches and residual of the current impulses; gives `rᵀ A r`.
    fn evaluate(&mut self, h: f64, skins: &mut impl Answer) -> Result<f64, UpdateError> {
        let n = self.impulse.len();
        for (row, motion) in self.motion.iter_mut().enumerate() {
            *motion = self.free[row] - dot(&self.admittance[row * n..][..n], &self.impulse);
        }
        skins.answer(&self.motion, &mut self.wrench, &mut self.blocks)?;
        for (r, (y, force)) in self.residual.iter_mut().zip(self.impulse.iter().zip(&self.wrench)) {
            *r = y - h * force;
        }
        Ok(self.square(&self.residual))
    }

    fn square(&self, y: &[f64]) -> f64 {
        let n = y.len();
        let sum: f64 =
            y.iter().zip(self.admittance.chunks_exact(n.max(1))).map(|(a, row)| a * dot(row, y)).sum();
        sum.max(0.0)
    }

    /// `(I + h D A) step = −r`.
    fn newton_step(&mut self, h: f64) {
        let n = self.impulse.len();
        for (pair, Block6(block)) in self.blocks.iter().enumerate() {
            for (r, row) in block.iter().enumerate() {
                let out = &mut self.matrix[(6 * pair + r) * n..][..n];
                out.fill(0.0);
                for (k, d) in row.iter().enumerate().filter(|(_, d)| **d != 0.0) {
                    let a = &self.admittance[(6 * pair + k) * n..][..n];
                    out.iter_mut().zip(a).for_each(|(o, a)| *o += h * d * a);
                }
                out[6 * pair + r] += 1.0;
            }
        }
        self.step.iter_mut().zip(&self.residual).for_each(|(s, r)| *s = -r);
        self.trial.copy_from_slice(&self.step);
        if !eliminate(&mut self.matrix, &mut self.step) {
            self.step.copy_from_slice(&self.trial);
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves `matrix × x = b` in place with row exchanges; false if the matrix is singular.
fn eliminate(matrix: &mut [f64], x: &mut [f64]) -> bool {
    let n = x.len();
    for k in 0..n {
        let size = |row: usize| matrix[row * n + k].abs();
        let pivot = (k..n).max_by(|a, b| size(*a).total_cmp(&size(*b))).unwrap_or(k);
        if !(size(pivot) > 0.0 && size(pivot).is_finite()) {
            return false;
        }
        if pivot != k {
            (0..n).for_each(|c| matrix.swap(k * n + c, pivot * n + c));
            x.swap(k, pivot);
        }
        let (above, below) = matrix.split_at_mut((k + 1) * n);
        let row = &above[k * n..];
        for (i, lower) in below.chunks_exact_mut(n).enumerate() {
            let factor = lower[k] / row[k];
            if factor != 0.0 {
                lower[k + 1..].iter_mut().zip(&row[k + 1..]).for_each(|(l, a)| *l -= factor * a);
                x[k + 1 + i] -= factor * x[k];
            }
        }
    }
    for i in (0..n).rev() {
        let rest = dot(&matrix[i * n + i + 1..(i + 1) * n], &x[i + 1..]);
        x[i] = (x[i] - rest) / matrix[i * n + i];
    }
    true
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// A pad that pushes along z only while it is pressed, with damping `c`, and resists sliding along x up to a limit.
    struct Pad {
        push: f64,
        c: f64,
        limit: f64,
    }

    impl Answer for Pad {
        fn answer(
            &mut self,
            w: &[f64],
            wrench: &mut [f64],
            blocks: &mut [Block6],
        ) -> Result<(), UpdateError> {
            wrench.fill(0.0);
            for (pair, block) in blocks.iter_mut().enumerate() {
                *block = Block6::ZERO;
                let (x, z) = (w[6 * pair], w[6 * pair + 2]);
                if self.push + self.c * z > 0.0 {
                    wrench[6 * pair + 2] = self.push + self.c * z;
                    block.0[2][2] = self.c;
                }
                let held = (self.c * x).abs() <= self.limit;
                wrench[6 * pair] = if held { self.c * x } else { self.limit.copysign(x) };
                block.0[0][0] = if held { self.c } else { 0.0 };
            }
            Ok(())
        }
    }

    /// One pair whose target has mass `m` and no inertia to speak of.
    fn exchange(m: f64, free: [f64; 6]) -> Exchange {
        let mut exchange = Exchange::default();
        exchange.resize(1);
        exchange.free.copy_from_slice(&free);
        (0..6).for_each(|i| exchange.admittance[7 * i] = 1.0 / m);
        exchange
    }

    #[test]
    fn a_linear_pad_gives_the_closed_form_of_the_implicit_step() {
        let (m, h, c, push) = (0.3, 2e-3, 1.1e3, 0.7);
        let mut exchange = exchange(m, [0.0, 0.0, 0.4, 0.0, 0.0, 0.0]);
        let outcome = exchange.solve(h, &mut Pad { push, c, limit: 1.0 }).unwrap();
        let w = (m * 0.4 - h * push) / (m + h * c);
        assert!((exchange.motion[2] - w).abs() < 1e-15, "{} {w}", exchange.motion[2]); // rounding of 0.4
        assert!(outcome.residual < 1e-12 && outcome.evaluations <= 3, "{outcome:?}");
    }

    #[test]
    fn friction_at_its_limit_takes_no_more_than_the_limit() {
        let (m, h, limit) = (0.3, 2e-3, 0.43);
        let mut exchange = exchange(m, [-1.1, 0.0, 0.0, 0.0, 0.0, 0.0]);
        exchange.solve(h, &mut Pad { push: 0.0, c: 1e4, limit }).unwrap();
        assert!((exchange.motion[0] - (-1.1 + h * limit / m)).abs() < 1e-14);
    }

    #[test]
    fn a_pair_without_any_freedom_is_solved_at_once() {
        let mut exchange = exchange(1.0, [0.0; 6]);
        exchange.admittance.fill(0.0);
        let outcome = exchange.solve(2e-3, &mut Pad { push: 5.0, c: 10.0, limit: 1.0 }).unwrap();
        assert_eq!((outcome.evaluations, outcome.residual), (1, 0.0));
    }

    #[test]
    fn elimination_exchanges_rows_and_refuses_singular_matrices() {
        let mut x = [0.3, -0.7, 1.1];
        assert!(eliminate(&mut [0.0, 2.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 4.0], &mut x));
        let expected = [-0.7 - (1.1 - 0.15) / 4.0, 0.15, (1.1 - 0.15) / 4.0];
        assert!(x.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{x:?} {expected:?}");
        assert!(!eliminate(&mut [1.0, 2.0, 2.0, 4.0], &mut [1.0, 1.0]));
    }
}
