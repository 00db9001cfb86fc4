//! From the contacts of a patch to the readings of its texels.

use crate::Skin;
use crate::batch::{Batch, BatchForce};
use crate::quad::Quad;
use crate::reading::{TexelReading, TexelState};
use crate::state::ALL_LANES;
use crate::texel_cells::TexelCells;
use crate::texel_rows::write_four;
use crate::texel_sum::{ContactRows, TexelSum};
use bristle_geometry::lanes::{Four, FourVec3, WIDTH};
use glam::DVec3;

/// Readings of one patch in the making. A texel with one ray is written at once, one with several is summed up first.
pub(crate) struct PatchReading<'a> {
    pub(crate) skin: &'a Skin,
    pub(crate) first_slot: usize,
    pub(crate) readings: TexelCells<'a>,
    pub(crate) sums: &'a mut [TexelSum],
}

impl PatchReading<'_> {
    #[inline(always)]
    fn texel(&mut self, place: usize) -> &mut TexelReading {
        self.readings.get(self.skin.texel_of_slot[self.first_slot + place] as usize)
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
    pub(crate) fn take<L: Quad>(
        &mut self,
        first_ray: usize,
        batch: &Batch<L>,
        force: &BatchForce<L>,
        target: u32,
    ) {
        let zero = L::splat(0.0);
        let loaded = zero.below(force.limit);
        let used = force.shear.dot(force.shear).sqrt() / force.limit;
        let utilisation = L::select(loaded, used, zero);
        let close = L::bits(L::both(L::splat(self.skin.options.incipient_from).at_most(utilisation), loaded));
        let pressed = L::bits(zero.below(force.normal_force));
        let states = states(batch.lanes, force.saturated, pressed, force.slipping, close);
        if self.skin.rays_per_texel == 1 && batch.lanes == ALL_LANES {
            let place = self.first_slot + first_ray;
            let at = std::array::from_fn(|lane| self.skin.texel_of_slot[place + lane] as usize);
            let (f, y, n) = (force.shear, batch.point, batch.normal);
            let (w, z) = (force.slip_velocity, force.deflection);
            let columns = [
                [force.normal_force, force.elastic_force, f.x, f.y],
                [f.z, batch.penetration, y.x, y.y],
                [y.z, n.x, n.y, n.z],
                [w.x, w.y, w.z, z.x],
                [z.y, z.z, utilisation, zero],
            ];
            write_four(&mut self.readings, at, columns, states, target as u16);
            return;
        }
        let target = target as u16;
        let normal_forces = force.normal_force.stored();
        if self.skin.rays_per_texel > 1 {
            let rows = ContactRows::new(batch, force);
            for lane in (0..WIDTH).filter(|lane| batch.lanes >> lane & 1 != 0) {
                let sum = &mut self.sums[(first_ray + lane) / self.skin.rays_per_texel];
                sum.note(normal_forces.0[lane], states[lane], target);
                rows.add_to(sum, lane);
            }
            return;
        }
        let contacts = StoredContacts {
            lanes: batch.lanes,
            // Spelled out: a function that is given to `map` is not inlined into what may use the wide registers.
            numbers: [
                normal_forces,
                force.elastic_force.stored(),
                batch.penetration.stored(),
                utilisation.stored(),
            ],
            vectors: [
                force.shear.stored(),
                batch.point.stored(),
                batch.normal.stored(),
                force.slip_velocity.stored(),
                force.deflection.stored(),
            ],
            states,
            target,
        };
        self.take_one_by_one(first_ray, &contacts);
    }

    /// The same for less than four contacts.
    #[inline(never)]
    fn take_one_by_one(&mut self, first_ray: usize, contacts: &StoredContacts) {
        for lane in (0..WIDTH).filter(|lane| contacts.lanes >> lane & 1 != 0) {
            *self.texel(first_ray + lane) = contacts.reading(lane);
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

/// Up to four contacts in memory.
struct StoredContacts {
    lanes: u32,
    /// Normal and elastic force, penetration, utilisation.
    numbers: [Four; 4],
    /// Shear, point, normal, slip velocity, deflection.
    vectors: [FourVec3; 5],
    states: [TexelState; WIDTH],
    target: u16,
}

impl StoredContacts {
    fn reading(&self, lane: usize) -> TexelReading {
        let [normal_force, elastic_force, penetration, utilisation] = self.numbers.map(|n| n.0[lane]);
        let [shear, point, normal, slip_velocity, deflection] = self.vectors.map(|v| v.get(lane));
        TexelReading {
            normal_force,
            elastic_force,
            shear,
            penetration,
            point,
            normal,
            slip_velocity,
            deflection,
            utilisation,
            state: self.states[lane],
            target: Some(self.target),
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
