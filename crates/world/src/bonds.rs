//! Loops and tendons during a step.

use crate::island::Island;
use crate::loops::ActiveLoop;
use crate::mechanism::Kinematics;
use crate::model::Model;
use crate::placed::Placed;
use crate::state::State;
use crate::system::System;
use crate::tendons::ActiveTendon;
use crate::trial::Trial;

/// How a tendon resists: the unknowns that lengthen it, by how much each does, and how its force grows with the rate of that.
#[derive(Clone, Debug, Default)]
pub(crate) struct TendonRow {
    pub(crate) unknowns: Vec<(usize, f64)>,
    pub(crate) force: f64,
    pub(crate) damping: f64,
}

/// All loops and tendons of a model at work.
#[derive(Clone, Debug)]
pub(crate) struct ActiveBonds {
    pub(crate) loops: Vec<ActiveLoop>,
    pub(crate) tendons: Vec<ActiveTendon>,
    /// Of the tendons of the island at work.
    pub(crate) rows: Vec<TendonRow>,
    /// Where the bodies of islands with loops are at the end of a trial.
    end: Kinematics,
}

impl ActiveBonds {
    pub(crate) fn new(model: &Model) -> Self {
        Self {
            loops: model.loops.iter().map(ActiveLoop::new).collect(),
            tendons: vec![ActiveTendon::default(); model.tendons.len()],
            rows: Vec::new(),
            end: Kinematics::new(&model.mechanism),
        }
    }

    /// Prepares those of an island for a step `h` \[s\].
    pub(crate) fn begin(
        &mut self,
        model: &Model,
        state: &State,
        placed: &Placed,
        (island, column): (&Island, &[u32]),
        system: &System,
        h: f64,
    ) {
        for &i in &island.loops {
            self.loops[i].begin(&model.loops[i], state.carried[i], placed, h);
            // What is fixed to the world stays where it is.
            for body in model.loops[i].bodies {
                self.end.poses[body.0] = placed.begin.poses[body.0];
            }
        }
        self.rows.clear();
        for &i in &island.tendons {
            let tendon = &model.tendons[i];
            let unknowns = tendon.unknowns(&model.mechanism, column);
            let mobility = unknowns.iter().map(|(unknown, by)| by * by / system.diagonal(*unknown)).sum();
            self.rows.push(TendonRow { unknowns, force: 0.0, damping: 0.0 });
            let stretch = tendon.length(&model.mechanism, &state.q) - tendon.rest_length - state.slipped[i];
            self.tendons[i].begin(tendon, stretch, mobility, h);
        }
    }

    /// What they pull with for the displacements of a trial.
    pub(crate) fn evaluate(
        &mut self,
        model: &Model,
        state: &State,
        island: &Island,
        trial: &mut Trial,
        h: f64,
    ) {
        let mechanism = &model.mechanism;
        if !island.loops.is_empty() {
            let Trial { u, q, .. } = trial;
            mechanism.advance(&island.bodies, (&state.q, &state.centres), u, h, q);
            mechanism.place(&island.bodies, q, &state.centres, &mut self.end);
            for &i in &island.loops {
                self.loops[i].evaluate(&model.loops[i], &self.end.poses, h);
            }
        }
        for (&i, row) in island.tendons.iter().zip(&mut self.rows) {
            let (tendon, active) = (&model.tendons[i], &mut self.tendons[i]);
            active.evaluate(tendon, tendon.rate(mechanism, &trial.u), state.slipped[i], h);
            (row.force, row.damping) = (active.force, active.damping);
        }
    }

    /// How large forces of the loops of an island count at least.
    pub(crate) fn coarseness(&self, model: &Model, placed: &Placed, island: &Island) -> f64 {
        island.loops.iter().map(|&i| self.loops[i].coarseness(&model.loops[i], placed)).sum()
    }

    /// Adds what the tendons of the island pull with to what is left of its equations; gives the sum of their squared forces over the masses they move.
    pub(crate) fn pull(&self, residual: &mut [f64], system: &System, h: f64) -> f64 {
        let mut driven = 0.0;
        for TendonRow { unknowns, force, .. } in &self.rows {
            for &(unknown, by) in unknowns {
                residual[unknown] += h * by * force;
                driven += (by * force).powi(2) / system.diagonal(unknown);
            }
        }
        driven
    }
}
