//! Rays that come under a face from the side.
//!
//! As an edge sweeps over a ray, the ray meets a face at once as deep as that is, though nothing has done the work of pressing it in. On a soft
//! pad, under a foot of many texels, that is the energy for which the edges work ([`edges`](crate::edges)). Where it would throw the body out,
//! the ray lets the body in instead: it begins without a force, and feels the edge as if that were bevelled. As the body slides on, the ray
//! rises over the bevel to the depth of the face, and the body does the work (FS-1).

use crate::Skin;
use crate::memory::SkinMemory;
use crate::rays::Ray;
use crate::state::{NO_TARGET, SkinState};
use crate::trial::{RelativeMotion, TrialLoad};
use crate::trial_kernel::Step;
use bristle_geometry::lanes::{Four, Lanes, Vec3x, WIDTH};
use glam::DVec3;

/// Tangent of the angle of the bevel.
const STEEPEST: f64 = 1.0;

/// How fast a ray takes back by how much it has let a body in that does not slide \[m/s\]: slower than anything that matters.
const TAKEN_BACK_AT: f64 = 1e-4;

/// A body that comes from the side is let in if it would gain more than this share of the energy that is pressed in, and more than this share of
/// what it moves with. A row of texels under a foot of many has less of both.
pub(crate) const MUCH: f64 = 0.5;
pub(crate) const MUCH_OF_MOTION: f64 = 0.015;

/// The bevel that rays climb which have let their target in, over one step.
#[derive(Clone, Copy)]
pub(crate) struct Bevel<L> {
    /// How the depth of the target below the bevel grows as it moves along the skin.
    slope: Vec3x<L>,
    /// By how much the target is let in at the start of the step \[m\].
    begin: L,
}

impl<L: Lanes> Bevel<L> {
    /// For rays of this `direction` that have let in by `depth`, and past which targets move with `velocity` at the start of a step `h` \[s\].
    #[inline(always)]
    pub(crate) fn new(depth: L, direction: Vec3x<L>, velocity: Vec3x<L>, h: f64) -> Self {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let along = velocity - direction * velocity.dot(direction);
        let speed = along.dot(along).sqrt();
        let moves = zero.below(speed);
        let inverse = one / L::select(moves, speed, one);
        // Not more than is left to climb.
        let steep = (depth * inverse * L::splat(1.0 / h)).smaller(L::splat(STEEPEST));
        let steep = L::select(L::both(moves, zero.below(depth)), steep, zero);
        Self { slope: along * (steep * inverse), begin: depth }
    }

    /// By how much targets are let in in the middle of the step, if they go on with `velocity` \[m\].
    #[inline(always)]
    pub(crate) fn in_middle(&self, velocity: Vec3x<L>, h: f64) -> L {
        self.begin - self.slope.dot(velocity) * L::splat(0.5 * h)
    }

    /// How depths change with the motion of targets, where they do so by `gradient` without the bevel.
    #[inline(always)]
    pub(crate) fn gradient(&self, gradient: Vec3x<L>) -> Vec3x<L> {
        gradient + self.slope
    }
}

/// A ray that finds its target deeper than the last step has left it.
struct Jump {
    ray: usize,
    lane: usize,
    /// \[m\]
    by: f64,
}

impl SkinMemory {
    /// Lets a target in, for the trials until the next detection, where it came from the side and would throw itself out. `load` is that of a
    /// trial without a change of motion, which is `before`, in a step `h` \[s\]; `mobility` \[1/kg\] is how easily the two are moved past each other.
    /// Gives whether this changes anything.
    pub fn let_in_from_side(
        &mut self,
        (skin, state): (&Skin, &SkinState),
        target: usize,
        (before, load): (&RelativeMotion, &TrialLoad),
        mobility: f64,
        h: f64,
    ) -> bool {
        let swept = self.edges.leave_out_if_swept(target, before, h);
        let is_placed = self.laws.get(target).is_none_or(|law| law.is_placed || law.let_in > 0.0);
        let motion = (before, mobility);
        swept | (load.jumped && !is_placed && self.let_in_jumps((skin, state), target, motion, swept, h))
    }

