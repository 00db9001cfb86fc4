//! A trial of a step: displacements over it, velocities at its end, and what they take.

use crate::island::Island;
use crate::joint_forces::{JointForce, JointForces};
use crate::mechanism::{Dynamics, JointMotions, Loads, Source};
use crate::model::Model;
use crate::placed::Placed;
use crate::state::State;
use crate::step_error::StepError;
use crate::system::System;
use crate::touching::Touching;
use bristle_geometry::{Twist, Wrench};

/// Velocities at the end of a step, with the forces and efforts that go with them; of all bodies and joints of the world.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    /// Displacements of all joints over the step, per time, prescribed ones included.
    pub(crate) u: Vec<f64>,
    /// Their velocities at the end of the step, the means of these and those at its start, and accelerations.
    pub(crate) v: Vec<f64>,
    pub(crate) mean_v: Vec<f64>,
    pub(crate) acceleration: Vec<f64>,
    /// Coordinates at the end of the step.
    pub(crate) q: Vec<f64>,
    /// How the bodies move in the middle of the step with the velocities of its end, on the mean, and with their displacements over it.
    pub(crate) twists: Vec<Twist>,
    pub(crate) mean_twists: Vec<Twist>,
    pub(crate) way_twists: Vec<Twist>,
    /// Outside and contact wrenches, about the bodies' origins.
    pub(crate) on_bodies: Vec<Wrench>,
    pub(crate) forces: Vec<JointForce>,
    pub(crate) efforts: Vec<f64>,
    /// Accelerations of bodies, and what joints carry.
    pub(crate) loads: Loads,
    /// `h (inverse dynamics − efforts)` per unknown of the island at work.
    pub(crate) residual: Vec<f64>,
    /// Momentum that was found to be rounding, and is let go; per unknown of the island.
    pub(crate) dropped: Vec<f64>,
    /// Room; one number per unknown of the island.
    pub(crate) room: Vec<f64>,
    gained: Vec<f64>,
    /// The step is to end at rest.
    pub(crate) rests: bool,
}

impl Trial {
    pub(crate) fn new(model: &Model) -> Self {
        let (velocities, bodies) = (model.mechanism.velocities(), model.bodies.len());
        let numbers = || vec![0.0; velocities];
        let twists = || vec![Twist::ZERO; bodies];
        Self {
            u: numbers(),
            v: numbers(),
            mean_v: numbers(),
            acceleration: numbers(),
            q: vec![0.0; model.mechanism.coordinates],
            twists: twists(),
            mean_twists: twists(),
            way_twists: twists(),
            on_bodies: vec![Wrench::default(); bodies],
            forces: vec![JointForce::default(); velocities],
            efforts: numbers(),
            loads: Loads::new(bodies),
            residual: Vec::new(),
            dropped: Vec::new(),
            room: Vec::new(),
            gained: Vec::new(),
            rests: false,
        }
    }

    /// Makes room for the unknowns of an island.
    pub(crate) fn make_room(&mut self, unknowns: usize) {
        for numbers in [&mut self.residual, &mut self.dropped, &mut self.room, &mut self.gained] {
            numbers.clear();
            numbers.resize(unknowns, 0.0);
        }
        self.rests = false;
    }

    /// Takes the velocities at the start of the step, and for prescribed joints those at its end.
    pub(crate) fn give_velocities(&mut self, model: &Model, state: &State, velocities: &[usize], h: f64) {
        let mechanism = &model.mechanism;
        for &d in velocities {
            (self.u[d], self.v[d]) = (state.v[d], state.v[d]);
            if let Source::Given { leader, ratio } = mechanism.sources[d]
                && let Some(motion) = &mechanism.joints[leader].motion
            {
                let (then, lead) = (motion.at(state.time + h), mechanism.branches[leader].coordinates.start);
                self.u[d] = ratio * (then.position - state.q[lead]) / h;
                self.v[d] = ratio * then.velocity;
            }
        }
    }

    /// Takes the unknowns of an island: displacements over the step `h` \[s\], per time. With none at all the step ends at rest.
    pub(crate) fn take_displacements(
        &mut self,
        model: &Model,
        state: &State,
        placed: &Placed,
        (island, column): (&Island, &[u32]),
        system: &mut System,
        u: &[f64],
        h: f64,
    ) {
        let mechanism = &model.mechanism;
        if self.rests {
            self.gained.fill(0.0);
        } else {
            system.end_velocity(u, &mut self.gained);
        }
        for &d in &island.velocities {
            if let Source::Solved { column: global, ratio } = mechanism.sources[d] {
                let unknown = column[global] as usize;
                (self.u[d], self.v[d]) = (ratio * u[unknown], ratio * self.gained[unknown]);
            }
            self.mean_v[d] = 0.5 * (state.v[d] + self.v[d]);
            self.acceleration[d] = (self.v[d] - state.v[d]) / h;
        }
        mechanism.twists(&island.bodies, &placed.middle, &self.v, &mut self.twists);
        for &body in &island.bodies {
            let (a, b) = (&placed.middle_twists[body], &self.twists[body]);
            self.mean_twists[body] =
                Twist { linear: 0.5 * (a.linear + b.linear), angular: 0.5 * (a.angular + b.angular) };
        }
        mechanism.twists(&island.bodies, &placed.middle, &self.u, &mut self.way_twists);
    }

