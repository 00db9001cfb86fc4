//! The work of an implicit step on the rays.

use crate::Skin;
use crate::batch::Batch;
use crate::detect::{Nearest, Scenery};
use crate::fastest::{Kernel, run_fastest};
use crate::feel::{LANE_FLAGS, lanes_equal};
use crate::from_side::Bevel;
use crate::memory::SkinMemory;
use crate::quad::Quad;
use crate::rays::RayGroup;
use crate::squeeze::Squeeze;
use crate::state::{ALL_LANES, BristleGroup, NO_TARGET, SkinState};
use crate::target::Target;
use crate::target_surface::Crush;
use crate::texel_cells::are_far;
use crate::trial::RelativeMotion;
use crate::trial_follower::Follower;
use crate::trial_sum::TrialSum;
use bristle_contact::{BedLaw, ContactMaterial};
use bristle_geometry::lanes::{Four, Vec3x, WIDTH};
use glam::DVec3;
use std::ops::Range;
use std::sync::Arc;
#[cfg(feature = "parallel")]
use std::{process, sync::OnceLock};

/// Patches that are summed up together. Sums of chunks are added in order, so that the bits do not depend on who works on
/// which chunk.
pub(crate) const CHUNK: usize = 64;

/// Rays from which on threads pay for being woken. At 10 000, two of them spend a quarter of their time on waking up.
#[cfg(feature = "parallel")]
const WORTH_SHARING: usize = 16_000;

/// Whether there is anybody to share with. A process that was forked from one that has shared is a copy of all but its threads, and work
/// that is given to them waits for ever; but it may be at work in a pool of its own.
#[cfg(feature = "parallel")]
fn threads_are_here() -> bool {
    static SHARED_BY: OnceLock<u32> = OnceLock::new();
    rayon::current_thread_index().is_some() || *SHARED_BY.get_or_init(process::id) == process::id()
}

/// A ray whose depth is found larger by more than this share than the last step has left it has jumped.
const SMOOTH: f64 = 0.05;

/// Casts all rays.
pub(crate) struct Look<'a> {
    pub(crate) skin: &'a Skin,
    pub(crate) targets: &'a [Target<'a>],
    pub(crate) state: &'a SkinState,
    pub(crate) memory: &'a mut SkinMemory,
}

impl Kernel for Look<'_> {
    #[inline(always)]
    fn run<L: Quad>(self) {
        let Self { skin, targets, state, memory } = self;
        let SkinMemory { pairs, relatives, hits, merged, near, near_targets, laws, edged, .. } = &mut *memory;
        *edged = false;
        let mut scenery = Scenery { targets, relatives, pairs };
        for (index, near) in near.iter_mut().enumerate() {
            scenery.list_near(&skin.patches[index], near_targets);
            *near = !near_targets.is_empty();
            if *near {
                skin.detect_patch::<L>(index, near_targets, &mut scenery, hits, merged);
                skin.keep_to_front(index, &scenery, state, (hits, merged), laws);
                *near = skin.meets_anything(index, hits, merged);
                *edged |= *near && scenery.have_edges(near_targets);
            }
        }
        memory.recall_entered(skin, state);
        skin.find_edges(targets, state, memory);
    }
}

/// What the laws are asked.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) skin: &'a Skin,
    pub(crate) before: &'a [RelativeMotion],
    pub(crate) after: &'a [RelativeMotion],
    pub(crate) h: f64,
    pub(crate) state: &'a SkinState,
    /// See [`SkinMemory::moves_at_end`].
    pub(crate) moves_at_end: bool,
}

/// How a target is felt.
#[derive(Clone, Debug, Default)]
pub(crate) struct TargetLaw {
    /// Share of the way from the mean force to that at the end of the step.
    pub(crate) towards_end: f64,
    /// The skin's own if `None`.
    pub(crate) material: Option<Arc<ContactMaterial>>,
    /// The part of its material that holds for a whole bed.
    pub(crate) bed: Option<BedLaw>,
    pub(crate) crush: Option<Crush>,
    /// Whether it was not there in the last step: the scene placed it where it is.
    pub(crate) is_placed: bool,
    /// By how much its surface has receded \[m\].
    pub(crate) receded: f64,
    /// By how much it is let in since it was found deep inside the pad \[m\].
    pub(crate) let_in: f64,
    /// How deep it is found now where it was not felt before, if that is beyond the pad \[m\].
    pub(crate) found_at: f64,
}

/// Evaluates the laws at the hits of the last detection, for some chunks of patches.
pub(crate) struct Trial<'a, F> {
    step: Step<'a>,
    hits: &'a [Nearest],
    merged: &'a [u8],
    near: &'a [bool],
    /// By how much each ray lets its target in; empty if none does.
    entered: &'a [Four],
    /// One per target.
    laws: &'a [TargetLaw],
    /// One per chunk and target.
    sums: &'a mut [TrialSum],
    chunks: Range<usize>,
    follower: F,
}

