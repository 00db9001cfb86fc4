//! Newton's method with a line search, for the equations of one step.

/// Residual, over the impulses in play, at which a step is solved: a thousand times what rounding leaves.
pub const SOLVED: f64 = 1e-12;

/// What an evaluation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Forces, and how they change with the trial.
    Derivatives,
    /// Forces, readings and the bristles after the step: this trial may be the one that is taken.
    Commit,
}

/// What an evaluation tells: the squared residual in the metric of the masses, and its scale \[J\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Merit {
    /// `Rᵀ M⁻¹ R`.
    pub square: f64,
    /// The same of the impulses in play.
    pub scale: f64,
}

impl Merit {
    /// Residual over the impulses in play.
    pub fn relative(self) -> f64 {
        if self.square == 0.0 { 0.0 } else { (self.square / self.scale).sqrt() }
    }

    /// Whether nothing is left to solve.
    pub fn is_solved(self) -> bool {
        self.relative() <= SOLVED
    }
}

/// The equations of one step. The unknowns are the velocities at its end, or whatever determines these.
pub trait Equations {
    /// Why an evaluation fails.
    type Error;

    /// Finds the residual of a trial.
    fn evaluate(&mut self, trial: &[f64], purpose: Purpose) -> Result<Merit, Self::Error>;

    /// The Newton step from the last trial that was evaluated for [`Purpose::Derivatives`].
    fn direction(&mut self, step: &mut [f64]) -> Result<(), Self::Error>;
}

/// When to give up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Newton steps.
    pub iterations: usize,
    /// Halvings of one Newton step.
    pub halvings: usize,
    /// Relative residual below which a step that does not reduce it is not halved: what is left is rounding.
    pub fair: f64,
}

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last trial solves the equations, and is committed.
    Solved,
    /// No step improves on the last trial: rounding, or a corner of the laws. It is committed.
    Stalled,
    /// All iterations are used up. Nothing is committed.
    Exhausted,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// How the iteration ended.
    pub end: End,
    /// Of the last trial.
    pub merit: Merit,
    /// Newton steps taken.
    pub iterations: usize,
    /// Trials evaluated.
    pub evaluations: usize,
}

/// Newton's method, with room for its vectors.
#[derive(Clone, Debug, Default)]
pub struct Newton {
    step: Vec<f64>,
    trial: Vec<f64>,
}

impl Newton {
    /// Iterates from `x`, which has been evaluated for [`Purpose::Derivatives`] with the result `first`; leaves the last trial in `x`.
    ///
    /// A Newton step is halved until the squared residual falls.
    pub fn solve<E: Equations>(
        &mut self,
        equations: &mut E,
        x: &mut [f64],
        first: Merit,
        limits: &Limits,
    ) -> Result<Solution, E::Error> {
        self.step.resize(x.len(), 0.0);
        self.trial.resize(x.len(), 0.0);
        let mut solution = Solution { end: End::Exhausted, merit: first, iterations: 0, evaluations: 0 };
        while solution.iterations < limits.iterations {
            solution.iterations += 1;
            equations.direction(&mut self.step)?;
            let Some(merit) = self.search(equations, x, limits, &mut solution)? else {
                solution.evaluations += 1;
                equations.evaluate(x, Purpose::Commit)?;
                return Ok(Solution { end: End::Stalled, ..solution });
            };
            x.copy_from_slice(&self.trial);
            if merit.is_solved() {
                return Ok(Solution { end: End::Solved, merit, ..solution });
            }
            solution.evaluations += 1;
            solution.merit = equations.evaluate(x, Purpose::Derivatives)?;
        }
        Ok(solution)
    }

    /// Goes along the Newton step as far as it helps; the trial taken is committed.
    fn search<E: Equations>(
        &mut self,
        equations: &mut E,
        x: &[f64],
        limits: &Limits,
        solution: &mut Solution,
    ) -> Result<Option<Merit>, E::Error> {
        let from = solution.merit;
        let mut share = 1.0;
        for _ in 0..=limits.halvings {
            for (t, (x, s)) in self.trial.iter_mut().zip(x.iter().zip(&self.step)) {
                *t = x + share * s;
            }
            solution.evaluations += 1;
            let merit = equations.evaluate(&self.trial, Purpose::Commit)?;
            if merit.is_solved() || merit.square <= (1.0 - 1e-3 * share) * from.square {
                return Ok(Some(merit));
            }
            if from.relative() < limits.fair {
                return Ok(None);
            }
            share *= 0.5;
        }
        Ok(None)
    }
}
