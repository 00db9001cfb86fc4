//! A texel feels only what came through its front.
//!
//! Rays begin below the pad, so as to find what is pressed in deeply. What lies behind the pad or beside it, and never passed its surface, is
//! found there, too. So a hit that is new to its ray is asked where it came from.

use crate::Skin;
use crate::detect::{Nearest, Scenery};
use crate::patch::Patch;
use crate::rays::Ray;
use crate::state::{NO_TARGET, SkinState, TargetPlace};
use crate::target::{Relative, Target};
use crate::trial_kernel::TargetLaw;
use bristle_geometry::lanes::WIDTH;
use bristle_geometry::{Hit, Segment};
use glam::DVec3;

/// Rays whose directions have a larger cosine look the same way.
const SAME_WAY: f64 = 0.7;

/// A piece of a ray, in S.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    pub(crate) from: DVec3,
    pub(crate) towards: DVec3,
    pub(crate) length: f64,
}

impl Piece {
    /// The first entry into a target at a place.
    pub(crate) fn first_entry(&self, target: &Target, place: &TargetPlace, min_cosine: f64) -> Option<Hit> {
        let origin = place.r_ts * self.from + place.p_ts;
        let segment = Segment { origin, direction: place.r_ts * self.towards, length: self.length };
        target.first_entry(&segment, min_cosine)
    }
}

impl Skin {
    /// Passes over hits of a patch that did not come through the front, as the bristles of `state` and the places of the targets in the last
    /// step tell, and finds what is in front of them.
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
                let ray = group * self.rays_per_texel + i;
                let (found, mut bristles) = (&mut hits[ray], None);
                let held = state.held(self, (group, i), (merged[group], &found.target), &mut bristles);
                // Mostly all hold on to what they meet, or meet nothing.
                if found.target == held.target || found.distance.0.iter().all(|&d| d >= self.reach) {
                    continue;
                }
                let mut room = None;
                let rays = self.cast_ray(group, merged[group], i, &mut room);
                for lane in (0..WIDTH).filter(|&lane| rays.has(lane)) {
                    let entered = state.entered.get(ray).map_or(0.0, |four| four.0[lane]);
                    if found.target[lane] != held.target[lane] && entered == 0.0 {
                        let ray = rays.ray(lane);
                        let is_lenient = laws.is_empty();
                        let looker = Looker { skin: self, patch, ray, scenery, state, is_lenient };
                        looker.look_again(lane, found, laws);
                    }
                }
            }
        }
    }
}

/// A ray that looks again at what it has met.
struct Looker<'a> {
    skin: &'a Skin,
    patch: usize,
    ray: Ray,
    scenery: &'a Scenery<'a>,
    state: &'a SkinState,
    /// Whether a thin thing that is found at once in the outer half of the pad counts as pressed in: for those who place bodies by hand.
    is_lenient: bool,
}

