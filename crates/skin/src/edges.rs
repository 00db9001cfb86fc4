//! What the edge of a foot feels as it sweeps over the bed of springs (ED-1).
//!
//! Rays see the sloping underside of a box and not its edge. A rim of the contact where the depth ends abruptly carries the bed's
//! energy per area as a force per length, along the skin. It is found from the hits of neighbouring texels.

use crate::Skin;
use crate::beds::{Bed, Press};
use crate::detect::Nearest;
use crate::fastest::run_fastest;
use crate::feet::{Feet, Foot, Stand};
use crate::front::Piece;
use crate::layout::{Border, SkinLayout};
use crate::memory::SkinMemory;
use crate::pair_sum::PairSum;
use crate::patch::Patch;
use crate::reading::SkinReading;
use crate::state::{NO_TARGET, SkinState, TargetPlace};
use crate::target::{Relative, Target};
use crate::trial::{RelativeMotion, TrialLoad};
use bristle_contact::BedLaw;
use bristle_geometry::Shape;
use bristle_geometry::lanes::{FourVec3, WIDTH};
use glam::DVec3;
use std::ops::Range;

/// Depths at a border that differ by less than this share of the pitch are equal.
const SAME: f64 = 1e-6;
/// A surface that falls off by more than this share of the way to the next ray has an edge; a ball of four pitches falls off by as much.
const ABRUPT: f64 = 0.125;
/// Faces that rise more steeply along the skin are sides, not feet.
const STEEP: f64 = 0.3;
/// Edges that would do more work in a step than this share of the energy that is pressed in move too far in it.
const SWEPT: f64 = 0.1;
/// Sides whose directions have a smaller cosine than this are opposite.
const OPPOSITE: f64 = -0.9;
/// Kinds of borders among which those of an array are looked for.
const MOST_ALIKE: usize = 16;

/// No such side.
const NO_SIDE: u32 = u32::MAX;

/// Two texels side by side, and the kind of their border; at the end of a row or column one texel, twice.
#[derive(Clone, Copy, Debug)]
struct Side {
    slots: [u32; 2],
    kind: u32,
    /// The side of each texel that is opposite of this one.
    opposite: [u32; 2],
}

/// The place of a texel at one of its sides.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    side: u32,
    end: usize,
}

/// The borders between the texels of a skin, by patch.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    sides: Vec<Side>,
    borders: Vec<Border>,
    /// Sides of each patch's texels with others of the same or of later patches.
    own: Vec<Range<u32>>,
    /// For each patch, its sides that belong to earlier patches.
    shared: Vec<Vec<u32>>,
    /// From the middle of its texel to where each ray passes the surface \[m\], by groups of rays; empty if every texel has one ray, in its middle.
    from_middle: Vec<FourVec3>,
}

impl Edges {
    pub(crate) fn new(layout: &SkinLayout, slot_of_texel: &[u32], patches: &[Patch]) -> Self {
        let patch_of = |slot: u32| patches.partition_point(|patch| patch.slots.end <= slot as usize);
        let patches_of = |slots: [u32; 2]| {
            let [a, b] = slots.map(patch_of);
            (a.min(b), a.max(b))
        };
        let slots_of = |texels: [u32; 2]| texels.map(|texel| slot_of_texel[texel as usize]);
        let mut found = layout.sides();
        found.sort_by_cached_key(|side| patches_of(slots_of(side.texels)).0);
        let (mut sides, mut borders) = (Vec::with_capacity(found.len()), Vec::<Border>::new());
        let mut own = Vec::with_capacity(patches.len());
        let mut shared = vec![Vec::new(); patches.len()];
        for side in &found {
            let alike = borders.iter().take(MOST_ALIKE).position(|known| known.is_like(&side.border));
            let kind = alike.unwrap_or_else(|| {
                borders.push(side.border);
                borders.len() - 1
            });
            let slots = slots_of(side.texels);
            let (owner, later) = patches_of(slots);
            if later != owner {
                shared[later].push(sides.len() as u32);
            }
            sides.push(Side { slots, kind: kind as u32, opposite: [NO_SIDE; 2] });
        }
        for patch in 0..patches.len() {
            let begin = own.last().map_or(0, |last: &Range<u32>| last.end);
            let count =
                sides[begin as usize..].iter().take_while(|side| patches_of(side.slots).0 == patch).count();
            own.push(begin..begin + count as u32);
        }
        let from_middle = from_middle(layout, slot_of_texel, patches);
        let mut edges = Self { sides, borders, own, shared, from_middle };
        edges.find_opposites(slot_of_texel.len());
        edges
    }

