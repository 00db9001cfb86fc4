//! From the contacts of four texels to their readings.

use crate::Skin;
use crate::batch::{Batch, BatchForce};
use crate::quad::Quad;
use crate::reading::{TexelReading, TexelState};
use crate::state::ALL_LANES;
use crate::texel_cells::TexelCells;
use crate::texel_rows::write_four;
use crate::texel_sum::TexelSums;
use bristle_geometry::lanes::{Four, FourVec3, WIDTH};
use glam::DVec3;

/// Readings in the making. A texel that one ray stands for is written at once, one with several rays is summed up first.
pub(crate) struct GroupReading<'a> {
    skin: &'a Skin,
    readings: TexelCells<'a>,
    /// The first slot of the group at work, and how many it has.
    first_slot: usize,
    texels: usize,
    /// Whether one ray stands for all of each texel.
    merged: bool,
    sums: TexelSums,
}

impl<'a> GroupReading<'a> {
    pub(crate) fn new(skin: &'a Skin, readings: TexelCells<'a>) -> Self {
        Self { skin, readings, first_slot: 0, texels: 0, merged: true, sums: TexelSums::default() }
    }

    /// The readings, for one more worker.
    ///
    /// # Safety
    ///
    /// No texel may be written through both.
    #[allow(unsafe_code)]
    pub(crate) unsafe fn shared(&self) -> Self {
        // SAFETY: the caller's promise.
        Self::new(self.skin, unsafe { self.readings.shared() })
    }

    /// Empties the readings of a patch, if it was written.
    #[inline]
    pub(crate) fn blank(&mut self, patch: usize, written: &mut bool) {
        if std::mem::take(written) {
            for slot in self.skin.patches[patch].slots.clone() {
                *self.readings.get(self.skin.texel_of_slot[slot] as usize) = TexelReading::NOTHING;
            }
        }
    }

    #[inline(always)]
    fn texel(&mut self, lane: usize) -> &mut TexelReading {
        self.readings.get(self.skin.texel_of_slot[self.first_slot + lane] as usize)
    }

    /// Begins with a group of a patch, with a bit for each texel for which one ray stands.
    #[inline(always)]
    pub(crate) fn begin(&mut self, patch: usize, group: usize, merged: u8) {
        let patch = &self.skin.patches[patch];
        self.first_slot = patch.slots.start + (group - patch.groups.start) * WIDTH;
        self.texels = WIDTH.min(patch.slots.end - self.first_slot);
        self.merged = u32::from(merged) == ALL_LANES;
        if !self.merged {
            self.sums = TexelSums::default();
        }
    }

    /// A ray that meets no target.
    #[inline(always)]
    pub(crate) fn nothing(&mut self, lane: usize) {
        if self.merged && self.texel(lane).target.is_some() {
            *self.texel(lane) = TexelReading::NOTHING;
        }
    }

    /// A target that is seen but not touched.
    pub(crate) fn look_ahead(
        &mut self,
        lane: usize,
        penetration: f64,
        point: DVec3,
        units: f64,
        target: u32,
    ) {
        if !self.merged {
            self.sums.look_ahead(lane, penetration, point, units, target);
            return;
        }
        *self.texel(lane) =
            TexelReading { penetration, point, target: Some(target as u16), ..TexelReading::NOTHING };
    }

    /// Takes in the contacts of one ray of each texel with one target.
    #[inline(always)]
    pub(crate) fn take<L: Quad>(&mut self, batch: &Batch<L>, force: &BatchForce<L>, target: u32) {
        if !self.merged {
            self.sums.add(batch, force, target);
            return;
        }
        let zero = L::splat(0.0);
        let loaded = zero.below(force.limit);
        let used = force.shear.dot(force.shear).sqrt() / force.limit;
        let utilisation = L::select(loaded, used, zero);
        let close = L::bits(L::both(L::splat(self.skin.options.incipient_from).at_most(utilisation), loaded));
        let pressed = L::bits(zero.below(force.normal_force));
        let states = states(batch.lanes, force.saturated, pressed, force.slipping, close);
        if batch.lanes == ALL_LANES {
            let at = std::array::from_fn(|lane| self.skin.texel_of_slot[self.first_slot + lane] as usize);
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
        let contacts = StoredContacts {
            lanes: batch.lanes,
            // Spelled out: a function that is given to `map` is not inlined into what may use the wide registers.
            numbers: [
                force.normal_force.stored(),
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
            target: target as u16,
        };
        self.take_one_by_one(&contacts);
    }

    /// The same for less than four contacts.
    #[inline(never)]
    fn take_one_by_one(&mut self, contacts: &StoredContacts) {
        for lane in (0..WIDTH).filter(|lane| contacts.lanes >> lane & 1 != 0) {
            *self.texel(lane) = contacts.reading(lane);
        }
    }

    /// All rays of the group have been taken.
    #[inline(always)]
    pub(crate) fn end(&mut self) {
        if !self.merged {
            self.write_sums();
        }
    }

    #[inline(never)]
    fn write_sums(&mut self) {
        for lane in 0..self.texels {
            *self.texel(lane) = self.sums.reading(lane, self.skin.options.incipient_from);
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

/// What four texels are doing, from a bit each; mostly they all stick.
#[inline(always)]
fn states(lanes: u32, saturated: u32, pressed: u32, slipping: u32, close: u32) -> [TexelState; WIDTH] {
    if saturated | slipping | close == 0 && pressed & lanes == lanes {
        return [TexelState::Stick; WIDTH];
    }
    std::array::from_fn(|lane| {
        let is = |bits: u32| bits >> lane & 1 != 0;
        TexelState::of(is(saturated), is(pressed), is(slipping), !is(slipping), is(close))
    })
}
