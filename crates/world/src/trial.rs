//! A trial of a step: velocities over it and at its end, and what they take.

use crate::joint_forces::{JointForce, JointForces};
use crate::mechanism::{Dynamics, JointMotions, Loads, Source};
use crate::model::Model;
use crate::placed::Placed;
use crate::state::State;
use crate::step_error::StepError;
use crate::stiff::Stiff;
use bristle_coupling::SkinSet;
use bristle_geometry::{Twist, Wrench};

/// Velocities at the end of a step, with the forces and efforts that go with them.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    /// Ways of all joints over the step, per time, prescribed ones included.
    pub(crate) u: Vec<f64>,
    /// Their velocities at the end of the step, the means of these and those at its begin, and accelerations.
    pub(crate) v: Vec<f64>,
    pub(crate) mean_v: Vec<f64>,
    pub(crate) acceleration: Vec<f64>,
    /// Coordinates at the end of the step.
    pub(crate) q: Vec<f64>,
    /// How the bodies move in the middle of the step with the velocities of its end, on the mean, and with their ways over it.
    pub(crate) twists: Vec<Twist>,
    pub(crate) mean_twists: Vec<Twist>,
    pub(crate) way_twists: Vec<Twist>,
    /// Outside and contact wrenches, about the bodies' origins.
    pub(crate) on_bodies: Vec<Wrench>,
    pub(crate) forces: Vec<JointForce>,
    pub(crate) efforts: Vec<f64>,
    /// Accelerations of bodies, and what joints carry.
    pub(crate) loads: Loads,
    /// `h (inverse dynamics − efforts)` per unknown.
    pub(crate) residual: Vec<f64>,
    /// Momentum that was found to be rounding, and is let go; per unknown.
    pub(crate) dropped: Vec<f64>,
    /// Room; one number per unknown.
    pub(crate) room: Vec<f64>,
    gained: Vec<f64>,
    /// The step is to end at rest.
    pub(crate) rests: bool,
}

impl Trial {
    pub(crate) fn new(model: &Model) -> Self {
        let (velocities, bodies) = (model.mechanism.velocities(), model.bodies.len());
        let numbers = || vec![0.0; velocities];
        let unknowns = || vec![0.0; model.mechanism.columns];
        Self {
            u: numbers(),
            v: numbers(),
            mean_v: numbers(),
            acceleration: numbers(),
            q: vec![0.0; model.mechanism.coordinates],
            twists: Vec::with_capacity(bodies),
            mean_twists: vec![Twist::ZERO; bodies],
            way_twists: Vec::with_capacity(bodies),
            on_bodies: vec![Wrench::default(); bodies],
            forces: vec![JointForce::default(); velocities],
            efforts: numbers(),
            loads: Loads::default(),
            residual: unknowns(),
            dropped: unknowns(),
            room: unknowns(),
            gained: unknowns(),
            rests: false,
        }
    }

    /// Takes the velocities at the begin of the step, and for prescribed joints those at its end.
    pub(crate) fn give_velocities(&mut self, model: &Model, state: &State, h: f64) {
        let mechanism = &model.mechanism;
        self.u.copy_from_slice(&state.v);
        self.v.copy_from_slice(&state.v);
        for (d, source) in mechanism.sources.iter().enumerate() {
            if let Source::Given { leader, ratio } = *source
                && let Some(motion) = &mechanism.joints[leader].motion
            {
                let (then, lead) = (motion.at(state.time + h), mechanism.branches[leader].coordinates.start);
                self.u[d] = ratio * (then.position - state.q[lead]) / h;
                self.v[d] = ratio * then.velocity;
            }
        }
    }

