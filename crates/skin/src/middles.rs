//! When one ray stands for all rays of a texel.
//!
//! Several rays per texel tell where the edge of a target runs through the texel, and how a curved one bends there. Under a plane face that
//! goes on all around they tell nothing that one ray in their middle does not: their mean depth is the depth there. So it is cast first.

use crate::Skin;
use crate::detect::{Nearest, Scenery};
use crate::quad::Quad;
use crate::rays::{Ray, RayGroup};
use crate::state::ALL_LANES;
use crate::target::Target;
use bristle_geometry::Shape;
use bristle_geometry::lanes::{Four, FourVec3, Vec3x, WIDTH};
use bristle_geometry::shape::Solid;
use glam::DVec3;

/// Rays that may stand for all rays of a texel, by groups of four texels; empty if texels have one ray each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Middles {
    /// In the middle of all rays of a texel, with the units of all.
    pub(crate) rays: Vec<RayGroup>,
    /// From the middle of its texel to where each passes the surface \[m\], and whether all four pass there.
    to_surface: Vec<FourVec3>,
    centred: Vec<bool>,
    /// How far the others are from it \[m\]; negative where they are not parallel to it, or do not begin beside its begin.
    spread: Vec<Four>,
}

impl Middles {
    /// Adds the next group: all rays of each of its texels, and the middles of the texels at the depth of the rays' begin.
    pub(crate) fn push(&mut self, rays_of_texels: &[Vec<Ray>], texels: &[DVec3], length: f64) {
        let (mut rays, mut to_surface, mut spread) = (Vec::new(), FourVec3::ZERO, Four([-1.0; WIDTH]));
        for (lane, (all, texel)) in rays_of_texels.iter().zip(texels).enumerate() {
            let units: f64 = all.iter().map(|ray| ray.units).sum();
            let mean = all.iter().map(|ray| ray.origin * ray.units).sum::<DVec3>() / units;
            let direction = all[0].direction;
            // But for rounding.
            let origin = if mean.distance(*texel) <= 1e-9 * length { *texel } else { mean };
            let is_beside = |ray: &Ray| {
                ray.direction == direction && (ray.origin - origin).dot(direction).abs() <= 1e-9 * length
            };
            if all.iter().all(is_beside) {
                spread.0[lane] = all.iter().map(|ray| ray.origin.distance(origin)).fold(0.0, f64::max);
            }
            to_surface.set(lane, origin - *texel);
            rays.push(Ray { origin, direction, units });
        }
        self.rays.push(RayGroup::new(&rays));
        self.centred.push(to_surface == FourVec3::ZERO);
        self.to_surface.push(to_surface);
        self.spread.push(spread);
    }

    /// Lets all rays begin deeper \[m\].
    pub(crate) fn deepen(&mut self, by: f64) {
        self.rays.iter_mut().for_each(|four| four.deepen(by));
    }

    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.rays)
            + size_of_val(&*self.to_surface)
            + size_of_val(&*self.centred)
            + size_of_val(&*self.spread)
    }
}

/// Whether a target is convex and has flat faces, and all of it is felt.
fn has_flat_faces(target: &Target) -> bool {
    target.part().is_none()
        && matches!(target.shape, Shape::Cuboid(_) | Shape::Cylinder(_) | Shape::HalfSpace(_))
}

impl Skin {
    /// Casts the rays in the middles of a patch's texels, and tells by bits, group by group, for which texels they stand.
    #[inline(always)]
    pub(crate) fn cast_middles<L: Quad>(
        &self,
        index: usize,
        near: &[u32],
        scenery: &mut Scenery,
        found: &mut [Nearest],
        merged: &mut [u8],
    ) {
        let patch = &self.patches[index];
        merged.fill(0);
        let may_be_flat = near.iter().any(|&i| has_flat_faces(&scenery.targets[i as usize]));
        if patch.direction.is_none() || !may_be_flat {
            return;
        }
        for &i in near {
            self.cast::<L>((index, &self.middles.rays[patch.groups.clone()], 0), i, scenery, found);
        }
        for ((group, found), merged) in patch.groups.clone().zip(found).zip(merged) {
            *merged = self.flat_lanes::<L>(group, found, near, scenery) as u8;
        }
    }

    /// A bit for each texel of a group whose rays all meet the plane that the one in their middle has met; also where there is no texel.
    #[inline(always)]
    fn flat_lanes<L: Quad>(&self, group: usize, found: &Nearest, near: &[u32], scenery: &Scenery) -> u32 {
        let mut flat = 0;
        for &target in near.iter().filter(|&&i| found.target.contains(&i)) {
            let lanes = match scenery.targets[target as usize].shape {
                _ if !has_flat_faces(&scenery.targets[target as usize]) => continue,
                Shape::Cuboid(solid) => self.lanes_on_face::<L>(solid, group, found, target, scenery),
                Shape::Cylinder(solid) => self.lanes_on_face::<L>(solid, group, found, target, scenery),
                Shape::HalfSpace(solid) => self.lanes_on_face::<L>(solid, group, found, target, scenery),
                _ => continue,
            };
            let met = (0..WIDTH).filter(|&lane| found.target[lane] == target);
            flat |= lanes & met.fold(0, |bits, lane| bits | 1 << lane);
        }
        let rays = &self.middles.rays[group];
        if near.len() > 1 {
            let alone = |lane: &usize| self.is_alone(group, *lane, found.target[*lane], near, scenery);
            flat = (0..WIDTH)
                .filter(|lane| flat >> lane & 1 != 0)
                .filter(alone)
                .fold(0, |bits, lane| bits | 1 << lane);
        }
        let spare = (0..WIDTH).filter(|&lane| !rays.has(lane)).fold(0, |bits, lane| bits | 1 << lane);
        if flat == 0 { 0 } else { flat | spare }
    }

