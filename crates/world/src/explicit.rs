//! The explicit step: forces at its begin, velocities first, then positions with the new velocities.
//!
//! The paper's way (Moisio et al. 2013), symplectic Euler. Stable only below the advisor's largest step.

use crate::island::Island;
use crate::joint_forces::JointForces;
use crate::mechanism::Source;
use crate::model::Model;
use crate::report::StepReport;
use crate::state::State;
use crate::step_error::StepError;
use crate::workspace::{Sliding, Workspace, touching};
use bristle_coupling::{Purpose, SkinFrames};

impl Workspace {
    /// Where the bodies were in the middle of the step before, and how they moved: the velocities there are have brought
    /// them from its begin to its end. Only there do bodies that are swung about together not move past each other.
    fn look_half_a_step_back(&mut self, model: &Model, state: &State, h: f64) {
        let mechanism = &model.mechanism;
        let Self { placed, trial, .. } = self;
        trial.v.copy_from_slice(&state.v);
        for (next, source) in trial.v.iter_mut().zip(&mechanism.sources) {
            if let Source::Given { leader, ratio } = *source
                && let Some(motion) = &mechanism.joints[leader].motion
            {
                let travelled = motion.at(state.time).position - motion.at(state.time - h).position;
                *next = ratio * travelled / h;
            }
        }
        let (bodies, from) = (&self.whole.bodies, (&state.q[..], &state.centres[..]));
        mechanism.advance(bodies, from, &trial.v, -0.5 * h, &mut trial.q);
        mechanism.place(bodies, &trial.q, &state.centres, &mut placed.begin);
        mechanism.twists(bodies, &placed.begin, &trial.v, &mut placed.begin_twists);
    }

    /// Forces and accelerations of the present state, for an explicit step `h`: bristles, motors and prescribed joints go on
    /// by `h` in what is planned, and nothing of the state changes. The new velocities are in the trial.
    pub(crate) fn accelerate(&mut self, model: &Model, state: &State, h: f64) -> Result<(), StepError> {
        let mechanism = &model.mechanism;
        let whole = std::mem::take(&mut self.whole);
        mechanism.place(&whole.bodies, &state.q, &state.centres, &mut self.placed.middle);
        mechanism.twists(&whole.bodies, &self.placed.middle, &state.v, &mut self.placed.middle_twists);
        self.placed.find_masses(model, state, &whole.bodies);
        self.whole = whole;
        self.look_half_a_step_back(model, state, h);
        self.skins.update(self.placed.at_begin(), &state.skins, h)?;
        self.touch_plainly(model, state, h);
        let whole = std::mem::take(&mut self.whole);
        let done = self.accelerate_whole(model, state, &whole, h);
        self.whole = whole;
        done
    }

    /// Contact of plain bodies where they are, as they moved half a step ago.
    pub(crate) fn touch_plainly(&mut self, model: &Model, state: &State, h: f64) {
        self.find_all_neighbours(model, state, h);
        let moving = self.placed.at_begin();
        for pair in &mut self.neighbours.pairs[..self.neighbours.pair_count] {
            let [own, other] = pair.bodies;
            let frames = SkinFrames { middle: moving.middle[own], then: moving.then[own] };
            pair.set_motion(frames.relative(moving, own, other));
            pair.press(&model.colliders, h, Purpose::Commit);
        }
    }

    fn accelerate_whole(
        &mut self,
        model: &Model,
        state: &State,
        whole: &Island,
        h: f64,
    ) -> Result<(), StepError> {
        let mechanism = &model.mechanism;
        self.system.weigh(model, state, &self.placed, whole, &mut self.column)?;
        self.plan_motors(model, state, h);
        self.trial.give_velocities(model, state, &whole.velocities, h);
        // Prescribed joints accelerate as they must, the others are asked what it takes to keep them from it.
        for (d, source) in mechanism.sources.iter().enumerate() {
            self.trial.acceleration[d] = match source {
                Source::Given { .. } => (self.trial.v[d] - state.v[d]) / h,
                Source::Solved { .. } => 0.0,
            };
        }
        let Self { skins, neighbours, placed, trial, plans, .. } = self;
        trial.collect_wrenches(state, placed, &whole.bodies, touching(skins, neighbours));
        trial.efforts_of_first_motion(model, state, placed, &whole.bodies);
        let joints = JointForces { model, state, plans, h, blend: 0.0 };
        joints.find(&whole.velocities, &whole.motors, &state.v, &mut trial.forces);
        let mut gained = vec![0.0; whole.unknowns.len()];
        for (d, source) in mechanism.sources.iter().enumerate() {
            if let Source::Solved { column, ratio } = *source {
                gained[self.column[column] as usize] += ratio * (trial.forces[d].effort - trial.efforts[d]);
            }
        }
        self.system.mass_solve(&mut gained);
        for (d, source) in mechanism.sources.iter().enumerate() {
            if let Source::Solved { column, ratio } = *source {
                trial.v[d] = state.v[d] + h * ratio * gained[self.column[column] as usize];
            }
            trial.acceleration[d] = (trial.v[d] - state.v[d]) / h;
        }
        let is_lost = trial.v.iter().any(|v| !v.is_finite());
        if !is_lost {
            // What joints carry, with the accelerations now known.
            trial.efforts_of_first_motion(model, state, placed, &whole.bodies);
        }
        if is_lost { Err(self.trial.blame(model, state, whole)) } else { Ok(()) }
    }

    /// Takes one explicit step. On an error the state is the one before.
    pub(crate) fn explicit_step(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
    ) -> Result<StepReport, StepError> {
        self.accelerate(model, state, h)?;
        let too_long = self.too_long(model, state, h);
        let whole = std::mem::take(&mut self.whole);
        let (from, trial) = ((&state.q[..], &state.centres[..]), &mut self.trial);
        model.mechanism.advance(&whole.bodies, from, &trial.v, h, &mut trial.q);
        let poses = &self.placed.middle.poses;
        let mut fast = whole.skins.iter().flat_map(|&skin| self.skins.fast_targets(skin, poses, h));
        let beyond_window = fast.next().is_some();
        drop(fast);
        let report = StepReport {
            evaluations: 1,
            contacts: self.contacts(),
            beyond_window,
            too_long,
            ..Default::default()
        };
        let done = self.check_positions(model, state, &whole);
        if done.is_ok() {
            self.settle(model, state, &whole, Sliding::AtStart, h);
            let awake = vec![true; model.mechanism.trees.len()];
            self.forget_pairs(model, &awake, &mut state.plain);
            (state.step, state.time) = (state.step + 1, state.time + h);
        }
        self.whole = whole;
        done.map(|()| report)
    }
}
