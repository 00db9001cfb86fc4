//! The cast that remembers: exact, and short while the motion is small.
//!
//! From one step to the next a texel's segment moves by micrometres. A *survey* looks once at everything within
//! some radius `r` of the segment and draws a conclusion that stays true until the segment's ends have moved by `r`:
//!
//! * **Sheet**: all triangles near the segment face it, none has an open edge, both ends of the segment keep a
//!   distance of `r` from them, and the segment crosses them once. The signed number of crossings of a segment with
//!   a surface changes only where an end of the segment passes through the surface or the segment slips over an
//!   open edge. Neither can happen here, and every crossing counts +1, so every segment in the neighbourhood
//!   crosses exactly once: whichever triangle holds the crossing *is* the answer. It is found by walking
//!   from the last one, across the edge on whose wrong side the segment lies.
//! * **Clear**: nothing is near, or all that is near faces the segment as above and is crossed nowhere.
//! * **Tangled**: anything else (silhouettes, thin walls, open edges). Cast from scratch.
//!
//! Parallel segments that lie together, those of a patch of texels, are surveyed together where that is possible.
//!
//! The answer never depends on the memory: a crossing within round-off of an edge, where two triangles could
//! both claim it, is handed to the cast from scratch.

use super::bundle::Bundle;
use super::survey::Surroundings;
use super::triangle::{Crossing, Shear, ShearedRay};
use super::{MeshSurface, NO_TRIANGLE};
use crate::{Hit, Segment};
use glam::DVec3;

/// Steps of a walk before it is given up; a step of the simulation rarely crosses more than one edge.
const WALK_LIMIT: usize = 16;
/// Radius of a survey in lengths of the segment: wide enough to live for many steps, narrow enough to find one sheet.
const SURVEY_RADIUS: f64 = 0.2;
/// What is tried where the wide survey finds a tangle.
const NARROW_SURVEY_RADIUS: f64 = 0.05;
/// How far the segment is extended for a survey, in radii.
const EXTENSION: f64 = 2.5;
/// Times that the radius of clear space is doubled in search of a longer-lived conclusion.
const CLEAR_DOUBLINGS: u32 = 3;

/// Segments from which on a common survey may be cheaper than one for each.
const WORTH_BUNDLING: usize = 4;

/// What one texel remembers of its casts at one mesh. Begin with [`CastHint::default`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHint {
    /// The conclusion holds while the distance travelled stays at or below this.
    expires: f64,
    pub(super) triangle: u32,
    conclusion: Conclusion,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conclusion {
    Clear,
    Sheet,
    Tangled,
}

impl Default for CastHint {
    fn default() -> Self {
        Self { expires: f64::NEG_INFINITY, triangle: NO_TRIANGLE, conclusion: Conclusion::Tangled }
    }
}

/// What a survey found out.
#[derive(Clone, Copy)]
struct Finding {
    conclusion: Conclusion,
    /// The triangle that is crossed.
    triangle: Option<u32>,
    /// Holds until some end of a segment has moved so far \[m\].
    radius: f64,
}

impl CastHint {
    fn learn(&mut self, found: Finding, travel: Travel) {
        // A thousandth in hand for the rounding of the caller's sum.
        self.expires = travel.distance + 0.999 * found.radius;
        self.conclusion = found.conclusion;
    }
}

/// How far the segment has moved, as its owner accounts for it.
#[derive(Clone, Copy, Debug)]
pub struct Travel {
    /// Never decreases; grows at every step by at least the distance that any point of the segment moved relative
    /// to the mesh \[m\].
    pub distance: f64,
    /// A turn by the angle α adds at least α times this radius to the distance \[m\].
    pub turn_radius: f64,
}

impl MeshSurface {
    /// The same answer as [`first_entry`](Self::first_entry), to the last bit, found from the last one.
    #[inline]
    pub fn first_entry_near(
        &self,
        segment: &Segment,
        min_cosine: f64,
        travel: Travel,
        hint: &mut CastHint,
    ) -> Option<Hit> {
        self.entry_along(Shear::new(segment.direction), segment, min_cosine, travel, hint)
    }

