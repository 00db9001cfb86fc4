//! The linear equations of an island: what its unknowns weigh, and how contacts and joints resist them.
//!
//! Unknown are the displacements over the step, per time: `u`. With `S = M + R`, `R` what resists them times the step, the velocities at its end are
//!
//! `v' = v + (I + S⁻¹ M) (u − v)`.
//!
//! Without resistance this is the trapezoidal rule; with much of it `u` is the velocity at the end, and what cannot be resolved settles. Whatever `R` is, forces whose
//! work over the displacement is the loss of their energy never make the total energy grow: (TD-3) of docs/theory/touch-down.md.
//!
//! Small islands have dense matrices; large ones are solved along their trees.

mod dense;
mod sparse;

use crate::island::Island;
use crate::mechanism::{JointAxis, Singular, Source, dot, inertia_about, moved_to};
use crate::model::Model;
use crate::placed::Placed;
use crate::state::State;
use crate::step_error::StepError;
use bristle_coupling::Matrix;
use bristle_geometry::Pose;
use bristle_skin::Block6;
use dense::Dense;
use glam::DVec3;
use sparse::Sparse;
use std::ops::Range;

/// Islands with more unknowns are solved along their trees: there, up to here, filling matrices takes less than following pointers.
const MOST_DENSE: usize = 30;

/// Resistances that are smaller beside the masses do not show.
const WEAK: f64 = 1e-12;

/// What two bodies resist motion past each other with; one may be fixed to the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairResistance<'a> {
    pub(crate) bodies: [usize; 2],
    /// Frame and origin of the block.
    pub(crate) frame: Pose,
    pub(crate) block: &'a Block6,
}

/// The bodies of an island, as its equations see them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    /// Motions are taken here.
    origin: DVec3,
    /// Per body: its joint, the body that carries it, and its inertia.
    axes: Vec<JointAxis>,
    joints: Vec<Range<usize>>,
    parents: Vec<Option<usize>>,
    inertias: Vec<Block6>,
    /// The same of each body with all that it carries.
    composites: Vec<Block6>,
    /// Inertia of the joints themselves, and of all that each unknown moves while the others stand still.
    armatures: Vec<f64>,
    diagonal: Vec<f64>,
}

/// What resists displacements: pairs of bodies, and numbers per unknown; all times the step.
pub(crate) struct Resistances<'a, P> {
    pub(crate) h: f64,
    /// Place of each body of the world in the island; none for those that stand still.
    pub(crate) place: &'a [Option<usize>],
    pub(crate) pairs: P,
    pub(crate) joints: &'a [f64],
}

/// The equations of one island and one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    links: Links,
    dense: Dense,
    sparse: Sparse,
    is_dense: bool,
    resists: bool,
    /// Velocities at the start of the step.
    start: Vec<f64>,
    gained: Vec<f64>,
}

impl Links {
    /// Takes the bodies of an island where they are placed. `column` is room for the index of each unknown of the mechanism.
    fn take(&mut self, model: &Model, state: &State, placed: &Placed, island: &Island, column: &mut [u32]) {
        let (mechanism, middle) = (&model.mechanism, &placed.middle);
        for (local, &global) in island.unknowns.iter().enumerate() {
            column[global] = local as u32;
        }
        let centres = island.bodies.iter().map(|&body| middle.poses[body].translation + middle.arms[body]);
        self.origin = centres.sum::<DVec3>() / island.bodies.len().max(1) as f64;
        self.axes.clear();
        self.joints.clear();
        self.inertias.clear();
        self.armatures.clear();
        self.armatures.resize(island.unknowns.len(), 0.0);
        self.parents.clone_from(&island.parents);
        for &body in &island.bodies {
            let (branch, first) = (&mechanism.branches[body], self.axes.len());
            for d in branch.velocities.clone() {
                if let Source::Solved { column: global, ratio } = mechanism.sources[d] {
                    let unknown = column[global] as usize;
                    let at = middle.poses[body].translation;
                    let motion = moved_to(middle.axes[d], at, self.origin);
                    self.axes.push(JointAxis { unknown, ratio, motion });
                    self.armatures[unknown] += ratio * ratio * mechanism.joints[body].armature;
                }
            }
            self.joints.push(first..self.axes.len());
            self.inertias.push(inertia_about(&state.inertias[body], middle.poses[body], self.origin));
        }
        self.find_composites();
    }

    fn find_composites(&mut self) {
        self.diagonal.clone_from(&self.armatures);
        self.composites.clone_from(&self.inertias);
        for (body, parent) in self.parents.iter().enumerate().rev() {
            for axis in &self.axes[self.joints[body].clone()] {
                let moved = axis.motion.map(|x| x * axis.ratio);
                let momentum = self.composites[body].0.map(|row| dot(&row, &moved));
                self.diagonal[axis.unknown] += dot(&moved, &momentum);
            }
            if let Some(parent) = *parent {
                let carried = self.composites[body];
                for (row, own) in self.composites[parent].0.iter_mut().zip(&carried.0) {
                    row.iter_mut().zip(own).for_each(|(sum, entry)| *sum += entry);
                }
            }
        }
    }

    fn unknowns(&self) -> usize {
        self.armatures.len()
    }