    fn find_opposites(&mut self, slots: usize) {
        let mut places = vec![Vec::new(); slots];
        for (index, side) in self.sides.iter().enumerate() {
            let ends = if side.slots[0] == side.slots[1] { 1 } else { 2 };
            for end in 0..ends {
                places[side.slots[end] as usize].push(Place { side: index as u32, end });
            }
        }
        for place in places.iter().flatten() {
            let slot = self.sides[place.side as usize].slots[place.end] as usize;
            let outward = self.outward(*place);
            let back = |other: &&Place| self.outward(**other).dot(outward);
            let opposite = places[slot].iter().min_by(|a, b| back(a).total_cmp(&back(b)));
            if let Some(opposite) = opposite.filter(|other| back(other) < OPPOSITE) {
                self.sides[place.side as usize].opposite[place.end] = opposite.side;
            }
        }
    }

    /// Unit vector along the skin that leaves a texel at one of its sides.
    fn outward(&self, place: Place) -> DVec3 {
        let across = self.border(place).across;
        if place.end == 0 { across } else { -across }
    }

    fn border(&self, place: Place) -> &Border {
        &self.borders[self.sides[place.side as usize].kind as usize]
    }

    fn slot(&self, place: Place) -> usize {
        self.sides[place.side as usize].slots[place.end] as usize
    }

    /// The place of the same texel at its opposite side.
    fn opposite(&self, place: Place) -> Option<Place> {
        let side = self.sides[place.side as usize].opposite[place.end];
        let slots = self.sides.get(side as usize)?.slots;
        Some(Place { side, end: usize::from(slots[0] as usize != self.slot(place)) })
    }

    /// Whether every texel has one ray, in its middle.
    pub(crate) fn is_centred(&self) -> bool {
        self.from_middle.is_empty()
    }

    /// From the middle of their texels to where four rays pass the surface \[m\]: for those that are not centred.
    pub(crate) fn to_surface(&self, ray: usize) -> FourVec3 {
        self.from_middle[ray]
    }

    pub(crate) fn memory(&self) -> usize {
        let shared = self.shared.iter().map(|sides| size_of_val(&**sides)).sum::<usize>();
        size_of_val(&*self.sides)
            + size_of_val(&*self.borders)
            + size_of_val(&*self.own)
            + size_of_val(&*self.from_middle)
            + shared
    }

    /// Visits the sides of which at least one texel is in one of these patches.
    #[inline(always)]
    fn visit(&self, patches: &[bool], mut visit: impl FnMut(u32, &Side, &Border)) {
        for patch in (0..patches.len()).filter(|&patch| patches[patch]) {
            for index in self.own[patch].clone() {
                let side = &self.sides[index as usize];
                visit(index, side, &self.borders[side.kind as usize]);
            }
            let owner = |index: u32| self.own.partition_point(|own| own.end <= index);
            for &index in self.shared[patch].iter().filter(|index| !patches[owner(**index)]) {
                let side = &self.sides[index as usize];
                visit(index, side, &self.borders[side.kind as usize]);
            }
        }
    }
}

/// Where the rays of each group pass the surface, seen from the middles of their texels; nothing if all do so there.
fn from_middle(layout: &SkinLayout, slot_of_texel: &[u32], patches: &[Patch]) -> Vec<FourVec3> {
    let away = |ray: usize| {
        let sample = &layout.samples[ray];
        sample.position - layout.texels[sample.texel as usize].position
    };
    let rays_per_texel = layout.samples.len() / layout.texels.len().max(1);
    if rays_per_texel == 1 && (0..layout.samples.len()).all(|ray| away(ray) == DVec3::ZERO) {
        return Vec::new();
    }
    let groups = patches.last().map_or(0, |patch| patch.groups.end);
    let mut rays = vec![FourVec3::ZERO; groups * rays_per_texel];
    for (texel, &slot) in slot_of_texel.iter().enumerate() {
        let patch = &patches[patches.partition_point(|patch| patch.slots.end <= slot as usize)];
        let place = slot as usize - patch.slots.start;
        for ray in 0..rays_per_texel {
            let group = (patch.groups.start + place / WIDTH) * rays_per_texel;
            rays[group + ray].set(place % WIDTH, away(texel * rays_per_texel + ray));
        }
    }
    rays
}

