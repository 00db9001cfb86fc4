//! What becomes of the contacts of a trial besides their sums.

use crate::Skin;
use crate::batch::{Batch, BatchForce};
use crate::feel::LANE_FLAGS;
use crate::patch::PATCH_SIZE;
use crate::patch_reading::PatchReading;
use crate::quad::Quad;
use crate::reading::SkinReading;
use crate::state::{ALL_LANES, BristleGroup, SkinState};
use crate::texel_cells::TexelCells;
use crate::texel_sum::TexelSum;
use crate::trial_kernel::CHUNK;
use crate::update::free;
use bristle_geometry::lanes::{Vec3x, WIDTH};
use glam::DVec3;

/// Follows a trial patch by patch and group by group.
pub(crate) trait Follower: Sized + Send {
    /// Whether the sums need derivatives.
    const DERIVATIVES: bool;
    /// One for the patches before `patch`, and one for the rest, whose rays begin with `group`.
    #[cfg_attr(not(feature = "parallel"), allow(dead_code))]
    fn split(self, patch: usize, group: usize) -> (Self, Self);
    fn begin_patch(&mut self, index: usize);
    /// Four rays, the first of which is `first_ray` of the patch.
    fn begin_group(&mut self, group: usize, first_ray: usize);
    /// Contacts with one target; `pressed` has a bit for each that carries a force.
    fn take<L: Quad>(&mut self, target: u32, batch: &Batch<L>, force: &BatchForce<L>, pressed: u32);
    /// A ray that sees a target but does not reach it.
    fn miss(&mut self, lane: usize, target: u32, penetration: f64, point: DVec3, units: f64);
    /// A ray that sees nothing.
    fn nothing(&mut self, lane: usize);
    fn end_group(&mut self);
    fn end_patch(&mut self, index: usize);
    /// A patch that no target comes near.
    fn idle_patch(&mut self, index: usize);
}

/// A trial: nothing but the sums counts.
pub(crate) struct Probe;

impl Follower for Probe {
    const DERIVATIVES: bool = true;
    fn split(self, _: usize, _: usize) -> (Self, Self) {
        (Self, Self)
    }
    #[inline(always)]
    fn begin_patch(&mut self, _: usize) {}
    #[inline(always)]
    fn begin_group(&mut self, _: usize, _: usize) {}
    #[inline(always)]
    fn take<L: Quad>(&mut self, _: u32, _: &Batch<L>, _: &BatchForce<L>, _: u32) {}
    #[inline(always)]
    fn miss(&mut self, _: usize, _: u32, _: f64, _: DVec3, _: f64) {}
    #[inline(always)]
    fn nothing(&mut self, _: usize) {}
    #[inline(always)]
    fn end_group(&mut self) {}
    #[inline(always)]
    fn end_patch(&mut self, _: usize) {}
    #[inline(always)]
    fn idle_patch(&mut self, _: usize) {}
}

/// The step is taken: bristles move on and texels feel.
pub(crate) struct Settle<'a> {
    skin: &'a Skin,
    /// Of the patches from `first_patch` on, whose rays begin with `first_group`.
    bristles: &'a mut [BristleGroup],
    touching: &'a mut [bool],
    written: &'a mut [bool],
    first_patch: usize,
    first_group: usize,
    texels: TexelCells<'a>,
    /// Room for texels in the making, of a patch per chunk; empty if texels have one ray each.
    sums: &'a mut [TexelSum],
    /// Where the work is.
    patch: usize,
    group: usize,
    first_ray: usize,
    /// A bit for each ray of the group that holds on to a target.
    clinging: u32,
    /// Whether any ray of the patch does.
    holds: bool,
}

impl<'a> Settle<'a> {
    pub(crate) fn new(
        skin: &'a Skin,
        next: &'a mut SkinState,
        reading: &'a mut SkinReading,
        sums: &'a mut [TexelSum],
    ) -> Self {
        Self {
            skin,
            bristles: &mut next.bristles,
            touching: &mut next.touching,
            written: &mut reading.written,
            first_patch: 0,
            first_group: 0,
            texels: TexelCells::new(&mut reading.texels),
            sums,
            patch: 0,
            group: 0,
            first_ray: 0,
            clinging: 0,
            holds: false,
        }
    }