    /// Lets a target in where rays find it deeper than the last step has left them, if that is much beside the energy there is.
    #[cold]
    fn let_in_jumps(
        &mut self,
        (skin, state): (&Skin, &SkinState),
        target: usize,
        (before, mobility): (&RelativeMotion, f64),
        swept: bool,
        h: f64,
    ) -> bool {
        let (law, index) = (&self.laws[target], target as u32);
        let material = law.material.as_deref().unwrap_or(&skin.material);
        let surface = skin.reach - law.receded - law.let_in;
        let (mut jumps, mut brought, mut there, mut fastest) = (Vec::new(), 0.0, 0.0, 0.0_f64);
        for group in
            skin.patches.iter().zip(&self.near).filter(|(_, near)| **near).flat_map(|(p, _)| p.groups.clone())
        {
            let merged = self.merged[group];
            for i in 0..skin.casts(merged) {
                let ray = group * skin.rays_per_texel + i;
                let (hits, mut rays, mut bristles) = (&self.hits[ray], None, None);
                let held = state.held(skin, (group, i), (merged, &hits.target), &mut bristles);
                let rays = skin.cast_ray(group, merged, i, &mut rays);
                for lane in (0..WIDTH).filter(|&lane| hits.target[lane] == index) {
                    let let_in = self.entered.get(ray).map_or(0.0, |four| four.0[lane]);
                    let last = if held.target[lane] == index { held.depth.0[lane] } else { 0.0 };
                    let Ray { origin, direction, units } = rays.ray(lane);
                    let point = origin + direction * hits.distance.0[lane];
                    let velocity = before.velocity + before.rotation.cross(point);
                    let rate = hits.normal.get(lane).dot(velocity) / -hits.normal.get(lane).dot(direction);
                    let begin = surface - hits.distance.0[lane] - 0.5 * h * rate - let_in;
                    there += material.energy(last) * units;
                    if begin > last {
                        brought += (material.energy(begin) - material.energy(last)) * units;
                        fastest = fastest.max(velocity.length_squared());
                        jumps.push(Jump { ray, lane, by: begin - last });
                    }
                }
            }
        }
        let lets_in = swept || brought > MUCH * there && brought * mobility > MUCH_OF_MOTION * 0.5 * fastest;
        if lets_in {
            self.entered.resize(skin.rays.len(), Four::ZERO);
            jumps.iter().for_each(|jump| self.entered[jump.ray].0[jump.lane] += jump.by);
            self.edges.leave_out(target);
        }
        lets_in
    }

    /// Takes over by how much rays have let targets in before, now that other texels may be merged.
    pub(crate) fn recall_entered(&mut self, skin: &Skin, state: &SkinState) {
        self.entered.clone_from(&state.entered);
        if self.entered.is_empty() {
            return;
        }
        let rays = skin.rays_per_texel;
        for group in (0..skin.groups()).filter(|&group| state.merged[group] != self.merged[group]) {
            let all = &mut self.entered[group * rays..][..rays];
            for lane in 0..WIDTH {
                match (state.merged[group] >> lane & 1 != 0, self.merged[group] >> lane & 1 != 0) {
                    (true, false) => {
                        let whole = all[0].0[lane];
                        all.iter_mut().for_each(|four| four.0[lane] = whole);
                    }
                    (false, true) => {
                        // To the last bit where all are the same.
                        let first = all[0].0[lane];
                        let are_same = all.iter().all(|four| four.0[lane] == first);
                        let mean = all.iter().map(|four| four.0[lane]).sum::<f64>() / rays as f64;
                        let mean = if are_same { first } else { mean };
                        all.iter_mut().for_each(|four| four.0[lane] = 0.0);
                        all[0].0[lane] = mean;
                    }
                    _ => {}
                }
            }
        }
    }

    /// By how much rays let targets in after a step, and how deep that leaves them.
    pub(crate) fn let_in_after(&self, step: &Step, next: &mut SkinState) {
        next.entered.clear();
        for (ray, four) in self.entered.iter().enumerate().filter(|(_, four)| four.0 != [0.0; WIDTH]) {
            for lane in (0..WIDTH).filter(|&lane| four.0[lane] > 0.0) {
                let (left, taken_back) = self.left_to_climb(step, (ray, lane), four.0[lane]);
                if left > 0.0 {
                    next.entered.resize(self.entered.len(), Four::ZERO);
                    next.entered[ray].0[lane] = left;
                }
                if next.bristles[ray].target[lane] != NO_TARGET {
                    next.bristles[ray].depth.0[lane] += taken_back;
                }
            }
        }
    }

    /// By how much one ray lets its target in after a step at whose begin it did so by `depth`, and by how much that is less than the bevel alone
    /// leaves of it \[m\]. It is never more than the target is deep.
    fn left_to_climb(&self, step: &Step, (ray, lane): (usize, usize), depth: f64) -> (f64, f64) {
        let (skin, target) = (step.skin, self.hits[ray].target[lane]);
        let (group, i) = (ray / skin.rays_per_texel, ray % skin.rays_per_texel);
        if target == NO_TARGET || !self.near[skin.patch_of_group(group)] {
            return (0.0, 0.0);
        }
        let (law, mut room) = (&self.laws[target as usize], None);
        let rays = skin.cast_ray(group, self.merged[group], i, &mut room);
        let (hits, direction) = (&self.hits[ray], rays.direction.get(lane));
        let point = rays.origin.get(lane) + direction * hits.distance.0[lane];
        let velocity = |motion: &RelativeMotion| motion.velocity + motion.rotation.cross(point);
        let [before, after] = [step.before, step.after].map(|motions| velocity(&motions[target as usize]));
        let wide = |v: DVec3| Vec3x::<f64> { x: v.x, y: v.y, z: v.z };
        let bevel = Bevel::new(depth, wide(direction), wide(before), step.h);
        let gradient = hits.normal.get(lane) / -hits.normal.get(lane).dot(direction);
        let middle = skin.reach - law.receded - law.let_in - hits.distance.0[lane];
        let moved = if step.moves_at_end { 0.5 * (before + after) } else { after };
        let end = middle + step.h * gradient.dot(moved - 0.5 * before);
        let climbed = depth - step.h * bevel.slope.dot(wide(moved));
        let left = (climbed - TAKEN_BACK_AT * step.h).min(end).max(0.0);
        (left, climbed - left)
    }
}
