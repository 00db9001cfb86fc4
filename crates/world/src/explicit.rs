//! The explicit step: forces at its begin, velocities first, then positions with the new velocities.
//!
//! The paper's way (Moisio et al. 2013), symplectic Euler. Stable only below the advisor's largest step.

use crate::joint_forces::JointForces;
use crate::mechanism::Source;
use crate::model::Model;
use crate::report::StepReport;
use crate::state::State;
use crate::step_error::StepError;
use crate::workspace::{Sliding, Workspace};

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
        mechanism.advance(&state.q, &state.centres, &trial.v, -0.5 * h, &mut trial.q);
        mechanism.place(&trial.q, &state.centres, &mut placed.begin);
        mechanism.twists(&placed.begin, &trial.v, &mut placed.begin_twists);
    }

    /// Forces and accelerations of the present state, for an explicit step `h`: bristles, motors and prescribed joints go on
    /// by `h` in what is planned, and nothing of the state changes. The new velocities are in the trial.
    pub(crate) fn accelerate(&mut self, model: &Model, state: &State, h: f64) -> Result<(), StepError> {
        let mechanism = &model.mechanism;
        mechanism.place(&state.q, &state.centres, &mut self.placed.middle);
        mechanism.twists(&self.placed.middle, &state.v, &mut self.placed.middle_twists);
        self.look_half_a_step_back(model, state, h);
        self.skins.update(self.placed.at_begin(), &state.skins, h)?;
        self.placed.weigh(model, state)?;
        self.plan_motors(model, state, h);
        let Self { skins, placed, trial, plans, velocity, .. } = self;
        trial.give_velocities(model, state, h);
        // Prescribed joints accelerate as they must, the others are asked what it takes to keep them from it.
        for (d, source) in mechanism.sources.iter().enumerate() {
            trial.acceleration[d] = match source {
                Source::Given { .. } => (trial.v[d] - state.v[d]) / h,
                Source::Solved { .. } => 0.0,
            };
        }
        trial.collect_wrenches(state, placed, skins);
        trial.efforts_of_first_motion(model, state, placed);
        JointForces { model, state, plans, h, blend: 0.0 }.find(&state.v, &mut trial.forces);
        for (effort, force) in trial.efforts.iter_mut().zip(&trial.forces) {
            *effort = force.effort - *effort;
        }
        mechanism.gather(&trial.efforts, &mut trial.room);
        placed.factor.cholesky_solve(&mut trial.room);
        mechanism.extract(&state.v, velocity);
        for (v, a) in velocity.iter_mut().zip(&trial.room) {
            *v += h * a;
        }
        mechanism.scatter(velocity, &mut trial.v);
        if trial.v.iter().any(|v| !v.is_finite()) {
            return Err(trial.blame(model, state));
        }
        for (a, (new, old)) in trial.acceleration.iter_mut().zip(trial.v.iter().zip(&state.v)) {
            *a = (new - old) / h;
        }
        // What joints carry, with the accelerations now known.
        trial.efforts_of_first_motion(model, state, placed);
        Ok(())
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
        let Self { skins, placed, trial, .. } = self;
        model.mechanism.advance(&state.q, &state.centres, &trial.v, h, &mut trial.q);
        let report = StepReport {
            evaluations: 1,
            contacts: skins.contacts(),
            beyond_window: skins.fast_targets(&placed.middle.poses, h).next().is_some(),
            too_long,
            ..Default::default()
        };
        self.settle(model, state, Sliding::AtBegin, h)?;
        Ok(report)
    }
}
