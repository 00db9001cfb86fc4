//! What the edge of a foot feels as it sweeps over the bed of springs (ED-1).
//!
//! Rays see the sloping underside of a box and not its edge. A rim of the contact where the depth ends abruptly carries the bed's
//! energy per area as a force per length, along the skin. It is found from the hits of neighbouring texels.

use crate::Skin;
use crate::detect::Nearest;
use crate::fastest::run_fastest;
use crate::feet::{Feet, Foot, Stand};
use crate::layout::{Border, SkinLayout};
use crate::memory::SkinMemory;
use crate::pair_sum::PairSum;
use crate::patch::Patch;
use crate::reading::SkinReading;
use crate::state::{NO_TARGET, SkinState};
use crate::target::Target;
use crate::trial::TrialLoad;
use bristle_contact::{BedLaw, ContactMaterial};
use bristle_geometry::Shape;
use bristle_geometry::lanes::{FourVec3, WIDTH};
use glam::DVec3;
use std::ops::Range;

/// Depths at a border that differ by less than this share of the pitch are equal.
const SAME: f64 = 1e-6;
/// A surface that falls off by more than this share of the way to the next ray has an edge; a ball of four pitches falls off by as much.
const ABRUPT: f64 = 0.125;
/// Kinds of borders among which those of an array are looked for.
const MOST_ALIKE: usize = 16;

/// Two texels side by side, and the kind of their border.
#[derive(Clone, Copy, Debug)]
struct Side {
    slots: [u32; 2],
    kind: u32,
}