/// A texel that edges push.
#[derive(Clone, Copy, Debug)]
struct Pushed {
    slot: u32,
    texel: u32,
    target: u32,
}

/// What the edges of one target do to the skin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EdgeLoad {
    /// In S about its origin.
    force: DVec3,
    torque: DVec3,
    /// Elastic normal force of all rays at the same time \[N\].
    pub(crate) normal: f64,
    /// The same as a vector.
    pub(crate) push: DVec3,
    /// Energy of what is pressed in \[J\].
    pub(crate) energy: f64,
    /// Whether there are any.
    pub(crate) any: bool,
    /// Whether they move too far in the step.
    pub(crate) swept: bool,
}

impl EdgeLoad {
    /// How much of it acts in a trial (ED-2). A bed that is cut off stores energy and does not push.
    fn share(&self, load: &TrialLoad) -> f64 {
        if self.normal > 0.0 && !self.swept { load.elastic / self.normal } else { 0.0 }
    }

    /// Adds how it follows the elastic force. The block of the contact tells that under a plane face; elsewhere nothing is added.
    fn add_damping(&self, load: &mut TrialLoad) {
        let is_plane = self.normal > 0.0 && !self.swept && self.push.length() > 0.999 * self.normal;
        let Some(towards) = self.push.try_normalize().filter(|_| is_plane) else { return };
        let (linear, angular) = load.resistance.apply(towards, DVec3::ZERO);
        let follows = [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z];
        let (f, t) = (self.force / self.normal, self.torque / self.normal);
        for (row, edge) in load.damping.0.iter_mut().zip([f.x, f.y, f.z, t.x, t.y, t.z]) {
            row.iter_mut().zip(follows).for_each(|(entry, follows)| *entry += edge * follows);
        }
    }
}

/// Forces at the edges of the targets, of the last detection or update.
#[derive(Clone, Debug, Default)]
pub(crate) struct EdgeForces {
    feet: Feet,
    /// One per slot, where a target ends.
    beds: Vec<Bed>,
    loads: Vec<EdgeLoad>,
    /// Where targets end abruptly.
    ends: Vec<Place>,
    pushes: Vec<Pushed>,
}

/// How the surface of a target goes on from one texel to the next.
#[derive(Clone, Copy, PartialEq)]
enum Surface {
    /// The depth jumps.
    Ends,
    Plane,
    Bent,
}

impl Surface {
    #[inline(always)]
    fn between(border: &Border, [a, b]: [&Foot; 2]) -> Self {
        let [to_b, to_a] = [a.slope.dot(border.half[0]), b.slope.dot(border.half[1])];
        let jump = (a.depth + to_b - b.depth - to_a).abs();
        // Two tangents that meet between the rays may belong to one surface.
        let bend = (to_a + to_b).abs();
        let is_plane = bend <= SAME * border.way;
        match jump <= bend + border.way * if is_plane { SAME } else { ABRUPT } {
            false => Self::Ends,
            true if is_plane => Self::Plane,
            true => Self::Bent,
        }
    }
}

/// Whether one surface goes on from one texel to the next: mostly so, and told without a branch.
#[inline(always)]
fn goes_on(border: &Border, a: &Foot, b: &Foot) -> bool {
    let [to_b, to_a] = [a.slope.dot(border.half[0]), b.slope.dot(border.half[1])];
    let (jump, bend) = ((a.depth + to_b - b.depth - to_a).abs(), (to_a + to_b).abs());
    let is_bent = bend > SAME * border.way;
    let limit = bend + border.way * if is_bent { ABRUPT } else { SAME };
    (a.target == b.target) & ((jump <= limit) | a.creased | b.creased)
}