    /// Takes the unknowns: ways over the step `h` \[s\], per time. With none at all the step ends at rest.
    pub(crate) fn take_ways(
        &mut self,
        model: &Model,
        state: &State,
        placed: &Placed,
        stiff: &Stiff,
        u: &[f64],
        h: f64,
    ) {
        let mechanism = &model.mechanism;
        mechanism.scatter(u, &mut self.u);
        if self.rests {
            self.gained.fill(0.0);
        } else {
            stiff.end_velocity(&placed.mass, u, &mut self.gained);
        }
        mechanism.scatter(&self.gained, &mut self.v);
        for (d, (old, new)) in state.v.iter().zip(&self.v).enumerate() {
            self.mean_v[d] = 0.5 * (old + new);
            self.acceleration[d] = (new - old) / h;
        }
        mechanism.twists(&placed.middle, &self.v, &mut self.twists);
        let both = placed.middle_twists.iter().zip(&self.twists);
        for (mean, (a, b)) in self.mean_twists.iter_mut().zip(both) {
            mean.linear = 0.5 * (a.linear + b.linear);
            mean.angular = 0.5 * (a.angular + b.angular);
        }
        mechanism.twists(&placed.middle, &self.u, &mut self.way_twists);
    }

    /// Outside and contact wrenches on all bodies; gives the sum of the contacts' squared forces over the masses they move,
    /// which is the scale of what can be solved for.
    pub(crate) fn collect_wrenches(&mut self, state: &State, placed: &Placed, skins: &SkinSet) -> f64 {
        let poses = &placed.middle.poses;
        for (i, (wrench, pose)) in self.on_bodies.iter_mut().zip(poses).enumerate() {
            *wrench = state.applied_at_origin(i, *pose);
        }
        let mut scale = 0.0;
        for pair in skins.touching() {
            let on_skin = pair.wrench_on_skin();
            for (body, wrench) in [(pair.bodies.0, on_skin), (pair.bodies.1, on_skin.reaction())] {
                let at_origin = wrench.shift_to(poses[body].translation);
                self.on_bodies[body].force += at_origin.force;
                self.on_bodies[body].torque += at_origin.torque;
                scale += pair.load.force.length_squared() * placed.inverse_mass[body];
            }
        }
        scale
    }

    /// Efforts that the mean motion of the step takes under the collected wrenches.
    pub(crate) fn efforts_of_mean_motion(&mut self, model: &Model, state: &State, placed: &Placed) {
        let dynamics = Dynamics::new(model, state, &placed.middle);
        let motions = JointMotions { v: &self.mean_v, dv: &self.acceleration, twists: &self.mean_twists };
        dynamics.inverse(motions, &self.on_bodies, &mut self.loads, &mut self.efforts);
    }

    /// The same with the velocities of the begin.
    pub(crate) fn efforts_of_first_motion(&mut self, model: &Model, state: &State, placed: &Placed) {
        let dynamics = Dynamics::new(model, state, &placed.middle);
        let motions = JointMotions { v: &state.v, dv: &self.acceleration, twists: &placed.middle_twists };
        dynamics.inverse(motions, &self.on_bodies, &mut self.loads, &mut self.efforts);
    }

    /// Adds joint forces to the efforts, and sums up what is missing per unknown; gives the sum of the joints' squared forces over
    /// the masses they move.
    pub(crate) fn balance(&mut self, joints: &JointForces, mass: &bristle_coupling::Matrix) -> f64 {
        let (mechanism, h) = (&joints.model.mechanism, joints.h);
        joints.find(&self.u, &mut self.forces);
        let mut driven = 0.0;
        for (d, effort) in self.efforts.iter_mut().enumerate() {
            let joint = &mechanism.joints[mechanism.owner[d]];
            *effort = h * (*effort + joint.armature * self.acceleration[d] - self.forces[d].effort);
            if let Source::Solved { column, .. } = mechanism.sources[d] {
                let force = self.forces[d].effort;
                driven += force * force / mass.get(column, column);
            }
        }
        mechanism.gather(&self.efforts, &mut self.residual);
        self.residual.iter_mut().zip(&self.dropped).for_each(|(r, momentum)| *r += momentum);
        driven
    }

    /// The first quantity that is not finite.
    pub(crate) fn blame(&self, model: &Model, state: &State) -> StepError {
        let body = |what: &str, i: usize| format!("{what} body `{}`", model.bodies[i].name);
        let finite = |w: &Wrench| w.force.is_finite() && w.torque.is_finite();
        let what = if let Some(i) = self.twists.iter().position(|t| !t.is_finite()) {
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
}
