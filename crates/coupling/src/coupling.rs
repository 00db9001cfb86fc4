//! Skins in an engine that gives no more than velocities, Jacobians, a solve with its masses and a prediction.

use crate::engine::Engine;
use crate::impulses::{Answer, Impulses, LIMITS, dot};
use crate::mount::{SkinMount, TargetMount};
use crate::newton::{Purpose, Solution};
use crate::skin_set::{NEARLY_THE_SAME, SkinSet};
use bristle_skin::{Block6, RelativeMotion, SkinReading, SkinState, UpdateError};
use glam::{DMat3, DVec3};
use std::sync::Arc;

/// All skins of an engine: they step together, since two fingers on one object have to know of each other.
///
/// A step: [`solve`](Self::solve) finds what the skins push with; the engine adds [`force`](Self::force) to its own forces and steps; and
/// [`settle`](Self::settle) lets the bristles follow the velocities that came about.
///
/// In the elastic part this is Newmark's average acceleration: stable at any step and without numerical damping. Friction
/// and damping belong to the end of the step.
#[derive(Clone, Debug)]
pub struct Coupling {
    skins: SkinSet,
    states: Vec<SkinState>,
    /// Pairs that may touch in this step.
    pairs: Vec<Pair>,
    /// Motion of each pair's target past its skin per unit of velocity, six rows per pair, in the skin's frame.
    jacobian: Vec<f64>,
    /// What these rows, as impulses, and the force of the last step change of the velocities.
    response: Vec<f64>,
    impulses: Impulses,
    /// What the skins push with, as a generalised force.
    force: Vec<f64>,
    /// What they pushed with in the last step that was settled: a guess for this one.
    guess: Vec<f64>,
    /// Velocities at the end of the step without any skin.
    free: Vec<f64>,
    /// Two Jacobians.
    room: Vec<f64>,
    /// For readings of the motion that came about, which nobody asks for.
    aside: Vec<SkinReading>,
    solved: bool,
}

/// A skin and a body near it.
#[derive(Clone, Copy, Debug)]
struct Pair {
    skin: usize,
    body: usize,
    /// Half a step of the change of the pair's motion with constant velocities: bodies that are swung about together move
    /// along arcs, and what looks like motion past each other at the start of the step is none.
    bend: [f64; 6],
}

impl Coupling {
    /// Skins that touch nothing.
    pub fn new(mounts: impl Into<Arc<[SkinMount]>>) -> Self {
        let skins = SkinSet::new(mounts);
        Self {
            states: skins.next.clone(),
            aside: skins.readings.clone(),
            skins,
            pairs: Vec::new(),
            jacobian: Vec::new(),
            response: Vec::new(),
            impulses: Impulses::default(),
            force: Vec::new(),
            guess: Vec::new(),
            free: Vec::new(),
            room: Vec::new(),
            solved: false,
        }
    }

    /// Forgets all contact.
    pub fn reset(&mut self) {
        self.states = self.skins.mounts().iter().map(|mount| SkinState::new(&mount.skin)).collect();
        self.feel_nothing();
        self.guess.fill(0.0);
    }

    /// What each skin felt in the last step.
    pub fn readings(&self) -> &[SkinReading] {
        &self.skins.readings
    }

    /// Bristles of each skin. With the [`guess`](Self::guess_mut) they are all that a step depends on beside the engine.
    pub fn states(&self) -> &[SkinState] {
        &self.states
    }

    /// The same, to set them.
    pub fn states_mut(&mut self) -> &mut [SkinState] {
        &mut self.states
    }

    /// What the skins push with in the step that was solved last, as a generalised force.
    pub fn force(&self) -> &[f64] {
        &self.force
    }

    /// The force of the last step that was settled, which the next one takes as a guess: as long as the engine's velocities, or
    /// empty before the first step.
    pub fn guess(&self) -> &[f64] {
        &self.guess
    }