/// Whether a target may end abruptly. Where only a part of it is felt, the rest goes on.
pub(crate) fn has_edges(target: &Target) -> bool {
    target.part().is_none() && matches!(target.shape, Shape::Cuboid(_) | Shape::Cylinder(_) | Shape::Mesh(_))
}

impl EdgeForces {
    pub(crate) fn memory(&self) -> usize {
        self.feet.memory() + size_of_val(&*self.beds) + self.pushes.capacity() * size_of::<Pushed>()
    }

    /// Leaves out the edges of a target that comes with `before` and sweeps in a step `h` \[s\] over more than it has pressed in; gives whether
    /// it does.
    pub(crate) fn leave_out_if_swept(&mut self, target: usize, before: &RelativeMotion, h: f64) -> bool {
        let Some(load) = self.loads.get_mut(target) else { return false };
        let work = h * (load.force.dot(before.velocity) + load.torque.dot(before.rotation));
        load.swept = load.any && work.abs() > SWEPT * load.energy;
        load.swept
    }

    /// Leaves out the edges of a target.
    pub(crate) fn leave_out(&mut self, target: usize) {
        self.loads.get_mut(target).into_iter().for_each(|load| load.swept = true);
    }

    /// Takes all edges in again.
    pub(crate) fn take_in_all(&mut self) {
        self.loads.iter_mut().for_each(|load| load.swept = false);
    }

    /// Whether any are left out.
    pub(crate) fn any_left_out(&self) -> bool {
        self.loads.iter().any(|load| load.swept)
    }

    /// Adds the edges to the loads of a trial.
    ///
    /// As the whole contact is pressed in by more or less than when it was detected, its edges follow in proportion (ED-2): under a plane
    /// face they then balance its slope for every motion.
    pub(crate) fn add_to_loads(&self, loads: &mut [TrialLoad], derivatives: bool) {
        for (load, edge) in loads.iter_mut().zip(&self.loads).filter(|(_, edge)| edge.any) {
            let share = edge.share(load);
            load.force += edge.force * share;
            load.torque += edge.torque * share;
            if derivatives {
                edge.add_damping(load);
            }
        }
    }

    /// Adds the edges to what the texels feel of a trial with these loads.
    pub(crate) fn add_to_texels(&self, loads: &[TrialLoad], reading: &mut SkinReading) {
        for push in &self.pushes {
            let target = push.target as usize;
            let share = self.loads[target].share(&loads[target]);
            reading.texels[push.texel as usize].shear += self.beds[push.slot as usize].push * share;
        }
    }

    /// Adds the edges to an update.
    pub(crate) fn add_to_update(&self, sums: &mut [PairSum], reading: &mut SkinReading) {
        for push in &self.pushes {
            let felt = &mut reading.texels[push.texel as usize];
            // A pad that springs back more slowly than its target leaves does not push.
            if felt.normal_force > 0.0 {
                let force = self.beds[push.slot as usize].push;
                felt.shear += force;
                sums[push.target as usize].add_force(force, felt.point.cross(force));
            }
        }
    }
}

/// All rays of a detection.
#[derive(Clone, Copy)]
struct Hits<'a> {
    skin: &'a Skin,
    targets: &'a [Target<'a>],
    hits: &'a [Nearest],
    merged: &'a [u8],
    near: &'a [bool],
    relatives: &'a [Relative],
}