    #[inline(always)]
    fn felt(&mut self) -> PatchReading<'_> {
        let slots = &self.skin.patches[self.patch].slots;
        PatchReading {
            skin: self.skin,
            first_slot: slots.start,
            readings: self.texels.reborrow(),
            sums: self.sums.get_mut(..slots.len()).unwrap_or_default(),
        }
    }
}

impl Follower for Settle<'_> {
    const DERIVATIVES: bool = false;

    fn split(self, patch: usize, group: usize) -> (Self, Self) {
        let (patches, groups) = (patch - self.first_patch, group - self.first_group);
        let (bristles, last_bristles) = self.bristles.split_at_mut(groups);
        let (touching, last_touching) = self.touching.split_at_mut(patches);
        let (written, last_written) = self.written.split_at_mut(patches);
        let room = (patches / CHUNK * PATCH_SIZE).min(self.sums.len());
        let (sums, last_sums) = self.sums.split_at_mut(room);
        // SAFETY: the two have no patch in common, and every texel belongs to one patch.
        #[allow(unsafe_code)]
        let texels = unsafe { self.texels.shared() };
        let last = Self {
            bristles: last_bristles,
            touching: last_touching,
            written: last_written,
            first_patch: patch,
            first_group: group,
            texels,
            sums: last_sums,
            ..self
        };
        (Self { bristles, touching, written, sums, ..self }, last)
    }

    #[inline(always)]
    fn begin_patch(&mut self, index: usize) {
        (self.patch, self.holds) = (index, false);
        self.felt().begin();
    }

    #[inline(always)]
    fn begin_group(&mut self, group: usize, first_ray: usize) {
        (self.group, self.first_ray, self.clinging) = (group, first_ray, 0);
    }

    #[inline(always)]
    fn take<L: Quad>(&mut self, target: u32, batch: &Batch<L>, force: &BatchForce<L>, pressed: u32) {
        let next = &mut self.bristles[self.group - self.first_group];
        if pressed == ALL_LANES {
            force.deflection.store(&mut next.deflection);
            batch.normal.store(&mut next.normal);
            next.target = [target; WIDTH];
        } else {
            if self.clinging == 0 {
                *next = BristleGroup::FREE;
            }
            let on = L::splat(0.0).below(L::load(&LANE_FLAGS[pressed as usize]));
            Vec3x::select(on, force.deflection, Vec3x::load(&next.deflection)).store(&mut next.deflection);
            Vec3x::select(on, batch.normal, Vec3x::load(&next.normal)).store(&mut next.normal);
            for lane in (0..WIDTH).filter(|lane| pressed >> lane & 1 != 0) {
                next.target[lane] = target;
            }
        }
        self.clinging |= pressed;
        let first_ray = self.first_ray;
        self.felt().take(first_ray, batch, force, target);
    }

    fn miss(&mut self, lane: usize, target: u32, penetration: f64, point: DVec3, units: f64) {
        let ray = self.first_ray + lane;
        self.felt().look_ahead(ray, penetration, point, units, target);
    }

    #[inline(always)]
    fn nothing(&mut self, lane: usize) {
        let ray = self.first_ray + lane;
        self.felt().nothing(ray);
    }

    #[inline(always)]
    fn end_group(&mut self) {
        if self.clinging == 0 {
            self.bristles[self.group - self.first_group] = BristleGroup::FREE;
        }
        self.holds |= self.clinging != 0;
    }

    #[inline(always)]
    fn end_patch(&mut self, index: usize) {
        self.felt().finish();
        self.touching[index - self.first_patch] = self.holds;
        self.written[index - self.first_patch] = true;
    }

    #[inline(always)]
    fn idle_patch(&mut self, index: usize) {
        let (place, groups) = (index - self.first_patch, &self.skin.patches[index].groups);
        let groups = groups.start - self.first_group..groups.end - self.first_group;
        free(&mut self.bristles[groups], &mut self.touching[place]);
        self.skin.blank(index, &mut self.texels, &mut self.written[place]);
    }
}
