//! First half of an update: which target does each ray of a patch meet first?

use crate::Skin;
use crate::edges::has_edges;
use crate::feel::LANE_FLAGS;
use crate::memory::PairMemory;
use crate::patch::{PATCH_SIZE, Patch};
use crate::quad::Quad;
use crate::rays::RayGroup;
use crate::state::{ALL_LANES, NO_TARGET};
use crate::target::{Relative, Target};
use crate::target_surface::TargetPart;
use bristle_geometry::lanes::{Four, FourVec3, Lanes, Vec3x, WIDTH};
use bristle_geometry::shape::{LaneHit, LaneRay, Solid};
use bristle_geometry::{CastHint, Hit, MeshSurface, Segment, Shape, Travel};
use glam::{DMat3, DVec3};

/// The deepest hits of four rays so far, over all targets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Distance along the ray; infinite without a hit \[m\].
    pub(crate) distance: Four,
    /// Outward normal of the target, in S.
    pub(crate) normal: FourVec3,
    pub(crate) target: [u32; WIDTH],
}

impl Nearest {
    pub(crate) const NONE: Self =
        Self { distance: Four([f64::INFINITY; WIDTH]), normal: FourVec3::ZERO, target: [NO_TARGET; WIDTH] };

    /// Puts the hits of others in some lanes.
    fn put(&mut self, lanes: u8, others: &Self) {
        for lane in (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
            self.distance.0[lane] = others.distance.0[lane];
            self.normal.set(lane, others.normal.get(lane));
            self.target[lane] = others.target[lane];
        }
    }
}

/// `R_TS` for four vectors at once.
struct Turn<L> {
    x: Vec3x<L>,
    y: Vec3x<L>,
    z: Vec3x<L>,
}

// Methods, not closures: a closure might not be inlined, and then could not use the registers its caller may use.
impl<L: Lanes> Turn<L> {
    #[inline(always)]
    fn new(r_ts: DMat3) -> Self {
        Self { x: Vec3x::splat(r_ts.x_axis), y: Vec3x::splat(r_ts.y_axis), z: Vec3x::splat(r_ts.z_axis) }
    }

    #[inline(always)]
    fn to_target(&self, v: Vec3x<L>) -> Vec3x<L> {
        self.x * v.x + self.y * v.y + self.z * v.z
    }

    #[inline(always)]
    fn to_skin(&self, v: Vec3x<L>) -> Vec3x<L> {
        Vec3x { x: self.x.dot(v), y: self.y.dot(v), z: self.z.dot(v) }
    }
}

/// What all casts at one solid have in common.
struct SolidCast<'a, S, L> {
    solid: &'a S,
    turn: &'a Turn<L>,
    min_cosine: f64,
    target_index: u32,
    part: Option<&'a TargetPart>,
}

impl<S: Solid, L: Lanes> SolidCast<'_, S, L> {
    /// Casts four rays, given in T, and keeps the deeper hits, in S.
    #[inline(always)]
    fn group(&self, ray: &LaneRay<L>, group: &RayGroup, nearest: &mut Nearest) {
        let LaneHit { met, distance, normal } = self.solid.lane_entry(ray);
        let squarely = L::splat(self.min_cosine).at_most(-normal.dot(ray.direction));
        let deeper = distance.below(L::load(&nearest.distance));
        let exists = L::splat(0.0).below(L::load(&group.units));
        let mut wins = L::both(L::both(met, exists), L::both(squarely, deeper));
        let mut bits = L::bits(wins);
        if let Some(part) = self.part
            && bits != 0
        {
            bits = part.keep(bits, &ray.at(distance).stored(), &ray.direction.stored());
            wins = L::splat(0.0).below(L::load(&LANE_FLAGS[bits as usize]));
        }
        if bits == 0 {
            return;
        }
        if bits == ALL_LANES {
            distance.store(&mut nearest.distance);
            self.turn.to_skin(normal).store(&mut nearest.normal);
            nearest.target = [self.target_index; WIDTH];
            return;
        }
        L::select(wins, distance, L::load(&nearest.distance)).store(&mut nearest.distance);
        Vec3x::select(wins, self.turn.to_skin(normal), Vec3x::load(&nearest.normal))
            .store(&mut nearest.normal);
        for lane in 0..WIDTH {
            if bits >> lane & 1 != 0 {
                nearest.target[lane] = self.target_index;
            }
        }
    }
}

/// The targets of a detection, as seen from the skin, and what is remembered of each.
pub(crate) struct Scenery<'a> {
    pub(crate) targets: &'a [Target<'a>],
    pub(crate) relatives: &'a [Relative],
    pub(crate) pairs: &'a mut [PairMemory],
}

