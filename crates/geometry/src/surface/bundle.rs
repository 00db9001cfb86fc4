//! A look at all that is near a bundle of parallel segments: one survey in place of one for each of them.
//!
//! Segments of one direction and length whose origins fill a box are one connected family: each can be moved to the
//! place of any other without leaving it. So what holds for the neighbourhood of a single segment (see
//! [`coherent`](super::coherent)) holds for the family: if all that is near faces it, has no open edge and stays away
//! from where its segments begin and end, every one of them crosses as often as the one in the middle.

use super::bvh::{Child, STACK_SIZE};
use super::survey::Surroundings;
use super::{MeshSurface, NO_TRIANGLE};
use crate::Segment;
use glam::DVec3;

/// The family of segments around a middle one.
pub(super) struct Bundle {
    right: DVec3,
    up: DVec3,
    /// How far the origins spread from that of the middle segment, along `right`, `up` and the direction \[m\].
    spread: DVec3,
}

/// An interval along one axis.
#[derive(Clone, Copy)]
struct Span {
    from: f64,
    to: f64,
}

impl Span {
    fn of_corners(corners: [DVec3; 3], axis: DVec3) -> Self {
        let [a, b, c] = corners.map(|corner| corner.dot(axis));
        Self { from: a.min(b).min(c), to: a.max(b).max(c) }
    }

    fn of_box(centre: DVec3, half: DVec3, axis: DVec3) -> Self {
        let (middle, reach) = (centre.dot(axis), half.dot(axis.abs()));
        Self { from: middle - reach, to: middle + reach }
    }

    fn about(middle: f64, reach: f64) -> Self {
        Self { from: middle - reach, to: middle + reach }
    }

    fn meets(self, other: Self) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

/// The neighbourhood of a bundle, as intervals of what is projected on its axes.
struct Room<'a> {
    bundle: &'a Bundle,
    direction: DVec3,
    across: Span,
    upward: Span,
    along: Span,
    /// Between these depths no segment begins or ends, with the radius in hand.
    free: Span,
}

impl Bundle {
    /// Around segments of one direction and length; also gives the segment in the middle. None without a segment.
    pub(super) fn around(
        mut origins: impl Iterator<Item = DVec3>,
        direction: DVec3,
        length: f64,
    ) -> Option<(Segment, Self)> {
        let first = origins.next()?;
        // Texels that follow one another are neighbours in a row: a box along the row fits them best.
        let second = origins.next();
        let row = second.map_or(DVec3::ZERO, |second| (second - first).reject_from_normalized(direction));
        let right = row.try_normalize().unwrap_or_else(|| direction.any_orthonormal_vector());
        let up = direction.cross(right);
        let seen = |p: DVec3| DVec3::new(p.dot(right), p.dot(up), p.dot(direction));
        let (mut lower, mut upper) = (seen(first), seen(first));
        for p in second.into_iter().chain(origins).map(seen) {
            (lower, upper) = (lower.min(p), upper.max(p));
        }
        let middle = 0.5 * (lower + upper);
        let origin = right * middle.x + up * middle.y + direction * middle.z;
        let spread = 0.5 * (upper - lower);
        Some((Segment { origin, direction, length }, Self { right, up, spread }))
    }

    fn room(&self, middle: &Segment, radius: f64) -> Room<'_> {
        let Segment { origin, direction, length } = *middle;
        let begin = origin.dot(direction);
        let (near, spread) = (begin + 0.5 * length, self.spread);
        Room {
            bundle: self,
            direction,
            across: Span::about(origin.dot(self.right), spread.x + radius),
            upward: Span::about(origin.dot(self.up), spread.y + radius),
            along: Span::about(near, 0.5 * length + spread.z + radius),
            free: Span { from: begin + spread.z + radius, to: begin + length - spread.z - radius },
        }
    }
}

impl Room<'_> {
    /// How deep something lies, if it is in here at all.
    fn depth(&self, span: impl Fn(DVec3) -> Span) -> Option<Span> {
        let depth = span(self.direction);
        let inside = depth.meets(self.along)
            && span(self.bundle.right).meets(self.across)
            && span(self.bundle.up).meets(self.upward);
        inside.then_some(depth)
    }

    /// Whether what lies so deep may be close to a begin, and to an end.
    fn near_ends(&self, depth: Span) -> (bool, bool) {
        (depth.from <= self.free.from, depth.to >= self.free.to)
    }
}

impl MeshSurface {
    /// Looks at everything within `radius` of a bundle (and perhaps a little more), as
    /// [`survey`](Self::survey) does of one segment.
    pub(super) fn survey_bundle(
        &self,
        bundle: &Bundle,
        middle: &Segment,
        radius: f64,
        squarely: f64,
    ) -> Surroundings {
        let room = bundle.room(middle, radius);
        let mut empty = true;
        let mut stack = [Child::ROOT; STACK_SIZE];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let node = &self.bvh.nodes[stack[waiting].index()];
            for slot in 0..4 {
                let (centre, half) = node.centre_and_half(slot);
                let centre = centre + self.bvh.centre;
                let Some(depth) = room.depth(|axis| Span::of_box(centre, half, axis)) else { continue };
                let faces = node.cone(slot).faces(room.direction, squarely);
                let (begin, end) = room.near_ends(depth);
                if faces && !begin && !end {
                    empty = false;
                    continue;
                }
                // A box that is small against the radius tells as much as the triangles in it.
                if half.max_element() < 0.25 * radius {
                    return if faces {
                        Surroundings::FacingNearEnds { begin, end }
                    } else {
                        Surroundings::Mixed
                    };
                }
                let child = node.child(slot);
                if !child.is_leaf() {
                    stack[waiting] = child;
                    waiting += 1;
                    continue;
                }
                for triangle in child.range() {
                    let corners = self.corners(triangle as u32);
                    let Some(depth) = room.depth(|axis| Span::of_corners(corners, axis)) else { continue };
                    let open = self.neighbours[triangle].contains(&NO_TRIANGLE);
                    if open || -self.unit_normal(triangle as u32).dot(room.direction) < squarely {
                        return Surroundings::Mixed;
                    }
                    let (begin, end) = room.near_ends(depth);
                    if begin || end {
                        return Surroundings::FacingNearEnds { begin, end };
                    }
                    empty = false;
                }
            }
        }
        if empty { Surroundings::Empty } else { Surroundings::Facing }
    }
}
