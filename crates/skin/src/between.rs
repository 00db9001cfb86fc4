//! What lies between two pads that face each other.
//!
//! A pad that presses on a thin thing is compressed there, but its shape is not: it reaches through the thing. A ray from the other side meets
//! that pad first. What it feels is the thing that lies in the pad.

use crate::Skin;
use crate::detect::{Nearest, Scenery};
use crate::front::Piece;
use crate::rays::Ray;
use crate::state::TargetPlace;
use crate::target::Target;
use crate::target_surface::TargetPart;
use bristle_geometry::lanes::WIDTH;

/// How deep a target, where it is a pad that faces the skin, can be pressed in \[m\].
fn softness(target: &Target) -> Option<f64> {
    match target.part() {
        Some(TargetPart::Under(cover)) => Some(cover.height()),
        _ => None,
    }
}

impl Skin {
    /// Lets the rays of a patch that meet a facing pad feel what is pressed into that pad, among the targets that are `near` the patch.
    #[inline(always)]
    pub(crate) fn find_between(
        &self,
        patch: usize,
        near: &[u32],
        scenery: &Scenery,
        (hits, merged): (&mut [Nearest], &[u8]),
    ) {
        let target = |i: &u32| &scenery.targets[*i as usize];
        let is_pressed = |pad: &Target| near.iter().any(|i| !std::ptr::eq(target(i).shape, pad.shape));
        if near.iter().map(target).any(|pad| softness(pad).is_some() && is_pressed(pad)) {
            self.look_between(patch, near, scenery, (hits, merged));
        }
    }

    #[cold]
    #[inline(never)]
    fn look_between(
        &self,
        patch: usize,
        near: &[u32],
        scenery: &Scenery,
        (hits, merged): (&mut [Nearest], &[u8]),
    ) {
        for group in self.patches[patch].groups.clone() {
            for i in 0..self.casts(merged[group]) {
                let (found, mut room) = (&mut hits[group * self.rays_per_texel + i], None);
                let rays = self.cast_ray(group, merged[group], i, &mut room);
                for lane in (0..WIDTH).filter(|&lane| rays.has(lane)) {
                    let met = scenery.targets.get(found.target[lane] as usize);
                    if let Some((pad, depth)) = met.and_then(|pad| Some((pad, softness(pad)?))) {
                        self.look_into(pad, depth, near, scenery, (&rays.ray(lane), lane), found);
                    }
                }
            }
        }
    }

    /// Puts the first thing that a ray meets within a pad in the place of the pad.
    fn look_into(
        &self,
        pad: &Target,
        depth: f64,
        near: &[u32],
        scenery: &Scenery,
        (ray, lane): (&Ray, usize),
        found: &mut Nearest,
    ) {
        let (surface, own) = (found.distance.0[lane], found.target[lane] as usize);
        let from = ray.origin + ray.direction * surface;
        let length = depth.min(self.ray_length - surface);
        let inside = Piece { from, towards: ray.direction, length };
        let mut first = f64::INFINITY;
        for &i in near {
            let (target, relative) = (&scenery.targets[i as usize], &scenery.relatives[i as usize]);
            if std::ptr::eq(target.shape, pad.shape) {
                continue;
            }
            let hit = inside.first_entry(target, &TargetPlace::from(relative), self.options.min_cosine);
            let Some(hit) = hit.filter(|hit| hit.distance < first) else { continue };
            // What lies behind the body under the pad is not in the pad.
            let back = Piece {
                from: from + ray.direction * hit.distance,
                towards: -ray.direction,
                length: hit.distance,
            };
            let whole = Target { surface: None, ..*pad };
            if back.first_entry(&whole, &TargetPlace::from(&scenery.relatives[own]), 0.0).is_none() {
                first = hit.distance;
                found.distance.0[lane] = surface + hit.distance;
                found.normal.set(lane, relative.r_ts.transpose() * hit.normal);
                found.target[lane] = i;
            }
        }
    }
}