    /// The joint of each body, with the body that carries it.
    fn tree(&self) -> impl ExactSizeIterator<Item = (Option<usize>, &[JointAxis])> + Clone {
        self.parents.iter().zip(&self.joints).map(|(parent, range)| (*parent, &self.axes[range.clone()]))
    }

    /// Joints that move a body: its own and those that carry it.
    fn chain(&self, body: Option<usize>) -> impl Iterator<Item = &JointAxis> {
        let up = std::iter::successors(body, |&body| self.parents[body]);
        up.flat_map(|body| &self.axes[self.joints[body].clone()])
    }
}

impl System {
    /// Takes the masses of an island where it is placed. `column` is room for the index of each unknown of the mechanism.
    pub(crate) fn weigh(
        &mut self,
        model: &Model,
        state: &State,
        placed: &Placed,
        island: &Island,
        column: &mut [u32],
    ) -> Result<(), StepError> {
        self.links.take(model, state, placed, island, column);
        self.is_dense = self.links.unknowns() <= MOST_DENSE;
        self.resists = false;
        let weighed = match self.is_dense {
            true => self.dense.weigh(&self.links),
            false => self.sparse.weigh(&self.links),
        };
        weighed.map_err(|Singular { unknown }| StepError::NotFinite {
            time: state.time,
            what: format!(
                "the mass matrix (at the joint of body `{}`)",
                model.body_of_column(island.unknowns[unknown])
            ),
            advice: "it may have come to where nothing resists it; give it an armature".into(),
        })
    }

    /// Inertia of what an unknown moves while the others stand still.
    pub(crate) fn diagonal(&self, unknown: usize) -> f64 {
        self.links.diagonal[unknown]
    }

    pub(crate) fn unknowns(&self) -> usize {
        self.links.unknowns()
    }

    /// A step from these velocities; nothing is known to resist yet.
    pub(crate) fn begin(&mut self, velocity: &[f64]) {
        self.start.clear();
        self.start.extend_from_slice(velocity);
        self.resists = false;
    }

    /// Momentum of velocities.
    pub(crate) fn mass_times(&mut self, x: &[f64], momentum: &mut [f64]) {
        match self.is_dense {
            true => self.dense.mass.times(x, momentum),
            false => self.sparse.mass_times(&self.links, x, momentum),
        }
    }

    /// Velocities of a momentum, in place.
    pub(crate) fn mass_solve(&mut self, x: &mut [f64]) {
        match self.is_dense {
            true => self.dense.mass_factor.cholesky_solve(x),
            false => self.sparse.mass_factor.solve(x),
        }
    }

    /// Takes what resists displacements, symmetric and never negative.
    pub(crate) fn resist<'a, P: Iterator<Item = PairResistance<'a>>>(&mut self, by: Resistances<'a, P>) {
        self.resists = match self.is_dense {
            true => self.dense.resist(&self.links, by),
            false => self.sparse.resist(&self.links, by),
        };
    }

    /// Velocities at the end of the step, for displacements `u`.
    pub(crate) fn end_velocity(&mut self, u: &[f64], end: &mut [f64]) {
        if !self.resists {
            for (end, (u, v)) in end.iter_mut().zip(u.iter().zip(&self.start)) {
                *end = 2.0 * u - v;
            }
            return;
        }
        let mut gained = std::mem::take(&mut self.gained);
        gained.clear();
        gained.extend(u.iter().zip(&self.start).map(|(u, v)| u - v));
        self.mass_times(&gained, end);
        match self.is_dense {
            true => self.dense.stiff_factor.cholesky_solve(end),
            false => self.sparse.stiff_factor.solve(end),
        }
        end.iter_mut().zip(u).for_each(|(end, u)| *end += u);
        self.gained = gained;
    }

    /// The Newton step for a right-hand side, in place: `(M + M S⁻¹ M + h K) x = r`, with `K` how forces fall with displacements. `contact` tells whether there is any.
    /// On failure, the unknown that nothing resists.
    pub(crate) fn newton_step<'a, P: Iterator<Item = PairResistance<'a>>>(
        &mut self,
        by: Resistances<'a, P>,
        contact: bool,
        x: &mut [f64],
    ) -> Result<(), usize> {
        match self.is_dense {
            true => self.dense.newton_step(&self.links, by, self.resists, x),
            false => self.sparse.newton_step(&self.links, by, (self.resists, contact), x),
        }
    }

    /// Solves `h K x = r`, without the masses, in place; on failure, the unknown that nothing resists.
    pub(crate) fn solve_without_mass<'a, P: Iterator<Item = PairResistance<'a>>>(
        &mut self,
        by: Resistances<'a, P>,
        x: &mut [f64],
    ) -> Result<(), usize> {
        match self.is_dense {
            true => self.dense.solve_without_mass(&self.links, by, x),
            false => self.sparse.solve_without_mass(&self.links, by, x),
        }
    }

    /// Adds what resists the motion of two bodies past each other to a matrix over the unknowns.
    pub(crate) fn add_to_matrix(&self, place: &[Option<usize>], pair: &PairResistance, matrix: &mut Matrix) {
        dense::add_pair(&self.links, place, pair, 1.0, &mut Vec::new(), matrix);
    }

    /// The mass matrix.
    pub(crate) fn mass_matrix(&self) -> Matrix {
        let mut matrix = Matrix::new(self.unknowns());
        dense::fill_mass(&self.links, &mut matrix);
        matrix
    }
}