/// The borders between the texels of a skin, by patch.
#[derive(Clone, Debug)]
pub(crate) struct Edges {
    sides: Vec<Side>,
    borders: Vec<Border>,
    /// Sides of each patch's texels with others of the same or of later patches.
    own: Vec<Range<usize>>,
    /// For each patch, its sides that belong to earlier patches, and these.
    shared: Vec<Vec<(u32, u32)>>,
    /// From the middle of its texel to where each ray passes the surface \[m\]; empty if every texel has one ray, in its middle.
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
        let mut own = vec![0..0; patches.len()];
        let mut shared = vec![Vec::new(); patches.len()];
        for (index, side) in found.iter().enumerate() {
            let alike = borders.iter().take(MOST_ALIKE).position(|known| known.is_like(&side.border));
            let kind = alike.unwrap_or_else(|| {
                borders.push(side.border);
                borders.len() - 1
            });
            let slots = slots_of(side.texels);
            sides.push(Side { slots, kind: kind as u32 });
            let (owner, later) = patches_of(slots);
            if own[owner].is_empty() {
                own[owner] = index..index;
            }
            own[owner].end = index + 1;
            if later != owner {
                shared[later].push((index as u32, owner as u32));
            }
        }
        Self { sides, borders, own, shared, from_middle: from_middle(layout, slot_of_texel, patches) }
    }

    /// Whether every texel has one ray, in its middle.
    pub(crate) fn is_centred(&self) -> bool {
        self.from_middle.is_empty()
    }

    /// From the middle of their texels to where four rays pass the surface \[m\]: for those that are not centred.
    pub(crate) fn from_middle(&self, group: usize) -> &FourVec3 {
        &self.from_middle[group]
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
    fn visit(&self, patches: &[bool], mut visit: impl FnMut([u32; 2], &Border)) {
        for patch in (0..patches.len()).filter(|&patch| patches[patch]) {
            for side in &self.sides[self.own[patch].clone()] {
                visit(side.slots, &self.borders[side.kind as usize]);
            }
            for &(side, _) in self.shared[patch].iter().filter(|(_, owner)| !patches[*owner as usize]) {
                let side = self.sides[side as usize];
                visit(side.slots, &self.borders[side.kind as usize]);
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
    let mut rays = vec![FourVec3::ZERO; patches.last().map_or(0, |patch| patch.groups.end)];
    for (texel, &slot) in slot_of_texel.iter().enumerate() {
        let patch = &patches[patches.partition_point(|patch| patch.slots.end <= slot as usize)];
        let first = (slot as usize - patch.slots.start) * rays_per_texel;
        for ray in 0..rays_per_texel {
            let (group, lane) = ((first + ray) / WIDTH, (first + ray) % WIDTH);
            rays[patch.groups.start + group].set(lane, away(texel * rays_per_texel + ray));
        }
    }
    rays
}

/// What a foot presses in, on a target with edges.
#[derive(Clone, Copy, Debug)]
struct Bed {
    /// Elastic energy \[J\], force \[N\] and stiffness \[N/m\] of its rays.
    energy: f64,
    force: f64,
    stiffness: f64,
    /// The middle of what touches, in S \[m\].
    point: DVec3,
}

impl Bed {
    const NONE: Self = Self { energy: 0.0, force: 0.0, stiffness: 0.0, point: DVec3::ZERO };

    /// Force along the skin at a border \[N\]: the energy of the texel, taken there, per length.
    ///
    /// Taken there to second order, with which the sides of a texel balance the slope of a plane face exactly, for any law.
    fn at_border(&self, foot: &Foot, border: &Border, end: usize) -> f64 {
        let change = foot.slope.dot(border.half[end]);
        if foot.pressed == 0.0 || foot.depth + change <= 0.0 {
            return 0.0;
        }
        let energy = self.energy + change * (self.force + 0.5 * change * self.stiffness);
        energy.max(0.0) * border.per_length[end]
    }
}

/// A force of an edge on the pad \[N\].
#[derive(Clone, Copy, Debug)]
struct Push {
    slot: u32,
    texel: u32,
    target: u32,
    force: DVec3,
}

/// What the edges of one target do to the skin.
#[derive(Clone, Copy, Debug, Default)]
struct EdgeLoad {
    /// In S about its origin.
    force: DVec3,
    torque: DVec3,
    /// Elastic normal force of all rays at the same time \[N\].
    normal: f64,
    /// Whether there are any.
    any: bool,
}

impl EdgeLoad {
    /// How much of it acts in a trial (ED-2). A bed that is cut off stores energy and does not push.
    fn share(&self, load: &TrialLoad) -> f64 {
        if self.normal > 0.0 { load.elastic / self.normal } else { 0.0 }
    }
}

/// Forces at the edges of the targets, of the last detection or update.
#[derive(Clone, Debug, Default)]
pub(crate) struct EdgeForces {
    feet: Feet,
    /// One per slot, where a target ends.
    beds: Vec<Bed>,
    loads: Vec<EdgeLoad>,
    pushes: Vec<Push>,
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
    (a.target == b.target) & (jump <= limit) & (is_bent | (a.seen == b.seen))
}

/// Whether a target may end abruptly. Where only a part of it is felt, the rest goes on.
fn has_edges(target: &Target) -> bool {
    target.part().is_none() && matches!(target.shape, Shape::Cuboid(_) | Shape::Cylinder(_) | Shape::Mesh(_))
}

impl EdgeForces {
    pub(crate) fn memory(&self) -> usize {
        self.feet.memory() + size_of_val(&*self.beds) + self.pushes.capacity() * size_of::<Push>()
    }

    /// Adds the edges to the loads of a trial.
    ///
    /// As the whole contact is pressed in by more or less than when it was detected, its edges follow in proportion (ED-2): under a plane
    /// face they then balance its slope for every motion.
    pub(crate) fn add_to_loads(&self, loads: &mut [TrialLoad]) {
        for (load, edge) in loads.iter_mut().zip(&self.loads).filter(|(_, edge)| edge.any) {
            let share = edge.share(load);
            load.force += edge.force * share;
            load.torque += edge.torque * share;
        }
    }

    /// Adds the edges to what the texels feel of a trial with these loads.
    pub(crate) fn add_to_texels(&self, loads: &[TrialLoad], reading: &mut SkinReading) {
        for push in &self.pushes {
            let target = push.target as usize;
            let share = self.loads[target].share(&loads[target]);
            reading.texels[push.texel as usize].shear += push.force * share;
        }
    }

    /// Adds the edges to an update.
    pub(crate) fn add_to_update(&self, sums: &mut [PairSum], reading: &mut SkinReading) {
        for push in &self.pushes {
            let felt = &mut reading.texels[push.texel as usize];
            // A pad that springs back more slowly than its target leaves does not push.
            if felt.normal_force > 0.0 {
                felt.shear += push.force;
                sums[push.target as usize].add_force(push.force, felt.point.cross(push.force));
            }
        }
    }
}

/// All rays of a detection.
#[derive(Clone, Copy)]
struct Hits<'a> {
    skin: &'a Skin,
    targets: &'a [Target<'a>],
    state: &'a SkinState,
    hits: &'a [Nearest],
    near: &'a [bool],
}

impl Skin {
    /// Whether any of the targets may have edges, and the layout neighbours.
    pub(crate) fn feels_edges(&self, targets: &[Target]) -> bool {
        !self.edges.sides.is_empty() && targets.iter().any(has_edges)
    }

    /// Finds the forces at the edges of the targets from the hits of all rays.
    #[inline(never)]
    pub(crate) fn find_edges(&self, targets: &[Target], state: &SkinState, memory: &mut SkinMemory) {
        let SkinMemory { hits, near, edges: EdgeForces { feet, beds, loads, pushes }, .. } = memory;
        pushes.clear();
        loads.clear();
        if !self.feels_edges(targets) {
            return;
        }
        // All room at once, so that an edge that comes up later allocates nothing.
        feet.make_room(self);
        beds.resize(self.texels.len(), Bed::NONE);
        pushes.reserve(self.texels.len());
        let hits = Hits { skin: self, targets, state, hits, near };
        if hits.are_on_one_plane() {
            return;
        }
        run_fastest(Stand { skin: self, state, hits: hits.hits, near, feet });
        loads.resize(targets.len(), EdgeLoad::default());
        if !hits.find_ends(feet, loads) {
            return;
        }
        hits.press(&feet.of_slot, beds, loads);
        let straight = |target: u32| hits.material(target).bed_law().filter(BedLaw::is_straight);
        let mut laws = (0..targets.len() as u32).map(straight);
        let exact =
            self.edges.is_centred() && laws.all(|law| law.is_some_and(|law| feet.deepest <= law.limit));
        hits.push(exact, (feet, beds), loads, pushes);
        for push in pushes {
            let load = &mut loads[push.target as usize];
            load.force += push.force;
            load.torque += beds[push.slot as usize].point.cross(push.force);
        }
    }
}

impl Hits<'_> {
    fn material(&self, target: u32) -> &ContactMaterial {
        self.targets[target as usize].material(&self.skin.material)
    }

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
        let mut groups = self.hits.iter().zip(&self.skin.rays);
        solid
            && groups
                .all(|(four, rays)| all(four) || (0..WIDTH).all(|lane| !rays.has(lane) || one(four, lane)))
    }

    /// What a border between two feet is to the edges of their targets: whether each has one there.
    #[inline(always)]
    fn ends(&self, border: &Border, [a, b]: [&Foot; 2]) -> [bool; 2] {
        let sharp = |foot: &Foot| foot.pressed > 0.0 && has_edges(&self.targets[foot.target as usize]);
        if a.target == b.target {
            let ends = match Surface::between(border, [a, b]) {
                Surface::Ends => true,
                Surface::Plane => a.seen != b.seen,
                Surface::Bent => false,
            };
            return [ends && (sharp(a) || sharp(b)); 2];
        }
        [sharp(a) && self.ends_before(border, 0, a, b), sharp(b) && self.ends_before(border, 1, b, a)]
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

    /// Finds the targets that end abruptly; gives whether there are any.
    #[inline(never)]
    fn find_ends(&self, feet: &Feet, loads: &mut [EdgeLoad]) -> bool {
        let mut any = false;
        self.skin.edges.visit(&feet.pressed, |slots, border| {
            let [a, b] = [&feet.of_slot[slots[0] as usize], &feet.of_slot[slots[1] as usize]];
            if goes_on(border, a, b) | (a.pressed.max(b.pressed) == 0.0) {
                return;
            }
            let ends = self.ends(border, [a, b]);
            for (foot, _) in [a, b].into_iter().zip(ends).filter(|(foot, ends)| *ends && foot.pressed > 0.0) {
                loads[foot.target as usize].any = true;
                any = true;
            }
        });
        any
    }

    /// What the feet on targets with edges press in, and how hard they press all together.
    fn press(&self, feet: &[Foot], beds: &mut [Bed], loads: &mut [EdgeLoad]) {
        let Self { skin, hits, state, .. } = self;
        let rays = skin.rays_per_texel;
        for (patch, _) in skin.patches.iter().zip(self.near).filter(|(_, near)| **near) {
            let slots = patch.slots.clone();
            for (place, (foot, bed)) in feet[slots.clone()].iter().zip(&mut beds[slots]).enumerate() {
                let target = foot.target as usize;
                let Some(load) = loads.get_mut(target).filter(|load| load.any) else { continue };
                *bed = Bed::NONE;
                let (material, surface) = (self.material(foot.target), skin.reach - state.receded(target));
                let mut pressed = 0.0;
                let first = patch.groups.start * WIDTH + place * rays;
                for (group, lane) in (first..first + rays).map(|ray| (ray / WIDTH, ray % WIDTH)) {
                    let (four, met) = (&skin.rays[group], &hits[group]);
                    let at = met.distance.0[lane];
                    let depth = surface - at;
                    if met.target[lane] != foot.target || depth <= 0.0 {
                        continue;
                    }
                    let squareness = -met.normal.get(lane).dot(four.direction.get(lane));
                    let (units, force) = (four.units.0[lane], material.normal_force(depth, 0.0).force);
                    bed.energy += units * material.energy(depth);
                    bed.force += units * force.elastic;
                    bed.stiffness += units * force.d_penetration;
                    load.normal += units * force.elastic / squareness;
                    bed.point += (four.origin.get(lane) + four.direction.get(lane) * at) * units;
                    pressed += units;
                }
                if pressed > 0.0 {
                    bed.point /= pressed;
                }
            }
        }
    }

    /// Pushes where a target ends abruptly. On the planes of such targets, neighbours with scattered rays or curved laws differ a little at
    /// their borders, too, unless these are `exact`.
    fn push(
        &self,
        exact: bool,
        (Feet { of_slot: feet, pressed, .. }, beds): (&Feet, &[Bed]),
        loads: &[EdgeLoad],
        pushes: &mut Vec<Push>,
    ) {
        // The pad is pushed away from a texel at one of its sides, as the foot is held back by what it presses in.
        let mut push = |slot: u32, force: DVec3| {
            if force != DVec3::ZERO {
                // Mostly a texel's sides follow one another.
                match pushes.last_mut().filter(|last| last.slot == slot) {
                    Some(last) => last.force += force,
                    None => {
                        let target = feet[slot as usize].target;
                        pushes.push(Push {
                            slot,
                            texel: self.skin.texel_of_slot[slot as usize],
                            target,
                            force,
                        });
                    }
                }
            }
        };
        self.skin.edges.visit(pressed, |slots, border| {
            let [a, b] = slots.map(|slot| &feet[slot as usize]);
            if a.pressed == 0.0 && b.pressed == 0.0 {
                return;
            }
            let mut ends = self.ends(border, [a, b]);
            if !exact && a.target == b.target && loads[a.target as usize].any {
                let whole = |foot: &Foot| foot.pressed > 0.0 && foot.pressed == foot.seen;
                let even = whole(a) && whole(b) && Surface::between(border, [a, b]) == Surface::Plane;
                ends = ends.map(|ends| ends || even);
            }
            let force = |end: usize| {
                let slot = slots[end] as usize;
                if ends[end] { beds[slot].at_border(&feet[slot], border, end) } else { 0.0 }
            };
            let [on_a, on_b] = [force(0), force(1)];
            if a.target == b.target {
                // What one has more than the other.
                push(slots[usize::from(on_a < on_b)], border.across * (on_a - on_b));
            } else {
                push(slots[0], border.across * on_a);
                push(slots[1], border.across * -on_b);
            }
        });
    }
}