impl Skin {
    /// Finds the forces at the edges of the targets from the hits of all rays.
    #[inline(never)]
    pub(crate) fn find_edges(&self, targets: &[Target], state: &SkinState, memory: &mut SkinMemory) {
        let SkinMemory { hits, merged, near, edged, relatives, edges, entered, .. } = memory;
        let EdgeForces { feet, beds, loads, ends, pushes } = edges;
        pushes.clear();
        ends.clear();
        loads.clear();
        if !*edged || self.edges.sides.is_empty() {
            return;
        }
        // All room at once, so that an edge that comes up later allocates nothing.
        feet.make_room(self);
        beds.resize(self.texels.len(), Bed::NONE);
        pushes.reserve(self.texels.len());
        ends.reserve(2 * self.edges.sides.len());
        let hits = Hits { skin: self, targets, hits, merged, near, relatives };
        if hits.are_on_one_plane() {
            return;
        }
        run_fastest(Stand { skin: self, state, hits: hits.hits, merged, near, feet });
        loads.resize(targets.len(), EdgeLoad::default());
        if !hits.find_ends(feet, loads, ends) {
            return;
        }
        run_fastest(Press {
            skin: self,
            state,
            targets,
            hits: hits.hits,
            merged,
            near,
            entered,
            feet: &feet.of_slot,
            beds,
            loads,
        });
        let straight =
            |target: &Target| target.material(&self.material).bed_law().filter(BedLaw::is_straight);
        let mut laws = targets.iter().map(straight);
        let straight = laws.all(|law| law.is_some_and(|law| feet.deepest <= law.limit));
        let exact = self.edges.is_centred() && straight;
        let mut rows =
            Rows { hits, feet: &feet.of_slot, beds, ends, pushes, straight, exact, balanced: true };
        ends.iter().for_each(|end| rows.push(*end));
        for push in pushes {
            let (load, bed) = (&mut loads[push.target as usize], &beds[push.slot as usize]);
            load.force += bed.push;
            load.torque += bed.point.cross(bed.push);
        }
    }
}