    /// The same, to set it.
    pub fn guess_mut(&mut self) -> &mut Vec<f64> {
        &mut self.guess
    }

    /// Whether a skin touches anything.
    pub fn touches(&self, skin: usize) -> bool {
        self.skins.loads(skin).iter().any(|load| load.contacts > 0)
    }

    /// Finds what the skins push with in a step `h` \[s\] from here. On an error they push nothing.
    pub fn solve(&mut self, engine: &mut impl Engine, h: f64) -> Result<Option<Solution>, UpdateError> {
        self.solved = false;
        self.force.resize(engine.velocity().len(), 0.0);
        self.guess.resize(engine.velocity().len(), 0.0);
        match self.try_solve(engine, h) {
            Ok(solution) => {
                self.solved = true;
                Ok(solution)
            }
            Err(error) => {
                self.feel_nothing();
                Err(error)
            }
        }
    }

    fn feel_nothing(&mut self) {
        self.pairs.clear();
        self.skins.clear_readings();
        self.force.fill(0.0);
        self.solved = false;
    }

    fn try_solve(&mut self, engine: &mut impl Engine, h: f64) -> Result<Option<Solution>, UpdateError> {
        self.list_pairs(engine);
        if !self.pairs.is_empty() {
            self.set_up(engine, h);
        }
        self.look(engine, h)?;
        let mut solution = None;
        if !self.pairs.is_empty() {
            for (skin, state) in self.states.iter().enumerate() {
                self.skins.let_in_overlaps(skin, state, h);
            }
            let Self { impulses, skins, states, pairs, .. } = self;
            let mobility = |pair: usize| {
                let along = |axis: usize| impulses.admittance.get(6 * pair + axis, 6 * pair + axis);
                along(0).max(along(1)).max(along(2))
            };
            let mobility = (0..pairs.len()).map(mobility).collect();
            let mut trying = Trying { skins, states, pairs, mobility, h, knows_stiff: false };
            let found = impulses.solve(h, &mut trying)?;
            if found.merit.relative() > LIMITS.fair {
                self.skins.weaken(impulses.harmless_share(h));
            }
            solution = Some(found);
        }
        // Those without a pair let go.
        for skin in 0..self.states.len() {
            if !self.pairs.iter().any(|pair| pair.skin == skin) {
                self.skins.evaluate(skin, &self.states[skin], h, Purpose::Commit)?;
            }
        }
        self.skins.share_readings(&self.skins.all());
        self.gather(engine.velocity().len());
        Ok(solution)
    }

    /// Places the skins, and lists the pairs that may touch.
    fn list_pairs(&mut self, engine: &impl Engine) {
        self.pairs.clear();
        for skin in 0..self.states.len() {
            let mount = &self.skins.mounts()[skin];
            let frame = engine.skin_pose(skin, mount);
            for (i, target) in mount.targets.iter().enumerate() {
                let known = self.pairs.iter().any(|pair| (pair.skin, pair.body) == (skin, target.body));
                let pose = engine.target_pose(skin, i, target);
                if !known && mount.skin.may_touch(frame, &target.shape, pose) {
                    self.pairs.push(Pair { skin, body: target.body, bend: [0.0; 6] });
                }
            }
            self.skins.place(skin, frame);
        }
    }

    /// Casts all rays.
    fn look(&mut self, engine: &impl Engine, h: f64) -> Result<(), UpdateError> {
        for (skin, state) in self.states.iter_mut().enumerate() {
            let pose = |i: usize, target: &TargetMount| engine.target_pose(skin, i, target);
            let is_near = |body: usize| self.pairs.iter().any(|pair| (pair.skin, pair.body) == (skin, body));
            self.skins.look(skin, pose, is_near, state, h)?;
        }
        Ok(())
    }

