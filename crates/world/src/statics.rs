//! Static stability: does what stands, stand?
//!
//! A tall cube on soft foam buckles; that is physics and no step is short enough to mend it. The stiffness against small
//! displacements is found from forces at displaced positions, so that it holds all there is: pads, bristles, springs, and
//! the way in which weights and contact forces turn with their bodies.

use crate::StepError;
use crate::island::Island;
use crate::joint_forces::JointForces;
use crate::mechanism::{Dynamics, JointMotions, Source};
use crate::model::Model;
use crate::stability::Linearised;
use crate::state::State;
use crate::workspace::{Workspace, touching};
use bristle_coupling::Matrix;
use bristle_geometry::Twist;

/// Displacement for the differences \[m or rad\]: forces of nanometres are exact to ten digits.
const DISPLACEMENT: f64 = 1e-8;

/// Time in which it is made \[s\]: slowly; what viscous forces still add is known and taken off.
const SLOWLY: f64 = 1.0;

/// Share of gravity with which something may still accelerate and be judged as standing, in m/s² or rad/s² alike.
const AT_REST: f64 = 0.1;

/// What stands for gravity where there is none \[m/s²\].
const LEAST_GRAVITY: f64 = 0.1;

/// Whether a world at rest would stay.
#[derive(Clone, Debug, PartialEq)]
pub enum StaticStability {
    /// Forces are not in balance: something falls, or is about to sink into what it touches. Ask again when it has settled.
    NotYet {
        /// The body that is farthest from balance.
        body: String,
    },
    /// Any small displacement is driven back.
    Stable,
    /// Something is free to move: nothing pushes it on or back.
    Neutral {
        /// The body that moves most in the softest motion.
        body: String,
    },
    /// Some displacement grows by itself.
    Unstable {
        /// The body that moves most in it.
        body: String,
        /// Rate of growth \[1/s\].
        rate: f64,
    },
}

impl StaticStability {
    /// The more there is to say, the larger.
    pub(crate) fn urgency(&self) -> u8 {
        match self {
            Self::Stable => 0,
            Self::Neutral { .. } => 1,
            Self::NotYet { .. } => 2,
            Self::Unstable { .. } => 3,
        }
    }
}

impl Workspace {
    /// Generalised forces on an island at rest, displaced by `displacement` from the state.
    fn static_forces(
        &mut self,
        model: &Model,
        state: &State,
        island: &Island,
        displacement: &[f64],
        forces: &mut [f64],
    ) -> Result<(), StepError> {
        let mechanism = &model.mechanism;
        let mut v = vec![0.0; state.v.len()];
        for &d in &island.velocities {
            if let Source::Solved { column, ratio } = mechanism.sources[d] {
                v[d] = ratio * displacement[self.column[column] as usize] / SLOWLY;
            }
        }
        let mut moved = State { v: vec![0.0; v.len()], ..state.clone() };
        let from = (&state.q[..], &state.centres[..]);
        mechanism.advance(&island.bodies, from, &v, SLOWLY, &mut moved.q);
        mechanism.place(&island.bodies, &moved.q, &state.centres, &mut self.placed.middle);
        mechanism.twists(&island.bodies, &self.placed.middle, &v, &mut self.placed.middle_twists);
        let column = self.column.clone();
        self.feel(model, &moved, SLOWLY)?;
        self.plan_motors(model, state, 1e-6);
        let Self { skins, neighbours, placed, trial, plans, .. } = self;
        trial.collect_wrenches(&moved, placed, &island.bodies, touching(skins, neighbours));
        let rest = vec![Twist::ZERO; model.bodies.len()];
        let motions = JointMotions { v: &moved.v, dv: &moved.v, twists: &rest };
        let dynamics = Dynamics::new(model, &moved, &placed.middle);
        dynamics.inverse(&island.bodies, motions, &trial.on_bodies, &mut trial.loads, &mut trial.efforts);
        let joints = JointForces { model, state: &moved, plans, h: SLOWLY, blend: 0.0 };
        joints.find(&island.velocities, &island.motors, &v, &mut trial.forces);
        forces.fill(0.0);
        for &d in &island.velocities {
            if let Source::Solved { column: global, ratio } = mechanism.sources[d] {
                forces[column[global] as usize] += ratio * (trial.forces[d].effort - trial.efforts[d]);
            }
        }
        Ok(())
    }

    /// Judges an island of a state as if it were at rest. Uses the room of steps.
    pub(crate) fn static_stability(
        &mut self,
        model: &Model,
        state: &State,
        island: &Island,
        about: &Linearised,
    ) -> Result<StaticStability, StepError> {
        let n = island.unknowns.len();
        let body_of = |unknown: usize| model.body_of_column(island.unknowns[unknown]).to_owned();
        let mut stiffness = Matrix::new(n);
        let (mut ahead, mut behind, mut displacement) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        self.static_forces(model, state, island, &displacement, &mut ahead)?;
        if let Some(unknown) = out_of_balance(&about.mass, &mut ahead, model.gravity.length()) {
            return Ok(StaticStability::NotYet { body: body_of(unknown) });
        }
        for column in 0..n {
            displacement[column] = DISPLACEMENT;
            self.static_forces(model, state, island, &displacement, &mut ahead)?;
            displacement[column] = -DISPLACEMENT;
            self.static_forces(model, state, island, &displacement, &mut behind)?;
            displacement[column] = 0.0;
            for row in 0..n {
                let slope = (behind[row] - ahead[row]) / (2.0 * DISPLACEMENT);
                *stiffness.at(row, column) = slope - about.damping.get(row, column) / SLOWLY;
            }
        }
        let (softest, mode, stiffest) = softest_mode(&stiffness, &about.mass);
        let most = (0..n).max_by(|&a, &b| mode[a].abs().total_cmp(&mode[b].abs())).unwrap_or(0);
        // Differences of forces are exact to about this share of the stiffest.
        let noise = 1e-9 * stiffest.max(1.0);
        Ok(match softest {
            x if x > noise => StaticStability::Stable,
            x if x < -noise => StaticStability::Unstable { body: body_of(most), rate: (-x).sqrt() },
            _ if n == 0 => StaticStability::Stable,
            _ => StaticStability::Neutral { body: body_of(most) },
        })
    }
}

