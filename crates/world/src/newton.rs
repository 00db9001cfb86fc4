//! The implicit step: Newton's method on the displacements over it, island by island.
//!
//! Unknown are the displacements per time, `u`; velocities at the end of the step follow from them, see [`System`]. Kinematics, masses and casts belong to
//! the predicted middle of the step, `q + h v/2`; gyroscopic forces to the mean of `v` and `v'`; elastic forces are means over the displacement; damping
//! and friction follow the displacement. Equations: docs/theory/stepping.md.

use crate::bonds::ActiveBonds;
use crate::island::Island;
use crate::joint_forces::JointForces;
use crate::mechanism::Source;
use crate::model::Model;
use crate::motor::MotorPlan;
use crate::neighbours::Surroundings;
use crate::placed::Placed;
use crate::plain::{PlainPair, remembered};
use crate::report::StepReport;
use crate::state::State;
use crate::step_error::StepError;
use crate::system::{PairResistance, Resistances, System};
use crate::touching::Touching;
use crate::trial::Trial;
use crate::workspace::{Sliding, Workspace, touching_of};
use bristle_coupling::{End, Equations, Limits, Merit, NEARLY_THE_SAME, Newton, Purpose, SkinSet};
use bristle_skin::Block6;

/// Residual at which a world at rest is in balance. Positions are numbers too: a stiff pad's force changes by this much from
/// one to the next.
const BALANCED: f64 = 2e-11;

/// Where rounding stops further progress, this much is still taken.
const ACCEPTABLE: f64 = 1e-7;

/// A step that does not converge is divided into at most two to the power of this many parts.
const MOST_DIVISIONS: usize = 6;

/// Velocities below this share of what gravity gives in one step are rounding.
const ROUNDING: f64 = 1e-10;

/// Many halvings: dry friction that is far stiffer than a step can see stops its joint within a sliver of the displacement.
const LIMITS: Limits = Limits { iterations: 60, halvings: 40, fair: 0.0 };

/// For a step in which a body moves past the window of a skin, such as one that turns by several radians: there may be no solution, and parts of the
/// step are better anyway.
const HURRIED: Limits = Limits { iterations: 20, halvings: 2, fair: 0.0 };

/// How long a solution is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// Not long where bodies are too fast to be followed.
    Hurried,
    /// As long as there is hope.
    Thorough,
}

/// How an island came through a step.
enum Solved {
    /// As a whole: the trial holds the end.
    Whole {
        /// Nothing has changed, to the last bit.
        rests: bool,
    },
    /// In parts: this is the state at the end.
    Divided(Box<State>),
}

impl Workspace {
    /// Takes one step. On an error the state is the one before.
    pub(crate) fn newton_step(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
    ) -> Result<StepReport, StepError> {
        self.in_vain = 0;
        self.sleep.begin(h);
        for (tree, awake) in model.mechanism.trees.iter().zip(&self.sleep.awake) {
            if *awake {
                self.placed.place(model, state, &tree.bodies, h);
            }
        }
        self.plan_motors(model, state, h);
        let around = Surroundings { model, placed: &self.placed, state: &state.plain, h };
        let asleep = self.sleep.awake.iter().filter(|awake| !**awake).count();
        self.neighbours.find(around, &mut self.sleep.awake, &self.sleep.with);
        if asleep > 0 {
            self.note_woken(model, state, h);
        }
        let mut report = StepReport::default();
        let mut ends = Vec::with_capacity(self.neighbours.island_count);
        for index in 0..self.neighbours.island_count {
            let island = std::mem::take(&mut self.neighbours.islands[index]);
            let solved = self.solve_island(model, state, &island, h, &mut report);
            self.neighbours.islands[index] = island;
            ends.push(solved?);
        }
        self.release_idle_skins(model, state, h)?;
        for (index, end) in ends.into_iter().enumerate() {
            let island = std::mem::take(&mut self.neighbours.islands[index]);
            match end {
                Solved::Whole { rests } => {
                    self.settle(model, state, &island, Sliding::OverStep, h);
                    if rests {
                        self.sleep.fall_asleep(&island.trees);
                    }
                }
                Solved::Divided(at_end) => take_over(model, state, *at_end, &island, self),
            }
            self.neighbours.islands[index] = island;
        }
        let awake = std::mem::take(&mut self.sleep.awake);
        self.forget_pairs(model, &awake, &mut state.plain);
        self.sleep.awake = awake;
        (state.step, state.time) = (state.step + 1, state.time + h);
        report.contacts = self.contacts();
        report.evaluations += self.in_vain;
        Ok(report)
    }