    /// How the pairs move, and would move if the skins did not push.
    fn set_up(&mut self, engine: &mut impl Engine, h: f64) {
        let nv = engine.velocity().len();
        let rows = 6 * self.pairs.len();
        self.jacobian.resize(rows * nv, 0.0);
        self.room.resize(12 * nv, 0.0);
        self.impulses.resize(self.pairs.len());
        for (pair, rows) in self.pairs.iter_mut().zip(self.jacobian.chunks_exact_mut(6 * nv.max(1))) {
            let (frame, own) = (self.skins.frame(pair.skin), self.skins.mounts()[pair.skin].body);
            let to_skin = frame.rotation_matrix().transpose();
            let (skin, target) = self.room.split_at_mut(6 * nv);
            engine.jacobian_rate(own, frame.translation, skin);
            engine.jacobian_rate(pair.body, frame.translation, target);
            difference(to_skin, target, skin, rows);
            pair.bend = std::array::from_fn(|i| 0.5 * h * dot(&rows[i * nv..][..nv], engine.velocity()));
            engine.jacobian(own, frame.translation, skin);
            engine.jacobian(pair.body, frame.translation, target);
            difference(to_skin, target, skin, rows);
        }
        self.free.resize(nv, 0.0);
        engine.predict(&self.guess, h, &mut self.free);
        self.jacobian.extend_from_slice(&self.guess);
        self.response.resize(self.jacobian.len(), 0.0);
        engine.solve_mass(&self.jacobian, &mut self.response);
        self.jacobian.truncate(rows * nv);
        let (response, guessed) = self.response.split_at(rows * nv);
        self.free.iter_mut().zip(guessed).for_each(|(v, guessed)| *v -= h * guessed);
        for (r, row) in self.jacobian.chunks_exact(nv.max(1)).enumerate() {
            let bend = self.pairs[r / 6].bend[r % 6];
            self.impulses.free[r] = dot(row, &self.free) + bend;
            self.impulses.motion[r] = dot(row, engine.velocity()) - bend;
            let admittance = self.impulses.admittance.row_mut(r);
            for (entry, response) in admittance.iter_mut().zip(response.chunks_exact(nv.max(1))) {
                *entry = dot(row, response);
            }
        }
        for (pair, motion) in self.pairs.iter().zip(self.impulses.motion.chunks_exact(6)) {
            self.skins.set_before(pair.skin, pair.body, as_motion(motion));
        }
    }

    /// Sums up `−Jᵀ λ`: what pushes the skin pushes the target the other way.
    fn gather(&mut self, nv: usize) {
        self.force.fill(0.0);
        for (pair, rows) in self.pairs.iter().zip(self.jacobian.chunks_exact(6 * nv.max(1))) {
            let (force, torque) = load(&self.skins, *pair);
            let loads = force.to_array().into_iter().chain(torque.to_array());
            for (row, load) in rows.chunks_exact(nv).zip(loads) {
                self.force.iter_mut().zip(row).for_each(|(f, j)| *f -= j * load);
            }
        }
    }

    /// Lets the bristles follow the velocities that the engine has come to at the end of the step `h` \[s\] that was solved; false, and
    /// without effect, if none was.
    ///
    /// Forces are found for predicted velocities. Were the bristles to follow these, every error of the prediction would be a
    /// creep that no bristle knows of.
    pub fn settle(&mut self, velocity: &[f64], h: f64) -> bool {
        if !std::mem::take(&mut self.solved) {
            return false;
        }
        self.guess.copy_from_slice(&self.force);
        for (r, row) in self.jacobian.chunks_exact(velocity.len().max(1)).enumerate() {
            if let Some(pair) = self.pairs.get(r / 6) {
                self.impulses.motion[r] = dot(row, velocity) + pair.bend[r % 6];
            }
        }
        move_on(&mut self.skins, &self.pairs, &self.impulses.motion);
        for (skin, state) in self.states.iter_mut().enumerate() {
            std::mem::swap(&mut self.skins.readings[skin], &mut self.aside[skin]);
            // Velocities that are no numbers: that is the engine's to tell.
            if self.skins.evaluate(skin, state, h, Purpose::Commit).is_ok() {
                std::mem::swap(state, &mut self.skins.next[skin]);
            }
            std::mem::swap(&mut self.skins.readings[skin], &mut self.aside[skin]);
        }
        true
    }
}

