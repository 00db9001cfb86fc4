//! From the contacts of a patch to the readings of its texels.

use crate::Skin;
use crate::batch::{Batch, BatchForce};
use crate::reading::{TexelReading, TexelState};
use crate::texel_sum::TexelSum;
use bristle_geometry::lanes::Lanes;
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
        let utilisation = utilisation.stored();
        let units = batch.units.stored();
        let mut left = batch.lanes;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let is = |bits: u32| bits >> lane & 1 != 0;
            let slipping = is(force.slipping);
            let ray = first_ray + lane;
            let mut own = TexelReading::NOTHING;
            let single = self.skin.rays_per_texel == 1;
            // Field by field into its place: a struct built first and copied then would wait for its own stores.
            let felt = if single { self.texel(ray) } else { &mut own };
            felt.normal_force = normal_force.0[lane];
            felt.elastic_force = elastic_force.0[lane];
            felt.shear = shear.get(lane);
            felt.penetration = penetration.0[lane];
            felt.point = point.get(lane);
            felt.normal = normal.get(lane);
            felt.slip_velocity = slip.get(lane);
            felt.deflection = deflection.get(lane);
            felt.utilisation = utilisation.0[lane];
            let pressed = felt.normal_force > 0.0;
            felt.state =
                TexelState::of(is(force.saturated), pressed, slipping.into(), (!slipping).into(), is(close));
            felt.target = Some(target as u16);
            if !single {
                let place = ray / self.skin.rays_per_texel;
                self.sums[place].add(&own, limit.0[lane], units.0[lane]);
            }
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
