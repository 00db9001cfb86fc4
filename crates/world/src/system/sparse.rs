//! Equations of large islands, solved along their trees.

use super::{Links, PairResistance, Resistances, WEAK};
use crate::mechanism::{Singular, Six, TreeFactor, about_point, dot};

/// A Newton step is solved to this share of its right-hand side, or to the second where no contact is near: there it is the end of the step, but for gyroscopic forces.
const ACCURATE: f64 = 1e-8;
const EXACT: f64 = 1e-14;

/// A Newton step is corrected at most so often: each time what is missing shrinks to a twentieth.
const MOST_CORRECTIONS: usize = 14;

/// The matrix of a Newton step over the one that is factored, as a ratio: its smallest value is `2 (√2 − 1)`, at `A = 1 + √2`, its largest is 1.
const RATIOS: (f64, f64) = (0.828_427, 1.0);

/// Room for the equations of an island.
#[derive(Clone, Debug, Default)]
pub(super) struct Sparse {
    pub(super) mass_factor: TreeFactor,
    /// Factor of `S`.
    pub(super) stiff_factor: TreeFactor,
    newton: TreeFactor,
    motions: Vec<Six>,
    wrenches: Vec<Six>,
    rooms: [Vec<f64>; 5],
}

fn add_mass(links: &Links, to: &mut TreeFactor, factor: f64) {
    for (body, inertia) in links.inertias.iter().enumerate() {
        to.add_body(body, inertia, factor);
    }
    for (unknown, armature) in links.armatures.iter().enumerate() {
        to.add_diagonal(unknown, factor * armature);
    }
}

/// Adds what resists; gives whether anything does.
fn add_resistances<'a, P: Iterator<Item = PairResistance<'a>>>(
    links: &Links,
    by: Resistances<'a, P>,
    to: &mut TreeFactor,
) -> bool {
    let mut any = false;
    for pair in by.pairs {
        let block = about_point(pair.block, pair.frame, links.origin);
        to.add_pair(pair.bodies.map(|body| by.place[body]), &block, by.h);
        any = true;
    }
    for (unknown, (resists, mass)) in by.joints.iter().zip(&links.diagonal).enumerate() {
        to.add_diagonal(unknown, by.h * resists);
        any |= by.h * resists > WEAK * mass;
    }
    any
}

impl Sparse {
    pub(super) fn weigh(&mut self, links: &Links) -> Result<(), Singular> {
        for factor in [&mut self.mass_factor, &mut self.stiff_factor, &mut self.newton] {
            factor.begin(links.unknowns(), links.tree());
        }
        add_mass(links, &mut self.mass_factor, 1.0);
        self.mass_factor.factor()
    }

    pub(super) fn mass_times(&mut self, links: &Links, x: &[f64], momentum: &mut [f64]) {
        let Self { motions, wrenches, .. } = self;
        motions.clear();
        wrenches.clear();
        for (body, parent) in links.parents.iter().enumerate() {
            let mut motion = parent.map_or([0.0; 6], |parent| motions[parent]);
            for axis in &links.axes[links.joints[body].clone()] {
                let speed = axis.ratio * x[axis.unknown];
                motion.iter_mut().zip(&axis.motion).for_each(|(sum, a)| *sum += speed * a);
            }
            motions.push(motion);
            wrenches.push(links.inertias[body].0.map(|row| dot(&row, &motion)));
        }
        let own = links.armatures.iter().zip(x);
        momentum.iter_mut().zip(own).for_each(|(p, (armature, x))| *p = armature * x);
        for (body, parent) in links.parents.iter().enumerate().rev() {
            let wrench = wrenches[body];
            for axis in &links.axes[links.joints[body].clone()] {
                momentum[axis.unknown] += axis.ratio * dot(&axis.motion, &wrench);
            }
            if let Some(parent) = *parent {
                wrenches[parent].iter_mut().zip(&wrench).for_each(|(sum, w)| *sum += w);
            }
        }
    }

