//! Room for steps, and what all ways of stepping share.

use crate::contact_plan::FeltPart;
use crate::island::Island;
use crate::joint_forces::dry_friction;
use crate::model::Model;
use crate::motor::MotorPlan;
use crate::neighbours::{Neighbours, Surroundings};
use crate::newton::Search;
use crate::placed::Placed;
use crate::plain::{PairKey, PlainState};
use crate::sleep::Sleep;
use crate::stability::StabilityWatch;
use crate::state::State;
use crate::system::System;
use crate::touching::BodyContact;
use crate::touching::Touching;
use crate::trial::Trial;
use crate::{BodyId, ShapeId, SkinId};
use bristle_coupling::{Newton, SkinMount, SkinSet, TargetMount};
use bristle_geometry::Wrench;
use glam::DVec3;

/// Room for steps. It never changes a result.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    pub(crate) skins: SkinSet,
    pub(crate) neighbours: Neighbours,
    pub(crate) placed: Placed,
    /// The last trial.
    pub(crate) trial: Trial,
    pub(crate) plans: Vec<MotorPlan>,
    /// The unknowns of the island at work: displacements over the step, per time.
    pub(crate) velocity: Vec<f64>,
    pub(crate) system: System,
    pub(crate) newton: Newton,
    pub(crate) sleep: Sleep,
    /// How long the solution of the present step is searched for, and whether that was cut short, see `newton`.
    pub(crate) search: Search,
    pub(crate) was_hurried: bool,
    pub(crate) watch: StabilityWatch,
    /// Index of each unknown and of each body in the island at work.
    pub(crate) column: Vec<u32>,
    pub(crate) place: Vec<Option<usize>>,
    pub(crate) damping: Vec<f64>,
    /// All bodies as one island: for explicit steps and questions about the whole world.
    pub(crate) whole: Island,
}