/// The unknown that accelerates most under `forces`, if that is more than what stands may.
fn out_of_balance(mass: &Matrix, forces: &mut [f64], gravity: f64) -> Option<usize> {
    let mut factor = mass.clone();
    factor.cholesky().ok()?;
    factor.cholesky_solve(forces);
    let most = (0..forces.len()).max_by(|&a, &b| forces[a].abs().total_cmp(&forces[b].abs()))?;
    (forces[most].abs() > AT_REST * gravity.max(LEAST_GRAVITY)).then_some(most)
}

/// Smallest eigenvalue of `M⁻¹K` (symmetric part), its motion, and the largest \[1/s²\]; by Jacobi's rotations.
fn softest_mode(stiffness: &Matrix, mass: &Matrix) -> (f64, Vec<f64>, f64) {
    let n = mass.size();
    if n == 0 {
        return (0.0, Vec::new(), 0.0);
    }
    let mut factor = mass.clone();
    if factor.cholesky().is_err() {
        return (f64::NEG_INFINITY, vec![1.0; n], 0.0);
    }
    // A = L⁻¹ K L⁻ᵀ, column by column.
    let lower_solve = |x: &mut [f64]| {
        for i in 0..n {
            let dot: f64 = (0..i).map(|k| factor.get(i, k) * x[k]).sum();
            x[i] = (x[i] - dot) / factor.get(i, i);
        }
    };
    let mut half = Matrix::new(n);
    for column in 0..n {
        let mut x: Vec<f64> =
            (0..n).map(|r| 0.5 * (stiffness.get(r, column) + stiffness.get(column, r))).collect();
        lower_solve(&mut x);
        x.iter().enumerate().for_each(|(row, value)| *half.at(row, column) = *value);
    }
    let mut a = Matrix::new(n);
    for row in 0..n {
        let mut x = half.row(row).to_vec();
        lower_solve(&mut x);
        x.iter().enumerate().for_each(|(column, value)| *a.at(row, column) = *value);
    }
    let vectors = jacobi(&mut a);
    let values: Vec<f64> = (0..n).map(|i| a.get(i, i)).collect();
    let least = (0..n).min_by(|&x, &y| values[x].total_cmp(&values[y])).unwrap_or(0);
    let mut mode: Vec<f64> = (0..n).map(|row| vectors.get(row, least)).collect();
    for i in (0..n).rev() {
        let dot: f64 = (i + 1..n).map(|k| factor.get(k, i) * mode[k]).sum();
        mode[i] = (mode[i] - dot) / factor.get(i, i);
    }
    (values[least], mode, values.iter().fold(0.0, |most: f64, v| most.max(v.abs())))
}

/// Makes a symmetric matrix diagonal; gives the eigenvectors as columns.
fn jacobi(a: &mut Matrix) -> Matrix {
    let n = a.size();
    let mut vectors = Matrix::new(n);
    for i in 0..n {
        *vectors.at(i, i) = 1.0;
    }
    for _ in 0..60 {
        let off: f64 =
            (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a.get(i, j).powi(2)).sum();
        let diagonal: f64 = (0..n).map(|i| a.get(i, i).powi(2)).sum();
        if off <= 1e-30 * diagonal {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                if a.get(p, q) == 0.0 {
                    continue;
                }
                let theta = (a.get(q, q) - a.get(p, p)) / (2.0 * a.get(p, q));
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for k in 0..n {
                    let (x, y) = (a.get(k, p), a.get(k, q));
                    (*a.at(k, p), *a.at(k, q)) = (c * x - s * y, s * x + c * y);
                }
                for k in 0..n {
                    let (x, y) = (a.get(p, k), a.get(q, k));
                    (*a.at(p, k), *a.at(q, k)) = (c * x - s * y, s * x + c * y);
                    let (x, y) = (vectors.get(k, p), vectors.get(k, q));
                    (*vectors.at(k, p), *vectors.at(k, q)) = (c * x - s * y, s * x + c * y);
                }
            }
        }
    }
    vectors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn softest_mode_of_two_masses_on_springs() {
        // m1 = 2 kg on k1 = 3 N/m, m2 = 0.7 kg hanging on it by k2 = 1.1 N/m: ω² from the quadratic by hand.
        let (m1, m2, k1, k2) = (2.0, 0.7, 3.0, 1.1);
        let (mut k, mut m) = (Matrix::new(2), Matrix::new(2));
        (*k.at(0, 0), *k.at(0, 1), *k.at(1, 0), *k.at(1, 1)) = (k1 + k2, -k2, -k2, k2);
        (*m.at(0, 0), *m.at(1, 1)) = (m1, m2);
        let (b, c): (f64, f64) = ((k1 + k2) / m1 + k2 / m2, k1 * k2 / (m1 * m2));
        let root = (b * b - 4.0 * c).sqrt();
        let (least, mode, most) = softest_mode(&k, &m);
        assert!((least - 0.5 * (b - root)).abs() < 1e-14, "{least}");
        assert!((most - 0.5 * (b + root)).abs() < 1e-14, "{most}");
        assert!((mode[1] / mode[0] - (k1 + k2 - least * m1) / k2).abs() < 1e-12, "{mode:?}");
    }
}
