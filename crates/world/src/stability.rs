//! How stiff the world is now, and which explicit step that allows.

use crate::advisor::pressed;
use crate::joint_forces::{JointForce, JointForces};
use crate::mechanism::{Kinematics, Source, mass_matrix};
use crate::model::Model;
use crate::pair_blocks::Meeting;
use crate::report::TooLong;
use crate::state::State;
use crate::step_error::StepError;
use crate::workspace::Workspace;
use crate::world::INSTANT;
use bristle_coupling::{Matrix, MovingBodies};

/// Explicit steps between two looks at their stability, while no more rays touch than ever before. A look costs about as much
/// as a step.
const BETWEEN_LOOKS: u32 = 128;

/// When to look whether explicit steps are stable.
#[derive(Clone, Debug, Default)]
pub(crate) struct StabilityWatch {
    most_contacts: usize,
    steps: u32,
    told: bool,
}

impl StabilityWatch {
    fn is_due(&mut self, contacts: usize) -> bool {
        let due = contacts > self.most_contacts || self.steps.is_multiple_of(BETWEEN_LOOKS);
        self.most_contacts = self.most_contacts.max(contacts);
        self.steps = self.steps.wrapping_add(1);
        due && !self.told
    }
}

/// Mass, damping and stiffness over the unknowns, linearised about a state.
#[derive(Clone, Debug)]
pub(crate) struct Linearised {
    pub(crate) mass: Matrix,
    pub(crate) damping: Matrix,
    pub(crate) stiffness: Matrix,
}

impl Linearised {
    pub(crate) fn new(columns: usize) -> Self {
        let zero = Matrix::new(columns);
        Self { mass: zero.clone(), damping: zero.clone(), stiffness: zero }
    }

    /// Whether an explicit step `h` is stable: `4M − 2hD − h²K` is positive definite (symmetric parts).
    fn allows(&self, h: f64, room: &mut Matrix) -> bool {
        let n = self.mass.size();
        for i in 0..n {
            for j in 0..n {
                let even = |m: &Matrix| 0.5 * (m.get(i, j) + m.get(j, i));
                *room.at(i, j) =
                    4.0 * self.mass.get(i, j) - 2.0 * h * even(&self.damping) - h * h * even(&self.stiffness);
            }
        }
        room.cholesky().is_ok()
    }

    /// The largest stable explicit step \[s\]; infinite if nothing is stiff.
    pub(crate) fn largest_step(&self) -> f64 {
        let mut room = Matrix::new(self.mass.size());
        let (mut low, mut high) = (0.0, 1e-3);
        while self.allows(high, &mut room) {
            low = high;
            high *= 4.0;
            if high > 1e3 {
                return f64::INFINITY;
            }
        }
        // To a relative 1e-9 at least, down to steps that nobody could take.
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if self.allows(middle, &mut room) {
                low = middle;
            } else {
                high = middle;
            }
            if high - low <= 1e-9 * high {
                break;
            }
        }
        low
    }
}

impl Workspace {
    /// Linearises about what the last explicit evaluation of the skins has found.
    pub(crate) fn linearise(
        &mut self,
        model: &Model,
        state: &State,
        kinematics: &Kinematics,
        about: &mut Linearised,
    ) {
        let Self { placed, blocks, skins, .. } = self;
        mass_matrix(&model.mechanism, kinematics, &state.inertias, &mut placed.composites, &mut about.mass);
        about.damping.clear();
        about.stiffness.clear();
        for (mounted, reading) in model.skins.iter().zip(&skins.readings) {
            let frame = kinematics.poses[mounted.body.0] * mounted.pose;
            for (pair, id) in reading.pairs.iter().zip(&mounted.targets) {
                if pair.contacts > 0 {
                    let bodies = (mounted.body.0, model.shapes[id.0].body.0);
                    let points = (frame.translation, frame.translation);
                    let meeting = Meeting { bodies, points, axes: frame.rotation };
                    let both = [(&pair.stiffness, &mut about.stiffness), (&pair.damping, &mut about.damping)];
                    blocks.add(&model.mechanism, kinematics, meeting, both);
                }
            }
        }
        self.add_joints(model, state, about);
    }

    /// Springs, stops, friction and motors: their slopes in velocity and in position, the latter by a longer reach.
    fn add_joints(&mut self, model: &Model, state: &State, about: &mut Linearised) {
        let h = 1e-6;
        self.plan_motors(model, state, h);
        let at = |blend: f64| {
            let mut forces = vec![JointForce::default(); state.v.len()];
            JointForces { model, state, plans: &self.plans, h, blend }.find(&state.v, &mut forces);
            forces
        };
        let (begin, ahead) = (at(0.0), at(1.0));
        for (d, source) in model.mechanism.sources.iter().enumerate() {
            let Source::Solved { column, ratio } = *source else { continue };
            let friction = model.mechanism.joints[model.mechanism.owner[d]].friction;
            let held = match friction {
                Some(f) if (f.stiffness * state.joint_bristles[d]).abs() < f.force => f.stiffness,
                _ => 0.0,
            };
            let damping = begin[d].damping - held * h;
            let stiffness = (ahead[d].damping - begin[d].damping) / h + held;
            *about.damping.at(column, column) += ratio * ratio * damping;
            *about.stiffness.at(column, column) += ratio * ratio * stiffness;
        }
    }

    /// Whether the explicit step `h` that was just planned is too long to be stable; told once.
    pub(crate) fn too_long(&mut self, model: &Model, state: &State, h: f64) -> Option<TooLong> {
        if !self.watch.is_due(self.skins.contacts()) {
            return None;
        }
        let mut about = Linearised::new(model.dofs());
        // The step that is under way goes on with its own plans.
        let (here, plans) = (std::mem::take(&mut self.placed.middle), std::mem::take(&mut self.plans));
        self.linearise(model, state, &here, &mut about);
        (self.placed.middle, self.plans) = (here, plans);
        if about.allows(h, &mut Matrix::new(model.dofs())) {
            return None;
        }
        self.watch.told = true;
        Some(TooLong { h, largest: about.largest_step(), always_stable: pressed(model, state, &about) })
    }

    /// Feels without moving on: the skins' readings and blocks at a state.
    pub(crate) fn probe(
        &mut self,
        model: &Model,
        state: &State,
        kinematics: &mut Kinematics,
    ) -> Result<(), StepError> {
        model.mechanism.place(&state.q, &state.centres, kinematics);
        let twists = &mut self.placed.middle_twists;
        model.mechanism.twists(kinematics, &state.v, twists);
        let here = MovingBodies { middle: &kinematics.poses, then: &kinematics.poses, twists };
        Ok(self.skins.update(here, &state.skins, INSTANT)?)
    }
}