    /// Trees that were woken in this step have not been placed for it: they rest, so that they are where they were.
    fn note_woken(&mut self, model: &Model, state: &State, h: f64) {
        for (tree, awake) in model.mechanism.trees.iter().zip(&self.sleep.awake) {
            if *awake {
                self.placed.place(model, state, &tree.bodies, h);
            }
        }
    }

    /// Takes an island through a step. If Newton's method does not get there, or bodies move too far in it, the step is divided.
    ///
    /// Friction that grows with the pressure it causes can leave a long step without a velocity that Newton's method would
    /// find. Shorter steps have one, since masses then outweigh all else.
    fn solve_island(
        &mut self,
        model: &Model,
        state: &State,
        island: &Island,
        h: f64,
        report: &mut StepReport,
    ) -> Result<Solved, StepError> {
        self.was_hurried = false;
        self.search = Search::Hurried;
        match self.solve_in_parts(model, state, island, h, report) {
            Err(StepError::NotConverged { .. }) if self.was_hurried => {
                self.search = Search::Thorough;
                self.solve_in_parts(model, state, island, h, report)
            }
            done => done,
        }
    }

    fn solve_in_parts(
        &mut self,
        model: &Model,
        state: &State,
        island: &Island,
        h: f64,
        report: &mut StepReport,
    ) -> Result<Solved, StepError> {
        let parts = island.trees.iter().map(|&tree| self.neighbours.parts[tree]).max().unwrap_or(1);
        let mut error = None;
        if parts <= 1 {
            match self.whole_step(model, state, island, h) {
                Ok((own, rests)) => {
                    report.add(&own);
                    return Ok(Solved::Whole { rests });
                }
                Err(found @ StepError::NotConverged { .. }) => error = Some(found),
                Err(found) => return Err(found),
            }
        }
        for parts in (1..=MOST_DIVISIONS).map(|n| 1usize << n).filter(|&more| more >= parts) {
            match self.divided_step(model, state, island, h, parts) {
                Ok((at_end, own)) => {
                    report.add(&own);
                    return Ok(Solved::Divided(Box::new(at_end)));
                }
                Err(found) => error = error.or(Some(found)),
            }
        }
        Err(error.unwrap_or(StepError::BadStep { h }))
    }

    fn divided_step(
        &mut self,
        model: &Model,
        state: &State,
        island: &Island,
        h: f64,
        parts: usize,
    ) -> Result<(State, StepReport), StepError> {
        let mut scratch = state.clone();
        let mut sum = StepReport { divisions: parts, ..Default::default() };
        let part = h / parts as f64;
        for _ in 0..parts {
            self.placed.place(model, &scratch, &island.bodies, part);
            self.plan_motors(model, &scratch, part);
            let around = Surroundings { model, placed: &self.placed, state: &scratch.plain, h: part };
            self.neighbours.look_again(around, island);
            let (own, _) = match self.whole_step(model, &scratch, island, part) {
                Ok(done) => done,
                Err(error) => {
                    self.in_vain += sum.evaluations;
                    return Err(error);
                }
            };
            sum.add(&own);
            self.settle(model, &mut scratch, island, Sliding::OverStep, part);
            scratch.time += part;
        }
        self.plan_motors(model, state, h);
        Ok((scratch, sum))
    }

