//! The cast that remembers: exact, and short while the motion is small.
//!
//! From one step to the next a texel's segment moves by micrometres. A *survey* looks once at everything within
//! some radius `r` of the segment and draws a conclusion that stays true until the segment's ends have moved by `r`:
//!
//! * **Clear**: nothing is near, so there is no hit.
//! * **Sheet**: all triangles near the segment face it, none has an open edge, both ends of the segment keep a
//!   distance of `r` from them, and the segment crosses them once. The signed number of crossings of a segment with
//!   a surface changes only where an end of the segment passes through the surface or the segment slips over an
//!   open edge. Neither can happen here, and every crossing counts +1, so every segment in the neighbourhood
//!   crosses exactly once: whichever triangle holds the crossing *is* the answer. It is found by walking
//!   from the last one, across the edge on whose wrong side the segment lies.
//! * **Tangled**: anything else (silhouettes, thin walls, open edges). Cast from scratch.
//!
//! The answer never depends on the memory: a crossing within round-off of an edge, where two triangles could
//! both claim it, is handed to the cast from scratch.

use super::triangle::{Crossing, ShearedRay};
use super::{MeshSurface, NO_TRIANGLE};
use crate::{Hit, Segment};
use glam::DVec3;

/// Steps of a walk before it is given up; a step of the simulation rarely crosses more than one edge.
const WALK_LIMIT: usize = 16;
/// Times that the radius of clear space is doubled in search of a longer-lived conclusion.
const CLEAR_DOUBLINGS: usize = 3;

/// What one texel remembers of its casts at one mesh. Begin with [`CastHint::default`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHint {
    /// The conclusion holds while the distance travelled stays at or below this.
    expires: f64,
    triangle: u32,
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

/// How far the segment has moved, as its owner accounts for it.
#[derive(Clone, Copy, Debug)]
pub struct Travel {
    /// Never decreases; grows at every step by at least the distance that any point of the segment moved relative
    /// to the mesh \[m\].
    pub distance: f64,
    /// A turn by the angle α adds at least α times this radius to the distance \[m\].
    pub turn_radius: f64,
}

