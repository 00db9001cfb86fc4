//! Room for steps, and what all ways of stepping share.

use crate::dense::Matrix;
use crate::joint_forces::{JointForce, dry_friction};
use crate::mechanism::{Composite, Kinematics, Loads, Source};
use crate::model::Model;
use crate::motor::MotorPlan;
use crate::state::{State, follow_leaders};
use crate::step_error::StepError;
use crate::touch::Touch;
use bristle_geometry::{Twist, Wrench};

/// Room for steps. It never changes a result.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    pub(crate) kinematics: Kinematics,
    /// Where the bodies were at the begin of the step, and will roughly be at its end; and how they move there.
    pub(crate) begins: Kinematics,
    pub(crate) ends: Kinematics,
    pub(crate) begin_twists: Vec<Twist>,
    pub(crate) end_twists: Vec<Twist>,
    pub(crate) touch: Touch,
    /// Of the last evaluation.
    pub(crate) loads: Loads,
    /// Twists at the begin of the step, at the end of a trial, and their mean.
    pub(crate) before: Vec<Twist>,
    pub(crate) after: Vec<Twist>,
    pub(crate) mean: Vec<Twist>,
    pub(crate) mid_q: Vec<f64>,
    pub(crate) next_q: Vec<f64>,
    pub(crate) next_v: Vec<f64>,
    pub(crate) mean_v: Vec<f64>,
    pub(crate) acceleration: Vec<f64>,
    pub(crate) plans: Vec<MotorPlan>,
    pub(crate) forces: Vec<JointForce>,
    pub(crate) on_bodies: Vec<Wrench>,
    pub(crate) efforts: Vec<f64>,
    pub(crate) columns: Columns,
    pub(crate) mass: Matrix,
    pub(crate) factor: Matrix,
    pub(crate) matrix: Matrix,
    pub(crate) composites: Vec<Composite>,
    pub(crate) inverse_mass: Vec<f64>,
    /// Scale of the impulses that do not depend on the unknowns, squared over mass \[J\].
    pub(crate) impulse: f64,
    /// Of motion that positions are too coarse to show: twice its kinetic energy \[J\].
    pub(crate) unseen: f64,
    /// The motion there was may be nothing but rounding.
    pub(crate) slow: bool,
    /// The last step ended as it began; a hint where to begin, of no effect on the result.
    pub(crate) still: bool,
}

/// One number per unknown.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) velocity: Vec<f64>,
    pub(crate) residual: Vec<f64>,
    pub(crate) trial: Vec<f64>,
    /// Momentum that was found to be rounding, and is let go.
    pub(crate) dropped: Vec<f64>,
    pub(crate) step: Vec<f64>,
}

impl Workspace {
    pub(crate) fn new(model: &Model) -> Self {
        let (velocities, columns, bodies) =
            (model.mechanism.velocities(), model.mechanism.columns, model.bodies.len());
        let numbers = || vec![0.0; columns];
        Self {
            kinematics: Kinematics::default(),
            begins: Kinematics::default(),
            ends: Kinematics::default(),
            begin_twists: Vec::with_capacity(bodies),
            end_twists: Vec::with_capacity(bodies),
            touch: Touch::new(model),
            loads: Loads::default(),
            before: Vec::with_capacity(bodies),
            after: Vec::with_capacity(bodies),
            mean: vec![Twist::ZERO; bodies],
            mid_q: vec![0.0; model.mechanism.coordinates],
            next_q: vec![0.0; model.mechanism.coordinates],
            next_v: vec![0.0; velocities],
            mean_v: vec![0.0; velocities],
            acceleration: vec![0.0; velocities],
            plans: Vec::with_capacity(model.motors.len()),
            forces: vec![JointForce::default(); velocities],
            on_bodies: vec![Wrench::default(); bodies],
            efforts: vec![0.0; velocities],
            columns: Columns {
                velocity: numbers(),
                residual: numbers(),
                trial: numbers(),
                dropped: numbers(),
                step: numbers(),
            },
            mass: Matrix::new(columns),
            factor: Matrix::new(columns),
            matrix: Matrix::new(columns),
            composites: Vec::with_capacity(bodies),
            inverse_mass: vec![0.0; bodies],
            impulse: 0.0,
            unseen: 0.0,
            slow: false,
            still: false,
        }
    }

