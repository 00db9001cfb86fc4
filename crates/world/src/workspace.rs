//! Room for steps, and what all ways of stepping share.

use crate::ShapeId;
use crate::contact_plan::FeltPart;
use crate::joint_forces::dry_friction;
use crate::model::Model;
use crate::motor::MotorPlan;
use crate::pair_blocks::PairBlocks;
use crate::placed::Placed;
use crate::stability::StabilityWatch;
use crate::state::{State, follow_leaders};
use crate::step_error::StepError;
use crate::stiff::Stiff;
use crate::trial::Trial;
use bristle_coupling::{Matrix, Newton, SkinMount, SkinSet, TargetMount};

/// Room for steps. It never changes a result.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    pub(crate) skins: SkinSet,
    pub(crate) placed: Placed,
    /// The last trial.
    pub(crate) trial: Trial,
    pub(crate) plans: Vec<MotorPlan>,
    /// The unknowns: ways over the step, per time.
    pub(crate) velocity: Vec<f64>,
    pub(crate) stiff: Stiff,
    pub(crate) newton: Newton,
    pub(crate) matrix: Matrix,
    pub(crate) blocks: PairBlocks,
    /// The last step ended as it began; a hint where to begin, of no effect on the result.
    pub(crate) still: bool,
    /// Whether the solution of the present step was looked for in a hurry, see `newton`.
    pub(crate) was_hurried: bool,
    /// Evaluations of the present step that led to nothing.
    pub(crate) in_vain: usize,
    pub(crate) watch: StabilityWatch,
}

/// Velocities that friction in the joints has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sliding {
    AtBegin,
    OverStep,
}

/// The skins of a model on its bodies.
fn mounts(model: &Model) -> Vec<SkinMount> {
    let target = |(id, part): (&ShapeId, &FeltPart)| {
        let mounted = &model.shapes[id.0];
        let plain = TargetMount::new(mounted.shape.clone(), mounted.body.0, mounted.pose);
        TargetMount { surface: part.surface.clone(), facing: part.facing, ..plain }
    };
    let skins = model.skins.iter().map(|mounted| SkinMount {
        skin: mounted.skin.clone(),
        body: mounted.body.0,
        pose: mounted.pose,
        targets: mounted.targets.iter().zip(&mounted.parts).map(target).collect(),
    });
    skins.collect()
}

impl Workspace {
    pub(crate) fn new(model: &Model) -> Self {
        let columns = model.mechanism.columns;
        Self {
            skins: SkinSet::new(mounts(model)),
            placed: Placed::new(model),
            trial: Trial::new(model),
            plans: Vec::with_capacity(model.motors.len()),
            velocity: vec![0.0; columns],
            stiff: Stiff::new(columns),
            newton: Newton::default(),
            matrix: Matrix::new(columns),
            blocks: PairBlocks::new(columns),
            still: false,
            was_hurried: false,
            in_vain: 0,
            watch: StabilityWatch::default(),
        }
    }

    pub(crate) fn plan_motors(&mut self, model: &Model, state: &State, h: f64) {
        self.plans.clear();
        for (motor, motor_state) in model.motors.iter().zip(&state.motors) {
            let branch = &model.mechanism.branches[motor.body().0];
            let (q, v) = (state.q[branch.coordinates.start], state.v[branch.velocities.start]);
            self.plans.push(motor.plan(motor_state, q, v, h));
        }
    }

    /// Puts prescribed and following joints where they belong, and makes the trial the state.
    pub(crate) fn settle(
        &mut self,
        model: &Model,
        state: &mut State,
        sliding: Sliding,
        h: f64,
    ) -> Result<(), StepError> {
        let mechanism = &model.mechanism;
        let Trial { q, u, v, .. } = &mut self.trial;
        let time = state.time + h;
        for (branch, joint) in mechanism.branches.iter().zip(&mechanism.joints) {
            if let Some(motion) = &joint.motion {
                q[branch.coordinates.start] = motion.at(time).position;
            }
        }
        follow_leaders(model, q);
        if let Some(i) = q.iter().position(|x| !x.is_finite()) {
            let branch = mechanism.branches.iter().position(|b| b.coordinates.contains(&i)).unwrap_or(0);
            return Err(StepError::NotFinite {
                time: state.time,
                what: format!("the position of body `{}`", model.bodies[branch].name),
                advice: "shorten the step".into(),
            });
        }
        for (d, z) in state.joint_bristles.iter_mut().enumerate() {
            let seen = match sliding {
                Sliding::AtBegin => state.v[d],
                Sliding::OverStep => u[d],
            };
            *z = dry_friction(&mechanism.joints[mechanism.owner[d]], *z, seen, h).1;
        }
        for ((motor, plan), motor_state) in model.motors.iter().zip(&self.plans).zip(&mut state.motors) {
            let branch = &mechanism.branches[motor.body().0];
            let (q, v) = (q[branch.coordinates.start], v[branch.velocities.start]);
            *motor_state = motor.finish(plan, q, v, h);
        }
        state.q.copy_from_slice(q);
        state.v.copy_from_slice(v);
        std::mem::swap(&mut state.skins, &mut self.skins.next);
        state.time = time;
        state.step += 1;
        Ok(())
    }
}
