//! Steps of bodies that fly alone: the same equations (TS-3) without a search. Only the three of turning depend on each other.

use crate::island::Island;
use crate::joint::JointKind;
use crate::model::Model;
use crate::report::StepReport;
use crate::state::State;
use crate::workspace::Workspace;
use bristle_geometry::{Twist, Wrench};
use glam::{DMat3, DVec3};

/// More than enough: Newton's method takes three.
const MOST_ITERATIONS: usize = 12;

/// A change of a turn by less than this share is rounding.
const ROUNDING: f64 = 1e-15;

/// What moves more slowly may be at rest \[m/s, rad/s\].
const SLOW: f64 = 1e-9;

/// `x ↦ v × x`.
fn cross_matrix(v: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, v.z, -v.y), DVec3::new(-v.z, 0.0, v.x), DVec3::new(v.y, -v.x, 0.0))
}

/// The mean angular velocity of a step of `h` \[s\] that begins with `start`: `2 I (ω̄ − ω) + h (ω̄ × I ω̄ − τ) = 0`.
fn mean_turn(inertia: DMat3, start: DVec3, torque: DVec3, h: f64) -> Option<DVec3> {
    let mut mean = start;
    for _ in 0..MOST_ITERATIONS {
        let spin = inertia * mean;
        let left = 2.0 * (spin - inertia * start) + h * (mean.cross(spin) - torque);
        let slope = 2.0 * inertia + h * (cross_matrix(mean) * inertia - cross_matrix(spin));
        let change = slope.inverse() * left;
        mean -= change;
        if change.length() <= ROUNDING * mean.length() {
            return Some(mean);
        }
    }
    None
}

impl Workspace {
    /// Takes a free body that nothing is near through a step: the end is in the trial. None if there is more to it.
    pub(crate) fn fly(
        &mut self,
        model: &Model,
        state: &State,
        island: &Island,
        h: f64,
    ) -> Option<StepReport> {
        let Island { bodies, skins, pairs, loops, tendons, motors, .. } = island;
        let &[body] = &bodies[..] else { return None };
        let (branch, joint) = (&model.mechanism.branches[body], &model.mechanism.joints[body]);
        let meets = !(skins.is_empty() && pairs.is_empty() && loops.is_empty());
        let driven =
            !(tendons.is_empty() && motors.is_empty()) || joint.damping != 0.0 || joint.armature != 0.0;
        let held = joint.friction.is_some() || joint.spring.is_some() || joint.limits.is_some();
        let inertia = &state.inertias[body];
        if branch.kind != JointKind::Free || meets || driven || held || !(inertia.mass > 0.0) {
            return None;
        }
        let own = branch.velocities.clone();
        let v = &state.v[own.clone()];
        let (linear, angular) = (DVec3::from_slice(v), DVec3::from_slice(&v[3..]));
        let wrench = &state.applied[body];
        let is_pushed = [model.gravity, wrench.force, wrench.torque].iter().any(|v| *v != DVec3::ZERO);
        if !is_pushed && linear.length() <= SLOW && angular.length() <= SLOW {
            return None;
        }
        let pose = self.placed.middle.poses[body];
        let turn = pose.rotation_matrix();
        let about_centre = turn * inertia.about_centre * turn.transpose();
        let torque = wrench.torque + (turn * (wrench.point - inertia.centre)).cross(wrench.force);
        let mean = mean_turn(about_centre, angular, torque, h)?;
        let acceleration = model.gravity + wrench.force / inertia.mass;
        let trial = &mut self.trial;
        let put = |to: &mut [f64], linear: DVec3, angular: DVec3| {
            to[..3].copy_from_slice(&linear.to_array());
            to[3..].copy_from_slice(&angular.to_array());
        };
        put(&mut trial.u[own.clone()], linear + acceleration * (0.5 * h), mean);
        put(&mut trial.v[own.clone()], linear + acceleration * h, 2.0 * mean - angular);
        model.mechanism.advance(bodies, (&state.q, &state.centres), &trial.u, h, &mut trial.q);
        let is_finite =
            trial.v[own].iter().chain(&trial.q[branch.coordinates.clone()]).all(|x| x.is_finite());
        if !is_finite {
            return None;
        }
        let (arm, gains) = (self.placed.middle.arms[body], 2.0 * (mean - angular) / h);
        let of_origin = acceleration + arm.cross(gains) - mean.cross(mean.cross(arm));
        trial.loads.accelerations[body] = Twist { linear: of_origin, angular: gains };
        trial.loads.joint_wrenches[body] = Wrench { point: pose.translation, ..Wrench::default() };
        island.trees.iter().for_each(|&tree| self.sleep.still[tree] = false);
        Some(StepReport { evaluations: 1, ..StepReport::default() })
    }
}