impl Hits<'_> {
    /// Whether all rays meet one plane of one solid: the usual rest, and free of edges.
    fn are_on_one_plane(&self) -> bool {
        let Some(first) = self.hits.first().filter(|_| self.near.iter().all(|near| *near)) else {
            return false;
        };
        let (target, n) = (first.target[0], first.normal.get(0));
        let solid = self.targets.get(target as usize).is_some_and(|t| !matches!(t.shape, Shape::Mesh(_)));
        let all = |four: &Nearest| {
            let normal = &four.normal;
            four.target == [target; WIDTH]
                && normal.x.0 == [n.x; WIDTH]
                && normal.y.0 == [n.y; WIDTH]
                && normal.z.0 == [n.z; WIDTH]
        };
        let one = |four: &Nearest, lane: usize| four.target[lane] == target && four.normal.get(lane) == n;
        let on_plane = |group: usize, i: usize| {
            let (four, mut room) = (&self.hits[group * self.skin.rays_per_texel + i], None);
            all(four) || {
                let rays = self.skin.cast_ray(group, self.merged[group], i, &mut room);
                (0..WIDTH).all(|lane| !rays.has(lane) || one(four, lane))
            }
        };
        let casts = |group: usize| self.skin.casts(self.merged[group]);
        solid && (0..self.merged.len()).all(|group| (0..casts(group)).all(|i| on_plane(group, i)))
    }

    /// Whether the end of a row at this foot matters: with scattered rays others of the row may touch where it does not.
    #[inline(always)]
    fn counts(&self, foot: &Foot) -> bool {
        foot.pressed > 0.0 || !self.skin.edges.is_centred() && foot.target != NO_TARGET
    }

    /// Whether the targets of two neighbours end abruptly between them.
    fn ends(&self, slots: [u32; 2], border: &Border, [a, b]: [&Foot; 2]) -> [bool; 2] {
        let sharp = |foot: &Foot| self.counts(foot) && has_edges(&self.targets[foot.target as usize]);
        if a.target == b.target {
            let ends = Surface::between(border, [a, b]) == Surface::Ends && (sharp(a) || sharp(b)) && {
                let deeper = usize::from(a.depth < b.depth);
                self.is_hidden(slots, border, deeper, [a, b][deeper])
            };
            return [ends; 2];
        }
        let ends = |end: usize, own: &Foot, other: &Foot| {
            !own.creased
                && sharp(own)
                && self.ends_before(border, end, own, other)
                && self.is_hidden(slots, border, end, own)
        };
        [ends(0, a, b), ends(1, b, a)]
    }

    /// Whether a target that the next ray does not meet ends between the two: else that ray would have met it, or it falls off gently.
    fn ends_before(&self, border: &Border, end: usize, own: &Foot, other: &Foot) -> bool {
        let beyond = own.depth + 2.0 * own.slope.dot(border.half[end]);
        let fall = match other.target {
            // Below what is seen of it, at least by the look-ahead.
            NO_TARGET => beyond.min(0.0) + self.skin.ray_length - self.skin.reach,
            _ => beyond - other.depth,
        };
        fall > ABRUPT * border.way
    }

    /// Whether the face behind the edge of a foot is too steep for the rays: one that they see is felt by them, and has no edge force.
    fn is_hidden(&self, slots: [u32; 2], border: &Border, end: usize, foot: &Foot) -> bool {
        let skin = self.skin;
        let target = &self.targets[foot.target as usize];
        // The slope is the normal over the cosine of its angle to the ray; faces at right angles have its sine.
        let sine_squared = 1.0 - 1.0 / foot.slope.length_squared();
        let right_angled = !matches!(target.shape, Shape::Mesh(_));
        if right_angled && sine_squared < skin.options.min_cosine * skin.options.min_cosine {
            return true;
        }
        // Look at it from the other texel, a little above the edge.
        let other = &skin.texels[skin.texel_of_slot[slots[1 - end] as usize] as usize];
        let towards = if end == 0 { -border.across } else { border.across };
        let beyond = foot.depth + 2.0 * foot.slope.dot(border.half[end]);
        let level = foot.depth.min(beyond) - ABRUPT * border.way;
        let from = other.position - other.direction * level;
        let along = Piece { from, towards, length: border.way };
        let whole = Target { surface: None, ..*target };
        let face = along.first_entry(&whole, &TargetPlace::from(&self.relatives[foot.target as usize]), 0.0);
        face.is_none_or(|face| {
            let normal = self.relatives[foot.target as usize].r_ts.transpose() * face.normal;
            -normal.dot(other.direction) < skin.options.min_cosine
        })
    }

    /// Finds where targets end abruptly; gives whether there are any such places.
    #[inline(never)]
    fn find_ends(&self, feet: &Feet, loads: &mut [EdgeLoad], found: &mut Vec<Place>) -> bool {
        if !feet.pressed.contains(&true) {
            return false;
        }
        let patches = if self.skin.edges.is_centred() { &feet.pressed } else { self.near };
        self.skin.edges.visit(patches, |index, side, border| {
            let slots = side.slots;
            let [a, b] = [&feet.of_slot[slots[0] as usize], &feet.of_slot[slots[1] as usize]];
            let at_end_of_row = slots[0] == slots[1];
            // Where only a part of the last texel sees a target, it ends there.
            if goes_on(border, a, b) & (!at_end_of_row | (a.seen >= 1.0)) {
                return;
            }
            if !self.counts(a) && !self.counts(b) {
                return;
            }
            let ends = if at_end_of_row {
                [!a.creased && self.counts(a) && has_edges(&self.targets[a.target as usize]), false]
            } else {
                self.ends(slots, border, [a, b])
            };
            for (end, foot) in [a, b].into_iter().enumerate() {
                // An edge above the pad is none, unless scattered rays of the row touch before it.
                let in_pad =
                    !self.skin.edges.is_centred() || foot.depth + foot.slope.dot(border.half[end]) > 0.0;
                let is_steep = foot.slope.dot(border.across).abs() > STEEP;
                if ends[end] && in_pad && !is_steep && self.counts(foot) {
                    loads[foot.target as usize].any = true;
                    found.push(Place { side: index, end });
                }
            }
        });
        !found.is_empty()
    }
}

/// Rows of texels that end at an edge.
struct Rows<'a> {
    hits: Hits<'a>,
    feet: &'a [Foot],
    beds: &'a mut [Bed],
    pushes: &'a mut Vec<Pushed>,
    ends: &'a [Place],
    /// All laws are straight lines at these depths.
    straight: bool,
    /// Neighbours on a plane have the same energy at their border. With scattered rays and curved laws they differ a little.
    exact: bool,
    /// Whether the plane of the row at work leaves the pad at its other end, or ends there, too: so that its slope is balanced.
    balanced: bool,
}

