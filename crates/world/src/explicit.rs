//! The explicit step: forces at its begin, velocities first, then positions with the new velocities.
//!
//! The paper's way (Moisio et al. 2013), symplectic Euler. Stable only below the advisor's largest step.

use crate::joint_forces::joint_forces;
use crate::mechanism::{Source, inverse_dynamics, mass_matrix};
use crate::model::Model;
use crate::report::StepReport;
use crate::state::State;
use crate::step_error::StepError;
use crate::workspace::Workspace;

impl Workspace {
    /// Where the bodies were in the middle of the step before, and how they moved: the velocities there are have brought
    /// them from its begin to its end. Only there do bodies that are swung about together not move past each other.
    fn look_half_a_step_back(&mut self, model: &Model, state: &State, h: f64) {
        let mechanism = &model.mechanism;
        self.next_v.copy_from_slice(&state.v);
        for (next, source) in self.next_v.iter_mut().zip(&mechanism.sources) {
            if let Source::Given { leader, ratio } = *source
                && let Some(motion) = &mechanism.joints[leader].motion
            {
                let travelled = motion.at(state.time).position - motion.at(state.time - h).position;
                *next = ratio * travelled / h;
            }
        }
        mechanism.advance(&state.q, &self.next_v, -0.5 * h, &mut self.next_q);
        mechanism.place(&self.next_q, &mut self.begins);
        mechanism.twists(&self.begins, &self.next_v, &mut self.begin_twists);
    }

    /// Efforts that the accelerations take with the velocities there are; leaves what joints carry.
    fn efforts_of_motion(&mut self, model: &Model, state: &State) {
        inverse_dynamics(
            &model.mechanism,
            &self.kinematics,
            &state.inertias,
            model.gravity,
            &state.v,
            &self.acceleration,
            &self.before,
            &self.on_bodies,
            &mut self.loads,
            &mut self.efforts,
        );
    }

    /// Takes one explicit step. On an error the state is the one before.
    pub(crate) fn explicit_step(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
    ) -> Result<StepReport, StepError> {
        let mechanism = &model.mechanism;
        mechanism.place(&state.q, &mut self.kinematics);
        mechanism.twists(&self.kinematics, &state.v, &mut self.before);
        self.look_half_a_step_back(model, state, h);
        let (poses, then) = (&self.kinematics.poses, &self.begins.poses);
        self.touch.update(model, state, poses, then, &self.begin_twists, h)?;
        mass_matrix(mechanism, &self.kinematics, &state.inertias, &mut self.composites, &mut self.mass);
        self.factor_mass(model, state)?;
        self.plan_motors(model, state, h);
        self.next_v.copy_from_slice(&state.v);
        self.give_velocities(model, state, h);
        // Prescribed joints accelerate as they must, the others are asked what it takes to keep them from it.
        for (d, source) in mechanism.sources.iter().enumerate() {
            self.acceleration[d] = match source {
                Source::Given { .. } => (self.next_v[d] - state.v[d]) / h,
                Source::Solved { .. } => 0.0,
            };
        }
        self.collect_wrenches(model, state);
        self.efforts_of_motion(model, state);
        joint_forces(model, state, &self.plans, &state.v, h, 0.0, &mut self.forces);
        for (effort, force) in self.efforts.iter_mut().zip(&self.forces) {
            *effort = force.effort - *effort;
        }
        mechanism.gather(&self.efforts, &mut self.columns.step);
        self.factor.cholesky_solve(&mut self.columns.step);
        mechanism.extract(&state.v, &mut self.columns.velocity);
        for (v, a) in self.columns.velocity.iter_mut().zip(&self.columns.step) {
            *v += h * a;
        }
        mechanism.scatter(&self.columns.velocity, &mut self.next_v);
        if self.next_v.iter().any(|v| !v.is_finite()) {
            return Err(self.blame(model, state));
        }
        for (a, (new, old)) in self.acceleration.iter_mut().zip(self.next_v.iter().zip(&state.v)) {
            *a = (new - old) / h;
        }
        mechanism.advance(&state.q, &self.next_v, h, &mut self.next_q);
        let report = StepReport {
            evaluations: 1,
            substeps: 1,
            contacts: self.touch.contacts(),
            beyond_window: self.touch.beyond_window(model, &self.kinematics.poses, h),
            ..Default::default()
        };
        // What joints carry, with the accelerations now known.
        self.efforts_of_motion(model, state);
        self.settle(model, state, &state.v.clone(), h)?;
        Ok(report)
    }
}
