//! The mechanism placed for one step: all that does not depend on its unknowns.

use crate::mechanism::{Composite, Kinematics, Source, mass_matrix};
use crate::model::Model;
use crate::state::State;
use crate::step_error::StepError;
use bristle_coupling::{BodyWays, Matrix, MovingBodies};
use bristle_geometry::Twist;
use glam::DVec3;

/// Velocities below this share of what gravity gives in one step are rounding.
const ROUNDING: f64 = 1e-10;

/// Where the bodies are during a step, and their masses there.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// At the begin of the step, and how the bodies move there.
    pub(crate) begin: Kinematics,
    pub(crate) begin_twists: Vec<Twist>,
    /// In the predicted middle, where rays are cast and forces act; how the bodies move there with the velocities of the
    /// begin. An explicit step has only this one: where the bodies are.
    pub(crate) middle: Kinematics,
    pub(crate) middle_twists: Vec<Twist>,
    middle_q: Vec<f64>,
    pub(crate) mass: Matrix,
    /// Cholesky's factor of the mass matrix.
    pub(crate) factor: Matrix,
    pub(crate) composites: Vec<Composite>,
    /// One over the mass that a force on each body has to move, roughly: it only sets the scale of what is "solved".
    pub(crate) inverse_mass: Vec<f64>,
}

/// How large impulses are in a step, whatever the unknowns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scale {
    /// Impulses of the motion there was, of gravity and of forces from outside, squared over mass \[J\].
    pub(crate) impulse: f64,
    /// Of motion that positions are too coarse to show: twice its kinetic energy \[J\].
    pub(crate) unseen: f64,
    /// The motion there was may be nothing but rounding.
    pub(crate) slow: bool,
}

impl Placed {
    pub(crate) fn new(model: &Model) -> Self {
        let (columns, bodies) = (model.mechanism.columns, model.bodies.len());
        let coordinates = || vec![0.0; model.mechanism.coordinates];
        Self {
            begin: Kinematics::default(),
            begin_twists: Vec::with_capacity(bodies),
            middle: Kinematics::default(),
            middle_twists: Vec::with_capacity(bodies),
            middle_q: coordinates(),
            mass: Matrix::new(columns),
            factor: Matrix::new(columns),
            composites: Vec::with_capacity(bodies),
            inverse_mass: vec![0.0; bodies],
        }
    }

    /// Places the bodies for an implicit step.
    pub(crate) fn place(&mut self, model: &Model, state: &State, h: f64) {
        let mechanism = &model.mechanism;
        mechanism.advance(&state.q, &state.centres, &state.v, 0.5 * h, &mut self.middle_q);
        mechanism.place(&self.middle_q, &state.centres, &mut self.middle);
        mechanism.twists(&self.middle, &state.v, &mut self.middle_twists);
        mechanism.place(&state.q, &state.centres, &mut self.begin);
    }

    /// Finds the masses in the middle of the step.
    pub(crate) fn weigh(&mut self, model: &Model, state: &State) -> Result<(), StepError> {
        let Self { middle, composites, mass, factor, .. } = self;
        mass_matrix(&model.mechanism, middle, &state.inertias, composites, mass);
        factor.copy_from(mass);
        factor.cholesky().map_err(|column| StepError::NotFinite {
            time: state.time,
            what: format!("the mass matrix (at the joint of body `{}`)", model.body_of_column(column)),
            advice: "it may have come to where nothing resists it; give it an armature".into(),
        })?;
        for (i, branch) in model.mechanism.branches.iter().enumerate() {
            let own = if branch.velocities.is_empty() { 0.0 } else { 1.0 / state.inertias[i].mass.max(1e-6) };
            let carrier = branch.parent.map_or(0.0, |p| self.inverse_mass[p]);
            self.inverse_mass[i] = if own > 0.0 { own } else { carrier };
        }
        Ok(())
    }

    /// Ways of the bodies over the step, as skins see them.
    pub(crate) fn ways<'a>(&'a self, twists: &'a [Twist]) -> BodyWays<'a> {
        BodyWays { begin: &self.begin.poses, middle: &self.middle.poses, twists }
    }

    /// How the bodies move at the begin of the step, as skins see it.
    pub(crate) fn at_begin(&self) -> MovingBodies<'_> {
        MovingBodies { middle: &self.middle.poses, then: &self.begin.poses, twists: &self.begin_twists }
    }

    /// How large impulses are, whatever the unknowns: those of the motion there was, of gravity and of forces from outside.
    ///
    /// Motion that is nothing beside what gravity gives, or that positions are too coarse to show, is rounding: it is let go,
    /// and the step tries to end at rest, so that what is held stays to the last bit. `momentum` is that of `velocity`.
    pub(crate) fn scale(
        &self,
        model: &Model,
        state: &State,
        h: f64,
        velocity: &[f64],
        momentum: &[f64],
    ) -> Scale {
        let motion: f64 = velocity.iter().zip(momentum).map(|(v, p)| v * p).sum();
        let masses = state.inertias.iter().zip(&self.inverse_mass);
        let movable: f64 = masses.map(|(i, m)| if *m > 0.0 { i.mass } else { 0.0 }).sum();
        let gained = h * model.gravity.length();
        let poses = self.middle.poses.iter();
        let extent = poses.map(|p| p.translation.abs().max_element()).fold(0.0, f64::max);
        let coarse = f64::EPSILON * extent / h;
        let unseen = coarse * coarse * movable;
        Scale {
            impulse: motion + gained * gained * movable + h * h * self.pushes(model, state),
            unseen,
            slow: motion <= unseen + (ROUNDING * gained).powi(2) * movable,
        }
    }

    /// Squared forces from outside over the inertias that they move, joint by joint.
    fn pushes(&self, model: &Model, state: &State) -> f64 {
        let mechanism = &model.mechanism;
        let mut sum = 0.0;
        for (i, (applied, pose)) in state.applied.iter().zip(&self.middle.poses).enumerate() {
            if applied.force == DVec3::ZERO && applied.torque == DVec3::ZERO {
                continue;
            }
            let wrench = state.applied_at_origin(i, *pose);
            for &d in &mechanism.branches[i].chain {
                if let Source::Solved { column, ratio } = mechanism.sources[d] {
                    let motion = mechanism.motion_at(&self.middle, d, pose.translation);
                    let effort =
                        ratio * (motion.linear.dot(wrench.force) + motion.angular.dot(wrench.torque));
                    sum += effort * effort / self.mass.get(column, column);
                }
            }
        }
        sum
    }
}
