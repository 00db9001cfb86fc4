//! All skins of an engine during a step: look once, try several motions, commit one.

use crate::mount::{SkinMount, TargetMount};
use crate::newton::Purpose;
use crate::relative::{BodyWays, MovingBodies, SkinFrames};
use bristle_geometry::{Pose, Shape, Twist, Wrench};
use bristle_skin::{
    RelativeMotion, Skin, SkinMemory, SkinReading, SkinState, Stamp, Target, TrialLoad, UpdateError,
};
use glam::DVec3;
use std::sync::Arc;

/// Skins, with room to work, what they feel, and the bristles of a step that is not taken yet.
///
/// The bristles that the step begins with belong to the caller: one [`SkinState`] per skin.
#[derive(Clone, Debug)]
pub struct SkinSet {
    mounts: Arc<[SkinMount]>,
    active: Vec<ActiveSkin>,
    /// What each skin felt when it was last committed.
    pub readings: Vec<SkinReading>,
    /// The bristles after that.
    pub next: Vec<SkinState>,
}

/// Elastic forces that are taken less far towards the end of the step than this are near enough to the mean that was evaluated first.
pub const NEARLY_THE_SAME: f64 = 0.1;

/// One skin at work.
#[derive(Clone, Debug)]
struct ActiveSkin {
    memory: SkinMemory,
    frame: Pose,
    before: Vec<RelativeMotion>,
    after: Vec<RelativeMotion>,
    loads: Vec<TrialLoad>,
    /// Of a ball about the skin's origin that holds all its texels \[m\].
    radius: f64,
    rest: Rest,
}

/// What a skin that rests need not find out again: it looked at the same bodies at the same places with the same bristles, and felt the same.
#[derive(Clone, Debug, Default)]
struct Rest {
    /// Of the last detection; of none, if `None`.
    looked: Option<Stamp>,
    /// Where its body and those of its targets were then.
    bodies: Vec<Pose>,
    /// Of a commit after it that left the bristles as they were: the step, and the motions before and after.
    felt: Option<f64>,
    motions: Vec<RelativeMotion>,
}

impl ActiveSkin {
    /// Whether a detection would find what the last one found; notes where the bodies are now.
    fn looks_at_the_same(&mut self, mount: &SkinMount, poses: &[Pose], stamp: Stamp) -> bool {
        let bodies = || std::iter::once(mount.body).chain(mount.targets.iter().map(|target| target.body));
        let same =
            self.rest.looked == Some(stamp) && self.rest.bodies.iter().eq(bodies().map(|body| &poses[body]));
        if !same {
            self.rest.looked = Some(stamp);
            self.rest.bodies.clear();
            self.rest.bodies.extend(bodies().map(|body| poses[body]));
            self.rest.felt = None;
        }
        same
    }

    /// Whether a commit would leave all as the last one left it.
    fn feels_the_same(&self, state: &SkinState, h: f64) -> bool {
        self.rest.felt == Some(h)
            && self.rest.motions.iter().eq(self.before.iter().chain(&self.after))
            && self.memory.is_as_detected(state)
    }

    /// Notes a commit from one state to the next.
    fn note_commit(&mut self, state: &SkinState, next: &SkinState, h: f64) {
        let rests = self.rest.looked == Some(state.stamp())
            && next.stamp() == state.stamp()
            && self.memory.is_as_detected(state);
        self.rest.felt = rests.then_some(h);
        if rests {
            self.rest.motions.clear();
            self.rest.motions.extend(self.before.iter().chain(&self.after));
        }
    }

    /// Takes the forces of a target towards the end of the step (TD-2), and lets it in where it came from the side; gives how much that changes: all, or
    /// how far forces are taken.
    fn settle_stiff(&mut self, skin: &Skin, state: &SkinState, target: usize, mobility: f64, h: f64) -> f64 {
        let stiff = 0.5 * h * self.loads[target].normal_resistance * mobility;
        let share = stiff / (1.0 + stiff);
        self.memory.take_towards_end(target, share);
        let motion = (&self.before[target], &self.loads[target]);
        let lets_in = self.memory.let_in_from_side((skin, state), target, motion, mobility, h);
        if lets_in { 1.0 } else { share }
    }
}

