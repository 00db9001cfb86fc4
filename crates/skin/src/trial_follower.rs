//! What becomes of the contacts of a trial besides their sums.

use crate::Skin;
use crate::batch::{Batch, BatchForce};
use crate::feel::LANE_FLAGS;
use crate::group_reading::GroupReading;
use crate::quad::Quad;
use crate::reading::SkinReading;
use crate::state::{ALL_LANES, BristleGroup, SkinState};
use crate::texel_cells::TexelCells;
use crate::update::free;
use bristle_geometry::lanes::{Vec3x, WIDTH};
use glam::DVec3;

/// Follows a trial patch by patch and group by group.
pub(crate) trait Follower: Sized + Send {
    /// Whether the sums need derivatives.
    const DERIVATIVES: bool;
    /// One for the patches before `patch`, and one for the rest, whose texels begin with `group`.
    #[cfg_attr(not(feature = "parallel"), allow(dead_code))]
    fn split(self, patch: usize, group: usize) -> (Self, Self);
    fn begin_patch(&mut self, index: usize);
    /// Four texels, with a bit for each for which one ray stands.
    fn begin_group(&mut self, group: usize, merged: u8);
    /// A ray of each of them.
    fn begin_ray(&mut self, ray: usize);
    /// Contacts with one target; `pressed` has a bit for each that carries a force, and `depth` tells how deep they are at the end of the step.
    fn take<L: Quad>(&mut self, target: u32, batch: &Batch<L>, force: &BatchForce<L>, pressed: u32, depth: L);
    /// A ray that sees a target but does not reach it.
    fn miss(&mut self, lane: usize, target: u32, penetration: f64, point: DVec3, units: f64);
    /// A ray that sees nothing.
    fn nothing(&mut self, lane: usize);
    fn end_ray(&mut self);
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
    fn begin_group(&mut self, _: usize, _: u8) {}
    #[inline(always)]
    fn begin_ray(&mut self, _: usize) {}
    #[inline(always)]
    fn take<L: Quad>(&mut self, _: u32, _: &Batch<L>, _: &BatchForce<L>, _: u32, _: L) {}
    #[inline(always)]
    fn miss(&mut self, _: usize, _: u32, _: f64, _: DVec3, _: f64) {}
    #[inline(always)]
    fn nothing(&mut self, _: usize) {}
    #[inline(always)]
    fn end_ray(&mut self) {}
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
    /// Of the patches from `first_patch` on, whose texels begin with `first_group`.
    bristles: &'a mut [BristleGroup],
    merged: &'a mut [u8],
    touching: &'a mut [bool],
    written: &'a mut [bool],
    first_patch: usize,
    first_group: usize,
    felt: GroupReading<'a>,
    /// Where the work is.
    patch: usize,
    ray: usize,
    /// A bit for each of four rays that holds on to a target.
    clinging: u32,
    /// Whether any ray of the patch does.
    holds: bool,
}

impl<'a> Settle<'a> {
    pub(crate) fn new(skin: &'a Skin, next: &'a mut SkinState, reading: &'a mut SkinReading) -> Self {
        Self {
            skin,
            bristles: &mut next.bristles,
            merged: &mut next.merged,
            touching: &mut next.touching,
            written: &mut reading.written,
            first_patch: 0,
            first_group: 0,
            felt: GroupReading::new(skin, TexelCells::new(&mut reading.texels)),
            patch: 0,
            ray: 0,
            clinging: 0,
            holds: false,
        }
    }

    /// The next bristles of the rays at work.
    #[inline(always)]
    fn bristles(&mut self) -> &mut BristleGroup {
        &mut self.bristles[self.ray - self.first_group * self.skin.rays_per_texel]
    }
}

