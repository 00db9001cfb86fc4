//! Rays that come under a face from the side.
//!
//! As an edge sweeps over a ray, the ray meets a face at once as deep as that is, though nothing has done the work of pressing it in. On a soft
//! pad that is the energy for which the edge works. Where a step is too long for the contact it would throw the body out. There such a
//! ray lets the body in by that depth, and takes it back slowly.

use crate::Skin;
use crate::memory::SkinMemory;
use crate::state::{NO_TARGET, PUSHED_OUT_AT, SkinState};
use crate::trial::RelativeMotion;
use bristle_geometry::lanes::{Four, WIDTH};

/// Cosine of the angle by which the normal of a face may turn in a step.
const SAME_FACE: f64 = 0.9;

/// A body slower than this did not slide in from the side: the scene placed it there \[m/s\].
const SLOW: f64 = 1e-3;

impl SkinMemory {
    /// Lets a target in where it came from the side, for the trials until the next detection: in rays that did not touch that face before, by how
    /// deep it is at the begin of the step `h` \[s\] in which it came with `before`. Gives whether there are any.
    pub fn let_in_from_side(
        &mut self,
        skin: &Skin,
        state: &SkinState,
        target: usize,
        before: &RelativeMotion,
        h: f64,
    ) -> bool {
        let Some(law) = self.laws.get(target) else { return false };
        let (set_back, index) = (law.receded + law.let_in, target as u32);
        let mut any = false;
        for group in
            skin.patches.iter().zip(&self.near).filter(|(_, near)| **near).flat_map(|(p, _)| p.groups.clone())
        {
            let merged = self.merged[group];
            for i in 0..skin.casts(merged) {
                let ray = group * skin.rays_per_texel + i;
                let hits = &self.hits[ray];
                if !hits.target.contains(&index) {
                    continue;
                }
                let (mut rays, mut bristles) = (None, None);
                let four = skin.cast_ray(group, merged, i, &mut rays);
                let held = state.held(skin, (group, i), (merged, &hits.target), &mut bristles);
                for lane in (0..WIDTH).filter(|&lane| hits.target[lane] == index) {
                    let (direction, normal) = (four.direction.get(lane), hits.normal.get(lane));
                    if held.target[lane] == index && held.normal.get(lane).dot(normal) > SAME_FACE {
                        continue;
                    }
                    let point = four.origin.get(lane) + direction * hits.distance.0[lane];
                    let velocity = before.velocity + before.rotation.cross(point);
                    let middle = skin.reach - set_back - hits.distance.0[lane];
                    let depth = middle + 0.5 * h * normal.dot(velocity) / normal.dot(direction);
                    if depth > 0.0 && velocity.length() > SLOW {
                        self.entered.resize(skin.rays.len(), Four::ZERO);
                        self.entered[ray].0[lane] = depth;
                        any = true;
                    }
                }
            }
        }
        any
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
                        let mean = all.iter().map(|four| four.0[lane]).sum::<f64>() / rays as f64;
                        all.iter_mut().for_each(|four| four.0[lane] = 0.0);
                        all[0].0[lane] = mean;
                    }
                    _ => {}
                }
            }
        }
    }
}

impl SkinState {
    /// After a step `h` \[s\] in which rays had let targets in by as much as `entered`.
    pub(crate) fn take_back(&mut self, entered: &[Four], h: f64) {
        self.entered.clear();
        if entered.is_empty() {
            return;
        }
        let left = |(four, held): (&Four, &[u32; WIDTH])| {
            Four(std::array::from_fn(|lane| match held[lane] {
                NO_TARGET => 0.0,
                _ => (four.0[lane] - PUSHED_OUT_AT * h).max(0.0),
            }))
        };
        self.entered.extend(entered.iter().zip(self.bristles.iter().map(|held| &held.target)).map(left));
        if self.entered.iter().all(|four| four.0 == [0.0; WIDTH]) {
            self.entered.clear();
        }
    }
}
