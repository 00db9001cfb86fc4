//! The mechanism placed for one step: all that does not depend on its unknowns.

use crate::mechanism::Kinematics;
use crate::model::Model;
use crate::state::State;
use bristle_coupling::{BodyWays, MovingBodies};
use bristle_geometry::{Pose, Twist};

/// Where the bodies are during a step. What is fixed to the world is placed once.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// At the start of the step, and how the bodies move there.
    pub(crate) begin: Kinematics,
    pub(crate) begin_twists: Vec<Twist>,
    /// In the predicted middle, where rays are cast and forces act; how the bodies move there with the velocities of the
    /// start. An explicit step has only this one: where the bodies are.
    pub(crate) middle: Kinematics,
    pub(crate) middle_twists: Vec<Twist>,
    middle_q: Vec<f64>,
    /// One over the mass that a force on each body has to move, roughly: it only sets the scale of what is "solved".
    pub(crate) inverse_mass: Vec<f64>,
}

impl Placed {
    pub(crate) fn new(model: &Model, state: &State) -> Self {
        let (mechanism, bodies) = (&model.mechanism, model.bodies.len());
        let mut begin = Kinematics::new(mechanism);
        mechanism.place(&mechanism.all(), &state.q, &state.centres, &mut begin);
        Self {
            middle: begin.clone(),
            begin,
            begin_twists: vec![Twist::ZERO; bodies],
            middle_twists: vec![Twist::ZERO; bodies],
            middle_q: state.q.clone(),
            inverse_mass: vec![0.0; bodies],
        }
    }

    /// Places some bodies for an implicit step.
    pub(crate) fn place(&mut self, model: &Model, state: &State, bodies: &[usize], h: f64) {
        let mechanism = &model.mechanism;
        mechanism.advance(bodies, (&state.q, &state.centres), &state.v, 0.5 * h, &mut self.middle_q);
        mechanism.place(bodies, &self.middle_q, &state.centres, &mut self.middle);
        mechanism.twists(bodies, &self.middle, &state.v, &mut self.middle_twists);
        mechanism.place(bodies, &state.q, &state.centres, &mut self.begin);
        self.find_masses(model, state, bodies);
    }

    /// Finds roughly what forces on some bodies have to move.
    pub(crate) fn find_masses(&mut self, model: &Model, state: &State, bodies: &[usize]) {
        for &i in bodies {
            let branch = &model.mechanism.branches[i];
            let carrier = branch.parent.map_or(0.0, |p| self.inverse_mass[p]);
            let own = if branch.velocities.is_empty() { 0.0 } else { 1.0 / state.inertias[i].mass.max(1e-6) };
            self.inverse_mass[i] = if own > 0.0 { own } else { carrier };
        }
    }

    /// Displacements of the bodies over the step, as skins see them.
    pub(crate) fn ways<'a>(&'a self, twists: &'a [Twist]) -> BodyWays<'a> {
        BodyWays { begin: &self.begin.poses, middle: &self.middle.poses, twists }
    }

    /// How the bodies move at the start of the step, as skins see it.
    pub(crate) fn at_begin(&self) -> MovingBodies<'_> {
        MovingBodies { middle: &self.middle.poses, then: &self.begin.poses, twists: &self.begin_twists }
    }

    /// Pose of a body in the middle.
    pub(crate) fn pose(&self, body: usize) -> Pose {
        self.middle.poses[body]
    }
}