/// A skin and a target that touch.
#[derive(Clone, Copy, Debug)]
pub struct TouchingPair<'a> {
    /// Index of the skin.
    pub skin: usize,
    /// The body that wears it, and the target's body.
    pub bodies: (usize, usize),
    /// The skin in its body's frame.
    pub pose: Pose,
    /// The skin's frame in the middle of the step.
    pub frame: Pose,
    /// What passes between them.
    pub load: &'a TrialLoad,
}

impl TouchingPair<'_> {
    /// What acts on the skin.
    pub fn wrench_on_skin(&self) -> Wrench {
        Wrench { force: self.load.force, torque: self.load.torque, point: DVec3::ZERO }.in_frame(self.frame)
    }
}

/// A target that may move in one step through more of a skin than its rays look into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FastTarget {
    /// Index of the skin.
    pub skin: usize,
    /// Index of the target among the skin's.
    pub target: usize,
    /// How far it moves in the step \[m\].
    pub travel: f64,
    /// How far the rays reach \[m\].
    pub window: f64,
}

/// The skin's targets at the given poses; at rest.
fn placed(mount: &SkinMount, pose: impl Fn(usize, &TargetMount) -> Pose) -> Vec<Target<'_>> {
    let mut targets = Vec::with_capacity(mount.targets.len());
    for (i, target) in mount.targets.iter().enumerate() {
        let surface = Some(&target.surface);
        targets.push(Target { surface, ..Target::new(&target.shape, pose(i, target), Twist::ZERO) });
    }
    targets
}

fn assign(mount: &SkinMount, body: usize, motions: &mut [RelativeMotion], motion: RelativeMotion) {
    let own = motions.iter_mut().zip(&mount.targets).filter(|(_, target)| target.body == body);
    own.for_each(|(slot, _)| *slot = motion);
}

impl SkinSet {
    /// Skins that touch nothing.
    pub fn new(mounts: impl Into<Arc<[SkinMount]>>) -> Self {
        let mounts = mounts.into();
        let activate = |mount: &SkinMount| {
            let targets = placed(mount, |_, _| Pose::IDENTITY);
            ActiveSkin {
                memory: SkinMemory::new(&mount.skin, &targets),
                frame: Pose::IDENTITY,
                before: vec![RelativeMotion::default(); targets.len()],
                after: vec![RelativeMotion::default(); targets.len()],
                loads: vec![TrialLoad::ZERO; targets.len()],
                radius: mount.skin.texels().iter().map(|t| t.position.length()).fold(0.0, f64::max),
                rest: Rest::default(),
            }
        };
        Self {
            active: mounts.iter().map(activate).collect(),
            readings: mounts.iter().map(|m| SkinReading::new(&m.skin, m.targets.len())).collect(),
            next: mounts.iter().map(|m| SkinState::new(&m.skin)).collect(),
            mounts,
        }
    }

    /// The skins and where they are.
    pub fn mounts(&self) -> &[SkinMount] {
        &self.mounts
    }

    pub(crate) fn mounts_handle(&self) -> Arc<[SkinMount]> {
        self.mounts.clone()
    }

    /// The frame of a skin when it last looked.
    pub fn frame(&self, skin: usize) -> Pose {
        self.active[skin].frame
    }

    /// What passes between a skin and each of its targets, of the last evaluation.
    pub fn loads(&self, skin: usize) -> &[TrialLoad] {
        &self.active[skin].loads
    }

    /// The same for those targets that belong to a body.
    pub fn loads_of(&self, skin: usize, body: usize) -> impl Iterator<Item = &TrialLoad> {
        let loads = self.mounts[skin].targets.iter().zip(&self.active[skin].loads);
        loads.filter(move |(target, _)| target.body == body).map(|(_, load)| load)
    }

    /// Sets how a body moves past a skin at the start of the step.
    pub fn set_before(&mut self, skin: usize, body: usize, motion: RelativeMotion) {
        assign(&self.mounts[skin], body, &mut self.active[skin].before, motion);
    }

