//! What acts in the joints: springs, stops, damping, dry friction, motors.

use crate::joint::{Joint, Limits};
use crate::mechanism::Source;
use crate::model::Model;
use crate::motor::MotorPlan;
use crate::state::State;

/// An effort and how it falls with the velocity over the step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct JointForce {
    pub(crate) effort: f64,
    /// `−∂effort/∂u`, never negative \[N·s/m or N·m·s/rad\].
    pub(crate) damping: f64,
}

/// Position and velocity of a one-dof joint as its forces are to see them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointMotion {
    /// Where elastic forces are taken: the middle of the way of an implicit step, else its begin.
    pub(crate) position: f64,
    pub(crate) velocity: f64,
    /// ∂position/∂velocity: h/2 in an implicit step, else 0 \[s\].
    pub(crate) reach: f64,
    /// Position at the start of the step.
    pub(crate) begin: f64,
}

/// Dry friction with its bristle: the force, and the deflection after the step.
pub(crate) fn dry_friction(joint: &Joint, deflection: f64, velocity: f64, h: f64) -> (JointForce, f64) {
    let Some(friction) = &joint.friction else { return (JointForce::default(), 0.0) };
    let moved = deflection + h * velocity;
    let trial = friction.stiffness * moved;
    if trial.abs() <= friction.force {
        return (JointForce { effort: -trial, damping: friction.stiffness * h }, moved);
    }
    let limit = friction.force.copysign(trial);
    (JointForce { effort: -limit, damping: 0.0 }, limit / friction.stiffness)
}

/// Spring, stops and damping of a one-dof joint.
fn passive(joint: &Joint, motion: JointMotion) -> JointForce {
    let JointMotion { position, velocity, reach, .. } = motion;
    let mut sum = JointForce { effort: -joint.damping * velocity, damping: joint.damping };
    if let Some(spring) = &joint.spring {
        sum.effort -= spring.stiffness * (position - spring.rest);
        sum.damping += spring.stiffness * reach;
    }
    if let Some(limits) = &joint.limits {
        for (end, sign) in [(limits.lower, 1.0), (limits.upper, -1.0)] {
            let stop = stop(limits, end, sign, motion);
            sum.effort += stop.effort;
            sum.damping += stop.damping;
        }
    }
    sum
}

/// A stop, which pushes with `sign`: it pushes back but never holds on.
///
/// Its spring pushes with the mean over the way, and its damper acts on the part of the way beyond the stop, as a texel's do (TD-1):
/// a joint that meets the stop never leaves it faster.
fn stop(limits: &Limits, end: f64, sign: f64, motion: JointMotion) -> JointForce {
    let JointMotion { velocity, reach, begin, .. } = motion;
    let (inwards, lasting) = (-sign * velocity, 2.0 * reach);
    let from = sign * (end - begin);
    let to = from + lasting * inwards;
    let (k, c) = (limits.stiffness, limits.damping);
    let (push, damping) = if from >= 0.0 && to >= 0.0 {
        (k * (from + reach * inwards) + c * inwards, k * reach + c)
    } else if from <= 0.0 && to <= 0.0 {
        (0.0, 0.0)
    } else {
        let (way, begun, ended) = (to - from, from.max(0.0), to.max(0.0));
        let beyond = 0.5 * (ended * ended - begun * begun) / way;
        let slope = (ended * (ended - 2.0 * from) + begun * begun) / (way * way);
        let damper = if ended > 0.0 { c } else { 0.0 };
        (k * beyond + c * (ended - begun) / lasting, k * reach * slope + damper)
    };
    if push > 0.0 { JointForce { effort: sign * push, damping } } else { JointForce::default() }
}

/// Elastic energy of a joint's spring, stops and dry friction \[J\].
pub(crate) fn joint_energy(joint: &Joint, position: f64, deflection: f64) -> f64 {
    let square = |k: f64, x: f64| 0.5 * k * x * x;
    let spring = joint.spring.map_or(0.0, |s| square(s.stiffness, position - s.rest));
    let stops = joint.limits.map_or(0.0, |l| {
        square(l.stiffness, (position - l.upper).max(0.0))
            + square(l.stiffness, (l.lower - position).max(0.0))
    });
    spring + stops + joint.friction.map_or(0.0, |f| square(f.stiffness, deflection))
}

/// What the forces of all joints depend on beside velocities, in a step `h` \[s\].
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointForces<'a> {
    pub(crate) model: &'a Model,
    pub(crate) state: &'a State,
    pub(crate) plans: &'a [MotorPlan],
    pub(crate) h: f64,
    /// Where elastic forces are taken: at `q + blend·h·v`; one half for the middle of the way, nothing for the start.
    pub(crate) blend: f64,
}

impl JointForces<'_> {
    /// Efforts and damping of some joints and motors, for velocities `v` over the step.
    pub(crate) fn find(&self, velocities: &[usize], motors: &[usize], v: &[f64], forces: &mut [JointForce]) {
        let Self { model, state, plans, h, blend } = *self;
        let motion = |body: usize, d: usize| {
            let q = state.q[model.mechanism.branches[body].coordinates.start];
            JointMotion { position: q + blend * h * v[d], velocity: v[d], reach: blend * h, begin: q }
        };
        for &d in velocities {
            let body = model.mechanism.owner[d];
            forces[d] = JointForce::default();
            if matches!(model.mechanism.sources[d], Source::Given { .. }) {
                continue;
            }
            let joint = &model.mechanism.joints[body];
            forces[d] = if model.has_one_dof(body) {
                let (dry, _) = dry_friction(joint, state.joint_bristles[d], v[d], h);
                let rest = passive(joint, motion(body, d));
                JointForce { effort: dry.effort + rest.effort, damping: dry.damping + rest.damping }
            } else {
                JointForce { effort: -joint.damping * v[d], damping: joint.damping }
            };
        }
        for (motor, plan) in motors.iter().map(|&motor| (&model.motors[motor], &plans[motor])) {
            let body = motor.body().0;
            let d = model.mechanism.branches[body].velocities.start;
            let JointMotion { position, velocity, reach, .. } = motion(body, d);
            let drive = motor.effort(plan, position, velocity);
            forces[d].effort += drive.effort;
            forces[d].damping -= drive.d_position * reach + drive.d_velocity;
        }
    }
}