    /// Gives whether anything resists.
    pub(super) fn resist<'a, P: Iterator<Item = PairResistance<'a>>>(
        &mut self,
        links: &Links,
        by: Resistances<'a, P>,
    ) -> bool {
        self.stiff_factor.clear();
        if !add_resistances(links, by, &mut self.stiff_factor) {
            return false;
        }
        add_mass(links, &mut self.stiff_factor, 1.0);
        // The trapezoidal rule is always there to fall back on.
        self.stiff_factor.factor().is_ok()
    }

    /// `2 M + h K` is factored: it has the same sparsity as the mechanism and is nearly the matrix that is meant. With `A` the ratio of `S` to `M`, the two go as `A + 1`
    /// and `A + 1/A`. So a few steps of Chebyshev's iteration are enough.
    pub(super) fn newton_step<'a, P: Iterator<Item = PairResistance<'a>>>(
        &mut self,
        links: &Links,
        by: Resistances<'a, P>,
        (resists, contact): (bool, bool),
        x: &mut [f64],
    ) -> Result<(), usize> {
        self.newton.clear();
        add_resistances(links, by, &mut self.newton);
        add_mass(links, &mut self.newton, 2.0);
        self.newton.factor().map_err(|singular| singular.unknown)?;
        if !resists {
            self.newton.solve(x);
            return Ok(());
        }
        let mut rooms = std::mem::take(&mut self.rooms);
        rooms.iter_mut().for_each(|room| room.resize(x.len(), 0.0));
        let [left, part, factored, momentum, slowed] = &mut rooms;
        let size = |v: &[f64]| -> f64 { v.iter().zip(&links.diagonal).map(|(v, m)| v * v / m).sum() };
        let accuracy: f64 = if contact { ACCURATE } else { EXACT };
        left.copy_from_slice(x);
        let enough = accuracy * accuracy * size(left);
        let (middle, radius) = (0.5 * (RATIOS.0 + RATIOS.1), 0.5 * (RATIOS.1 - RATIOS.0));
        let mut last = radius / middle;
        // The first part; `factored` is the factored matrix times the part.
        part.copy_from_slice(left);
        self.newton.solve(part);
        part.iter_mut().for_each(|part| *part /= middle);
        factored.iter_mut().zip(&*left).for_each(|(f, left)| *f = left / middle);
        x.copy_from_slice(part);
        for _ in 0..MOST_CORRECTIONS {
            self.mass_times(links, part, momentum);
            slowed.copy_from_slice(momentum);
            self.stiff_factor.solve(slowed);
            left.iter_mut().zip(&*factored).for_each(|(left, f)| *left -= f);
            left.iter_mut().zip(&*momentum).for_each(|(left, p)| *left += p);
            self.mass_times(links, slowed, momentum);
            left.iter_mut().zip(&*momentum).for_each(|(left, p)| *left -= p);
            if size(left) <= enough {
                break;
            }
            let next = 1.0 / (2.0 * middle / radius - last);
            let (keep, take) = (next * last, 2.0 * next / radius);
            factored.iter_mut().zip(&*left).for_each(|(f, left)| *f = keep * *f + take * left);
            slowed.copy_from_slice(left);
            self.newton.solve(slowed);
            part.iter_mut().zip(&*slowed).for_each(|(part, z)| *part = keep * *part + take * z);
            x.iter_mut().zip(&*part).for_each(|(x, part)| *x += part);
            last = next;
        }
        self.rooms = rooms;
        Ok(())
    }

    pub(super) fn solve_without_mass<'a, P: Iterator<Item = PairResistance<'a>>>(
        &mut self,
        links: &Links,
        by: Resistances<'a, P>,
        x: &mut [f64],
    ) -> Result<(), usize> {
        self.newton.clear();
        add_resistances(links, by, &mut self.newton);
        self.newton.factor().map_err(|singular| singular.unknown)?;
        self.newton.solve(x);
        Ok(())
    }
}
