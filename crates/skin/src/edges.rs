//! What the edge of a foot feels as it sweeps over the bed of springs (ED-1).
//!
//! Rays see the sloping underside of a box and not its edge. A rim of the contact where the depth ends abruptly carries the bed's
//! energy per area as a force per length, along the skin. It is found from the hits of neighbouring texels.

use crate::Skin;
use crate::detect::Nearest;
use crate::layout::{Border, SkinLayout};
use crate::memory::SkinMemory;
use crate::pair_sum::PairSum;
use crate::patch::Patch;
use crate::reading::SkinReading;
use crate::state::{NO_TARGET, SkinState};
use crate::target::Target;
use crate::trial::TrialLoad;
use bristle_contact::ContactMaterial;
use bristle_geometry::Shape;
use bristle_geometry::lanes::WIDTH;
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
    texels: [u32; 2],
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
    /// Whether every texel has one ray, in its middle.
    centred: bool,
}

impl Edges {
    pub(crate) fn new(layout: &SkinLayout, slot_of_texel: &[u32], patches: &[Patch]) -> Self {
        let patch_of = |texel: u32| {
            let slot = slot_of_texel[texel as usize] as usize;
            patches.partition_point(|patch| patch.slots.end <= slot)
        };
        let patches_of = |texels: [u32; 2]| {
            let [a, b] = texels.map(patch_of);
            (a.min(b), a.max(b))
        };
        let mut found = layout.sides();
        found.sort_by_cached_key(|side| patches_of(side.texels).0);
        let (mut sides, mut borders) = (Vec::with_capacity(found.len()), Vec::<Border>::new());
        let mut own = vec![0..0; patches.len()];
        let mut shared = vec![Vec::new(); patches.len()];
        for (index, side) in found.iter().enumerate() {
            let alike = borders.iter().take(MOST_ALIKE).position(|known| known.is_like(&side.border));
            let kind = alike.unwrap_or_else(|| {
                borders.push(side.border);
                borders.len() - 1
            });
            sides.push(Side { texels: side.texels, kind: kind as u32 });
            let (owner, later) = patches_of(side.texels);
            if own[owner].is_empty() {
                own[owner] = index..index;
            }
            own[owner].end = index + 1;
            if later != owner {
                shared[later].push((index as u32, owner as u32));
            }
        }
        let centred = layout.samples.len() == layout.texels.len()
            && layout.samples.iter().zip(&layout.texels).all(|(ray, texel)| ray.position == texel.position);
        Self { sides, borders, own, shared, centred }
    }

    pub(crate) fn memory(&self) -> usize {
        let shared = self.shared.iter().map(|sides| size_of_val(&**sides)).sum::<usize>();
        size_of_val(&*self.sides) + size_of_val(&*self.borders) + size_of_val(&*self.own) + shared
    }

    /// Sides of which at least one texel is in a near patch.
    fn near<'a>(&'a self, near: &'a [bool]) -> impl Iterator<Item = ([u32; 2], &'a Border)> {
        let patches = (0..near.len()).filter(|&patch| near[patch]);
        let sides = patches.flat_map(move |patch| {
            let others = self.shared[patch].iter().filter(|(_, owner)| !near[*owner as usize]);
            self.sides[self.own[patch].clone()]
                .iter()
                .chain(others.map(|(side, _)| &self.sides[*side as usize]))
        });
        sides.map(|side| (side.texels, &self.borders[side.kind as usize]))
    }
}

/// How a texel stands on its target, from all its rays.
#[derive(Clone, Copy, Debug)]
struct Foot {
    target: u32,
    /// Shares of the texel that see the target, and that touch it.
    seen: f32,
    pressed: f32,
    /// Penetration in the texel's middle \[m\], and how it changes along the skin.
    depth: f64,
    slope: DVec3,
    /// Elastic energy \[J\], force \[N\] and stiffness \[N/m\] of its rays, and the middle of what touches, in S: for targets with edges.
    elastic: [f64; 3],
    point: DVec3,
}

impl Foot {
    const NONE: Self = Self {
        target: NO_TARGET,
        seen: 0.0,
        pressed: 0.0,
        depth: 0.0,
        slope: DVec3::ZERO,
        elastic: [0.0; 3],
        point: DVec3::ZERO,
    };

    /// Force along the skin at a border \[N\]: the energy of the texel, taken there, per length.
    ///
    /// Taken there to second order, with which the sides of a texel balance the slope of a plane face exactly, for any law.
    fn at_border(&self, border: &Border, end: usize) -> f64 {
        let change = self.slope.dot(border.half[end]);
        if self.pressed == 0.0 || self.depth + change <= 0.0 {
            return 0.0;
        }
        let [energy, force, stiffness] = self.elastic;
        (energy + change * (force + 0.5 * change * stiffness)).max(0.0) * border.per_length[end]
    }
}