impl<'a, F: Follower> Trial<'a, F> {
    /// The whole skin.
    pub(crate) fn new(step: Step<'a>, memory: &'a mut SkinMemory, follower: F) -> Self {
        let SkinMemory { hits, merged, near, entered, laws, trial_sums, .. } = memory;
        let chunks = 0..step.skin.patches.len().div_ceil(CHUNK);
        Self { step, hits, merged, near, entered, laws, sums: trial_sums, chunks, follower }
    }

    /// On several threads if there is enough to do.
    pub(crate) fn run_fastest(self) {
        #[cfg(feature = "parallel")]
        if self.step.skin.ray_count() > WORTH_SHARING && threads_are_here() {
            return self.share();
        }
        run_fastest(self);
    }

    /// Halves the work until a chunk is left.
    #[cfg(feature = "parallel")]
    fn share(self) {
        if self.chunks.len() <= 1 {
            return run_fastest(self);
        }
        let Self { step, hits, merged, near, entered, laws, sums, chunks, follower } = self;
        let middle = chunks.start + chunks.len() / 2;
        let (first_sums, last_sums) = sums.split_at_mut((middle - chunks.start) * step.before.len());
        let patch = middle * CHUNK;
        let (first, last) = follower.split(patch, step.skin.patches[patch].groups.start);
        let (before, after) = (chunks.start..middle, middle..chunks.end);
        rayon::join(
            || {
                Self {
                    step,
                    hits,
                    merged,
                    near,
                    entered,
                    laws,
                    sums: first_sums,
                    chunks: before,
                    follower: first,
                }
                .share()
            },
            || {
                Self {
                    step,
                    hits,
                    merged,
                    near,
                    entered,
                    laws,
                    sums: last_sums,
                    chunks: after,
                    follower: last,
                }
                .share()
            },
        );
    }
}

impl<F: Follower> Kernel for Trial<'_, F> {
    #[inline(always)]
    fn run<L: Quad>(mut self) {
        let Step { skin, before, .. } = self.step;
        self.sums.iter_mut().for_each(TrialSum::clear);
        for (i, chunk) in self.chunks.enumerate() {
            let sums = &mut self.sums[i * before.len()..][..before.len()];
            for index in chunk * CHUNK..skin.patches.len().min((chunk + 1) * CHUNK) {
                if !self.near[index] {
                    self.follower.idle_patch(index);
                    continue;
                }
                self.follower.begin_patch(index);
                for group in skin.patches[index].groups.clone() {
                    let merged = self.merged[group];
                    self.follower.begin_group(group, merged);
                    for i in 0..skin.casts(merged) {
                        let ray = group * skin.rays_per_texel + i;
                        self.follower.begin_ray(ray);
                        let (hits, mut rays, mut bristles) = (&self.hits[ray], None, None);
                        let held = (merged, &hits.target);
                        let held = self.step.state.held(skin, (group, i), held, &mut bristles);
                        let four = (skin.cast_ray(group, merged, i, &mut rays), held, hits);
                        let entered = self.entered.get(ray);
                        self.step.group::<L, F>(four, (self.laws, entered), sums, &mut self.follower);
                        self.follower.end_ray();
                    }
                    self.follower.end_group();
                }
                self.follower.end_patch(index);
            }
        }
        if are_far(skin.texels.len()) {
            L::settle();
        }
    }
}

impl RelativeMotion {
    /// Velocity of the target past the pad at points of the skin.
    #[inline(always)]
    pub(crate) fn at<L: Quad>(&self, point: Vec3x<L>) -> Vec3x<L> {
        Vec3x::splat(self.velocity) + Vec3x::splat(self.rotation).cross(point)
    }
}

