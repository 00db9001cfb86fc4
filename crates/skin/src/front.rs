//! A texel feels only what came through its front.
//!
//! Rays begin below the pad, so as to find what is pressed in deeply. What lies behind the pad, and never passed its surface, is found
//! there, too.

use crate::Skin;
use crate::detect::Nearest;
use crate::state::{BristleGroup, NO_TARGET};
use crate::target::{Relative, Target};
use crate::trial_kernel::TargetLaw;
use bristle_geometry::lanes::WIDTH;
use bristle_geometry::{Hit, Segment};
use glam::DVec3;
use std::ops::Range;

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
    /// Passes over deep hits that did not come through the front, for some groups of rays of a patch whose bristles are `held`, and finds
    /// what is in front of them. How deep the others were found is noted in the `laws` of their targets, as far as there are any.
    ///
    /// Hits in the outer half of the pad may be new: things slide onto a pad from its sides. A deeper one must have been touched before, or
    /// reach through the surface.
    #[inline(always)]
    pub(crate) fn keep_to_front(
        &self,
        patch: usize,
        groups: Range<usize>,
        (targets, relatives): (&[Target], &[Relative]),
        held: &[BristleGroup],
        nearest: &mut [Nearest],
        laws: &mut [TargetLaw],
    ) {
        for (group, found) in groups.zip(nearest) {
            if found.distance.0.iter().any(|&distance| distance < self.deep) {
                let first = self.patches[patch].groups.start;
                self.look_again(group, group - first, (targets, relatives), held, found, laws);
            }
        }
    }

    /// The same for one group, the `place`-th of its patch.
    #[cold]
    fn look_again(
        &self,
        group: usize,
        place: usize,
        (targets, relatives): (&[Target], &[Relative]),
        held: &[BristleGroup],
        found: &mut Nearest,
        laws: &mut [TargetLaw],
    ) {
        for lane in 0..WIDTH {
            let (distance, target) = (found.distance.0[lane], found.target[lane]);
            let in_reach = distance >= self.ground();
            if distance >= self.deep || in_reach && held[place].target[lane] == target {
                continue;
            }
            let (origin, direction) =
                (self.rays[group].origin.get(lane), self.rays[group].direction.get(lane));
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
            let is_pressed_in = in_reach && held.iter().any(|four| four.target.contains(&target));
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
