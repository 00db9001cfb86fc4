//! Contact of plain bodies with each other, during a step.

use crate::colliders::{Colliders, MountedCollider};
use crate::placed::Placed;
use crate::touching::Touching;
use bristle_coupling::{BodyWays, Purpose};
use bristle_geometry::collide::{Meeting, Room, Spot};
use bristle_geometry::{Pose, Twist};
use bristle_skin::{Block6, RelativeMotion, SpotContact, SpotState, TrialLoad};

/// Gaps that are looked at beyond what bodies may move in a step \[m\].
const MARGIN: f64 = 1e-4;

/// Bodies that did not touch before, and are deeper in each other than they can have come in a step and this much, began so \[m\].
const FOUND_INSIDE: f64 = 1e-5;

/// Two colliders, by their indices; the smaller one first.
pub(crate) type PairKey = (u32, u32);

/// What pairs of bodies remember, in order.
pub(crate) type PlainState = Vec<(PairKey, SpotState)>;

/// Two bodies that are near each other in a step.
#[derive(Clone, Debug)]
pub(crate) struct PlainPair {
    pub(crate) key: PairKey,
    pub(crate) bodies: [usize; 2],
    contact: SpotContact,
    before: RelativeMotion,
    over: RelativeMotion,
    pub(crate) load: TrialLoad,
    /// The frame of the first body in the middle of the step.
    frame: Pose,
    /// After the step, if it is taken as tried last.
    pub(crate) next: SpotState,
    /// Whether any spot is near enough to be touched.
    pub(crate) is_near: bool,
}

impl Default for PlainPair {
    fn default() -> Self {
        Self {
            key: (0, 0),
            bodies: [0; 2],
            contact: SpotContact::default(),
            before: RelativeMotion::default(),
            over: RelativeMotion::default(),
            load: TrialLoad::ZERO,
            frame: Pose::IDENTITY,
            next: SpotState::default(),
            is_near: false,
        }
    }
}

/// Room to find where bodies meet.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlainRoom {
    room: Room,
    spots: Vec<Spot>,
}

/// An upper bound of how fast any point of a collider moves \[m/s\].
pub(crate) fn fastest(collider: &MountedCollider, twist: &Twist) -> f64 {
    if twist.angular == glam::DVec3::ZERO {
        return twist.linear.length();
    }
    twist.linear.length() + twist.angular.length() * collider.reach
}

/// What a pair remembers.
pub(crate) fn remembered(state: &PlainState, key: PairKey) -> Option<&SpotState> {
    state.binary_search_by_key(&key, |entry| entry.0).ok().map(|at| &state[at].1)
}

impl PlainPair {
    /// Finds where the two meet in the middle of a step `h` \[s\], and what was held there.
    pub(crate) fn look(
        &mut self,
        colliders: &Colliders,
        placed: &Placed,
        state: &PlainState,
        h: f64,
        room: &mut PlainRoom,
    ) {
        let [a, b] = [self.key.0, self.key.1].map(|i| &colliders.mounted[i as usize]);
        self.bodies = [a.body, b.body];
        self.frame = placed.middle.poses[a.body];
        let speed = fastest(a, &placed.middle_twists[a.body]) + fastest(b, &placed.middle_twists[b.body]);
        let here = self.frame * a.pose;
        let pose = here.inverse() * (placed.middle.poses[b.body] * b.pose);
        let meeting = Meeting {
            colliders: [&a.collider, &b.collider],
            pose,
            reach: MARGIN + h * speed,
            depth: a.half_thickness.min(b.half_thickness),
        };
        let PlainRoom { room, spots } = room;
        spots.clear();
        let back = pose.inverse();
        let is_covered = |spot: &Spot| {
            let (there, inward) = (back.transform_point(spot.point), back.transform_vector(-spot.normal));
            a.covers.iter().any(|cover| cover.owns(spot.point, spot.normal, spot.gap))
                || b.covers.iter().any(|cover| cover.owns(there, inward, spot.gap))
        };
        let covers = !(a.covers.is_empty() && b.covers.is_empty());
        meeting.spots(a.edge_radius.min(b.edge_radius), room, &mut |spot| {
            if !(covers && is_covered(&spot)) {
                spots.push(Spot {
                    point: a.pose.transform_point(spot.point),
                    normal: a.pose.transform_vector(spot.normal),
                    ..spot
                });
            }
        });
        self.is_near = !spots.is_empty();
        let rolls = colliders.law(self.key.0 as usize, self.key.1 as usize).rolling_resistance > 0.0;
        self.contact.prepare(spots, remembered(state, self.key), FOUND_INSIDE + h * speed, rolls);
        self.before = RelativeMotion::default();
        self.load = TrialLoad::ZERO;
    }

    /// How the second body moved past the first at the start of the step.
    pub(crate) fn set_before(&mut self, ways: BodyWays) {
        self.before = ways.past_skin(self.bodies[0], Pose::IDENTITY).of(self.bodies[1]);
    }

    /// Lets the two in where they would begin the step with energy that nobody has given them; after [`set_before`](Self::set_before).
    pub(crate) fn let_in_jump(&mut self, colliders: &Colliders, inverse_mass: &[f64], h: f64) {
        let law = colliders.law(self.key.0 as usize, self.key.1 as usize);
        let mobility = inverse_mass[self.bodies[0]] + inverse_mass[self.bodies[1]];
        self.contact.let_in_jump(law, &self.before, mobility, FOUND_INSIDE, h);
    }

    /// Takes a motion at one moment: for explicit steps.
    pub(crate) fn set_motion(&mut self, motion: RelativeMotion) {
        (self.before, self.over) = (motion, motion);
    }

    /// What passes for displacements over the step `h` \[s\].
    pub(crate) fn evaluate(&mut self, colliders: &Colliders, ways: BodyWays, h: f64, purpose: Purpose) {
        self.over = ways.past_skin(self.bodies[0], Pose::IDENTITY).of(self.bodies[1]);
        self.press(colliders, h, purpose);
    }

    /// What passes for the motion that was set.
    pub(crate) fn press(&mut self, colliders: &Colliders, h: f64, purpose: Purpose) {
        let law = colliders.law(self.key.0 as usize, self.key.1 as usize);
        let derivatives = purpose == Purpose::Derivatives;
        self.load = self.contact.try_motion(law, (&self.before, &self.over), h, derivatives);
        if purpose == Purpose::Commit {
            self.contact.commit(h, &mut self.next);
        }
    }

    /// Takes elastic forces towards the end of the step where they are stiff for it (TD-2); gives how far.
    pub(crate) fn settle_stiff(&mut self, inverse_mass: &[f64], h: f64) -> f64 {
        let mobility = inverse_mass[self.bodies[0]] + inverse_mass[self.bodies[1]];
        let stiff = 0.5 * h * self.load.normal_resistance * mobility;
        let share = stiff / (1.0 + stiff);
        self.contact.take_towards_end(share);
        share
    }

    /// Stiffness and damping for the motion that was set, in the frame of the first body.
    pub(crate) fn blocks(&self, colliders: &Colliders, h: f64) -> [Block6; 2] {
        let law = colliders.law(self.key.0 as usize, self.key.1 as usize);
        self.contact.blocks(law, &self.before, h)
    }

    /// The two, if they touch.
    pub(crate) fn touching(&self) -> Option<Touching<'_>> {
        (self.load.contacts > 0).then_some(Touching {
            bodies: self.bodies,
            frame: self.frame,
            load: &self.load,
        })
    }
}