struct Survey {
    nearby: usize,
    is_sheet: bool,
    crossings: usize,
    triangle: u32,
    /// How far the begin stays in front, and the end behind, every triangle nearby.
    begin_clearance: f64,
    end_clearance: f64,
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
        if travel.distance > hint.expires {
            self.renew(segment, min_cosine, travel, hint);
        }
        match hint.conclusion {
            Conclusion::Clear => None,
            Conclusion::Sheet => self.follow(segment, min_cosine, hint),
            Conclusion::Tangled => self.recast(segment, min_cosine, hint),
        }
    }

    #[inline]
    fn follow(&self, segment: &Segment, min_cosine: f64, hint: &mut CastHint) -> Option<Hit> {
        let ray = ShearedRay::new(segment);
        let Some((triangle, crossing)) = self.walk(&ray, hint.triangle) else {
            return self.recast(segment, min_cosine, hint);
        };
        hint.triangle = triangle;
        let distance = crossing.distance();
        (0.0..=segment.length).contains(&distance).then(|| Hit {
            distance,
            normal: self.unit_normal(triangle),
            face: self.given_index[triangle as usize],
        })
    }

    #[inline]
    fn walk(&self, ray: &ShearedRay, from: u32) -> Option<(u32, Crossing)> {
        let mut triangle = from;
        for _ in 0..WALK_LIMIT {
            let crossing = ray.cross_front(self.corners(triangle))?;
            if crossing.well_inside() {
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
        // Wide enough to live for many steps, narrow enough to hold few triangles.
        let wide = self.mean_edge.clamp(1e-3 * segment.length, 0.1 * segment.length);
        for radius in [wide, 0.25 * wide] {
            if let Some((conclusion, triangle, valid)) = self.conclude(segment, min_cosine, travel, radius) {
                let triangle = if triangle == NO_TRIANGLE { hint.triangle } else { triangle };
                // A thousandth in hand for the rounding of the caller's sum.
                *hint = CastHint { expires: travel.distance + 0.999 * valid, triangle, conclusion };
                return;
            }
        }
        *hint = CastHint { expires: travel.distance + wide, conclusion: Conclusion::Tangled, ..*hint };
    }

    /// Clear or Sheet within `radius`, the crossed triangle, and the radius for which it holds.
    fn conclude(
        &self,
        segment: &Segment,
        min_cosine: f64,
        travel: Travel,
        radius: f64,
    ) -> Option<(Conclusion, u32, f64)> {
        // The direction turns by at most radius / turn_radius before the conclusion expires.
        let squarely = min_cosine + radius / travel.turn_radius;
        let mut survey = self.survey(segment, radius, squarely);
        if survey.nearby == 0 {
            let mut clear = radius;
            for _ in 0..CLEAR_DOUBLINGS {
                if self.survey(segment, 2.0 * clear, squarely).nearby != 0 {
                    break;
                }
                clear *= 2.0;
            }
            return Some((Conclusion::Clear, NO_TRIANGLE, clear));
        }
        if !survey.is_sheet {
            return None;
        }
        // An end that is too close to the surface is moved away from it, along the segment: the longer segment
        // crosses the sheet where the shorter one would.
        let extend = |clearance: f64| if clearance < radius { 3.0 * radius } else { 0.0 };
        let (before, behind) = (extend(survey.begin_clearance), extend(survey.end_clearance));
        if before + behind > 0.0 {
            let longer = Segment {
                origin: segment.at(-before),
                length: segment.length + before + behind,
                direction: segment.direction,
            };
            survey = self.survey(&longer, radius, squarely);
        }
        let holds = survey.is_sheet
            && survey.crossings == 1
            && survey.begin_clearance >= radius
            && survey.end_clearance >= radius;
        holds.then_some((Conclusion::Sheet, survey.triangle, radius))
    }

    /// Looks at every triangle within `radius` of the segment, and perhaps a few more.
    fn survey(&self, segment: &Segment, radius: f64, squarely: f64) -> Survey {
        let ray = ShearedRay::new(segment);
        let end = segment.at(segment.length);
        let (right, up) = segment.direction.any_orthonormal_pair();
        let mut survey = Survey {
            nearby: 0,
            is_sheet: true,
            crossings: 0,
            triangle: NO_TRIANGLE,
            begin_clearance: f64::INFINITY,
            end_clearance: f64::INFINITY,
        };
        let longer = Segment {
            origin: segment.at(-radius),
            length: segment.length + 2.0 * radius,
            direction: segment.direction,
        };
        self.visit(&longer, radius, |triangle, reach| {
            let corners = self.corners(triangle);
            if !near(corners, segment, right, up, radius) {
                return reach;
            }
            survey.nearby += 1;
            let [a, b, c] = corners;
            let normal = (b - a).cross(c - a).normalize();
            let open = self.neighbours[triangle as usize].contains(&NO_TRIANGLE);
            if open || -normal.dot(segment.direction) < squarely {
                survey.is_sheet = false;
                return f64::NEG_INFINITY; // Nothing more to learn.
            }
            survey.begin_clearance = survey.begin_clearance.min(normal.dot(segment.origin - a));
            survey.end_clearance = survey.end_clearance.min(normal.dot(a - end));
            if ray
                .cross_front(corners)
                .is_some_and(|x| x.inside() && (0.0..=segment.length).contains(&x.distance()))
            {
                survey.crossings += 1;
                survey.triangle = triangle;
            }
            reach
        });
        survey
    }
}

/// False only if the triangle stays farther than `radius` from the segment, seen along the segment or from its side.
fn near(corners: [DVec3; 3], segment: &Segment, right: DVec3, up: DVec3, radius: f64) -> bool {
    let [a, b, c] = corners.map(|corner| {
        let p = corner - segment.origin;
        DVec3::new(p.dot(right), p.dot(up), p.dot(segment.direction))
    });
    let (nearest, farthest) = (a.z.min(b.z).min(c.z), a.z.max(b.z).max(c.z));
    if farthest < -radius || nearest > segment.length + radius {
        return false;
    }
    let twice_area = |p: DVec3, q: DVec3| p.x * q.y - p.y * q.x;
    let (ab, bc, ca) = (twice_area(a, b), twice_area(b, c), twice_area(c, a));
    let winding = (ab + bc + ca).signum();
    let beyond = |signed: f64, p: DVec3, q: DVec3| {
        let signed = winding * signed;
        let (dx, dy) = (q.x - p.x, q.y - p.y);
        signed < 0.0 && signed * signed > radius * radius * (dx * dx + dy * dy)
    };
    !(beyond(ab, a, b) || beyond(bc, b, c) || beyond(ca, c, a))
}