    /// Velocities of prescribed joints at the end of the step, in `next_v`.
    pub(crate) fn give_velocities(&mut self, model: &Model, state: &State, h: f64) {
        let mechanism = &model.mechanism;
        for (next, source) in self.next_v.iter_mut().zip(&mechanism.sources) {
            if let Source::Given { leader, ratio } = *source
                && let Some(motion) = &mechanism.joints[leader].motion
            {
                *next = ratio * motion.at(state.time + h).velocity;
            }
        }
    }

    pub(crate) fn factor_mass(&mut self, model: &Model, state: &State) -> Result<(), StepError> {
        self.factor.copy_from(&self.mass);
        self.factor.cholesky().map_err(|column| StepError::NotFinite {
            time: state.time,
            what: format!("the mass matrix (at the joint of body `{}`)", model.body_of_column(column)),
            advice: "it may have come to where nothing resists it; give it an armature".into(),
        })
    }

    pub(crate) fn plan_motors(&mut self, model: &Model, state: &State, h: f64) {
        self.plans.clear();
        for (motor, motor_state) in model.motors.iter().zip(&state.motors) {
            let branch = &model.mechanism.branches[motor.body().0];
            let (q, v) = (state.q[branch.coordinates.start], state.v[branch.velocities.start]);
            self.plans.push(motor.plan(motor_state, q, v, h));
        }
    }

    /// Outside and contact wrenches on all bodies; gives the scale of the contacts'.
    pub(crate) fn collect_wrenches(&mut self, model: &Model, state: &State) -> f64 {
        let poses = &self.kinematics.poses;
        for (i, (wrench, pose)) in self.on_bodies.iter_mut().zip(poses).enumerate() {
            *wrench = state.applied_at_origin(i, *pose);
        }
        self.touch.add_wrenches(model, poses, &self.inverse_mass, &mut self.on_bodies)
    }

    /// The first quantity that is not finite.
    pub(crate) fn blame(&self, model: &Model, state: &State) -> StepError {
        let body = |what: &str, i: usize| format!("{what} body `{}`", model.bodies[i].name);
        let finite = |w: &Wrench| w.force.is_finite() && w.torque.is_finite();
        let what = if let Some(i) = self.after.iter().position(|t| !t.is_finite()) {
            body("the velocity of", i)
        } else if let Some(i) = self.on_bodies.iter().position(|w| !finite(w)) {
            body("the force on", i)
        } else if let Some(d) = self.efforts.iter().position(|e| !e.is_finite()) {
            body("the effort in the joint of", model.mechanism.owner[d])
        } else {
            "what is left of the equations".into()
        };
        StepError::NotFinite {
            time: state.time,
            what,
            advice: "shorten the step, or look for extreme numbers in the model".into(),
        }
    }

    /// Puts prescribed and following joints where they belong, and makes the new state the state.
    ///
    /// `sliding` are the velocities that friction in the joints has seen.
    pub(crate) fn settle(
        &mut self,
        model: &Model,
        state: &mut State,
        sliding: &[f64],
        h: f64,
    ) -> Result<(), StepError> {
        let mechanism = &model.mechanism;
        let time = state.time + h;
        for (branch, joint) in mechanism.branches.iter().zip(&mechanism.joints) {
            if let Some(motion) = &joint.motion {
                self.next_q[branch.coordinates.start] = motion.at(time).position;
            }
        }
        follow_leaders(model, &mut self.next_q);
        if let Some(i) = self.next_q.iter().position(|x| !x.is_finite()) {
            let branch = mechanism.branches.iter().position(|b| b.coordinates.contains(&i)).unwrap_or(0);
            return Err(StepError::NotFinite {
                time: state.time,
                what: format!("the position of body `{}`", model.bodies[branch].name),
                advice: "shorten the step".into(),
            });
        }
        for (d, z) in state.joint_bristles.iter_mut().enumerate() {
            *z = dry_friction(&mechanism.joints[mechanism.owner[d]], *z, sliding[d], h).1;
        }
        for ((motor, plan), motor_state) in model.motors.iter().zip(&self.plans).zip(&mut state.motors) {
            let branch = &mechanism.branches[motor.body().0];
            let (q, v) = (self.next_q[branch.coordinates.start], self.next_v[branch.velocities.start]);
            *motor_state = motor.finish(plan, q, v, h);
        }
        state.q.copy_from_slice(&self.next_q);
        state.v.copy_from_slice(&self.next_v);
        std::mem::swap(&mut state.skins, &mut self.touch.next);
        state.time = time;
        state.step += 1;
        Ok(())
    }
}