/// How a row goes on from a texel, away from the edge.
enum Onwards {
    /// On the same plane, at the next texel.
    Plane(Place),
    /// The plane leaves the pad.
    Leaves,
    Otherwise,
}

impl Rows<'_> {
    /// Pushes where a target ends, and along the plane that ends there, until it leaves the pad: all together they balance its slope.
    fn push(&mut self, end: Place) {
        let edges = &self.hits.skin.edges;
        let (mut here, mut leaves) = (end, None);
        self.balanced = true;
        while let Some(back) = edges.opposite(here) {
            match self.onwards(back) {
                Onwards::Plane(next) => here = next,
                Onwards::Leaves => {
                    leaves = Some(back);
                    break;
                }
                Onwards::Otherwise => {
                    self.balanced = self.ends.contains(&back);
                    break;
                }
            }
        }
        self.push_at(end);
        // A plane that gets deeper away from its end never leaves the pad.
        if !self.balanced || self.exact && self.change(end) <= 0.0 {
            return;
        }
        leaves.into_iter().for_each(|back| self.push_at(back));
        let last = edges.opposite(here);
        if last.is_none() && self.feet[edges.slot(here)].depth - self.change(here) < 0.0 {
            // Texels without an opposite side: the plane leaves the pad within this one.
            self.push_along(here, -self.change(here), -edges.outward(here));
        }
        // A row that ends at both ends is met twice.
        let met_again = last.is_some_and(|last| self.ends.contains(&last));
        if self.exact || met_again && edges.slot(here) < edges.slot(end) {
            return;
        }
        let mut here = end;
        while let Some(back) = edges.opposite(here) {
            let Onwards::Plane(next) = self.onwards(back) else { break };
            // What one has more than the other.
            let simple = |place: Place| {
                let foot = &self.feet[edges.slot(place)];
                foot.simple && foot.pressed > 0.0
            };
            if !(self.straight && simple(back) && simple(next)) {
                self.push_at(back);
                self.push_at(next);
            }
            here = next;
        }
    }

    /// How much deeper than in its middle a foot is at a side of its texel \[m\].
    fn change(&self, place: Place) -> f64 {
        let edges = &self.hits.skin.edges;
        self.feet[edges.slot(place)].slope.dot(edges.border(place).half[place.end])
    }

    fn onwards(&self, back: Place) -> Onwards {
        let edges = &self.hits.skin.edges;
        let (slots, border) = (edges.sides[back.side as usize].slots, edges.border(back));
        let feet = slots.map(|slot| &self.feet[slot as usize]);
        let (own, other) = (feet[back.end], feet[1 - back.end]);
        let goes_on = slots[0] != slots[1]
            && other.target == own.target
            && !other.creased
            && Surface::between(border, feet) == Surface::Plane;
        // Scattered rays may touch again farther on.
        if goes_on && (other.pressed > 0.0 || !self.exact) {
            Onwards::Plane(Place { side: back.side, end: 1 - back.end })
        } else if goes_on || own.depth + self.change(back) < 0.0 && !self.ends.contains(&back) {
            Onwards::Leaves
        } else {
            Onwards::Otherwise
        }
    }

    /// Pushes the pad away from a texel at one of its sides, as the foot is held back by what it presses in.
    fn push_at(&mut self, place: Place) {
        self.push_along(place, self.change(place), self.hits.skin.edges.outward(place));
    }

    fn push_along(&mut self, place: Place, change: f64, outward: DVec3) {
        let edges = &self.hits.skin.edges;
        let (slot, per_length) = (edges.slot(place), edges.border(place).per_length[place.end]);
        let bed = &mut self.beds[slot];
        // What no other end of the row balances must not be more than the texel itself tells, as it is barely touched.
        let bent = 0.5 * change * change * bed.stiffness;
        let too_much = if self.balanced { 0.0 } else { (bent - change.abs() * bed.force).max(0.0) };
        bed.push += outward * (bed.at_border(change, per_length) - too_much * per_length);
        if !bed.pushed {
            bed.pushed = true;
            let (texel, target) = (self.hits.skin.texel_of_slot[slot], self.feet[slot].target);
            self.pushes.push(Pushed { slot: slot as u32, texel, target });
        }
    }
}
