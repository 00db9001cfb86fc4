//! From the contacts of a patch to the readings of its texels.

use crate::Skin;
use crate::batch::{Batch, BatchForce};
use crate::contact::Contact;
use crate::lanes::{FourVec3, Lanes};
use crate::reading::{TexelReading, TexelState};
use crate::state::Bristle;
use crate::texel_sum::{RayReading, TexelSum};

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
    pub(crate) fn look_ahead(&mut self, ray: usize, contact: &Contact, units: f64, target: u32) {
        if self.skin.rays_per_texel > 1 {
            self.sums[ray / self.skin.rays_per_texel].look_ahead(contact, units, target);
            return;
        }
        *self.texel(ray) = TexelReading {
            penetration: contact.penetration,
            point: contact.point,
            target: Some(target as u16),
            ..TexelReading::NOTHING
        };
    }

    /// Takes in four contacts and hands their deflections back to the bristles.
    #[inline(always)]
    pub(crate) fn take<L: Lanes>(&mut self, batch: &Batch, force: &BatchForce<L>, bristles: &mut [Bristle]) {
        let (mut shear, mut deflection, mut slip) = (FourVec3::ZERO, FourVec3::ZERO, FourVec3::ZERO);
        force.shear.store(&mut shear);
        force.deflection.store(&mut deflection);
        force.slip_velocity.store(&mut slip);
        let (normal_force, elastic_force) = (force.normal_force.stored(), force.elastic_force.stored());
        let limit = force.limit.stored();
        let incipient_from = self.skin.options.incipient_from;
        for lane in 0..batch.count {
            let ray = batch.ray[lane];
            let bristle = &mut bristles[ray];
            bristle.deflection = deflection.get(lane);
            bristle.normal = batch.normal.get(lane);
            let felt = RayReading {
                normal_force: normal_force.0[lane],
                elastic_force: elastic_force.0[lane],
                shear: shear.get(lane),
                slip_velocity: slip.get(lane),
                deflection: bristle.deflection,
                limit: limit.0[lane],
                slipping: force.slipping >> lane & 1 != 0,
                saturated: force.saturated >> lane & 1 != 0,
                target: bristle.target,
            };
            if self.skin.rays_per_texel == 1 {
                let utilisation = felt.utilisation();
                *self.texel(ray) = TexelReading {
                    normal_force: felt.normal_force,
                    elastic_force: felt.elastic_force,
                    shear: felt.shear,
                    penetration: batch.penetration.0[lane],
                    point: batch.point.get(lane),
                    normal: bristle.normal,
                    slip_velocity: felt.slip_velocity,
                    deflection: felt.deflection,
                    utilisation,
                    state: TexelState::of(
                        felt.saturated,
                        felt.slipping.into(),
                        (!felt.slipping).into(),
                        utilisation >= incipient_from && felt.limit > 0.0,
                    ),
                    target: Some(felt.target as u16),
                };
            } else {
                let place = ray / self.skin.rays_per_texel;
                self.sums[place].add(&batch.contact(lane), &felt, batch.units.0[lane]);
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
