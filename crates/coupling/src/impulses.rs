//! The equations of a step in the impulses between skins and bodies.
//!
//! Unknown are the impulses `y` of all touching pairs, six numbers each, on the skins and in their frames. They slow down the
//! motion of the targets past the skins, `w = w_free − A y` with `A = J M⁻¹ Jᵀ`, and must be what the skins give for that
//! motion: `r(y) = y − h λ(w) = 0`. These are the equations (TS-3) of the velocities `v' = v_free − M⁻¹ Jᵀ y`, whose residual is `R = Jᵀ r`:
//! Newton's steps are the same, and `rᵀ A r = Rᵀ M⁻¹ R`. The engine enters by `A` only, so the system is as small as there
//! are touching pairs, however large the model.

use crate::dense::Matrix;
use crate::newton::{End, Equations, Limits, Merit, Newton, Purpose, Solution};
use bristle_skin::{Block6, UpdateError};

pub(crate) const LIMITS: Limits = Limits { iterations: 60, halvings: 40, fair: 1e-6 };

/// How skins answer motion.
pub(crate) trait Answer {
    /// Wrenches on the skins for trial motions; for [`Purpose::Derivatives`] also how they grow with these.
    fn answer(
        &mut self,
        motion: &[f64],
        purpose: Purpose,
        wrench: &mut [f64],
        blocks: &mut [Block6],
    ) -> Result<(), UpdateError>;
}

/// A problem and room to solve it in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Impulses {
    /// Motion without any impulse.
    pub(crate) free: Vec<f64>,
    /// `A`.
    pub(crate) admittance: Matrix,
    /// The motion that was found.
    pub(crate) motion: Vec<f64>,
    impulse: Vec<f64>,
    wrench: Vec<f64>,
    residual: Vec<f64>,
    blocks: Vec<Block6>,
    matrix: Matrix,
    newton: Newton,
}

impl Impulses {
    /// Makes room for a number of pairs.
    pub(crate) fn resize(&mut self, pairs: usize) {
        let n = 6 * pairs;
        let lists =
            [&mut self.free, &mut self.motion, &mut self.impulse, &mut self.wrench, &mut self.residual];
        for list in lists {
            list.clear();
            list.resize(n, 0.0);
        }
        self.admittance.resize(n);
        self.matrix.resize(n);
        self.blocks.clear();
        self.blocks.resize(pairs, Block6::ZERO);
    }

    /// Finds the motion at the end of a step `h` \[s\] and commits it. Where Newton's method does not get all the way, the
    /// best that it found stands.
    pub(crate) fn solve(&mut self, h: f64, skins: &mut impl Answer) -> Result<Solution, UpdateError> {
        let mut impulse = std::mem::take(&mut self.impulse);
        let mut newton = std::mem::take(&mut self.newton);
        let solved = Pushing { problem: self, skins, h, begin: 0.0 }.solve(&mut newton, &mut impulse);
        (self.impulse, self.newton) = (impulse, newton);
        solved
    }

    /// The share of the forces that takes most of the kinetic energy: of forces that do not solve the step, more might give energy.
    pub(crate) fn harmless_share(&self, h: f64) -> f64 {
        let taken = h * dot(&self.wrench, &self.free);
        let given = h * h * self.square(&self.wrench);
        if taken <= 0.0 {
            0.0
        } else if taken < given {
            taken / given
        } else {
            1.0
        }
    }

    /// `yᵀ A y`.
    fn square(&self, y: &[f64]) -> f64 {
        let sum: f64 = y.iter().enumerate().map(|(row, a)| a * dot(self.admittance.row(row), y)).sum();
        sum.max(0.0)
    }
}

/// The equations of a problem.
struct Pushing<'a, A> {
    problem: &'a mut Impulses,
    skins: &'a mut A,
    h: f64,
    /// Squared residual without any impulse.
    begin: f64,
}

