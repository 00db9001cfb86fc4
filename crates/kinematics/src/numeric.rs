//! Inverse kinematics by damped least squares, for any chain and any target.

use crate::small::solve_definite;
use crate::target::Residual;
use crate::{Chain, Target};
use bristle_geometry::Twist;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

/// Solves numerically: damped least squares (Nakamura and Hanafusa 1986; damping as Sugihara 2011) from a start and, if that ends in a dead end, from random positions within the limits.
/// The same start and seed give the same bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numeric {
    /// How far the position may be off \[m\].
    pub position_tolerance: f64,
    /// How far the direction may be off \[rad\].
    pub angle_tolerance: f64,
    /// Iterations from one start.
    pub iterations: usize,
    /// Random starts after the first.
    pub restarts: usize,
    /// Of the random starts.
    pub seed: u64,
}

impl Default for Numeric {
    fn default() -> Self {
        Self { position_tolerance: 1e-9, angle_tolerance: 1e-9, iterations: 60, restarts: 60, seed: 0 }
    }
}

/// Joint positions that do it.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// Positions of the joints, within their limits \[rad or m\].
    pub positions: Vec<f64>,
    /// How far the tip is from its position \[m\].
    pub position_error: f64,
    /// How far it is from its direction \[rad\].
    pub angle_error: f64,
    /// Iterations, over all starts.
    pub iterations: usize,
    /// Random starts that it took.
    pub restarts: usize,
}

/// What came nearest where nothing does it.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{}", self.words())]
pub struct Missed {
    /// The nearest that was found.
    pub nearest: Solved,
    /// By how much the target is beyond the stretched chain \[m\]; none if that is not the reason.
    pub beyond_reach: Option<f64>,
}

impl Missed {
    fn words(&self) -> String {
        let Solved { position_error, angle_error, restarts, .. } = self.nearest;
        match self.beyond_reach {
            Some(by) => format!("the target is {by:.6} m beyond the reach of the stretched chain"),
            None => format!(
                "no joint positions within the limits were found from {} starts; the nearest is off by {position_error:.3e} m and {angle_error:.3e} rad",
                restarts + 1
            ),
        }
    }
}

/// Steps of a joint in one iteration \[rad or m\].
const LONGEST_STEP: f64 = 0.7;

/// Room for a solve.
struct Work {
    columns: Vec<Twist>,
    held: Vec<bool>,
    step: Vec<f64>,
}

impl Numeric {
    /// Joint positions within the limits that bring the tip to the target, from `start` on. Positions of the start that are left out count as the middle of the range.
    pub fn solve(&self, chain: &Chain, target: &Target, start: &[f64]) -> Result<Solved, Box<Missed>> {
        let joints = chain.joints().len();
        let middle = |i: usize| {
            let (lower, upper) = chain.joints()[i].finite_range();
            0.5 * (lower + upper)
        };
        let within = |i: usize, q: f64| q.clamp(chain.joints()[i].lower, chain.joints()[i].upper);
        let mut q: Vec<f64> = (0..joints)
            .map(|i| within(i, start.get(i).copied().filter(|q| q.is_finite()).unwrap_or_else(|| middle(i))))
            .collect();
        let mut work =
            Work { columns: vec![Twist::ZERO; joints], held: vec![false; joints], step: vec![0.0; joints] };
        let length = arm_of_angles(chain);
        let mut chance = Pcg64Mcg::seed_from_u64(self.seed);
        let mut best: Option<Solved> = None;
        let mut iterations = 0;
        let far = target.position.map(|position| (position - chain.root()).length() - chain.reach());
        let beyond_reach = far.filter(|&far| far > self.position_tolerance);
        let starts = if beyond_reach.is_some() { 0 } else { self.restarts };
        for restarts in 0..=starts {
            if restarts > 0 {
                for (i, q) in q.iter_mut().enumerate() {
                    let (lower, upper) = chain.joints()[i].finite_range();
                    *q = lower + (upper - lower) * chance.random::<f64>();
                }
            }
            let (residual, spent) = self.descend(chain, target, length, &mut q, &mut work);
            iterations += spent;
            let found = Solved {
                positions: q.clone(),
                position_error: residual.position,
                angle_error: residual.angle,
                iterations,
                restarts,
            };
            if self.is_met(&residual) {
                return Ok(found);
            }
            let size = |s: &Solved| s.position_error + length * s.angle_error;
            if best.as_ref().is_none_or(|best| size(&found) < size(best)) {
                best = Some(found);
            }
        }
        let mut nearest = best.unwrap_or(Solved {
            positions: q,
            position_error: f64::INFINITY,
            angle_error: f64::INFINITY,
            iterations,
            restarts: starts,
        });
        (nearest.iterations, nearest.restarts) = (iterations, starts);
        Err(Box::new(Missed { nearest, beyond_reach }))
    }