/// A force of an edge on the pad \[N\].
#[derive(Clone, Copy, Debug)]
struct Push {
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
    feet: Vec<Foot>,
    /// Patches with feet.
    written: Vec<bool>,
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

/// Whether a target may end abruptly. Where only a part of it is felt, the rest goes on.
fn has_edges(target: &Target) -> bool {
    target.part().is_none() && matches!(target.shape, Shape::Cuboid(_) | Shape::Cylinder(_) | Shape::Mesh(_))
}

impl EdgeForces {
    fn begin(&mut self, skin: &Skin, targets: usize) {
        self.pushes.clear();
        self.loads.clear();
        self.loads.resize(targets, EdgeLoad::default());
        if self.feet.len() != skin.texels.len() {
            self.feet.resize(skin.texels.len(), Foot::NONE);
            self.written.resize(skin.patches.len(), false);
            self.pushes.reserve(skin.texels.len());
        }
    }

    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.feet) + size_of_val(&*self.written) + self.pushes.capacity() * size_of::<Push>()
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

    /// Pushes the pad away from a texel at one of its sides, as the foot is held back by what it presses in.
    fn push(&mut self, texel: u32, force: DVec3) {
        if force != DVec3::ZERO {
            // Mostly a texel's sides follow one another.
            match self.pushes.last_mut().filter(|last| last.texel == texel) {
                Some(last) => last.force += force,
                None => {
                    let target = self.feet[texel as usize].target;
                    self.pushes.push(Push { texel, target, force });
                }
            }
        }
    }
}

/// Where a ray meets its target.
struct RayHit {
    depth: f64,
    /// Change of the depth along the skin.
    slope: DVec3,
    squareness: f64,
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
        let SkinMemory { hits, near, edges: out, .. } = memory;
        out.pushes.clear();
        out.loads.clear();
        let hits = Hits { skin: self, targets, state, hits, near };
        if !self.feels_edges(targets) || hits.are_on_one_plane() {
            return;
        }
        out.begin(self, targets.len());
        let deepest = hits.stand(out);
        if !hits.find_ends(out) {
            return;
        }
        hits.press(out);
        let straight = |target: u32| hits.material(target).straight_part();
        let mut laws = (0..targets.len() as u32).map(straight);
        let exact = self.edges.centred && laws.all(|law| law.is_some_and(|law| deepest <= law.limit));
        hits.push(exact, out);
        for push in &out.pushes {
            let load = &mut out.loads[push.target as usize];
            load.force += push.force;
            load.torque += out.feet[push.texel as usize].point.cross(push.force);
        }
    }
}