    /// A bit for each of four rays around which, as far as the others of its texel are away, a face goes on within the reach of the rays.
    #[inline(always)]
    fn lanes_on_face<L: Quad>(
        &self,
        solid: &impl Solid,
        group: usize,
        found: &Nearest,
        target: u32,
        scenery: &Scenery,
    ) -> u32 {
        let (rays, relative) = (&self.middles.rays[group], &scenery.relatives[target as usize]);
        let (x, y, z) = (relative.r_ts.x_axis, relative.r_ts.y_axis, relative.r_ts.z_axis);
        let (x, y, z) = (Vec3x::<L>::splat(x), Vec3x::splat(y), Vec3x::splat(z));
        let (direction, normal) = (Vec3x::<L>::load(&rays.direction), Vec3x::<L>::load(&found.normal));
        let distance = L::load(&found.distance);
        let point = Vec3x::load(&rays.origin) + direction * distance;
        let point_in_target = x * point.x + y * point.y + z * point.z + Vec3x::splat(relative.p_ts);
        let room = solid.room_on_face(point_in_target, x * normal.x + y * normal.y + z * normal.z);
        let (spread, zero) = (L::load(&self.middles.spread[group]), L::splat(0.0));
        let cosine = -normal.dot(direction);
        // From the middle to the other rays the face goes on by the spread over the cosine, and deeper or less deep by the tangent of its angle.
        let fits = (spread * L::splat(1.0 + 1e-9)).at_most(room * cosine);
        let change = spread * (L::splat(1.0) - cosine * cosine).larger(zero).sqrt() / cosine;
        let depth = L::splat(self.reach) - distance;
        let mut alike = L::both(L::both(fits, zero.at_most(spread)), change.at_most(distance));
        // None of them is beyond an end of the rays, the surface of the pad, or its limit, if the middle is not.
        for end in [self.reach - self.ray_length, 0.0, self.material.reach()] {
            let away = depth - L::splat(end);
            alike = L::both(alike, change.at_most(away.larger(-away)));
        }
        L::bits(alike)
    }

    /// Whether no target but this one can be met by the rays of a texel.
    #[cold]
    fn is_alone(&self, group: usize, lane: usize, target: u32, near: &[u32], scenery: &Scenery) -> bool {
        let (rays, half) = (&self.middles.rays[group], 0.5 * self.ray_length);
        let centre = rays.origin.get(lane) + rays.direction.get(lane) * half;
        let radius = self.middles.spread[group].0[lane].hypot(half) * (1.0 + 1e-9);
        near.iter().all(|&other| other == target || !scenery.may_touch(other, centre, radius))
    }

    /// How many rays of each texel are cast where one stands for all in these lanes.
    #[inline(always)]
    pub(crate) fn casts(&self, merged: u8) -> usize {
        if u32::from(merged) == ALL_LANES { 1 } else { self.rays_per_texel }
    }

    /// The `i`-th rays of a group: in the lanes that are merged the first one is that in the middle, and there are no others. `room` is for what
    /// lies nowhere.
    #[inline(always)]
    pub(crate) fn cast_ray<'a>(
        &'a self,
        group: usize,
        merged: u8,
        i: usize,
        room: &'a mut Option<RayGroup>,
    ) -> &'a RayGroup {
        let own = &self.rays[group * self.rays_per_texel + i];
        if merged == 0 || self.rays_per_texel == 1 {
            return own;
        }
        if u32::from(merged) == ALL_LANES {
            return &self.middles.rays[group];
        }
        room.insert(own.with(merged, if i == 0 { Some(&self.middles.rays[group]) } else { None }))
    }

    /// Whether one ray in the middle of each texel is all that is cast.
    #[inline(always)]
    pub(crate) fn is_by_middles(&self, group: usize, merged: u8) -> bool {
        self.edges.is_centred()
            || u32::from(merged) == ALL_LANES && self.rays_per_texel > 1 && self.middles.centred[group]
    }

    /// From the middles of their texels to where those rays pass the surface \[m\].
    #[inline(always)]
    pub(crate) fn to_surface(&self, group: usize, merged: u8, i: usize) -> FourVec3 {
        if self.rays_per_texel == 1 {
            return self.edges.to_surface(group);
        }
        let mut all = self.edges.to_surface(group * self.rays_per_texel + i);
        for lane in (0..WIDTH).filter(|lane| i == 0 && merged >> lane & 1 != 0) {
            all.set(lane, self.middles.to_surface[group].get(lane));
        }
        all
    }
}
