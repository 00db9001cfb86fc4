//! How MuJoCo's integrators turn forces into velocities.
//!
//! They solve `(M − h ∂F/∂v) a = F`, with `F` the sum of smooth and constraint forces that belong to `M` alone: Euler with the damping of joints in the place of
//! `−∂F/∂v`, `implicitfast` with passive forces and actuators, `implicit` with the bias forces too. MuJoCo's sparsity keeps this within kinematic trees, so
//! a tree whose forces do not depend on velocities moves as `M` says, and the others have one small dense system each.

use super::{Data, Model};

/// A way of stepping, as `mjtIntegrator` numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Integrator {
    Euler,
    RungeKutta,
    Implicit,
    ImplicitFast,
    Discrete,
    Unknown(i32),
}

impl Integrator {
    pub(crate) fn of(number: i32) -> Self {
        match number {
            0 => Self::Euler,
            1 => Self::RungeKutta,
            2 => Self::Implicit,
            3 => Self::ImplicitFast,
            4 => Self::Discrete,
            other => Self::Unknown(other),
        }
    }
}

/// The operator of one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Operator {
    trees: Vec<Tree>,
}

/// The velocities of a kinematic tree whose forces depend on them.
#[derive(Clone, Debug)]
struct Tree {
    begin: usize,
    mass: Square,
    /// `M − h ∂F/∂v`.
    implicit: Lu,
}

impl Operator {
    /// That of the step which `data` is about to take. Forces of actuators have been computed.
    pub(crate) fn of(model: Model, data: &mut Data) -> Self {
        let h = model.step();
        let derivative = match model.integrator() {
            Integrator::Euler => data.joint_damping(),
            Integrator::ImplicitFast => data.smooth_derivative(false),
            _ => data.smooth_derivative(true),
        };
        let trees = trees(model).into_iter().filter_map(|range| {
            let inside = |entry: &&(usize, usize, f64)| range.contains(&entry.0) && range.contains(&entry.1);
            let mut own = derivative.iter().filter(inside).peekable();
            own.peek()?;
            let mut implicit = Square::new(range.len());
            own.for_each(|(row, column, value)| {
                *implicit.at(row - range.start, column - range.start) -= h * value;
            });
            Some((range, implicit))
        });
        let trees: Vec<_> = trees.collect();
        // One product with M gives a column of every tree.
        let mut masses: Vec<Square> = trees.iter().map(|(range, _)| Square::new(range.len())).collect();
        let (mut unit, mut column) = (vec![0.0; model.velocities()], vec![0.0; model.velocities()]);
        for c in 0..trees.iter().map(|(range, _)| range.len()).max().unwrap_or(0) {
            unit.fill(0.0);
            trees
                .iter()
                .filter(|(range, _)| c < range.len())
                .for_each(|(range, _)| unit[range.start + c] = 1.0);
            data.mass_times(&unit, &mut column);
            for ((range, _), mass) in trees.iter().zip(&mut masses).filter(|((range, _), _)| c < range.len())
            {
                range.clone().enumerate().for_each(|(row, place)| *mass.at(row, c) = column[place]);
            }
        }
        let with_mass = trees.into_iter().zip(masses).filter_map(|((range, mut implicit), mass)| {
            implicit.entries.iter_mut().zip(&mass.entries).for_each(|(entry, m)| *entry += m);
            Some(Tree { begin: range.start, mass, implicit: implicit.factor()? })
        });
        Self { trees: with_mass.collect() }
    }

    /// Turns an acceleration that obeys `M a = F` into that which the integrator steps with.
    pub(crate) fn slow(&self, acceleration: &mut [f64]) {
        for tree in &self.trees {
            let own = &mut acceleration[tree.begin..][..tree.mass.n];
            let force = tree.mass.times(own);
            tree.implicit.solve(&force, own);
        }
    }

    /// The acceleration that the integrator steps with: of the smooth and constraint `forces`, or else, where they do not depend on velocities, as it is.
    pub(crate) fn accelerate(&self, forces: impl Fn(usize) -> f64, acceleration: &mut [f64]) {
        for tree in &self.trees {
            let own = &mut acceleration[tree.begin..][..tree.mass.n];
            let force: Vec<f64> = (0..own.len()).map(|i| forces(tree.begin + i)).collect();
            tree.implicit.solve(&force, own);
        }
    }
}

/// The velocities of each kinematic tree: they follow one another.
fn trees(model: Model) -> Vec<std::ops::Range<usize>> {
    let of = model.tree_of_velocities();
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    for (i, tree) in of.iter().enumerate() {
        match ranges.last_mut() {
            Some(last) if of[last.start] == *tree => last.end = i + 1,
            _ => ranges.push(i..i + 1),
        }
    }
    ranges
}

/// A square matrix, row by row.
#[derive(Clone, Debug)]
struct Square {
    n: usize,
    entries: Vec<f64>,
}

impl Square {
    fn new(n: usize) -> Self {
        Self { n, entries: vec![0.0; n * n] }
    }

    fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[row * self.n + column]
    }

    fn times(&self, v: &[f64]) -> Vec<f64> {
        self.entries.chunks_exact(self.n).map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum()).collect()
    }

    /// Elimination with row exchanges; none if it is singular.
    fn factor(mut self) -> Option<Lu> {
        let n = self.n;
        let mut order: Vec<usize> = (0..n).collect();
        for k in 0..n {
            let size = |row: usize| self.entries[row * n + k].abs();
            let pivot = (k..n).reduce(|best, row| if size(row) > size(best) { row } else { best })?;
            if !(size(pivot) > 0.0 && size(pivot).is_finite()) {
                return None;
            }
            if pivot != k {
                order.swap(k, pivot);
                (0..n).for_each(|c| self.entries.swap(k * n + c, pivot * n + c));
            }
            let (above, below) = self.entries.split_at_mut((k + 1) * n);
            let head = &above[k * n..];
            for row in below.chunks_exact_mut(n).filter(|row| row[k] != 0.0) {
                row[k] /= head[k];
                let factor = row[k];
                row[k + 1..].iter_mut().zip(&head[k + 1..]).for_each(|(a, b)| *a -= factor * b);
            }
        }
        Some(Lu { factors: self, order })
    }
}

/// What elimination leaves.
#[derive(Clone, Debug)]
struct Lu {
    factors: Square,
    order: Vec<usize>,
}

impl Lu {
    fn solve(&self, b: &[f64], x: &mut [f64]) {
        let rows = || self.factors.entries.chunks_exact(self.factors.n).enumerate();
        for (i, row) in rows() {
            let dot: f64 = row[..i].iter().zip(&*x).map(|(a, x)| a * x).sum();
            x[i] = b[self.order[i]] - dot;
        }
        for (i, row) in rows().rev() {
            let dot: f64 = row[i + 1..].iter().zip(&x[i + 1..]).map(|(a, x)| a * x).sum();
            x[i] = (x[i] - dot) / row[i];
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn elimination_solves_what_needs_exchanges_and_refuses_what_is_singular() {
        let matrix = Square { n: 3, entries: vec![0.0, 2.0, 1.0, 3.0, -1.0, 4.0, 1.0, 5.0, -2.0] };
        let x = [0.7, -1.3, 2.1];
        let mut solved = [0.0; 3];
        matrix.clone().factor().unwrap().solve(&matrix.times(&x), &mut solved);
        assert!(solved.iter().zip(x).all(|(a, b)| (a - b).abs() < 1e-14), "{solved:?}");
        assert!(Square { n: 2, entries: vec![1.0, 2.0, 2.0, 4.0] }.factor().is_none());
    }
}