    /// Moves a solution towards a `posture` as far as the target leaves the joints free.
    pub fn towards_posture(
        &self,
        chain: &Chain,
        target: &Target,
        solved: &Solved,
        posture: &[f64],
    ) -> Solved {
        let joints = chain.joints().len();
        let mut work =
            Work { columns: vec![Twist::ZERO; joints], held: vec![false; joints], step: vec![0.0; joints] };
        let length = arm_of_angles(chain);
        let away = |q: &[f64]| -> f64 { q.iter().zip(posture).map(|(q, p)| (q - p).powi(2)).sum() };
        let mut best = solved.clone();
        let mut share = 0.5;
        for _ in 0..4 * self.iterations {
            let mut q = best.positions.clone();
            let frame = chain.frame_and_columns(&q, &mut work.columns);
            let equations = target.residual(&frame).equations(target, length, &work.columns);
            let wish: Vec<f64> = q
                .iter()
                .zip(posture)
                .map(|(q, p)| share * (p - q).clamp(-LONGEST_STEP, LONGEST_STEP))
                .collect();
            let mut moved = [0.0; 6];
            for (column, wish) in equations.columns.iter().zip(&wish) {
                for row in 0..equations.rows {
                    moved[row] += column[row] * wish;
                }
            }
            work.held.fill(false);
            let mut square = equations.square(&work.held, 1e-9 * length * length);
            if !solve_definite(&mut square, &mut moved, equations.rows) {
                break;
            }
            for (i, q) in q.iter_mut().enumerate() {
                let joint = &chain.joints()[i];
                *q = (*q + wish[i] - equations.transposed(i, &moved)).clamp(joint.lower, joint.upper);
            }
            let (residual, spent) = self.descend(chain, target, length, &mut q, &mut work);
            best.iterations += spent;
            let gained = away(&best.positions) - away(&q);
            if !self.is_met(&residual) || gained < 0.0 {
                share *= 0.5;
                if share < 1e-3 {
                    break;
                }
                continue;
            }
            (best.positions, best.position_error, best.angle_error) = (q, residual.position, residual.angle);
            share = f64::min(2.0 * share, 0.5);
            if gained < 1e-12 {
                break;
            }
        }
        best
    }

    fn is_met(&self, residual: &Residual) -> bool {
        residual.position <= self.position_tolerance && residual.angle <= self.angle_tolerance
    }

    /// Goes downhill from `q`: what is left in the end, and the iterations that it took.
    fn descend(
        &self,
        chain: &Chain,
        target: &Target,
        length: f64,
        q: &mut [f64],
        work: &mut Work,
    ) -> (Residual, usize) {
        let Work { columns, held, step } = work;
        let mut slowest = 0;
        let mut last = f64::INFINITY;
        let mut residual = target.residual(&chain.frame_and_columns(q, columns));
        for iteration in 0..self.iterations {
            if self.is_met(&residual) {
                return (residual, iteration);
            }
            let equations = residual.equations(target, length, columns);
            let square: f64 = equations.error.iter().map(|e| e * e).sum();
            // It creeps: this start leads nowhere.
            slowest = if square > 0.8 * last { slowest + 1 } else { 0 };
            if slowest > 6 {
                return (residual, iteration);
            }
            last = square;
            let damping = 1e-3 * square + 1e-14 * length * length;
            held.fill(false);
            // Joints that would leave their range are held at its end, and the others solved for again.
            for _ in 0..3 {
                let mut y = equations.error;
                let mut matrix = equations.square(held, damping);
                if !solve_definite(&mut matrix, &mut y, equations.rows) {
                    return (residual, iteration);
                }
                let mut is_new = false;
                for i in 0..q.len() {
                    if held[i] {
                        step[i] = 0.0;
                        continue;
                    }
                    step[i] = equations.transposed(i, &y);
                    let joint = &chain.joints()[i];
                    let stuck = q[i] <= joint.lower && step[i] < 0.0 || q[i] >= joint.upper && step[i] > 0.0;
                    if stuck {
                        (held[i], is_new) = (true, true);
                    }
                }
                if !is_new {
                    break;
                }
            }
            let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
            let share = (LONGEST_STEP / longest.max(LONGEST_STEP)).min(1.0);
            for (i, q) in q.iter_mut().enumerate() {
                let joint = &chain.joints()[i];
                *q = (*q + share * step[i]).clamp(joint.lower, joint.upper);
            }
            residual = target.residual(&chain.frame_and_columns(q, columns));
        }
        (residual, self.iterations)
    }
}

/// The length at which an angle counts as much as a way \[m\].
fn arm_of_angles(chain: &Chain) -> f64 {
    let reach = chain.reach();
    if reach.is_finite() { (0.3 * reach).max(1e-3) } else { 0.3 }
}