/// Skins that are asked what they would feel.
struct Trying<'a> {
    skins: &'a mut SkinSet,
    states: &'a [SkinState],
    pairs: &'a [Pair],
    /// How easily each pair is moved along its skin's axes: the largest of `A` \[1/kg\].
    mobility: Vec<f64>,
    h: f64,
    /// Whether it is known which elastic forces are stiff for the step.
    knows_stiff: bool,
}

impl Trying<'_> {
    fn evaluate(&mut self, purpose: Purpose) -> Result<(), UpdateError> {
        for (skin, state) in self.states.iter().enumerate() {
            if self.pairs.iter().any(|pair| pair.skin == skin) {
                self.skins.evaluate(skin, state, self.h, purpose)?;
            }
        }
        Ok(())
    }
}

impl Answer for Trying<'_> {
    fn answer(
        &mut self,
        motion: &[f64],
        purpose: Purpose,
        wrench: &mut [f64],
        blocks: &mut [Block6],
    ) -> Result<(), UpdateError> {
        move_on(self.skins, self.pairs, motion);
        self.evaluate(purpose)?;
        if purpose == Purpose::Derivatives && !self.knows_stiff {
            self.knows_stiff = true;
            let mut largest = 0.0_f64;
            for (pair, &mobility) in self.pairs.iter().zip(&self.mobility) {
                let skin = (pair.skin, &self.states[pair.skin]);
                largest = largest.max(self.skins.settle_stiff_pair(skin, pair.body, mobility, self.h));
            }
            if largest > NEARLY_THE_SAME {
                self.evaluate(purpose)?;
            }
        }
        for ((pair, wrench), block) in self.pairs.iter().zip(wrench.chunks_exact_mut(6)).zip(blocks) {
            let (force, torque) = load(self.skins, *pair);
            force.write_to_slice(wrench);
            torque.write_to_slice(&mut wrench[3..]);
            *block = Block6::ZERO;
            for load in self.skins.loads_of(pair.skin, pair.body).filter(|load| load.contacts > 0) {
                let entries = block.0.as_flattened_mut().iter_mut().zip(load.damping.0.as_flattened());
                entries.for_each(|(sum, entry)| *sum += entry);
            }
        }
        Ok(())
    }
}

/// Force and torque on the skin of a pair by all shapes of its body.
fn load(skins: &SkinSet, pair: Pair) -> (DVec3, DVec3) {
    let own = skins.loads_of(pair.skin, pair.body);
    own.fold((DVec3::ZERO, DVec3::ZERO), |(f, t), load| (f + load.force, t + load.torque))
}

/// Gives every target the motion of its pair at the end of the step.
fn move_on(skins: &mut SkinSet, pairs: &[Pair], motion: &[f64]) {
    for (pair, motion) in pairs.iter().zip(motion.chunks_exact(6)) {
        skins.set_after(pair.skin, pair.body, as_motion(motion));
    }
}

fn as_motion(numbers: &[f64]) -> RelativeMotion {
    RelativeMotion { velocity: DVec3::from_slice(numbers), rotation: DVec3::from_slice(&numbers[3..]) }
}

/// Motion of the target past the skin, turned into the skin's axes; three rows of velocity and three of rotation each.
fn difference(to_skin: DMat3, target: &[f64], skin: &[f64], rows: &mut [f64]) {
    let nv = rows.len() / 6;
    for half in [0, 3 * nv] {
        for c in 0..nv {
            let at = |r: usize| target[half + r * nv + c] - skin[half + r * nv + c];
            let turned = to_skin * DVec3::new(at(0), at(1), at(2));
            (0..3).for_each(|r| rows[half + r * nv + c] = turned[r]);
        }
    }
}
