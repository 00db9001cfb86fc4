//! The begin of a Newton step: all that does not depend on its unknowns.

use crate::mechanism::{Source, mass_matrix};
use crate::model::Model;
use crate::state::State;
use crate::step_error::StepError;
use crate::workspace::{Columns, Workspace};
use glam::DVec3;

/// Velocities below this share of what gravity gives in one step are rounding.
const ROUNDING: f64 = 1e-10;

impl Workspace {
    /// Prepares all that does not depend on the unknowns.
    pub(crate) fn begin(&mut self, model: &Model, state: &State, h: f64) -> Result<(), StepError> {
        let mechanism = &model.mechanism;
        mechanism.advance(&state.q, &state.v, 0.5 * h, &mut self.mid_q);
        mechanism.advance(&state.q, &state.v, h, &mut self.next_q);
        self.next_v.copy_from_slice(&state.v);
        self.give_velocities(model, state, h);
        for (d, source) in mechanism.sources.iter().enumerate() {
            if let Source::Given { leader, ratio } = *source
                && let Some(motion) = &mechanism.joints[leader].motion
            {
                let at = mechanism.branches[mechanism.owner[d]].coordinates.start;
                let lead = mechanism.branches[leader].coordinates.start;
                // Such that the mean of both ends lies where elastic forces are taken.
                let bend = 0.25 * h * (self.next_v[d] - state.v[d]);
                let travelled = ratio * (motion.at(state.time + h).position - state.q[lead]);
                self.next_q[at] = state.q[at] + travelled;
                self.mid_q[at] = state.q[at] + 0.5 * travelled - bend;
            }
        }
        mechanism.place(&self.mid_q, &mut self.kinematics);
        mechanism.twists(&self.kinematics, &state.v, &mut self.before);
        mechanism.place(&state.q, &mut self.begins);
        mechanism.place(&self.next_q, &mut self.ends);
        mechanism.twists(&self.begins, &state.v, &mut self.begin_twists);
        self.touch.detect(model, &self.kinematics.poses, &self.begins, &self.begin_twists)?;
        mass_matrix(mechanism, &self.kinematics, &state.inertias, &mut self.composites, &mut self.mass);
        self.factor_mass(model, state)?;
        self.weigh(model, state);
        self.plan_motors(model, state, h);
        mechanism.extract(&state.v, &mut self.columns.velocity);
        self.size_up(model, state, h);
        Ok(())
    }

    /// How large impulses are, whatever the unknowns: those of the motion there was, of gravity and of forces from outside.
    ///
    /// Motion that is nothing beside what gravity gives, or that positions are too coarse to show, is rounding: it is let go,
    /// and the step tries to end at rest, so that what is held stays to the last bit.
    fn size_up(&mut self, model: &Model, state: &State, h: f64) {
        let Columns { velocity, step, dropped, .. } = &mut self.columns;
        self.mass.times(velocity, step);
        let momentum: f64 = velocity.iter().zip(&*step).map(|(v, p)| v * p).sum();
        let masses = state.inertias.iter().zip(&self.inverse_mass);
        let movable: f64 = masses.map(|(i, m)| if *m > 0.0 { i.mass } else { 0.0 }).sum();
        let gained = h * model.gravity.length();
        let poses = self.kinematics.poses.iter();
        let extent = poses.map(|p| p.translation.abs().max_element()).fold(0.0, f64::max);
        let coarse = f64::EPSILON * extent / h;
        self.unseen = coarse * coarse * movable;
        self.slow = momentum <= self.unseen + (ROUNDING * gained).powi(2) * movable;
        dropped.copy_from_slice(step);
        self.impulse = momentum + gained * gained * movable + h * h * self.pushes(model, state);
    }

    /// Squared forces from outside over the inertias that they move, joint by joint.
    fn pushes(&self, model: &Model, state: &State) -> f64 {
        let mechanism = &model.mechanism;
        let mut sum = 0.0;
        for (i, (applied, pose)) in state.applied.iter().zip(&self.kinematics.poses).enumerate() {
            if applied.force == DVec3::ZERO && applied.torque == DVec3::ZERO {
                continue;
            }
            let wrench = state.applied_at_origin(i, *pose);
            for &d in &mechanism.branches[i].chain {
                if let Source::Solved { column, ratio } = mechanism.sources[d] {
                    let motion = mechanism.motion_at(&self.kinematics, d, pose.translation);
                    let effort =
                        ratio * (motion.linear.dot(wrench.force) + motion.angular.dot(wrench.torque));
                    sum += effort * effort / self.mass.get(column, column);
                }
            }
        }
        sum
    }

    /// One over the mass that a force on each body has to move, roughly: it only sets the scale of what is "solved".
    fn weigh(&mut self, model: &Model, state: &State) {
        for (i, branch) in model.mechanism.branches.iter().enumerate() {
            let own = if branch.velocities.is_empty() { 0.0 } else { 1.0 / state.inertias[i].mass.max(1e-6) };
            let carrier = branch.parent.map_or(0.0, |p| self.inverse_mass[p]);
            self.inverse_mass[i] = if own > 0.0 { own } else { carrier };
        }
    }
}