    /// Solves a step of an island; tells whether it rests, with nothing changed to the last bit. The end is in the trial.
    fn whole_step(
        &mut self,
        model: &Model,
        state: &State,
        island: &Island,
        h: f64,
    ) -> Result<(StepReport, bool), StepError> {
        let scale = self.begin(model, state, island, h)?;
        let poses = &self.placed.middle.poses;
        let is_fast = |&skin: &usize| self.skins.fast_targets(skin, poses, h).next().is_some();
        let beyond_window = island.skins.iter().any(is_fast);
        let hurried = beyond_window && self.search == Search::Hurried;
        let limits = if hurried { &HURRIED } else { &LIMITS };
        self.was_hurried |= hurried;
        let mut velocity = std::mem::take(&mut self.velocity);
        let Self {
            skins,
            neighbours,
            bonds,
            placed,
            trial,
            plans,
            system,
            newton,
            column,
            place,
            damping,
            sleep,
            ..
        } = self;
        let mut equations = StepEquations {
            model,
            state,
            h,
            island,
            placed,
            plans,
            skins,
            pairs: &mut neighbours.pairs,
            bonds,
            trial,
            system,
            column,
            place,
            damping,
            scale,
            still: island.trees.iter().all(|&tree| sleep.still[tree]),
            report: StepReport { beyond_window, ..Default::default() },
        };
        let solved = equations.solve(newton, &mut velocity, limits);
        let report = equations.report;
        self.velocity = velocity;
        if solved.is_err() {
            self.in_vain += report.evaluations;
        }
        let at_rest = solved?;
        island.trees.iter().for_each(|&tree| self.sleep.still[tree] = at_rest);
        let Trial { u, q, .. } = &mut self.trial;
        let from = (&state.q[..], &state.centres[..]);
        model.mechanism.advance(&island.bodies, from, u, h, q);
        self.check_positions(model, state, island)?;
        let rests = at_rest && self.nothing_changed(model, state, island, h);
        Ok((report, rests))
    }

    pub(crate) fn check_positions(
        &self,
        model: &Model,
        state: &State,
        island: &Island,
    ) -> Result<(), StepError> {
        let is_lost = |&&body: &&usize| {
            let coordinates = model.mechanism.branches[body].coordinates.clone();
            self.trial.q[coordinates].iter().any(|x| !x.is_finite())
        };
        match island.bodies.iter().find(is_lost) {
            Some(&body) => Err(StepError::NotFinite {
                time: state.time,
                what: format!("the position of body `{}`", model.bodies[body].name),
                advice: "shorten the step".into(),
            }),
            None => Ok(()),
        }
    }

    /// Whether a step at rest leaves everything as it was.
    fn nothing_changed(&self, model: &Model, state: &State, island: &Island, h: f64) -> bool {
        island.trees.iter().all(|&tree| !model.mechanism.trees[tree].is_led)
            && island.velocities.iter().all(|&d| state.v[d] == 0.0)
            && island.skins.iter().all(|&skin| self.skins.next[skin].stamp() == state.skins[skin].stamp())
            && island.pairs.iter().all(|&pair| {
                let pair: &PlainPair = &self.neighbours.pairs[pair];
                match remembered(&state.plain, pair.key) {
                    Some(held) => *held == pair.next,
                    None => pair.next.is_free(),
                }
            })
            && island.loops.iter().all(|&i| self.bonds.loops[i].carries == state.carried[i])
            && island.tendons.iter().all(|&i| self.bonds.tendons[i].slipped == state.slipped[i])
            && island.motors.iter().all(|&motor| {
                let (driven, plan) = (&model.motors[motor], &self.plans[motor]);
                let q = state.q[model.mechanism.branches[driven.body().0].coordinates.start];
                driven.finish(plan, q, 0.0, h) == state.motors[motor]
            })
    }

