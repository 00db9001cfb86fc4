//! A texel feels only what came through its front.
//!
//! Rays begin below the pad, so as to find what is pressed in deeply. What lies behind the pad, and never passed its surface, is found
//! there, too.

use crate::Skin;
use crate::detect::{Nearest, Scenery};
use crate::rays::RayGroup;
use crate::state::{BristleGroup, NO_TARGET, SkinState};
use crate::target::{Relative, Target};
use crate::trial_kernel::TargetLaw;
use bristle_geometry::lanes::WIDTH;
use bristle_geometry::{Hit, Segment};
use glam::DVec3;

/// A piece of a ray, in S.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    pub(crate) from: DVec3,
    pub(crate) towards: DVec3,
    pub(crate) length: f64,
}

impl Piece {
    pub(crate) fn first_entry(&self, target: &Target, relative: &Relative, min_cosine: f64) -> Option<Hit> {
        let origin = relative.point_in_target(self.from);
        let segment = Segment { origin, direction: relative.r_ts * self.towards, length: self.length };
        target.first_entry(&segment, min_cosine)
    }
}

impl Skin {
    /// Passes over deep hits of a patch that did not come through the front, as the bristles of `state` tell, and finds what is in front of
    /// them. How deep the others were found is noted in the `laws` of their targets, as far as there are any.
    ///
    /// Hits in the outer half of the pad may be new: things slide onto a pad from its sides. A deeper one must have been touched before, or
    /// reach through the surface.
    #[inline(always)]
    pub(crate) fn keep_to_front(
        &self,
        patch: usize,
        scenery: &Scenery,
        state: &SkinState,
        (hits, merged): (&mut [Nearest], &[u8]),
        laws: &mut [TargetLaw],
    ) {
        for group in self.patches[patch].groups.clone() {
            for i in 0..self.casts(merged[group]) {
                let found = &mut hits[group * self.rays_per_texel + i];
                if found.distance.0.iter().any(|&distance| distance < self.deep) {
                    let (mut rays, mut bristles, met) = (None, None, found.target);
                    let rays = self.cast_ray(group, merged[group], i, &mut rays);
                    let held = state.held(self, (group, i), (merged[group], &met), &mut bristles);
                    let patch = &state.bristles[self.rays_of(self.patches[patch].groups.clone())];
                    self.look_again(rays, scenery, (held, patch), found, laws);
                }
            }
        }
    }

    /// The same for four rays and what they `held`, and all of their patch.
    #[cold]
    fn look_again(
        &self,
        rays: &RayGroup,
        scenery: &Scenery,
        (held, patch): (&BristleGroup, &[BristleGroup]),
        found: &mut Nearest,
        laws: &mut [TargetLaw],
    ) {
        let (targets, relatives) = (scenery.targets, scenery.relatives);
        for lane in 0..WIDTH {
            let (distance, target) = (found.distance.0[lane], found.target[lane]);
            let in_reach = distance >= self.ground();
            if distance >= self.deep || in_reach && held.target[lane] == target {
                continue;
            }
            let (origin, direction) = (rays.origin.get(lane), rays.direction.get(lane));
            let outer = Piece {
                from: origin + direction * self.deep,
                towards: direction,
                length: self.ray_length - self.deep,
            };
            let mut seen = None;
            for (index, (target, relative)) in targets.iter().zip(relatives).enumerate() {
                if let Some(hit) = outer.first_entry(target, relative, self.options.min_cosine)
                    && seen.is_none_or(|(_, nearest): (usize, Hit)| hit.distance < nearest.distance)
                {
                    seen = Some((index, hit));
                }
            }
            if let Some((index, hit)) = seen {
                found.distance.0[lane] = self.deep + hit.distance;
                found.normal.set(lane, relatives[index].r_ts.transpose() * hit.normal);
                found.target[lane] = index as u32;
                continue;
            }
            // From the front the far side of a thing that lies below the surface is seen.
            let (surface, depth) = (origin + direction * self.reach, self.reach - distance);
            let inwards = Piece { from: surface, towards: -direction, length: depth };
            let whole = Target { surface: None, ..targets[target as usize] };
            let below = inwards.first_entry(&whole, &relatives[target as usize], 0.0).is_some();
            let is_pressed_in = in_reach && patch.iter().any(|four| four.target.contains(&target));
            if below && !is_pressed_in {
                (found.distance.0[lane], found.target[lane]) = (f64::INFINITY, NO_TARGET);
            } else if let Some(law) = laws.get_mut(target as usize) {
                law.found_at = law.found_at.max(depth);
            }
        }
    }

    /// Distance from a ray's begin to where no pad is pressed to: half the backing below its end \[m\].
    fn ground(&self) -> f64 {
        0.5 * (self.reach - self.material.reach())
    }
}
