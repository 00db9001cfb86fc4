//! How stiff the world is now, and which explicit step that allows.

use crate::advisor::pressed;
use crate::island::Island;
use crate::joint_forces::{JointForce, JointForces};
use crate::mechanism::Source;
use crate::model::Model;
use crate::report::TooLong;
use crate::state::State;
use crate::step_error::StepError;
use crate::system::PairResistance;
use crate::workspace::Workspace;
use crate::world::INSTANT;
use bristle_coupling::{Matrix, MovingBodies, Purpose, SkinFrames};
use bristle_geometry::Pose;
use bristle_skin::Block6;

/// Explicit steps between two looks at their stability, while no more rays touch than ever before. A look costs about as much
/// as a step.
const BETWEEN_LOOKS: u32 = 128;

/// Islands with more unknowns are not judged: it would take minutes.
pub(crate) const MOST_UNKNOWNS: usize = 240;

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

/// Two bodies that touch, with stiffness and damping between them.
struct Linked {
    bodies: [usize; 2],
    frame: Pose,
    blocks: [Block6; 2],
}

impl Workspace {
    /// Islands of the last search that are small enough to be judged.
    pub(crate) fn islands_to_judge(&self) -> Vec<Island> {
        let all = self.neighbours.islands[..self.neighbours.island_count].iter();
        all.filter(|island| island.unknowns.len() <= MOST_UNKNOWNS).cloned().collect()
    }

    /// Linearises an island about what the last explicit evaluation has found.
    pub(crate) fn linearise(
        &mut self,
        model: &Model,
        state: &State,
        island: &Island,
    ) -> Result<Linearised, StepError> {
        self.system.weigh(model, state, &self.placed, island, &mut self.column)?;
        for (local, &body) in island.bodies.iter().enumerate() {
            self.place[body] = Some(local);
        }
        let mut about = Linearised::new(island.unknowns.len());
        about.mass = self.system.mass_matrix();
        for linked in self.linked(model, island) {
            for (block, matrix) in linked.blocks.iter().zip([&mut about.stiffness, &mut about.damping]) {
                let pair = PairResistance { bodies: linked.bodies, frame: linked.frame, block };
                self.system.add_to_matrix(&self.place, &pair, matrix);
            }
        }
        self.add_joints(model, state, island, &mut about);
        Ok(about)
    }

    fn linked(&self, model: &Model, island: &Island) -> Vec<Linked> {
        let mut all = Vec::new();
        for &skin in &island.skins {
            let mounted = &model.skins[skin];
            let frame = self.placed.pose(mounted.body.0) * mounted.pose;
            for (pair, id) in self.skins.readings[skin].pairs.iter().zip(&mounted.targets) {
                if pair.contacts > 0 {
                    let bodies = [mounted.body.0, model.shapes[id.0].body.0];
                    all.push(Linked { bodies, frame, blocks: [pair.stiffness, pair.damping] });
                }
            }
        }
        for &pair in &island.pairs {
            let pair = &self.neighbours.pairs[pair];
            if let Some(touching) = pair.touching() {
                let blocks = pair.blocks(&model.colliders, INSTANT);
                all.push(Linked { bodies: touching.bodies, frame: touching.frame, blocks });
            }
        }
        all
    }

    /// Springs, stops, friction and motors: their slopes in velocity and in position, the latter by a longer reach.
    fn add_joints(&mut self, model: &Model, state: &State, island: &Island, about: &mut Linearised) {
        let h = 1e-6;
        let held = std::mem::take(&mut self.plans);
        self.plan_motors(model, state, h);
        let at = |blend: f64| {
            let mut forces = vec![JointForce::default(); state.v.len()];
            let joints = JointForces { model, state, plans: &self.plans, h, blend };
            joints.find(&island.velocities, &island.motors, &state.v, &mut forces);
            forces
        };
        let (start, ahead) = (at(0.0), at(1.0));
        // A step that is under way goes on with its own plans.
        self.plans = held;
        for &d in &island.velocities {
            let Source::Solved { column, ratio } = model.mechanism.sources[d] else { continue };
            let friction = model.mechanism.joints[model.mechanism.owner[d]].friction;
            let held = match friction {
                Some(f) if (f.stiffness * state.joint_bristles[d]).abs() < f.force => f.stiffness,
                _ => 0.0,
            };
            let damping = start[d].damping - held * h;
            let stiffness = (ahead[d].damping - start[d].damping) / h + held;
            let unknown = self.column[column] as usize;
            *about.damping.at(unknown, unknown) += ratio * ratio * damping;
            *about.stiffness.at(unknown, unknown) += ratio * ratio * stiffness;
        }
    }

    /// Whether the explicit step `h` that was just planned is too long to be stable; told once.
    pub(crate) fn too_long(&mut self, model: &Model, state: &State, h: f64) -> Option<TooLong> {
        if !self.watch.is_due(self.contacts()) {
            return None;
        }
        let mut largest = f64::INFINITY;
        for island in self.islands_to_judge() {
            largest = largest.min(self.linearise(model, state, &island).ok()?.largest_step());
        }
        if h <= largest {
            return None;
        }
        self.watch.told = true;
        Some(TooLong { h, largest, always_stable: pressed(model, state, largest) })
    }

    /// Feels without moving on: the skins' readings and blocks at a state.
    pub(crate) fn probe(&mut self, model: &Model, state: &State) -> Result<(), StepError> {
        let whole = std::mem::take(&mut self.whole);
        model.mechanism.place(&whole.bodies, &state.q, &state.centres, &mut self.placed.middle);
        model.mechanism.twists(&whole.bodies, &self.placed.middle, &state.v, &mut self.placed.middle_twists);
        self.placed.find_masses(model, state, &whole.bodies);
        self.whole = whole;
        self.feel(model, state, INSTANT)
    }

    /// Skins and plain bodies as they are placed and move, over a time `h` \[s\].
    pub(crate) fn feel(&mut self, model: &Model, state: &State, h: f64) -> Result<(), StepError> {
        let Self { placed, skins, .. } = self;
        let poses = &placed.middle.poses;
        let here = MovingBodies { middle: poses, then: poses, twists: &placed.middle_twists };
        skins.update(here, &state.skins, h)?;
        self.find_all_neighbours(model, state, h.min(1e-3));
        let poses = &self.placed.middle.poses;
        let here = MovingBodies { middle: poses, then: poses, twists: &self.placed.middle_twists };
        for pair in &mut self.neighbours.pairs[..self.neighbours.pair_count] {
            let [own, other] = pair.bodies;
            let frames = SkinFrames { middle: poses[own], then: poses[own] };
            pair.set_motion(frames.relative(here, own, other));
            pair.press(&model.colliders, h, Purpose::Derivatives);
        }
        Ok(())
    }
}