    /// Prepares all that does not depend on the unknowns.
    fn begin(&mut self, model: &Model, state: &State, island: &Island, h: f64) -> Result<Scale, StepError> {
        for (local, &body) in island.bodies.iter().enumerate() {
            self.place[body] = Some(local);
        }
        self.trial.give_velocities(model, state, &island.velocities, h);
        let Self { skins, placed, .. } = self;
        let first = placed.ways(&placed.middle_twists);
        for &skin in &island.skins {
            skins.look_at_bodies(skin, first, &state.skins[skin])?;
            skins.let_in_overlaps(skin, &state.skins[skin], h);
        }
        for &pair in &island.pairs {
            let pair = &mut self.neighbours.pairs[pair];
            pair.set_before(first);
            pair.let_in_jump(&model.colliders, &placed.inverse_mass, h);
        }
        self.system.weigh(model, state, &self.placed, island, &mut self.column)?;
        self.velocity.clear();
        self.velocity.resize(island.unknowns.len(), 0.0);
        for &d in &island.velocities {
            if let Source::Solved { column, ratio } = model.mechanism.sources[d]
                && ratio == 1.0
            {
                self.velocity[self.column[column] as usize] = state.v[d];
            }
        }
        self.bonds.begin(model, state, &self.placed, (island, &self.column), &self.system, h);
        self.system.begin(&self.velocity);
        self.trial.make_room(island.unknowns.len());
        self.system.mass_times(&self.velocity, &mut self.trial.dropped);
        Ok(self.scale(model, state, island, h))
    }

    /// How large impulses are, whatever the unknowns: those of the motion there was, of gravity and of forces from outside.
    ///
    /// Motion that is nothing beside what gravity gives, or that positions are too coarse to show, is rounding: it is let go,
    /// and the step tries to end at rest, so that what is held stays to the last bit.
    fn scale(&mut self, model: &Model, state: &State, island: &Island, h: f64) -> Scale {
        let motion: f64 = self.velocity.iter().zip(&self.trial.dropped).map(|(v, p)| v * p).sum();
        let bodies = island.bodies.iter();
        let movable: f64 = bodies.map(|&body| state.inertias[body].mass).sum();
        let gained = h * model.gravity.length();
        let poses = island.bodies.iter().map(|&body| self.placed.middle.poses[body]);
        let extent = poses.map(|pose| pose.translation.abs().max_element()).fold(0.0, f64::max);
        let coarse = f64::EPSILON * extent / h;
        let unseen = coarse * coarse * movable;
        Scale {
            impulse: motion + gained * gained * movable + h * h * self.pushes(model, state, island),
            unseen,
            slow: motion <= unseen + (ROUNDING * gained).powi(2) * movable,
        }
    }

    /// Squared forces from outside over the inertias that they move.
    fn pushes(&mut self, model: &Model, state: &State, island: &Island) -> f64 {
        let is_pushed = |&&body: &&usize| {
            let applied = &state.applied[body];
            applied.force != glam::DVec3::ZERO || applied.torque != glam::DVec3::ZERO
        };
        let mut sum = 0.0;
        for &body in island.bodies.iter().filter(is_pushed) {
            let pose = self.placed.middle.poses[body];
            let wrench = state.applied_at_origin(body, pose);
            let mut at = Some(body);
            while let Some(carrier) = at {
                let branch = &model.mechanism.branches[carrier];
                for d in branch.velocities.clone() {
                    if let Source::Solved { column, ratio } = model.mechanism.sources[d] {
                        let origin = self.placed.middle.poses[carrier].translation;
                        let motion = self.placed.middle.axes[d].at(pose.translation - origin);
                        let effort =
                            ratio * (motion.linear.dot(wrench.force) + motion.angular.dot(wrench.torque));
                        sum += effort * effort / self.system.diagonal(self.column[column] as usize);
                    }
                }
                at = branch.parent;
            }
        }
        sum
    }

    /// Lets go of what skins held that nothing is near any more.
    fn release_idle_skins(&mut self, model: &Model, state: &mut State, h: f64) -> Result<(), StepError> {
        for skin in 0..self.skins.mounts().len() {
            let body = model.skins[skin].body.0;
            let sleeps = model.mechanism.tree_of[body].is_some_and(|tree| !self.sleep.awake[tree]);
            if self.neighbours.near_skins[skin].is_some()
                || self.skins.is_idle(skin, &state.skins[skin])
                || sleeps
                || self.touches_what_sleeps(model, skin)
            {
                continue;
            }
            let first = self.placed.ways(&self.placed.middle_twists);
            self.skins.look_at_bodies(skin, first, &state.skins[skin])?;
            self.skins.evaluate_bodies(&[skin], first, &state.skins, h, Purpose::Commit)?;
            std::mem::swap(&mut state.skins[skin], &mut self.skins.next[skin]);
        }
        Ok(())
    }