    /// Sets how a body moves past a skin at the end of the step.
    pub fn set_after(&mut self, skin: usize, body: usize, motion: RelativeMotion) {
        assign(&self.mounts[skin], body, &mut self.active[skin].after, motion);
    }

    /// Forgets what was felt.
    pub fn clear_readings(&mut self) {
        for (reading, mount) in self.readings.iter_mut().zip(&*self.mounts) {
            *reading = SkinReading::new(&mount.skin, mount.targets.len());
        }
    }

    /// Puts a skin where it is in the middle of the step. Until motions are set, nothing moves past it.
    pub(crate) fn place(&mut self, skin: usize, frame: Pose) {
        let active = &mut self.active[skin];
        active.memory.moves_at_end = true;
        (active.frame, active.rest.looked) = (frame, None);
        active.before.fill(RelativeMotion::default());
        active.after.fill(RelativeMotion::default());
    }

    /// Casts all rays of a skin once, with its targets in the middle of the step `h` \[s\], which for an engine that moves its bodies with the
    /// velocities at the end of a step is where they are. A target of the given `bodies` that did not come there by its motion was placed there.
    pub(crate) fn look(
        &mut self,
        skin: usize,
        target: impl Fn(usize, &TargetMount) -> Pose,
        bodies: impl Fn(usize) -> bool,
        state: &mut SkinState,
        h: f64,
    ) -> Result<(), UpdateError> {
        let (mount, active) = (&self.mounts[skin], &mut self.active[skin]);
        let targets = placed(mount, target);
        for (i, (target, at)) in targets.iter().zip(&mount.targets).enumerate() {
            let poses = (active.frame, target.pose);
            if bodies(at.body) && !state.follows(i, poses, &active.before[i], h, active.radius) {
                state.forget_place(i);
            }
        }
        mount.skin.detect(active.frame, &targets, state, &mut active.memory)
    }

    /// Casts all rays of a skin, with the bodies in the middle of the step, and notes how they came there.
    pub fn look_at_bodies(
        &mut self,
        skin: usize,
        first: BodyWays,
        state: &SkinState,
    ) -> Result<(), UpdateError> {
        let (poses, mount, active) = (first.middle, &self.mounts[skin], &mut self.active[skin]);
        if active.looks_at_the_same(mount, poses, state.stamp()) {
            active.memory.repeat_detection(state);
        } else {
            active.frame = poses[mount.body] * mount.pose;
            let targets = placed(mount, |_, target| poses[target.body] * target.pose);
            let looked = mount.skin.detect(active.frame, &targets, state, &mut active.memory);
            looked.inspect_err(|_| active.rest.looked = None)?;
        }
        let ways = first.past_skin(mount.body, mount.pose);
        for (motion, target) in active.before.iter_mut().zip(&mount.targets) {
            *motion = ways.of(target.body);
        }
        Ok(())
    }

    /// Lets in what is found deep inside a skin without having been felt before, so that it is pushed out slowly: after the skin has looked,
    /// and knows how the bodies moved past it at the start of the step `h` \[s\].
    pub fn let_in_overlaps(&mut self, skin: usize, state: &SkinState, h: f64) {
        let (mount, active) = (&self.mounts[skin], &mut self.active[skin]);
        if active.memory.may_overlap() {
            for (i, motion) in active.before.iter().enumerate() {
                let speed = motion.velocity.length() + motion.rotation.length() * active.radius;
                active.memory.let_in_overlap(&mount.skin, state, i, 0.5 * h * speed);
            }
        }
    }