impl Scenery<'_> {
    /// Lists the targets that may touch a patch.
    #[inline(always)]
    pub(crate) fn list_near(&self, patch: &Patch, near: &mut Vec<u32>) {
        near.clear();
        let all = 0..self.targets.len() as u32;
        near.extend(all.filter(|&i| self.may_touch(i, patch.centre, patch.radius)));
    }

    /// Whether any of these targets may have edges.
    pub(crate) fn have_edges(&self, targets: &[u32]) -> bool {
        targets.iter().any(|&i| has_edges(&self.targets[i as usize]))
    }

    /// Whether a target may reach into a ball, given in S.
    #[inline(always)]
    pub(crate) fn may_touch(&self, target: u32, centre: DVec3, radius: f64) -> bool {
        let centre = self.relatives[target as usize].point_in_target(centre);
        self.targets[target as usize].shape.may_touch_ball(centre, radius)
    }
}

impl Skin {
    /// Finds what the rays of a patch meet first among the targets that are `near` it. `merged` tells by bits for which texels of a group one ray
    /// stands for all; its hit is found in the place of the first ray's.
    #[inline(always)]
    pub(crate) fn detect_patch<L: Quad>(
        &self,
        index: usize,
        near: &[u32],
        scenery: &mut Scenery,
        hits: &mut [Nearest],
        merged: &mut [u8],
    ) {
        let groups = self.patches[index].groups.clone();
        let mut middles = [Nearest::NONE; PATCH_SIZE / WIDTH];
        if self.rays_per_texel > 1 {
            self.cast_middles::<L>(index, near, scenery, &mut middles, &mut merged[groups.clone()]);
        } else {
            merged[groups.clone()].fill(ALL_LANES as u8);
        }
        let is_done = |group: usize| self.rays_per_texel > 1 && u32::from(merged[group]) == ALL_LANES;
        let mut first = groups.start;
        while first < groups.end {
            if is_done(first) {
                hits[first * self.rays_per_texel] = middles[first - groups.start];
                first += 1;
                continue;
            }
            let several = first..first + (first..groups.end).take_while(|&group| !is_done(group)).count();
            let rays = self.rays_of(several.clone());
            let found = &mut hits[rays.clone()];
            found.fill(Nearest::NONE);
            for &i in near {
                self.cast::<L>((index, &self.rays[rays.clone()], rays.start), i, scenery, found);
            }
            first = several.end;
            for group in several.filter(|&group| self.rays_per_texel > 1 && merged[group] != 0) {
                let found = &mut hits[self.rays_of(group..group + 1)];
                found[0].put(merged[group], &middles[group - groups.start]);
                found[1..].iter_mut().for_each(|found| found.put(merged[group], &Nearest::NONE));
            }
        }
    }

    /// Whether any ray of a patch has met a target.
    #[inline(always)]
    pub(crate) fn meets_anything(&self, index: usize, hits: &[Nearest], merged: &[u8]) -> bool {
        self.patches[index].groups.clone().any(|group| {
            let cast = &hits[group * self.rays_per_texel..][..self.casts(merged[group])];
            cast.iter().any(|four| four.target != [NO_TARGET; WIDTH])
        })
    }

    /// Casts rays of a patch at one target and keeps the deeper hits; `first` is the first ray's number among the skin's, for targets that are
    /// meshes.
    ///
    /// Ties between targets go to the first, so that the order of targets alone decides.
    #[inline(always)]
    pub(crate) fn cast<L: Lanes>(
        &self,
        (index, rays, first): (usize, &[RayGroup], usize),
        target_index: u32,
        scenery: &mut Scenery,
        nearest: &mut [Nearest],
    ) {
        let patch = &self.patches[index];
        let Scenery { targets, relatives, pairs } = scenery;
        let (target, relative) = (&targets[target_index as usize], &relatives[target_index as usize]);
        let part = target.part();
        if matches!(part, Some(TargetPart::Elsewhere)) {
            return;
        }
        let as_target = (target_index, part);
        // One loop per kind of solid, so that its formula is inlined into the loop.
        match target.shape {
            Shape::HalfSpace(s) => {
                self.cast_solid::<L>(s, rays, patch.direction, relative, as_target, nearest)
            }
            Shape::Sphere(s) => self.cast_solid::<L>(s, rays, patch.direction, relative, as_target, nearest),
            Shape::Cuboid(s) => self.cast_solid::<L>(s, rays, patch.direction, relative, as_target, nearest),
            Shape::Cylinder(s) => {
                self.cast_solid::<L>(s, rays, patch.direction, relative, as_target, nearest)
            }
            Shape::Capsule(s) => self.cast_solid::<L>(s, rays, patch.direction, relative, as_target, nearest),
            Shape::Ellipsoid(s) => {
                self.cast_solid::<L>(s, rays, patch.direction, relative, as_target, nearest)
            }
            Shape::Mesh(mesh) => {
                let pair = &mut pairs[target_index as usize];
                // Surveys look beyond the ray by up to half its length.
                let travel = pair.travel(index, patch, relative, patch.radius + 0.5 * self.ray_length);
                let hints = &mut pair.hints[first * WIDTH..][..rays.len() * WIDTH];
                self.cast_mesh(mesh, rays, patch.direction, relative, as_target, travel, hints, nearest);
            }
        }
    }