    /// Whether a skin that is fixed to the world feels something that sleeps.
    fn touches_what_sleeps(&self, model: &Model, skin: usize) -> bool {
        self.skins
            .touching(skin)
            .any(|pair| model.mechanism.tree_of[pair.bodies.1].is_some_and(|tree| !self.sleep.awake[tree]))
    }
}

/// Takes over the end of an island that went through the step in parts.
fn take_over(model: &Model, state: &mut State, mut end: State, island: &Island, work: &Workspace) {
    for &body in &island.bodies {
        let branch = &model.mechanism.branches[body];
        state.q[branch.coordinates.clone()].copy_from_slice(&end.q[branch.coordinates.clone()]);
        state.v[branch.velocities.clone()].copy_from_slice(&end.v[branch.velocities.clone()]);
    }
    for &d in &island.velocities {
        state.joint_bristles[d] = end.joint_bristles[d];
    }
    for &i in &island.loops {
        state.carried[i] = end.carried[i];
    }
    for &tendon in &island.tendons {
        state.slipped[tendon] = end.slipped[tendon];
    }
    for &motor in &island.motors {
        std::mem::swap(&mut state.motors[motor], &mut end.motors[motor]);
    }
    for &skin in &island.skins {
        std::mem::swap(&mut state.skins[skin], &mut end.skins[skin]);
    }
    for &pair in &island.pairs {
        let key = work.neighbours.pairs[pair].key;
        let held =
            end.plain.binary_search_by_key(&key, |entry| entry.0).ok().map(|at| end.plain[at].1.clone());
        match (state.plain.binary_search_by_key(&key, |entry| entry.0), held) {
            (Ok(at), Some(held)) => state.plain[at].1 = held,
            (Ok(at), None) => {
                state.plain.remove(at);
            }
            (Err(at), Some(held)) => state.plain.insert(at, (key, held)),
            (Err(_), None) => {}
        }
    }
}

/// How large impulses are in a step, whatever the unknowns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scale {
    /// Impulses of the motion there was, of gravity and of forces from outside, squared over mass \[J\].
    impulse: f64,
    /// Of motion that positions are too coarse to show: twice its kinetic energy \[J\].
    unseen: f64,
    /// The motion there was may be nothing but rounding.
    slow: bool,
}

/// Which derivatives of contact forces are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resistance {
    /// All of them.
    Whole,
    /// Those that are symmetric and never negative.
    Symmetric,
}

/// The equations of one step of an island, (TS-3): the residual `h (inverse dynamics − efforts)` per unknown is zero.
struct StepEquations<'a> {
    model: &'a Model,
    state: &'a State,
    h: f64,
    island: &'a Island,
    placed: &'a Placed,
    plans: &'a [MotorPlan],
    skins: &'a mut SkinSet,
    pairs: &'a mut [PlainPair],
    bonds: &'a mut ActiveBonds,
    trial: &'a mut Trial,
    system: &'a mut System,
    column: &'a [u32],
    place: &'a [Option<usize>],
    /// Damping of joints per unknown.
    damping: &'a mut Vec<f64>,
    scale: Scale,
    /// All trees of the island ended the last step at rest.
    still: bool,
    report: StepReport,
}

/// Bodies of an island that act on each other: by skins, as plain pairs, or by loops.
fn touching<'a>(
    island: &'a Island,
    skins: &'a SkinSet,
    pairs: &'a [PlainPair],
    bonds: &'a ActiveBonds,
) -> impl Iterator<Item = Touching<'a>> {
    let by_skins = island.skins.iter().flat_map(|&skin| touching_of(skins, skin));
    let by_pairs = island.pairs.iter().filter_map(|&pair| pairs[pair].touching());
    by_skins.chain(by_pairs).chain(island.loops.iter().map(|&i| bonds.loops[i].touching()))
}