impl Follower for Settle<'_> {
    const DERIVATIVES: bool = false;

    fn split(self, patch: usize, group: usize) -> (Self, Self) {
        let (patches, groups) = (patch - self.first_patch, group - self.first_group);
        let (bristles, last_bristles) = self.bristles.split_at_mut(groups * self.skin.rays_per_texel);
        let (merged, last_merged) = self.merged.split_at_mut(groups);
        let (touching, last_touching) = self.touching.split_at_mut(patches);
        let (written, last_written) = self.written.split_at_mut(patches);
        // SAFETY: the two have no patch in common, and every texel belongs to one patch.
        #[allow(unsafe_code)]
        let felt = unsafe { self.felt.shared() };
        let last = Self {
            bristles: last_bristles,
            merged: last_merged,
            touching: last_touching,
            written: last_written,
            first_patch: patch,
            first_group: group,
            felt,
            ..self
        };
        (Self { bristles, merged, touching, written, ..self }, last)
    }

    #[inline(always)]
    fn begin_patch(&mut self, index: usize) {
        (self.patch, self.holds) = (index, false);
    }

    #[inline(always)]
    fn begin_group(&mut self, group: usize, merged: u8) {
        self.felt.begin(self.patch, group, merged);
        let place = group - self.first_group;
        if merged != std::mem::replace(&mut self.merged[place], merged) {
            // Some of them may not be written from now on.
            self.bristles[self.skin.rays_of(place..place + 1)].fill(BristleGroup::FREE);
        }
    }

    #[inline(always)]
    fn begin_ray(&mut self, ray: usize) {
        (self.ray, self.clinging) = (ray, 0);
    }

    #[inline(always)]
    fn take<L: Quad>(
        &mut self,
        target: u32,
        batch: &Batch<L>,
        force: &BatchForce<L>,
        pressed: u32,
        depth: L,
    ) {
        let depth = depth.larger(L::splat(0.0));
        let clinging = self.clinging;
        let next = self.bristles();
        if pressed == ALL_LANES {
            force.deflection.store(&mut next.deflection);
            batch.normal.store(&mut next.normal);
            depth.store(&mut next.depth);
            next.target = [target; WIDTH];
        } else {
            if clinging == 0 {
                *next = BristleGroup::FREE;
            }
            // One that is not pressed, since the pad springs back too slowly, holds on without a force.
            let pressed = L::splat(0.0).below(L::load(&LANE_FLAGS[pressed as usize]));
            let on = L::splat(0.0).below(L::load(&LANE_FLAGS[batch.lanes as usize]));
            let deflection = Vec3x::select(pressed, force.deflection, Vec3x::splat(DVec3::ZERO));
            Vec3x::select(on, deflection, Vec3x::load(&next.deflection)).store(&mut next.deflection);
            Vec3x::select(on, batch.normal, Vec3x::load(&next.normal)).store(&mut next.normal);
            L::select(on, depth, L::load(&next.depth)).store(&mut next.depth);
            for lane in (0..WIDTH).filter(|lane| batch.lanes >> lane & 1 != 0) {
                next.target[lane] = target;
            }
        }
        self.clinging |= batch.lanes;
        self.felt.take(batch, force, target);
    }

    fn miss(&mut self, lane: usize, target: u32, penetration: f64, point: DVec3, units: f64) {
        self.felt.look_ahead(lane, penetration, point, units, target);
    }

    #[inline(always)]
    fn nothing(&mut self, lane: usize) {
        self.felt.nothing(lane);
    }

    #[inline(always)]
    fn end_ray(&mut self) {
        if self.clinging == 0 {
            *self.bristles() = BristleGroup::FREE;
        }
        self.holds |= self.clinging != 0;
    }

    #[inline(always)]
    fn end_group(&mut self) {
        self.felt.end();
    }

    #[inline(always)]
    fn end_patch(&mut self, index: usize) {
        self.touching[index - self.first_patch] = self.holds;
        self.written[index - self.first_patch] = true;
    }

    #[inline(always)]
    fn idle_patch(&mut self, index: usize) {
        let (place, groups) = (index - self.first_patch, &self.skin.patches[index].groups);
        let rays = self.skin.rays_of(groups.start - self.first_group..groups.end - self.first_group);
        free(&mut self.bristles[rays], &mut self.touching[place]);
        self.felt.blank(index, &mut self.written[place]);
    }
}