    #[inline(always)]
    fn cast_solid<L: Lanes>(
        &self,
        solid: &impl Solid,
        rays: &[RayGroup],
        shared_direction: Option<DVec3>,
        relative: &Relative,
        (target_index, part): (u32, Option<&TargetPart>),
        nearest: &mut [Nearest],
    ) {
        let turn = Turn::<L>::new(relative.r_ts);
        let shift = Vec3x::splat(relative.p_ts);
        let cast = SolidCast { solid, turn: &turn, min_cosine: self.options.min_cosine, target_index, part };
        let length = L::splat(self.ray_length);
        // Two loops, so that whatever depends on the direction alone is worked out once for a flat pad.
        match shared_direction {
            Some(direction) => {
                let direction = Vec3x::splat(relative.r_ts * direction);
                for (group, nearest) in rays.iter().zip(nearest) {
                    let origin = turn.to_target(Vec3x::load(&group.origin)) + shift;
                    cast.group(&LaneRay { origin, direction, length }, group, nearest);
                }
            }
            None => {
                for (group, nearest) in rays.iter().zip(nearest) {
                    let origin = turn.to_target(Vec3x::load(&group.origin)) + shift;
                    let direction = turn.to_target(Vec3x::load(&group.direction));
                    cast.group(&LaneRay { origin, direction, length }, group, nearest);
                }
            }
        }
    }

    fn cast_mesh(
        &self,
        mesh: &MeshSurface,
        rays: &[RayGroup],
        shared_direction: Option<DVec3>,
        relative: &Relative,
        (target_index, part): (u32, Option<&TargetPart>),
        travel: Travel,
        hints: &mut [CastHint],
        nearest: &mut [Nearest],
    ) {
        let min_cosine = self.options.min_cosine;
        let mut deeper = DeeperHits { rays, relative, target_index, part, nearest };
        let lanes = rays.iter().flat_map(|ray| (0..WIDTH).map(move |lane| (ray, lane)));
        match shared_direction {
            Some(direction) => {
                let origins = lanes.map(|(ray, lane)| relative.point_in_target(ray.origin.get(lane)));
                let segments = (origins, relative.r_ts * direction, self.ray_length);
                mesh.first_entries_near(segments, min_cosine, travel, hints, |i, hit| deeper.keep(i, hit));
            }
            None => {
                mesh.expect_near(hints);
                for (i, ((ray, lane), hint)) in lanes.zip(hints).enumerate() {
                    let segment = Segment {
                        origin: relative.point_in_target(ray.origin.get(lane)),
                        direction: relative.r_ts * ray.direction.get(lane),
                        length: self.ray_length,
                    };
                    if let Some(hit) = mesh.first_entry_near(&segment, min_cosine, travel, hint) {
                        deeper.keep(i, hit);
                    }
                }
            }
        }
    }
}

/// The hits of some rays at a mesh, as far as they are deeper than those so far.
struct DeeperHits<'a> {
    rays: &'a [RayGroup],
    relative: &'a Relative,
    target_index: u32,
    part: Option<&'a TargetPart>,
    nearest: &'a mut [Nearest],
}

impl DeeperHits<'_> {
    #[inline(always)]
    fn keep(&mut self, i: usize, hit: Hit) {
        let (group, lane) = (i / WIDTH, i % WIDTH);
        let nearest = &mut self.nearest[group];
        let rays = &self.rays[group];
        let belongs = |part: &TargetPart| part.has_hit(rays, lane, hit.distance, self.relative);
        if hit.distance < nearest.distance.0[lane] && rays.has(lane) && self.part.is_none_or(belongs) {
            let (r, n) = (&self.relative.r_ts, hit.normal);
            nearest.distance.0[lane] = hit.distance;
            nearest.normal.set(lane, DVec3::new(r.x_axis.dot(n), r.y_axis.dot(n), r.z_axis.dot(n)));
            nearest.target[lane] = self.target_index;
        }
    }
}