fn block<'a>(pair: Touching<'a>, which: Resistance) -> PairResistance<'a> {
    let block: &'a Block6 = match which {
        Resistance::Whole => &pair.load.damping,
        Resistance::Symmetric => &pair.load.resistance,
    };
    PairResistance { bodies: pair.bodies, frame: pair.frame, block }
}

/// What resists displacements, from the last evaluation and the damping that was found. A macro, since it borrows all but the system.
macro_rules! resistances {
    ($equations:expr, $which:expr) => {
        Resistances {
            h: $equations.h,
            place: $equations.place,
            pairs: touching($equations.island, $equations.skins, $equations.pairs, $equations.bonds)
                .map(|pair| block(pair, $which)),
            joints: $equations.damping,
            tendons: &$equations.bonds.rows,
        }
    };
}

impl StepEquations<'_> {
    /// Finds the displacements; on return the trial and the skins' next states belong to them. Gives whether the island ends at rest.
    fn solve(
        &mut self,
        newton: &mut Newton,
        velocity: &mut [f64],
        limits: &Limits,
    ) -> Result<bool, StepError> {
        if self.scale.slow {
            let start = velocity.to_vec();
            velocity.fill(0.0);
            self.trial.rests = true;
            let rests = self.rests(velocity);
            self.trial.rests = false;
            if rests? {
                return Ok(true);
            }
            // Forces do not balance: even the smallest velocity counts on the way to where they do.
            velocity.copy_from_slice(&start);
        }
        self.trial.dropped.fill(0.0);
        // What moves must be slowed by its dampers even where they are too weak to count: else it would never come to rest.
        let mut first = self.evaluate(velocity, Purpose::Derivatives)?;
        self.find_damping(Resistance::Symmetric);
        let by = resistances!(self, Resistance::Symmetric);
        self.system.resist(by);
        if self.settle_stiff() > NEARLY_THE_SAME {
            first = self.evaluate(velocity, Purpose::Derivatives)?;
        }
        // What is to be overcome is an impulse too, whatever it comes from: prescribed motion, or turning.
        self.scale.impulse += first.square;
        first.scale += first.square;
        let found = newton.solve(self, velocity, first, limits)?;
        self.report.iterations = found.iterations;
        self.report.residual = found.merit.relative();
        match found.end {
            End::Solved => Ok(false),
            End::Stalled | End::Exhausted if found.merit.relative() <= ACCEPTABLE => Ok(false),
            End::Stalled | End::Exhausted => Err(self.not_converged()),
        }
    }

    /// Takes elastic forces towards the end of the step where they are stiff for it; gives how far at the most.
    fn settle_stiff(&mut self) -> f64 {
        let inverse_mass = &self.placed.inverse_mass;
        let by_skins = self.skins.settle_stiff(&self.island.skins, &self.state.skins, inverse_mass, self.h);
        let pairs = self.island.pairs.iter();
        pairs.fold(by_skins, |most, &pair| most.max(self.pairs[pair].settle_stiff(inverse_mass, self.h)))
    }

    /// Whether a slow island comes to rest in this step, or is at rest and stays so: the forces balance, whatever little
    /// momentum there was, or what is left of them is the rounding of positions. If so the rest is committed.
    fn rests(&mut self, rest: &[f64]) -> Result<bool, StepError> {
        // What was at rest most likely still is: one look is enough to know.
        if self.still {
            let merit = self.evaluate(rest, Purpose::Commit)?;
            if merit.is_solved() {
                self.report.residual = merit.relative();
                return Ok(true);
            }
        }
        let merit = self.evaluate(rest, Purpose::Derivatives)?;
        let rests = merit.is_solved() || merit.relative() <= BALANCED && self.creeps_unseen();
        if rests {
            self.report.residual = merit.relative();
            self.evaluate(rest, Purpose::Commit)?;
        }
        Ok(rests)
    }

    /// Whether dampers and springs alone, without the masses, would carry what is left of the forces at a speed that no
    /// position would show. Where nothing resists, nothing is too slow.
    fn creeps_unseen(&mut self) -> bool {
        self.find_damping(Resistance::Whole);
        let mut creep = self.trial.residual.clone();
        let by = resistances!(self, Resistance::Whole);
        if self.system.solve_without_mass(by, &mut creep).is_err() {
            return false;
        }
        self.system.mass_times(&creep, &mut self.trial.room);
        let energy: f64 = creep.iter().zip(&self.trial.room).map(|(v, p)| v * p).sum();
        energy <= self.scale.unseen
    }

    /// How joints resist motion, per unknown, from the last evaluation.
    fn find_damping(&mut self, which: Resistance) {
        let mechanism = &self.model.mechanism;
        self.damping.clear();
        self.damping.resize(self.island.unknowns.len(), 0.0);
        for &d in &self.island.velocities {
            let Source::Solved { column, ratio } = mechanism.sources[d] else { continue };
            let spring = match which {
                Resistance::Whole => None,
                // A joint's spring has no end that could be met: the trapezoidal rule follows it at any step.
                Resistance::Symmetric => mechanism.joints[mechanism.owner[d]].spring,
            };
            let resists =
                self.trial.forces[d].damping - spring.map_or(0.0, |spring| 0.5 * self.h * spring.stiffness);
            self.damping[self.column[column] as usize] += ratio * ratio * resists.max(0.0);
        }
    }

    fn not_converged(&self) -> StepError {
        let share = |c: usize| self.trial.residual[c].powi(2) / self.system.diagonal(c);
        let columns = 0..self.system.unknowns();
        let worst = columns.max_by(|&a, &b| share(a).total_cmp(&share(b))).unwrap_or(0);
        StepError::NotConverged {
            time: self.state.time,
            iterations: self.report.iterations,
            residual: self.report.residual,
            body: self.model.body_of_column(self.island.unknowns[worst]).into(),
            advice: "halve the step, or add damping to the contact material".into(),
        }
    }
}