impl<A: Answer> Pushing<'_, A> {
    fn solve(&mut self, newton: &mut Newton, impulse: &mut [f64]) -> Result<Solution, UpdateError> {
        impulse.fill(0.0);
        let mut first = self.evaluate(impulse, Purpose::Derivatives)?;
        self.begin = first.square;
        first.scale = first.square.max(f64::MIN_POSITIVE);
        let mut found = Solution { end: End::Solved, merit: first, iterations: 0, evaluations: 0 };
        if !first.is_solved() {
            found = newton.solve(self, impulse, first, &LIMITS)?;
        }
        if found.iterations == 0 || found.end == End::Exhausted {
            self.evaluate(impulse, Purpose::Commit)?;
            found.evaluations += 1;
        }
        found.evaluations += 1;
        Ok(found)
    }
}

impl<A: Answer> Equations for Pushing<'_, A> {
    type Error = UpdateError;

    fn evaluate(&mut self, impulse: &[f64], purpose: Purpose) -> Result<Merit, UpdateError> {
        let problem = &mut *self.problem;
        for (row, motion) in problem.motion.iter_mut().enumerate() {
            *motion = problem.free[row] - dot(problem.admittance.row(row), impulse);
        }
        self.skins.answer(&problem.motion, purpose, &mut problem.wrench, &mut problem.blocks)?;
        for (r, (y, force)) in problem.residual.iter_mut().zip(impulse.iter().zip(&problem.wrench)) {
            *r = y - self.h * force;
        }
        let scale = self.begin.max(problem.square(impulse)).max(f64::MIN_POSITIVE);
        Ok(Merit { square: problem.square(&problem.residual), scale })
    }

    /// `(I + h D A) step = −r`.
    fn direction(&mut self, step: &mut [f64]) -> Result<(), UpdateError> {
        let Impulses { admittance, residual, blocks, matrix, .. } = &mut *self.problem;
        for (pair, Block6(block)) in blocks.iter().enumerate() {
            for (r, row) in block.iter().enumerate() {
                let out = matrix.row_mut(6 * pair + r);
                out.fill(0.0);
                for (k, d) in row.iter().enumerate().filter(|(_, d)| **d != 0.0) {
                    let a = admittance.row(6 * pair + k);
                    out.iter_mut().zip(a).for_each(|(o, a)| *o += self.h * d * a);
                }
                out[6 * pair + r] += 1.0;
            }
        }
        let negate = |step: &mut [f64]| step.iter_mut().zip(&*residual).for_each(|(s, r)| *s = -r);
        negate(step);
        if matrix.eliminate(step).is_err() {
            negate(step);
        }
        Ok(())
    }
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
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
            _: Purpose,
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
    fn impulses(m: f64, free: [f64; 6]) -> Impulses {
        let mut impulses = Impulses::default();
        impulses.resize(1);
        impulses.free.copy_from_slice(&free);
        (0..6).for_each(|i| *impulses.admittance.at(i, i) = 1.0 / m);
        impulses
    }

    #[test]
    fn a_linear_pad_gives_the_closed_form_of_the_implicit_step() {
        let (m, h, c, push) = (0.3, 2e-3, 1.1e3, 0.7);
        let mut impulses = impulses(m, [0.0, 0.0, 0.4, 0.0, 0.0, 0.0]);
        let found = impulses.solve(h, &mut Pad { push, c, limit: 1.0 }).unwrap();
        let w = (m * 0.4 - h * push) / (m + h * c);
        assert!((impulses.motion[2] - w).abs() < 1e-15, "{} {w}", impulses.motion[2]); // rounding of 0.4
        assert!(found.merit.is_solved() && found.evaluations == 2, "{found:?}");
    }

    #[test]
    fn friction_at_its_limit_takes_no_more_than_the_limit() {
        let (m, h, limit) = (0.3, 2e-3, 0.43);
        let mut impulses = impulses(m, [-1.1, 0.0, 0.0, 0.0, 0.0, 0.0]);
        impulses.solve(h, &mut Pad { push: 0.0, c: 1e4, limit }).unwrap();
        assert!((impulses.motion[0] - (-1.1 + h * limit / m)).abs() < 1e-14);
    }

    #[test]
    fn a_pair_without_any_freedom_is_solved_at_once() {
        let mut impulses = impulses(1.0, [0.0; 6]);
        impulses.admittance.clear();
        let found = impulses.solve(2e-3, &mut Pad { push: 5.0, c: 10.0, limit: 1.0 }).unwrap();
        assert_eq!((found.iterations, found.evaluations, found.merit.relative()), (0, 2, 0.0));
    }
}