    /// As [`first_entry_near`](Self::first_entry_near) for parallel segments of one length: `found` gets the number of each
    /// that enters, and its hit. Faster, since much depends on the direction alone.
    #[inline]
    pub fn first_entries_near(
        &self,
        (origins, direction, length): (impl Iterator<Item = DVec3> + Clone, DVec3, f64),
        min_cosine: f64,
        travel: Travel,
        hints: &mut [CastHint],
        mut found: impl FnMut(usize, Hit),
    ) {
        self.expect_near(hints);
        if hints.first().is_some_and(|first| travel.distance > first.expires) {
            self.renew_together((origins.clone(), direction, length), min_cosine, travel, hints);
        }
        let shear = Shear::new(direction);
        for (i, (origin, hint)) in origins.zip(hints).enumerate() {
            let segment = Segment { origin, direction, length };
            if let Some(hit) = self.entry_along(shear, &segment, min_cosine, travel, hint) {
                found(i, hit);
            }
        }
    }

    #[inline(always)]
    fn entry_along(
        &self,
        shear: Shear,
        segment: &Segment,
        min_cosine: f64,
        travel: Travel,
        hint: &mut CastHint,
    ) -> Option<Hit> {
        if travel.distance > hint.expires {
            self.renew(segment, min_cosine, travel, hint);
        }
        match hint.conclusion {
            Conclusion::Clear => None,
            Conclusion::Sheet => self.follow(shear, segment, min_cosine, hint),
            Conclusion::Tangled => self.recast(segment, min_cosine, hint),
        }
    }

    #[inline(always)]
    fn follow(&self, shear: Shear, segment: &Segment, min_cosine: f64, hint: &mut CastHint) -> Option<Hit> {
        let ray = ShearedRay::along(shear, segment);
        let Some((triangle, crossing)) = self.walk(&ray, &mut hint.triangle) else {
            return self.recast(segment, min_cosine, hint);
        };
        let distance = crossing.distance();
        (0.0..=segment.length).contains(&distance).then(|| Hit {
            distance,
            normal: self.unit_normal(triangle),
            face: self.given_index[triangle as usize],
        })
    }

    #[inline(always)]
    fn walk(&self, ray: &ShearedRay, from: &mut u32) -> Option<(u32, Crossing)> {
        let mut triangle = *from;
        for _ in 0..WALK_LIMIT {
            let crossing = ray.cross_front(self.corners(triangle))?;
            if crossing.well_inside() {
                *from = triangle;
                return Some((triangle, crossing));
            }
            let w = crossing.weights;
            let outermost = if w[0] <= w[1] && w[0] <= w[2] { 0 } else { 2 - usize::from(w[1] <= w[2]) };
            if w[outermost] >= 0.0 {
                return None; // On an edge.
            }
            // The weight of a corner vanishes on the edge opposite to it.
            triangle = self.neighbours[triangle as usize][(outermost + 1) % 3];
            if triangle == NO_TRIANGLE {
                return None;
            }
        }
        *from = triangle; // The next walk begins where this one gives up.
        None
    }

    #[cold]
    fn recast(&self, segment: &Segment, min_cosine: f64, hint: &mut CastHint) -> Option<Hit> {
        let first = (hint.triangle != NO_TRIANGLE).then_some(hint.triangle);
        let (hit, triangle) = self.nearest_entry(segment, min_cosine, first)?;
        hint.triangle = triangle;
        Some(hit)
    }

    /// Surveys the neighbourhood and writes the conclusion into the hint.
    #[cold]
    fn renew(&self, segment: &Segment, min_cosine: f64, travel: Travel, hint: &mut CastHint) {
        // A survey pays only if it will be used again: not at a first look, and not while the motion is so fast that
        // each step leaves the neighbourhood of the last.
        let step = travel.distance - hint.expires;
        if step > SURVEY_RADIUS * segment.length {
            hint.expires = travel.distance;
            hint.conclusion = Conclusion::Tangled;
            return;
        }
        for radius in [SURVEY_RADIUS * segment.length, NARROW_SURVEY_RADIUS * segment.length] {
            let look = |segment: &Segment, radius, squarely| self.survey(segment, radius, squarely);
            if let Some(found) = self.conclude(segment, min_cosine, travel, radius, look) {
                hint.learn(found, travel);
                hint.triangle = found.triangle.unwrap_or(hint.triangle);
                return;
            }
        }
        hint.expires = travel.distance + NARROW_SURVEY_RADIUS * segment.length;
        hint.conclusion = Conclusion::Tangled;
    }