impl Equations for StepEquations<'_> {
    type Error = StepError;

    fn evaluate(&mut self, velocity: &[f64], purpose: Purpose) -> Result<Merit, StepError> {
        let Self { model, state, h, island, placed, skins, pairs, bonds, trial, system, column, .. } = self;
        self.report.evaluations += 1;
        trial.take_displacements(model, state, placed, (island, column), system, velocity, *h);
        let ways = placed.ways(&trial.way_twists);
        skins.evaluate_bodies(&island.skins, ways, &state.skins, *h, purpose)?;
        for &pair in &island.pairs {
            pairs[pair].evaluate(&model.colliders, ways, *h, purpose);
        }
        bonds.evaluate(model, state, island, trial, *h);
        let touching = touching(island, skins, pairs, bonds);
        let pressed = trial.collect_wrenches(state, placed, &island.bodies, touching)
            + bonds.coarseness(model, placed, island);
        trial.efforts_of_mean_motion(model, state, placed, &island.bodies);
        let joints = JointForces { model, state, plans: self.plans, h: *h, blend: 0.5 };
        let driven =
            trial.balance(&joints, (island, column), system) + bonds.pull(&mut trial.residual, system, *h);
        let Trial { residual, room, .. } = &mut **trial;
        room.copy_from_slice(residual);
        system.mass_solve(room);
        let square: f64 = residual.iter().zip(&*room).map(|(r, s)| r * s).sum();
        if !square.is_finite() {
            return Err(trial.blame(model, state, island));
        }
        let scale = self.scale.impulse + *h * *h * (pressed + driven) + f64::MIN_POSITIVE;
        Ok(Merit { square: square.max(0.0), scale })
    }

    fn direction(&mut self, step: &mut [f64]) -> Result<(), StepError> {
        self.find_damping(Resistance::Whole);
        for (step, residual) in step.iter_mut().zip(&self.trial.residual) {
            *step = -residual;
        }
        let Island { skins, pairs, loops, .. } = self.island;
        let contact = !(skins.is_empty() && pairs.is_empty() && loops.is_empty());
        let by = resistances!(self, Resistance::Whole);
        self.system.newton_step(by, contact, step).map_err(|column| StepError::NotFinite {
            time: self.state.time,
            what: format!(
                "the Newton matrix at body `{}`",
                self.model.body_of_column(self.island.unknowns[column])
            ),
            advice: "shorten the step".into(),
        })
    }
}