    /// Loads of some skins for the bodies' displacements over the step `h` \[s\].
    pub fn evaluate_bodies(
        &mut self,
        skins: &[usize],
        ways: BodyWays,
        states: &[SkinState],
        h: f64,
        purpose: Purpose,
    ) -> Result<(), UpdateError> {
        // Readings of skins that face each other are made anew.
        let may_rest = purpose == Purpose::Commit
            && !self.facing_pairs(skins).any(|(skin, target)| self.touches(skin, target));
        for &skin in skins {
            let state = &states[skin];
            let (mount, active) = (&self.mounts[skin], &mut self.active[skin]);
            let past = ways.past_skin(mount.body, mount.pose);
            for (motion, target) in active.after.iter_mut().zip(&mount.targets) {
                *motion = past.of(target.body);
            }
            let rests =
                may_rest && self.next[skin].stamp() == state.stamp() && active.feels_the_same(state, h);
            if !rests {
                self.evaluate(skin, state, h, purpose)?;
            }
        }
        if purpose == Purpose::Commit {
            self.share_readings(skins);
        }
        Ok(())
    }

    /// Takes elastic forces towards the end of the step `h` \[s\] where they are stiff for it, by the resistances of the last evaluation for
    /// derivatives; `inverse_mass` \[1/kg\] is that of each body.
    ///
    /// Such forces never give energy, whatever the share: the mean over the way is at most that at its end while a pad is pressed, and at least
    /// that while it lets go (TD-2).
    ///
    /// Gives the largest share.
    pub fn settle_stiff(
        &mut self,
        skins: &[usize],
        states: &[SkinState],
        inverse_mass: &[f64],
        h: f64,
    ) -> f64 {
        let mut largest = 0.0_f64;
        for &skin in skins {
            let (mount, active) = (&self.mounts[skin], &mut self.active[skin]);
            for (i, target) in mount.targets.iter().enumerate() {
                let mobility = inverse_mass[mount.body] + inverse_mass[target.body];
                largest = largest.max(active.settle_stiff(&mount.skin, &states[skin], i, mobility, h));
            }
        }
        largest
    }

    /// The same for a skin and a body that are moved past each other with `mobility` \[1/kg\].
    pub(crate) fn settle_stiff_pair(
        &mut self,
        (skin, state): (usize, &SkinState),
        body: usize,
        mobility: f64,
        h: f64,
    ) -> f64 {
        let (mount, active) = (&self.mounts[skin], &mut self.active[skin]);
        let own = mount.targets.iter().enumerate().filter(|(_, target)| target.body == body);
        own.map(|(i, _)| active.settle_stiff(&mount.skin, state, i, mobility, h)).fold(0.0, f64::max)
    }

    /// Loads of one skin for the motions that are set; readings and bristles follow if this is to be committed.
    pub fn evaluate(
        &mut self,
        skin: usize,
        state: &SkinState,
        h: f64,
        purpose: Purpose,
    ) -> Result<(), UpdateError> {
        let (worn, active) = (&self.mounts[skin].skin, &mut self.active[skin]);
        active.rest.felt = None;
        let ActiveSkin { memory, before, after, loads, .. } = active;
        let (next, reading) = (&mut self.next[skin], &mut self.readings[skin]);
        match purpose {
            Purpose::Derivatives => worn.try_motion(before, after, h, state, memory, loads),
            Purpose::Commit => {
                worn.commit_motion(before, after, h, state, next, memory, loads, reading)?;
                active.note_commit(state, next, h);
                Ok(())
            }
        }
    }

    /// Takes all that was felt in the last evaluation as a share of what it is.
    pub(crate) fn weaken(&mut self, share: f64) {
        for load in self.active.iter_mut().flat_map(|active| &mut active.loads) {
            load.force *= share;
            load.torque *= share;
        }
        self.readings.iter_mut().for_each(|reading| reading.weaken(share));
    }

