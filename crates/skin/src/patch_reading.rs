//! From the contacts of a patch to the readings of its texels.

use crate::Skin;
use crate::batch::{Batch, BatchForce};
use crate::reading::{TexelReading, TexelState};
use crate::texel_sum::TexelSum;
use bristle_geometry::lanes::{Lanes, WIDTH};
use glam::DVec3;

/// Readings of one patch in the making. A texel with one ray is written at once, one with several is summed up first.
pub(crate) struct PatchReading<'a> {
    pub(crate) skin: &'a Skin,
    pub(crate) first_slot: usize,
    pub(crate) readings: &'a mut [TexelReading],
    pub(crate) sums: &'a mut [TexelSum],
}

impl PatchReading<'_> {
    #[inline(always)]
    fn texel(&mut self, place: usize) -> &mut TexelReading {
        &mut self.readings[self.skin.texel_of_slot[self.first_slot + place] as usize]
    }

    pub(crate) fn begin(&mut self) {
        if self.skin.rays_per_texel > 1 {
            self.sums.fill(TexelSum::default());
        }
    }

    /// A ray that meets no target.
    #[inline(always)]
    pub(crate) fn nothing(&mut self, ray: usize) {
        if self.skin.rays_per_texel == 1 && self.texel(ray).target.is_some() {
            *self.texel(ray) = TexelReading::NOTHING;
        }
    }

    /// A target that is seen but not touched.
    pub(crate) fn look_ahead(&mut self, ray: usize, penetration: f64, point: DVec3, units: f64, target: u32) {
        if self.skin.rays_per_texel > 1 {
            self.sums[ray / self.skin.rays_per_texel].look_ahead(penetration, point, units, target);
            return;
        }
        *self.texel(ray) =
            TexelReading { penetration, point, target: Some(target as u16), ..TexelReading::NOTHING };
    }

    /// Takes in the contacts of a group whose first ray is `first_ray` of the patch.
    #[inline(always)]
    pub(crate) fn take<L: Lanes>(
        &mut self,
        first_ray: usize,
        batch: &Batch<L>,
        force: &BatchForce<L>,
        target: u32,
    ) {
        let (shear, deflection) = (force.shear.stored(), force.deflection.stored());
        let slip = force.slip_velocity.stored();
        let (point, normal) = (batch.point.stored(), batch.normal.stored());
        let (normal_force, elastic_force) = (force.normal_force.stored(), force.elastic_force.stored());
        let (limit, penetration) = (force.limit.stored(), batch.penetration.stored());
        let zero = L::splat(0.0);
        let loaded = zero.below(force.limit);
        let used = force.shear.dot(force.shear).sqrt() / force.limit;
        let utilisation = L::select(loaded, used, zero);
        let close = L::bits(L::both(L::splat(self.skin.options.incipient_from).at_most(utilisation), loaded));
        let pressed = L::bits(zero.below(force.normal_force));
        let states = states(batch.lanes, force.saturated, pressed, force.slipping, close);
        let utilisation = utilisation.stored();

        // Field by field into its place: a struct built first and copied then would wait for its own stores.
        let write = |lane: usize, felt: &mut TexelReading| {
            felt.normal_force = normal_force.0[lane];
            felt.elastic_force = elastic_force.0[lane];
            felt.shear = shear.get(lane);
            felt.penetration = penetration.0[lane];
            felt.point = point.get(lane);
            felt.normal = normal.get(lane);
            felt.slip_velocity = slip.get(lane);
            felt.deflection = deflection.get(lane);
            felt.utilisation = utilisation.0[lane];
            felt.state = states[lane];
            felt.target = Some(target as u16);
        };
        if self.skin.rays_per_texel == 1 {
            for lane in 0..WIDTH {
                if batch.lanes >> lane & 1 != 0 {
                    write(lane, self.texel(first_ray + lane));
                }
            }
            return;
        }
        let units = batch.units.stored();
        for lane in (0..WIDTH).filter(|lane| batch.lanes >> lane & 1 != 0) {
            let mut own = TexelReading::NOTHING;
            write(lane, &mut own);
            let place = (first_ray + lane) / self.skin.rays_per_texel;
            self.sums[place].add(&own, limit.0[lane], units.0[lane]);
        }
    }

    pub(crate) fn finish(mut self) {
        if self.skin.rays_per_texel > 1 {
            for place in 0..self.sums.len() {
                *self.texel(place) = self.sums[place].finish(self.skin.options.incipient_from);
            }
        }
    }
}

/// What four rays are doing, from a bit each; mostly they all stick.
#[inline(always)]
fn states(lanes: u32, saturated: u32, pressed: u32, slipping: u32, close: u32) -> [TexelState; WIDTH] {
    if saturated | slipping | close == 0 && pressed & lanes == lanes {
        return [TexelState::Stick; WIDTH];
    }
    std::array::from_fn(|lane| {
        let is = |bits: u32| bits >> lane & 1 != 0;
        let slips = is(slipping);
        TexelState::of(is(saturated), is(pressed), slips.into(), (!slips).into(), is(close))
    })
}