impl Looker<'_> {
    /// Keeps the first hit that came through the front or from the side, if there is one.
    #[cold]
    #[inline(never)]
    fn look_again(&self, lane: usize, found: &mut Nearest, laws: &mut [TargetLaw]) {
        loop {
            let (distance, target) = (found.distance.0[lane], found.target[lane]);
            if target == NO_TARGET || distance >= self.surface(target) {
                return;
            }
            if self.comes_from_elsewhere(distance, target) {
                self.look_beyond(distance, lane, found);
                continue;
            }
            if let Some(law) = laws.get_mut(target as usize) {
                law.found_at = law.found_at.max(self.skin.reach - distance);
            }
            return;
        }
    }

    /// Where a target ceases to touch, along the ray \[m\].
    fn surface(&self, target: u32) -> f64 {
        self.skin.reach - self.state.set_back(target as usize)
    }

    fn relative(&self, target: u32) -> &Relative {
        &self.scenery.relatives[target as usize]
    }

    /// Whether a target came neither through the front of the pad nor along it, but from behind or beside it.
    fn comes_from_elsewhere(&self, distance: f64, target: u32) -> bool {
        // What was placed there is still being pushed out.
        let is_placed = self.state.let_in(target as usize) > 0.0;
        let place = self.state.place(target as usize).filter(|_| !is_placed);
        if place.is_some_and(|then| self.was_in_front(distance, target, then)) {
            return false;
        }
        // What was placed there, or slides onto the pad, reaches through its surface.
        let is_shallow = distance >= self.skin.deep;
        let may_be_new = match place {
            None => self.is_lenient && is_shallow || self.reaches_through(distance, target),
            Some(_) => is_shallow && self.reaches_through(distance, target),
        };
        !(may_be_new || self.is_held_nearby(target))
    }

    /// Whether the ray saw the target outside of the pad in the last step; or what it meets now has come from farther out than the rays see.
    fn was_in_front(&self, distance: f64, target: u32, then: &TargetPlace) -> bool {
        let (skin, whole) = (self.skin, self.scenery.targets[target as usize]);
        let all = Piece { from: self.ray.origin, towards: self.ray.direction, length: skin.ray_length };
        match all.first_entry(&whole, then, skin.options.min_cosine) {
            Some(hit) => hit.distance >= self.surface(target),
            None => {
                let here = self.ray.origin + self.ray.direction * distance;
                let in_target = self.relative(target).point_in_target(here);
                let before = then.r_ts.transpose() * (in_target - then.p_ts);
                (before - here).dot(self.ray.direction) >= self.surface(target) - distance
            }
        }
    }

    /// Whether a target that is met below the surface goes on to beyond it. From outside, one that lies below shows its far side.
    fn reaches_through(&self, distance: f64, target: u32) -> bool {
        let (Ray { origin, direction, .. }, skin) = (self.ray, self.skin);
        let surface = origin + direction * skin.reach;
        let inwards = Piece { from: surface, towards: -direction, length: skin.reach - distance };
        let whole = Target { surface: None, ..self.scenery.targets[target as usize] };
        inwards.first_entry(&whole, &TargetPlace::from(self.relative(target)), 0.0).is_none()
    }

    /// Whether rays around that look the same way hold on to a target.
    fn is_held_nearby(&self, target: u32) -> bool {
        let (skin, own) = (self.skin, &self.skin.patches[self.patch]);
        let is_near = |(patch, touches): &(&Patch, &bool)| {
            **touches && patch.centre.distance(own.centre) < own.radius + patch.radius
        };
        let near = skin.patches.iter().zip(&self.state.touching).filter(is_near);
        let holds = |ray: usize| {
            let (held, looks) = (&self.state.bristles[ray].target, &skin.rays[ray].direction);
            (0..WIDTH).any(|lane| held[lane] == target && looks.get(lane).dot(self.ray.direction) > SAME_WAY)
        };
        near.flat_map(|(patch, _)| skin.rays_of(patch.groups.clone())).any(holds)
    }

    /// Finds what the ray meets farther out.
    fn look_beyond(&self, distance: f64, lane: usize, found: &mut Nearest) {
        let Scenery { targets, relatives, .. } = self.scenery;
        let from = distance + 1e-9 * self.skin.ray_length;
        let (origin, towards) = (self.ray.origin, self.ray.direction);
        let beyond = Piece { from: origin + towards * from, towards, length: self.skin.ray_length - from };
        (found.distance.0[lane], found.target[lane]) = (f64::INFINITY, NO_TARGET);
        for (index, (target, relative)) in targets.iter().zip(*relatives).enumerate() {
            let hit = beyond.first_entry(target, &TargetPlace::from(relative), self.skin.options.min_cosine);
            if let Some(hit) = hit.filter(|hit| from + hit.distance < found.distance.0[lane]) {
                found.distance.0[lane] = from + hit.distance;
                found.normal.set(lane, relative.r_ts.transpose() * hit.normal);
                found.target[lane] = index as u32;
            }
        }
    }
}