    /// Feels with the bodies where they are, and advances the bristles: the forces of an explicit step. `bodies` moved with
    /// their twists when they were at the poses `then`.
    pub fn update(&mut self, bodies: MovingBodies, states: &[SkinState], h: f64) -> Result<(), UpdateError> {
        for (i, (mount, active)) in self.mounts.iter().zip(&mut self.active).enumerate() {
            let frame = bodies.middle[mount.body] * mount.pose;
            let frames = SkinFrames { middle: frame, then: bodies.then[mount.body] * mount.pose };
            (active.frame, active.rest.looked) = (frame, None);
            let mut targets = placed(mount, |_, target| bodies.middle[target.body] * target.pose);
            for ((motion, target), at) in active.before.iter_mut().zip(&mut targets).zip(&mount.targets) {
                *motion = frames.relative(bodies, mount.body, at.body);
                // Only relative motion counts: the skin stands still, and its target has all of it.
                let (linear, angular) = (frame.rotation * motion.velocity, frame.rotation * motion.rotation);
                let offset = target.pose.translation - frame.translation;
                target.twist = Twist { linear: linear + angular.cross(offset), angular };
            }
            self.next[i].clone_from(&states[i]);
            let (next, reading) = (&mut self.next[i], &mut self.readings[i]);
            mount.skin.update(frame, Twist::ZERO, &targets, h, next, &mut active.memory, reading)?;
            for (load, pair) in active.loads.iter_mut().zip(&reading.pairs) {
                let (on_skin, to_skin) = (pair.wrench_on_skin_w, frame.rotation.conjugate());
                *load = TrialLoad {
                    force: to_skin * on_skin.force,
                    torque: to_skin * on_skin.torque,
                    contacts: pair.contacts,
                    ..TrialLoad::ZERO
                };
            }
        }
        self.share_readings(&self.all());
        Ok(())
    }

    /// The indices of all skins.
    pub fn all(&self) -> Vec<usize> {
        (0..self.mounts.len()).collect()
    }

    /// Targets that a skin touched in the last evaluation.
    pub fn touching(&self, skin: usize) -> impl Iterator<Item = TouchingPair<'_>> {
        let (mount, active) = (&self.mounts[skin], &self.active[skin]);
        let pairs = active.loads.iter().zip(&mount.targets).filter(|(load, _)| load.contacts > 0);
        pairs.map(move |(load, target)| TouchingPair {
            skin,
            bodies: (mount.body, target.body),
            pose: mount.pose,
            frame: active.frame,
            load,
        })
    }

    /// Targets of some skins on which another skin faces them.
    pub(crate) fn facing_pairs(&self, skins: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        skins.iter().flat_map(|&skin| {
            let faced =
                self.mounts[skin].targets.iter().enumerate().filter(|(_, target)| target.facing.is_some());
            faced.map(move |(target, _)| (skin, target))
        })
    }

    /// Whether a skin touched a target in the last evaluation.
    pub(crate) fn touches(&self, skin: usize, target: usize) -> bool {
        self.active[skin].loads[target].contacts > 0
    }

    /// Rays of a skin in contact.
    pub fn contacts(&self, skin: usize) -> usize {
        self.active[skin].loads.iter().map(|load| load.contacts).sum()
    }

    /// How far around its frame's origin the texels of a skin lie \[m\].
    pub fn radius(&self, skin: usize) -> f64 {
        self.active[skin].radius
    }

    /// Whether a skin holds on to nothing and felt nothing when it was last committed: while nothing is near, nothing changes.
    pub fn is_idle(&self, skin: usize, state: &SkinState) -> bool {
        state.is_free() && self.readings[skin].is_blank()
    }

    /// Targets of a skin, close by, that may move in a step `h` \[s\] through more of it than its rays look into, with the bodies at
    /// `poses`.
    pub fn fast_targets(&self, skin: usize, poses: &[Pose], h: f64) -> impl Iterator<Item = FastTarget> {
        let (mount, active) = (&self.mounts[skin], &self.active[skin]);
        let window = mount.skin.material().max_penetration() + mount.skin.look_ahead();
        let motions = active.before.iter().zip(&mount.targets).enumerate();
        motions.filter_map(move |(target, (motion, at))| {
            let travel = h * (motion.velocity.length() + motion.rotation.length() * active.radius);
            if travel <= window {
                return None;
            }
            let centre = (poses[at.body] * at.pose).inverse().transform_point(active.frame.translation);
            let reach = active.radius + travel;
            // What is wholly below a plane has its contact behind it.
            let is_past = matches!(at.shape, Shape::HalfSpace(_)) && centre.z < -reach;
            let near = at.shape.may_touch_ball(centre, reach) && !is_past;
            near.then_some(FastTarget { skin, target, travel, window })
        })
    }
}