impl Hits<'_> {
    fn material(&self, target: u32) -> &ContactMaterial {
        let own = self.targets[target as usize].surface.and_then(|surface| surface.material.as_deref());
        own.unwrap_or(&self.skin.material)
    }

    /// Penetration of a ray \[m\].
    #[inline]
    fn depth(&self, group: usize, lane: usize, target: u32) -> f64 {
        self.skin.reach - self.state.receded(target as usize) - self.hits[group].distance.0[lane]
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

    /// Where a ray meets a target.
    #[inline]
    fn hit(&self, group: usize, lane: usize, target: u32) -> Option<RayHit> {
        let four = &self.hits[group];
        if four.target[lane] != target {
            return None;
        }
        let normal = four.normal.get(lane);
        let squareness = -normal.dot(self.skin.rays[group].direction.get(lane));
        let depth = self.depth(group, lane, target);
        Some(RayHit { depth, slope: normal * (-1.0 / squareness), squareness })
    }

    /// All feet; gives the largest depth.
    fn stand(&self, out: &mut EdgeForces) -> f64 {
        let mut deepest = 0.0_f64;
        let patches = self.skin.patches.iter().zip(self.near).zip(&mut out.written);
        for ((patch, &near), written) in patches {
            let texels = &self.skin.texel_of_slot[patch.slots.clone()];
            let written = std::mem::replace(written, near);
            if near {
                let rays = self.skin.rays_per_texel;
                for (place, &texel) in texels.iter().enumerate() {
                    let first = patch.groups.start * WIDTH + place * rays;
                    let foot = self.foot(texel, first..first + rays);
                    deepest = deepest.max(foot.depth);
                    out.feet[texel as usize] = foot;
                }
            } else if written {
                texels.iter().for_each(|&texel| out.feet[texel as usize] = Foot::NONE);
            }
        }
        deepest
    }

    /// The foot of a texel with these rays.
    #[inline]
    fn foot(&self, texel: u32, rays: Range<usize>) -> Foot {
        if self.skin.edges.centred {
            let (group, lane) = (rays.start / WIDTH, rays.start % WIDTH);
            let target = self.hits[group].target[lane];
            return match self.hit(group, lane, target).filter(|_| target != NO_TARGET) {
                Some(RayHit { depth, slope, .. }) => {
                    let pressed = if depth > 0.0 { 1.0 } else { 0.0 };
                    Foot { target, seen: 1.0, pressed, depth, slope, ..Foot::NONE }
                }
                None => Foot::NONE,
            };
        }
        let lanes = rays.map(|ray| (ray / WIDTH, ray % WIDTH));
        let mut nearest = (f64::INFINITY, NO_TARGET);
        for (group, lane) in lanes.clone() {
            let (distance, target) = (self.hits[group].distance.0[lane], self.hits[group].target[lane]);
            if distance < nearest.0 {
                nearest = (distance, target);
            }
        }
        let target = nearest.1;
        if target == NO_TARGET {
            return Foot::NONE;
        }
        let (mut units, mut seen, mut pressed, mut depth, mut slope) = (0.0, 0.0, 0.0, 0.0, DVec3::ZERO);
        for (group, lane) in lanes {
            let rays = &self.skin.rays[group];
            let share = rays.units.0[lane];
            units += share;
            let Some(hit) = self.hit(group, lane, target) else { continue };
            seen += share;
            pressed += if hit.depth > 0.0 { share } else { 0.0 };
            slope += hit.slope * share;
            let surface = rays.origin.get(lane) + rays.direction.get(lane) * self.skin.reach;
            let from_middle = surface - self.skin.texels[texel as usize].position;
            depth += (hit.depth - hit.slope.dot(from_middle)) * share;
        }
        let share = |part: f64| (part / units) as f32;
        Foot {
            target,
            seen: share(seen),
            pressed: share(pressed),
            depth: depth / seen,
            slope: slope / seen,
            ..Foot::NONE
        }
    }

    /// What a border between two feet is to the edges of their targets: a force for each end that has one.
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
    fn find_ends(&self, out: &mut EdgeForces) -> bool {
        let mut any = false;
        for (texels, border) in self.skin.edges.near(self.near) {
            let [a, b] = texels.map(|texel| &out.feet[texel as usize]);
            if a.pressed == 0.0 && b.pressed == 0.0 {
                continue;
            }
            let ends = self.ends(border, [a, b]);
            for (foot, _) in [a, b].into_iter().zip(ends).filter(|(foot, ends)| *ends && foot.pressed > 0.0) {
                out.loads[foot.target as usize].any = true;
                any = true;
            }
        }
        any
    }

    /// What the feet on targets with edges store, and how hard they press all together.
    fn press(&self, out: &mut EdgeForces) {
        let rays = self.skin.rays_per_texel;
        for (patch, _) in self.skin.patches.iter().zip(self.near).filter(|(_, near)| **near) {
            for (place, &texel) in self.skin.texel_of_slot[patch.slots.clone()].iter().enumerate() {
                let foot = &mut out.feet[texel as usize];
                let Some(load) = out.loads.get_mut(foot.target as usize).filter(|load| load.any) else {
                    continue;
                };
                let material = self.material(foot.target);
                let mut pressed = 0.0;
                let first = patch.groups.start * WIDTH + place * rays;
                for (group, lane) in (first..first + rays).map(|ray| (ray / WIDTH, ray % WIDTH)) {
                    let hit = self.hit(group, lane, foot.target).filter(|hit| hit.depth > 0.0);
                    let (Some(hit), four) = (hit, &self.skin.rays[group]) else { continue };
                    let (units, force) = (four.units.0[lane], material.normal_force(hit.depth, 0.0).force);
                    foot.elastic[0] += units * material.energy(hit.depth);
                    foot.elastic[1] += units * force.elastic;
                    foot.elastic[2] += units * force.d_penetration;
                    load.normal += units * force.elastic / hit.squareness;
                    let at = self.hits[group].distance.0[lane];
                    foot.point += (four.origin.get(lane) + four.direction.get(lane) * at) * units;
                    pressed += units;
                }
                if pressed > 0.0 {
                    foot.point /= pressed;
                }
            }
        }
    }

    /// Pushes where a target ends abruptly. On the planes of such targets, neighbours with scattered rays or curved laws differ a little at
    /// their borders, too, unless these are `exact`.
    fn push(&self, exact: bool, out: &mut EdgeForces) {
        for (texels, border) in self.skin.edges.near(self.near) {
            let [a, b] = texels.map(|texel| &out.feet[texel as usize]);
            if a.pressed == 0.0 && b.pressed == 0.0 {
                continue;
            }
            let mut ends = self.ends(border, [a, b]);
            if !exact && a.target == b.target && out.loads[a.target as usize].any {
                let whole = |foot: &Foot| foot.pressed > 0.0 && foot.pressed == foot.seen;
                let even = whole(a) && whole(b) && Surface::between(border, [a, b]) == Surface::Plane;
                ends = ends.map(|ends| ends || even);
            }
            let force = |end: usize, foot: &Foot| if ends[end] { foot.at_border(border, end) } else { 0.0 };
            let [on_a, on_b] = [force(0, a), force(1, b)];
            if a.target == b.target {
                // What one has more than the other.
                out.push(texels[usize::from(on_a < on_b)], border.across * (on_a - on_b));
            } else {
                out.push(texels[0], border.across * on_a);
                out.push(texels[1], border.across * -on_b);
            }
        }
    }
}
