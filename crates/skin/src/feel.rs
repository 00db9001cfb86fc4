//! Second half of an update: from the nearest hits to forces, bristles and readings.

use crate::Skin;
use crate::batch::Batch;
use crate::detect::{Nearest, Scenery};
use crate::elastic::Elastic;
use crate::group_reading::GroupReading;
use crate::memory::SkinMemory;
use crate::pair_sum::PairSum;
use crate::quad::Quad;
use crate::rays::RayGroup;
use crate::state::{ALL_LANES, BristleGroup, NO_TARGET, SkinState};
use crate::target::{Relative, Target};
use bristle_geometry::lanes::{Four, Vec3x, WIDTH};

/// For every set of lanes, 1 where a lane belongs to it.
pub(crate) static LANE_FLAGS: [Four; 1 << WIDTH] = {
    let mut flags = [Four::ZERO; 1 << WIDTH];
    let mut set = 0;
    while set < flags.len() {
        let mut lane = 0;
        while lane < WIDTH {
            flags[set].0[lane] = (set >> lane & 1) as f64;
            lane += 1;
        }
        set += 1;
    }
    flags
};

/// A bit for every lane that holds `value`.
#[inline(always)]
pub(crate) fn lanes_equal(four: &[u32; WIDTH], value: u32) -> u32 {
    if *four == [value; WIDTH] {
        return ALL_LANES;
    }
    (0..WIDTH).fold(0, |bits, lane| bits | u32::from(four[lane] == value) << lane)
}

/// What a skin may touch.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    targets: &'a [Target<'a>],
    relatives: &'a [Relative],
    /// By how much the targets' surfaces have receded; not at all beyond the list.
    receded: &'a [f64],
}

impl Skin {
    /// Hits of a patch, and forces from them; gives whether any ray meets a target.
    #[inline(always)]
    pub(crate) fn feel_patch<L: Quad>(
        &self,
        index: usize,
        targets: &[Target],
        h: f64,
        state: &mut SkinState,
        memory: &mut SkinMemory,
        felt: &mut GroupReading,
    ) -> bool {
        let SkinMemory { pairs, relatives, sums, hits, merged, near, near_targets, edged, .. } = memory;
        let mut scenery = Scenery { targets, relatives, pairs };
        scenery.list_near(&self.patches[index], near_targets);
        near[index] = !near_targets.is_empty();
        if !near[index] {
            return false;
        }
        self.detect_patch::<L>(index, near_targets, &mut scenery, hits, merged);
        self.keep_to_front(index, &scenery, state, (hits, merged), &mut []);
        near[index] = self.meets_anything(index, hits, merged);
        if !near[index] {
            return false;
        }
        *edged |= scenery.have_edges(near_targets);
        let mut touching = 0;
        for group in self.patches[index].groups.clone() {
            let merged = merged[group];
            state.merge(self, group, merged, &hits[group * self.rays_per_texel].target);
            felt.begin(index, group, merged);
            let SkinState { bristles, receded, .. } = &mut *state;
            let around = Surroundings { targets, relatives, receded };
            for i in 0..self.casts(merged) {
                let (ray, mut room) = (group * self.rays_per_texel + i, None);
                let four = (self.cast_ray(group, merged, i, &mut room), &hits[ray]);
                touching |= self.feel_group::<L>(four, around, h, &mut bristles[ray], sums, felt);
            }
            felt.end();
        }
        state.touching[index] = touching != 0;
        true
    }

    /// Four rays; gives a bit for each that touches.
    #[inline(always)]
    fn feel_group<L: Quad>(
        &self,
        (rays, nearest): (&RayGroup, &Nearest),
        around: Surroundings,
        h: f64,
        bristles: &mut BristleGroup,
        sums: &mut [PairSum],
        felt: &mut GroupReading,
    ) -> u32 {
        let zero = L::splat(0.0);
        let mut touching = 0;
        for (target, (relative, sum)) in (0u32..).zip(around.relatives.iter().zip(sums)) {
            let seen = lanes_equal(&nearest.target, target);
            if seen == 0 {
                continue;
            }
            let surface = self.reach - around.receded.get(target as usize).copied().unwrap_or(0.0);
            let reach = L::splat(surface);
            let lanes = seen & L::bits(L::load(&nearest.distance).below(reach));
            if seen != lanes {
                self.report_gaps(seen & !lanes, rays, nearest, (target, surface), felt);
            }
            if lanes == 0 {
                continue;
            }
            touching |= lanes;
            bristles.cling(lanes, target, &nearest.normal);
            let on = zero.below(L::load(&LANE_FLAGS[lanes as usize]));
            let direction = Vec3x::<L>::load(&rays.direction);
            let normal = Vec3x::select(on, Vec3x::load(&nearest.normal), direction * L::splat(-1.0));
            let distance = L::select(on, L::load(&nearest.distance), reach);
            let point = Vec3x::load(&rays.origin) + direction * distance;
            let velocity = Vec3x::splat(relative.velocity) + Vec3x::splat(relative.rotation).cross(point);
            let squareness = -normal.dot(direction);
            let material = around.targets[target as usize].material(&self.material);
            let (bed, penetration) = (material.bed_law(), reach - distance);
            let elastic =
                bed.map_or(Elastic { force: zero, slope: zero }, |bed| Elastic::at(&bed, penetration));
            let batch = Batch {
                lanes,
                penetration,
                elastic,
                rate: normal.dot(velocity) * (L::splat(1.0) / squareness),
                squareness,
                units: L::select(on, L::load(&rays.units), zero),
                point,
                normal,
                deflection: Vec3x::load(&bristles.deflection),
                old_normal: Vec3x::load(&bristles.normal),
            };
            let force = batch.force((bed.as_ref(), material), velocity, h);
            Vec3x::select(on, force.deflection, batch.deflection).store(&mut bristles.deflection);
            Vec3x::select(on, normal, batch.old_normal).store(&mut bristles.normal);
            L::select(on, penetration, L::load(&bristles.depth)).store(&mut bristles.depth);
            sum.add(&batch, &force, h);
            felt.take(&batch, &force, target);
        }
        if touching != ALL_LANES {
            bristles.let_go(!touching);
            for lane in 0..WIDTH {
                if nearest.target[lane] == NO_TARGET && rays.has(lane) {
                    felt.nothing(lane);
                }
            }
        }
        touching
    }

    /// Rays that see a target which they do not touch.
    #[cold]
    fn report_gaps(
        &self,
        lanes: u32,
        rays: &RayGroup,
        nearest: &Nearest,
        (target, surface): (u32, f64),
        felt: &mut GroupReading,
    ) {
        for lane in (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
            let distance = nearest.distance.0[lane];
            let point = rays.origin.get(lane) + rays.direction.get(lane) * distance;
            felt.look_ahead(lane, surface - distance, point, rays.units.0[lane], target);
        }
    }
}
