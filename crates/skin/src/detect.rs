//! First half of an update: which target does each ray of a patch meet first?

use crate::Skin;
use crate::feel::LANE_FLAGS;
use crate::memory::PairMemory;
use crate::rays::RayGroup;
use crate::state::{ALL_LANES, NO_TARGET};
use crate::target::{Relative, Target};
use crate::target_surface::TargetPart;
use bristle_geometry::lanes::{Four, FourVec3, Lanes, Vec3x, WIDTH};
use bristle_geometry::shape::{LaneHit, LaneRay, Solid};
use bristle_geometry::{Hit, MeshSurface, Segment, Shape, Travel};
use glam::{DMat3, DVec3};
use std::ops::Range;

/// The deepest hits of four rays so far, over all targets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Distance along the ray; infinite without a hit \[m\].
    pub(crate) distance: Four,
    /// Outward normal of the target, in S.
    pub(crate) normal: FourVec3,
    pub(crate) target: [u32; WIDTH],
}

/// Groups of rays that go through an update together: those of a patch whose texels have one ray each. Their hits need no
/// room in the skin's memory.
pub(crate) const BLOCK: usize = 8;

impl Nearest {
    pub(crate) const NONE: Self =
        Self { distance: Four([f64::INFINITY; WIDTH]), normal: FourVec3::ZERO, target: [NO_TARGET; WIDTH] };
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

impl Skin {
    /// Casts rays of a patch, the given groups of them, at one target and keeps the deeper hits.
    ///
    /// Ties between targets go to the first, so that the order of targets alone decides.
    #[inline(always)]
    pub(crate) fn cast_patch<L: Lanes>(
        &self,
        index: usize,
        groups: Range<usize>,
        target: &Target,
        target_index: u32,
        relative: &Relative,
        memory: &mut PairMemory,
        nearest: &mut [Nearest],
    ) {
        let patch = &self.patches[index];
        let rays = &self.rays[groups.clone()];
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
                // Surveys look beyond the ray by up to half its length.
                let travel = memory.travel(index, patch, relative, patch.radius + 0.5 * self.ray_length);
                self.cast_mesh(mesh, groups, patch.direction, relative, as_target, travel, memory, nearest);
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
        groups: Range<usize>,
        shared_direction: Option<DVec3>,
        relative: &Relative,
        (target_index, part): (u32, Option<&TargetPart>),
        travel: Travel,
        memory: &mut PairMemory,
        nearest: &mut [Nearest],
    ) {
        let hints = &mut memory.hints[groups.start * WIDTH..groups.end * WIDTH];
        let rays = &self.rays[groups];
        let min_cosine = self.options.min_cosine;
        let mut deeper = DeeperHits { rays, relative, target_index, part, nearest };
        // Only the last lanes of a patch may be without a ray, so that rays and hints go side by side.
        let lanes = rays.iter().flat_map(|ray| (0..WIDTH).map(move |lane| (ray, lane)));
        let lanes = lanes.filter(|(ray, lane)| ray.has(*lane));
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
        let belongs = |part: &TargetPart| part.has_hit(&self.rays[group], lane, hit.distance, self.relative);
        if hit.distance < nearest.distance.0[lane] && self.part.is_none_or(belongs) {
            let (r, n) = (&self.relative.r_ts, hit.normal);
            nearest.distance.0[lane] = hit.distance;
            nearest.normal.set(lane, DVec3::new(r.x_axis.dot(n), r.y_axis.dot(n), r.z_axis.dot(n)));
            nearest.target[lane] = self.target_index;
        }
    }
}