    /// Outside and contact wrenches on some bodies; gives the sum of the contacts' squared forces over the masses they move,
    /// which is the scale of what can be solved for.
    pub(crate) fn collect_wrenches<'a>(
        &mut self,
        state: &State,
        placed: &Placed,
        bodies: &[usize],
        touching: impl Iterator<Item = Touching<'a>>,
    ) -> f64 {
        let poses = &placed.middle.poses;
        for &i in bodies {
            self.on_bodies[i] = state.applied_at_origin(i, poses[i]);
        }
        let mut scale = 0.0;
        for pair in touching {
            let on_first = pair.wrench_on_first();
            for (body, wrench) in [(pair.bodies[0], on_first), (pair.bodies[1], on_first.reaction())] {
                // What is fixed to the world bears anything.
                if placed.inverse_mass[body] > 0.0 {
                    let at_origin = wrench.shift_to(poses[body].translation);
                    self.on_bodies[body].force += at_origin.force;
                    self.on_bodies[body].torque += at_origin.torque;
                    scale += pair.load.force.length_squared() * placed.inverse_mass[body];
                }
            }
        }
        scale
    }

    /// Efforts that the mean motion of the step takes under the collected wrenches.
    pub(crate) fn efforts_of_mean_motion(
        &mut self,
        model: &Model,
        state: &State,
        placed: &Placed,
        bodies: &[usize],
    ) {
        let dynamics = Dynamics::new(model, state, &placed.middle);
        let motions = JointMotions { v: &self.mean_v, dv: &self.acceleration, twists: &self.mean_twists };
        dynamics.inverse(bodies, motions, &self.on_bodies, &mut self.loads, &mut self.efforts);
    }

    /// The same with the velocities of the start.
    pub(crate) fn efforts_of_first_motion(
        &mut self,
        model: &Model,
        state: &State,
        placed: &Placed,
        bodies: &[usize],
    ) {
        let dynamics = Dynamics::new(model, state, &placed.middle);
        let motions = JointMotions { v: &state.v, dv: &self.acceleration, twists: &placed.middle_twists };
        dynamics.inverse(bodies, motions, &self.on_bodies, &mut self.loads, &mut self.efforts);
    }

    /// Adds joint forces to the efforts, and sums up what is missing per unknown; gives the sum of the joints' squared forces over
    /// the masses they move.
    pub(crate) fn balance(
        &mut self,
        joints: &JointForces,
        (island, column): (&Island, &[u32]),
        system: &System,
    ) -> f64 {
        let (mechanism, h) = (&joints.model.mechanism, joints.h);
        joints.find(&island.velocities, &island.motors, &self.u, &mut self.forces);
        let mut driven = 0.0;
        self.residual.copy_from_slice(&self.dropped);
        for &d in &island.velocities {
            let joint = &mechanism.joints[mechanism.owner[d]];
            let force = self.forces[d].effort;
            let effort = h * (self.efforts[d] + joint.armature * self.acceleration[d] - force);
            if let Source::Solved { column: global, ratio } = mechanism.sources[d] {
                let unknown = column[global] as usize;
                driven += force * force / system.diagonal(unknown);
                self.residual[unknown] += ratio * effort;
            }
        }
        driven
    }

    /// The first quantity that is not finite.
    pub(crate) fn blame(&self, model: &Model, state: &State, island: &Island) -> StepError {
        let name = |what: &str, i: usize| format!("{what} body `{}`", model.bodies[i].name);
        let finite = |w: &Wrench| w.force.is_finite() && w.torque.is_finite();
        let bodies = || island.bodies.iter().copied();
        let what = if let Some(i) = bodies().find(|&i| !self.twists[i].is_finite()) {
            name("the velocity of", i)
        } else if let Some(i) = bodies().find(|&i| !finite(&self.on_bodies[i])) {
            name("the force on", i)
        } else if let Some(&d) = island.velocities.iter().find(|&&d| !self.efforts[d].is_finite()) {
            name("the effort in the joint of", model.mechanism.owner[d])
        } else if let Some(&d) = island.velocities.iter().find(|&&d| !self.v[d].is_finite()) {
            name("the velocity of the joint of", model.mechanism.owner[d])
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
