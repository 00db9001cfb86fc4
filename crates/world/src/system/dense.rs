//! Equations of small islands, as dense matrices.

use super::{Links, PairResistance, Resistances, WEAK};
use crate::mechanism::{Singular, Six, about_point, dot};
use bristle_coupling::Matrix;

/// Room for the matrices of an island.
#[derive(Clone, Debug, Default)]
pub(super) struct Dense {
    pub(super) mass: Matrix,
    pub(super) mass_factor: Matrix,
    /// Factor of `S`.
    pub(super) stiff_factor: Matrix,
    /// `M + M S⁻¹ M`: what the unknowns weigh.
    weight: Matrix,
    newton: Matrix,
    column: Vec<f64>,
    past: Vec<(usize, Six, Six)>,
}

/// Fills the mass matrix: composite rigid bodies.
pub(super) fn fill_mass(links: &Links, matrix: &mut Matrix) {
    for (body, range) in links.joints.iter().enumerate() {
        for axis in &links.axes[range.clone()] {
            let momentum = links.composites[body].0.map(|row| axis.ratio * dot(&row, &axis.motion));
            for other in &links.axes[range.clone()] {
                *matrix.at(axis.unknown, other.unknown) += other.ratio * dot(&other.motion, &momentum);
            }
            for other in links.chain(links.parents[body]) {
                let entry = other.ratio * dot(&other.motion, &momentum);
                *matrix.at(axis.unknown, other.unknown) += entry;
                *matrix.at(other.unknown, axis.unknown) += entry;
            }
        }
    }
    for (unknown, armature) in links.armatures.iter().enumerate() {
        *matrix.at(unknown, unknown) += armature;
    }
}

/// Adds `factor Jᵀ B J` of two bodies that move past each other.
pub(super) fn add_pair(
    links: &Links,
    place: &[Option<usize>],
    pair: &PairResistance,
    factor: f64,
    past: &mut Vec<(usize, Six, Six)>,
    matrix: &mut Matrix,
) {
    let block = about_point(pair.block, pair.frame, links.origin);
    past.clear();
    for (body, sign) in pair.bodies.into_iter().zip([-1.0, 1.0]) {
        for axis in links.chain(place[body]) {
            let motion = axis.motion.map(|x| sign * axis.ratio * x);
            past.push((axis.unknown, motion, block.0.map(|row| factor * dot(&row, &motion))));
        }
    }
    for (row, motion, _) in &*past {
        for (column, _, push) in &*past {
            *matrix.at(*row, *column) += dot(motion, push);
        }
    }
}

impl Dense {
    pub(super) fn weigh(&mut self, links: &Links) -> Result<(), Singular> {
        let n = links.unknowns();
        for matrix in [
            &mut self.mass,
            &mut self.mass_factor,
            &mut self.stiff_factor,
            &mut self.weight,
            &mut self.newton,
        ] {
            matrix.resize(n);
        }
        self.column.resize(n, 0.0);
        fill_mass(links, &mut self.mass);
        self.mass_factor.copy_from(&self.mass);
        self.mass_factor.cholesky().map_err(|unknown| Singular { unknown })
    }

    /// `h K`, alone.
    fn fill<'a, P: Iterator<Item = PairResistance<'a>>>(
        links: &Links,
        by: Resistances<'a, P>,
        past: &mut Vec<(usize, Six, Six)>,
        matrix: &mut Matrix,
    ) -> bool {
        let mut any = false;
        for pair in by.pairs {
            add_pair(links, by.place, &pair, by.h, past, matrix);
            any = true;
        }
        for (unknown, (resists, mass)) in by.joints.iter().zip(&links.diagonal).enumerate() {
            *matrix.at(unknown, unknown) += by.h * resists;
            any |= by.h * resists > WEAK * mass;
        }
        any
    }

    /// Gives whether anything resists.
    pub(super) fn resist<'a, P: Iterator<Item = PairResistance<'a>>>(
        &mut self,
        links: &Links,
        by: Resistances<'a, P>,
    ) -> bool {
        self.stiff_factor.copy_from(&self.mass);
        if !Self::fill(links, by, &mut self.past, &mut self.stiff_factor) {
            return false;
        }
        // The trapezoidal rule is always there to fall back on.
        if self.stiff_factor.cholesky().is_err() {
            return false;
        }
        let n = links.unknowns();
        for j in 0..n {
            for i in 0..n {
                self.column[i] = self.mass.get(i, j);
            }
            self.stiff_factor.cholesky_solve(&mut self.column);
            for i in 0..n {
                let product: f64 = self.mass.row(i).iter().zip(&self.column).map(|(m, x)| m * x).sum();
                *self.weight.at(i, j) = self.mass.get(i, j) + product;
            }
        }
        true
    }

    pub(super) fn newton_step<'a, P: Iterator<Item = PairResistance<'a>>>(
        &mut self,
        links: &Links,
        by: Resistances<'a, P>,
        resists: bool,
        x: &mut [f64],
    ) -> Result<(), usize> {
        if resists {
            self.newton.copy_from(&self.weight);
        } else {
            self.newton.copy_from(&self.mass);
            self.newton.scale(2.0);
        }
        Self::fill(links, by, &mut self.past, &mut self.newton);
        self.newton.eliminate(x)
    }

    pub(super) fn solve_without_mass<'a, P: Iterator<Item = PairResistance<'a>>>(
        &mut self,
        links: &Links,
        by: Resistances<'a, P>,
        x: &mut [f64],
    ) -> Result<(), usize> {
        self.newton.clear();
        Self::fill(links, by, &mut self.past, &mut self.newton);
        self.newton.eliminate(x)
    }
}