impl Step<'_> {
    #[inline(always)]
    fn group<L: Quad, F: Follower>(
        &self,
        (rays, bristles, hits): (&RayGroup, &BristleGroup, &Nearest),
        (laws, entered): (&[TargetLaw], Option<&Four>),
        sums: &mut [TrialSum],
        follower: &mut F,
    ) {
        let motions = self.before.iter().zip(self.after);
        for (target, (motion, sum)) in (0u32..).zip(motions.zip(sums)) {
            let seen = lanes_equal(&hits.target, target);
            if seen != 0 {
                let law = &laws[target as usize];
                let law = (target, law, entered);
                self.pair::<L, F>((rays, bristles, hits), law, seen, motion, sum, follower);
            }
        }
        if hits.target.contains(&NO_TARGET) {
            for lane in (0..WIDTH).filter(|&lane| hits.target[lane] == NO_TARGET && rays.has(lane)) {
                follower.nothing(lane);
            }
        }
    }

    /// Those of four rays that see one target.
    #[inline(always)]
    fn pair<L: Quad, F: Follower>(
        &self,
        (rays, bristles, hits): (&RayGroup, &BristleGroup, &Nearest),
        (target, law, entered): (u32, &TargetLaw, Option<&Four>),
        seen: u32,
        (before, after): (&RelativeMotion, &RelativeMotion),
        sum: &mut TrialSum,
        follower: &mut F,
    ) {
        let (zero, reach) = (L::splat(0.0), L::splat(self.skin.reach));
        let sees = zero.below(L::load(&LANE_FLAGS[seen as usize]));
        let direction = Vec3x::<L>::load(&rays.direction);
        let mut normal = Vec3x::select(sees, Vec3x::load(&hits.normal), direction * L::splat(-1.0));
        let distance = L::select(sees, L::load(&hits.distance), reach);
        let point = Vec3x::load(&rays.origin) + direction * distance;
        let mut squareness = -normal.dot(direction);
        let mut inverse = L::splat(1.0) / squareness;
        let (arrival, velocity) = (before.at(point), after.at(point));
        let mut surface = L::splat(self.skin.reach - law.receded - law.let_in);
        if let Some(entered) = entered {
            let entered = L::load(entered);
            let bevel = Bevel::new(entered, direction, arrival, self.h);
            let gradient = bevel.gradient(normal * inverse);
            let steepness = gradient.dot(gradient).sqrt();
            let is_let_in = zero.below(entered);
            inverse = L::select(is_let_in, steepness, inverse);
            squareness = L::select(is_let_in, L::splat(1.0) / steepness, squareness);
            normal = Vec3x::select(is_let_in, gradient * squareness, normal);
            surface = surface - bevel.in_middle(arrival, self.h);
        }
        let rates = (normal.dot(arrival) * inverse, normal.dot(velocity) * inverse);
        let squeeze = Squeeze::over_step(surface - distance, rates.0, rates.1, self.h);
        let material = law.material.as_deref().unwrap_or(&self.skin.material);
        let laws = (law.bed.as_ref(), material);
        let (squeeze, elastic) = squeeze.by_law(laws, seen, law.towards_end, self.h);
        let on = L::both(sees, zero.below(squeeze.penetration));
        let lanes = L::bits(on);
        if lanes != seen {
            let (penetration, point) = (squeeze.penetration.stored(), point.stored());
            for lane in (0..WIDTH).filter(|lane| (seen & !lanes) >> lane & 1 != 0) {
                let (depth, at) = (penetration.0[lane], point.get(lane));
                follower.miss(lane, target, depth, at, rays.units.0[lane]);
            }
            if lanes == 0 {
                return;
            }
        }
        let (deflection, old_normal, depth) = bristles.held::<L>(target, normal);
        let batch = Batch {
            lanes,
            penetration: squeeze.penetration,
            rate: squeeze.rate,
            elastic,
            squareness,
            units: L::select(on, L::load(&rays.units), zero),
            point,
            normal,
            deflection,
            old_normal,
        };
        let force = batch.force(laws, velocity, self.h);
        let pressed = sum.add(&batch, &force);
        if F::DERIVATIVES {
            sum.jumped |= L::bits(depth.below(squeeze.begin * L::splat(1.0 - SMOOTH))) & lanes != 0;
            sum.add_damping(&batch, &force, squeeze.time, squeeze.share);
        }
        let end = match self.moves_at_end {
            true => squeeze.begin + (rates.0 + rates.1) * L::splat(0.5 * self.h),
            false => squeeze.end,
        };
        follower.take(target, &batch, &force, pressed, end);
    }
}

impl BristleGroup {
    /// Deflections, normals and depths of the bristles that hold on to `target`; the others are straight, and not pressed.
    #[inline(always)]
    fn held<L: Quad>(&self, target: u32, normal: Vec3x<L>) -> (Vec3x<L>, Vec3x<L>, L) {
        let (deflection, old_normal) = (Vec3x::load(&self.deflection), Vec3x::load(&self.normal));
        let (depth, holding) = (L::load(&self.depth), lanes_equal(&self.target, target));
        if holding == ALL_LANES {
            return (deflection, old_normal, depth);
        }
        let holds = L::splat(0.0).below(L::load(&LANE_FLAGS[holding as usize]));
        let (straight, zero) = (Vec3x::splat(DVec3::ZERO), L::splat(0.0));
        (
            Vec3x::select(holds, deflection, straight),
            Vec3x::select(holds, old_normal, normal),
            L::select(holds, depth, zero),
        )
    }
}