    /// Surveys the neighbourhood of parallel segments at once. If that is possible, all hints get the conclusion; else
    /// each segment is left to itself.
    #[cold]
    fn renew_together(
        &self,
        (origins, direction, length): (impl Iterator<Item = DVec3>, DVec3, f64),
        min_cosine: f64,
        travel: Travel,
        hints: &mut [CastHint],
    ) {
        let radius = SURVEY_RADIUS * length;
        // As for one segment: it must pay, and it cannot for a few.
        if hints.len() < WORTH_BUNDLING || travel.distance - hints[0].expires > radius {
            return;
        }
        let Some((middle, bundle)) = Bundle::around(origins, direction, length) else { return };
        let look = |middle: &Segment, radius, squarely| self.survey_bundle(&bundle, middle, radius, squarely);
        if let Some(found) = self.conclude(&middle, min_cosine, travel, radius, look) {
            for hint in hints {
                hint.learn(found, travel);
                // Each has its own triangle to walk on from, but for those that never met one.
                if hint.triangle == NO_TRIANGLE {
                    hint.triangle = found.triangle.unwrap_or(NO_TRIANGLE);
                }
            }
        }
    }

    /// Clear or Sheet within `radius`, for a segment or for a bundle around it, whichever `survey` looks at.
    fn conclude(
        &self,
        segment: &Segment,
        min_cosine: f64,
        travel: Travel,
        radius: f64,
        survey: impl Fn(&Segment, f64, f64) -> Surroundings,
    ) -> Option<Finding> {
        // The direction turns by at most radius / turn_radius before the conclusion expires.
        let squarely = min_cosine + radius / travel.turn_radius;
        // The end is moved into the target, so that a surface close to it (a texel at the rim of a contact) stays
        // inside the segment; likewise the start, should a surface be close to it. The longer segment crosses a
        // sheet where the shorter one would.
        let extra = EXTENSION * radius;
        let mut longer = Segment { length: segment.length + extra, ..*segment };
        let mut around = survey(&longer, radius, squarely);
        if around == Surroundings::Empty {
            let clear = (1..=CLEAR_DOUBLINGS)
                .map(|i| radius * f64::from(1 << i))
                .take_while(|&wider| survey(segment, wider, squarely) == Surroundings::Empty)
                .last();
            return Some(Finding {
                conclusion: Conclusion::Clear,
                triangle: None,
                radius: clear.unwrap_or(radius),
            });
        }
        if let Surroundings::FacingNearEnds { begin, end } = around {
            longer = *segment;
            if begin {
                longer.origin = segment.at(-extra);
                longer.length += extra;
            }
            longer.length += if end { 0.0 } else { extra };
            around = survey(&longer, radius, squarely);
        }
        if around != Surroundings::Facing {
            return None;
        }
        match self.crossings(&longer) {
            (0, _) => Some(Finding { conclusion: Conclusion::Clear, triangle: None, radius }),
            (1, triangle) => {
                Some(Finding { conclusion: Conclusion::Sheet, triangle: Some(triangle), radius })
            }
            _ => None,
        }
    }

    /// How many triangles the segment enters, and one of them.
    fn crossings(&self, segment: &Segment) -> (usize, u32) {
        let ray = ShearedRay::new(segment);
        let mut found = (0, NO_TRIANGLE);
        self.visit(segment, 0.0, |triangle, reach| {
            let crossing = ray.cross_front(self.corners(triangle));
            if crossing.is_some_and(|x| x.inside() && (0.0..=segment.length).contains(&x.distance())) {
                found = (found.0 + 1, triangle);
            }
            reach
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::generate::bumpy_sphere;

    /// Together or one by one, with memory or without: a row of parallel rays that slides over a bumpy sphere.
    #[test]
    fn parallel_rays_meet_what_each_would_meet_alone() {
        let surface = MeshSurface::new(&bumpy_sphere(0.7, 0.03, 3000).unwrap()).unwrap();
        let direction = DVec3::new(0.3, -0.7, 1.1).normalize();
        let mut hints = [CastHint::default(); 23];
        let mut hits = 0;
        for step in 0..300 {
            let shift = DVec3::new(1e-3, 3e-4, 0.0) * f64::from(step);
            let origin = |i: usize| shift - direction + DVec3::new(0.043, 0.011, 0.0) * (i as f64 - 11.0);
            let travel = Travel { distance: shift.length(), turn_radius: 3.0 };
            let mut together = [None; 23];
            let rays = ((0..23).map(origin), direction, 0.43);
            surface.first_entries_near(rays, 0.1, travel, &mut hints, |i, hit| together[i] = Some(hit));
            for (i, found) in together.into_iter().enumerate() {
                let alone = Segment { origin: origin(i), direction, length: 0.43 };
                assert_eq!(found, surface.first_entry(&alone, 0.1));
                hits += usize::from(found.is_some());
            }
        }
        assert!((1000..300 * 23 - 1000).contains(&hits), "{hits} of 6900 rays meet the sphere");
    }
}