/// Velocities that friction in the joints has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sliding {
    AtStart,
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
    pub(crate) fn new(model: &Model, state: &State) -> Self {
        let placed = Placed::new(model, state);
        let mut whole = Island { trees: (0..model.mechanism.trees.len()).collect(), ..Island::default() };
        whole.fill(&model.mechanism, &mut vec![0; model.bodies.len()]);
        whole.skins = (0..model.skins.len()).collect();
        whole.motors = (0..model.motors.len()).collect();
        Self {
            skins: SkinSet::new(mounts(model)),
            neighbours: Neighbours::new(model, &placed),
            placed,
            trial: Trial::new(model),
            plans: Vec::with_capacity(model.motors.len()),
            velocity: Vec::new(),
            system: System::default(),
            newton: Newton::default(),
            sleep: Sleep::new(model),
            search: Search::Thorough,
            was_hurried: false,
            watch: StabilityWatch::default(),
            column: vec![0; model.mechanism.columns],
            place: vec![None; model.bodies.len()],
            damping: Vec::new(),
            whole,
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

    /// Rays and spots in contact, of the last evaluation.
    pub(crate) fn contacts(&self) -> usize {
        touching(&self.skins, &self.neighbours).map(|pair| pair.load.contacts).sum()
    }

    /// All bodies that touch each other, of the last step.
    pub(crate) fn body_contacts(&self, model: &Model, state: &State) -> Vec<BodyContact> {
        let mut all = Vec::new();
        for skin in 0..model.skins.len() {
            all.extend(touching_of(&self.skins, skin).map(|pair| BodyContact {
                bodies: (BodyId(pair.bodies[0]), BodyId(pair.bodies[1])),
                skin: Some(SkinId(skin)),
                wrench_on_first: pair.wrench_on_first(),
            }));
        }
        for (key, held) in state.plain.iter().filter(|(_, held)| !held.bristles.is_empty()) {
            let [first, second] = [key.0, key.1].map(|i| model.colliders.mounted[i as usize].body);
            let wrench = Wrench { force: held.force, torque: held.torque, point: DVec3::ZERO };
            all.push(BodyContact {
                bodies: (BodyId(first), BodyId(second)),
                skin: None,
                wrench_on_first: wrench.in_frame(self.placed.pose(first)),
            });
        }
        all
    }

    /// What a body that is fixed to the world, with all it carries, puts on its parent: as the parent pushes it, about its origin. Of the last step.
    pub(crate) fn static_load(&self, model: &Model, state: &State, body: usize) -> Wrench {
        let poses = &self.placed.middle.poses;
        let origin = poses[body].translation;
        let mut sum = Wrench { point: origin, ..Wrench::default() };
        let mut add = |wrench: Wrench| {
            let here = wrench.shift_to(origin);
            sum.force += here.force;
            sum.torque += here.torque;
        };
        let mut carried = vec![false; model.bodies.len()];
        for (i, branch) in model.mechanism.branches.iter().enumerate().skip(body) {
            carried[i] = i == body || branch.parent.is_some_and(|parent| carried[parent]);
            if !carried[i] {
                continue;
            }
            if branch.moves {
                // All beyond it is in what its joint carries.
                if branch.parent.is_some_and(|parent| !model.mechanism.branches[parent].moves) {
                    add(self.trial.loads.joint_wrenches[i]);
                }
                continue;
            }
            let inertia = &state.inertias[i];
            let centre = poses[i].transform_point(inertia.centre);
            add(Wrench { force: -model.gravity * inertia.mass, torque: DVec3::ZERO, point: centre });
            add(state.applied_at_origin(i, poses[i]).reaction());
        }
        for contact in self.body_contacts(model, state) {
            let (BodyId(first), BodyId(second)) = contact.bodies;
            let wrench = contact.wrench_on_first;
            for (i, wrench) in [(first, wrench), (second, wrench.reaction())] {
                if carried[i] && !model.mechanism.branches[i].moves {
                    add(wrench.reaction());
                }
            }
        }
        sum
    }

    /// Finds who is near whom with all bodies where they are placed, as one island: for explicit steps and questions.
    pub(crate) fn find_all_neighbours(&mut self, model: &Model, state: &State, h: f64) {
        let mut awake = vec![true; model.mechanism.trees.len()];
        let asleep_with = vec![0; awake.len()];
        let around = Surroundings { model, placed: &self.placed, state: &state.plain, h };
        self.neighbours.find(around, &mut awake, &asleep_with);
        self.whole.pairs = (0..self.neighbours.pair_count).collect();
    }

    /// Takes over into the state what the trial holds of an island's joints, motors and surfaces.
    pub(crate) fn settle(
        &mut self,
        model: &Model,
        state: &mut State,
        island: &Island,
        sliding: Sliding,
        h: f64,
    ) {
        let mechanism = &model.mechanism;
        let Trial { q, u, v, .. } = &mut self.trial;
        let time = state.time + h;
        for &body in &island.bodies {
            let branch = &mechanism.branches[body];
            let place = branch.coordinates.start;
            if let Some(motion) = &mechanism.joints[body].motion {
                q[place] = motion.at(time).position;
            }
            if let Some(mimic) = &mechanism.joints[body].mimic {
                let leader = &mechanism.branches[mimic.body.0];
                q[place] = mimic.ratio * q[leader.coordinates.start] + mimic.offset;
                v[branch.velocities.start] = mimic.ratio * v[leader.velocities.start];
            }
        }
        for &d in &island.velocities {
            let seen = match sliding {
                Sliding::AtStart => state.v[d],
                Sliding::OverStep => u[d],
            };
            let z = &mut state.joint_bristles[d];
            *z = dry_friction(&mechanism.joints[mechanism.owner[d]], *z, seen, h).1;
        }
        for &motor in &island.motors {
            let (driven, plan) = (&model.motors[motor], &self.plans[motor]);
            let branch = &mechanism.branches[driven.body().0];
            let (q, v) = (q[branch.coordinates.start], v[branch.velocities.start]);
            state.motors[motor] = driven.finish(plan, q, v, h);
        }
        for &body in &island.bodies {
            let branch = &mechanism.branches[body];
            state.q[branch.coordinates.clone()].copy_from_slice(&q[branch.coordinates.clone()]);
            state.v[branch.velocities.clone()].copy_from_slice(&v[branch.velocities.clone()]);
        }
        for &skin in &island.skins {
            std::mem::swap(&mut state.skins[skin], &mut self.skins.next[skin]);
        }
        self.settle_pairs(state, island);
    }

    /// Takes over what the pairs of an island remember.
    fn settle_pairs(&mut self, state: &mut State, island: &Island) {
        let mut gone = false;
        for &index in &island.pairs {
            let pair = &mut self.neighbours.pairs[index];
            let held = !pair.next.is_free();
            match state.plain.binary_search_by_key(&pair.key, |entry| entry.0) {
                Ok(at) => {
                    std::mem::swap(&mut state.plain[at].1, &mut pair.next);
                    gone |= !held;
                }
                Err(at) if held => state.plain.insert(at, (pair.key, std::mem::take(&mut pair.next))),
                Err(_) => {}
            }
        }
        if gone {
            state.plain.retain(|(_, held)| !held.is_free());
        }
    }

    /// Forgets pairs that are no longer near each other, of bodies that were awake.
    pub(crate) fn forget_pairs(&self, model: &Model, awake: &[bool], plain: &mut PlainState) {
        let near = &self.neighbours.pairs[..self.neighbours.pair_count];
        let mut keys: Vec<PairKey> = near.iter().map(|pair| pair.key).collect();
        keys.sort_unstable();
        plain.retain(|(key, _)| {
            let bodies = [key.0, key.1].map(|i| model.colliders.mounted[i as usize].body);
            let trees = bodies.map(|body| model.mechanism.tree_of[body]);
            let is_awake = trees.into_iter().flatten().any(|tree| awake[tree]);
            !is_awake || keys.binary_search(key).is_ok()
        });
    }
}

/// All pairs of bodies that touch, of the last evaluation.
pub(crate) fn touching<'a>(
    skins: &'a SkinSet,
    neighbours: &'a Neighbours,
) -> impl Iterator<Item = Touching<'a>> {
    let by_skins = (0..skins.mounts().len()).flat_map(|skin| touching_of(skins, skin));
    let pairs = neighbours.pairs[..neighbours.pair_count].iter();
    by_skins.chain(pairs.filter_map(|pair| pair.touching()))
}

/// Targets that a skin touches.
pub(crate) fn touching_of(skins: &SkinSet, skin: usize) -> impl Iterator<Item = Touching<'_>> {
    skins.touching(skin).map(|pair| Touching {
        bodies: [pair.bodies.0, pair.bodies.1],
        frame: pair.frame,
        load: pair.load,
    })
}
