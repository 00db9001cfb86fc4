//! A look at all that is near a segment: what can be said of every segment close to it?

use super::bvh::{BoxRay, Child, STACK_SIZE};
use super::{MeshSurface, NO_TRIANGLE};
use crate::Segment;
use glam::DVec3;

/// What lies within some radius of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Surroundings {
    /// No triangle.
    Empty,
    /// Triangles that all face the segment, without an open edge, and away from both ends of the segment.
    Facing,
    /// A triangle that faces the segment may be close to its begin or its end. The rest was not looked at.
    FacingNearEnds {
        /// At the start.
        begin: bool,
        /// At the end.
        end: bool,
    },
    /// Anything else.
    Mixed,
}

/// The segment and the question, in the forms that boxes and triangles want.
struct Question<'a> {
    segment: &'a Segment,
    end: DVec3,
    right: DVec3,
    up: DVec3,
    radius: f64,
    squarely: f64,
}

impl MeshSurface {
    /// Looks at everything within `radius` of the segment (and perhaps a little more); triangles count as facing
    /// it when `−n·u ≥ squarely`.
    pub(super) fn survey(&self, segment: &Segment, radius: f64, squarely: f64) -> Surroundings {
        let longer = Segment {
            origin: segment.at(-radius),
            length: segment.length + 2.0 * radius,
            direction: segment.direction,
        };
        let Some((enter, leave)) = self.clip(&longer, radius) else { return Surroundings::Empty };
        let ray = BoxRay::new(longer.at(enter) - self.bvh.centre, segment.direction);
        let span = ((leave - enter) as f32).next_up();
        let grown = (radius as f32).next_up();

        let (right, up) = segment.direction.any_orthonormal_pair();
        let question = Question { segment, end: segment.at(segment.length), right, up, radius, squarely };
        let relative = |p: DVec3| (p - self.bvh.centre).as_vec3().to_array();
        let (begin, end) = (relative(segment.origin), relative(question.end));
        // A thousandth for the rounding of single precision.
        let aloof = (radius * 1.001 + 1e-6 * (self.upper - self.lower).max_element()).powi(2) as f32;

        let mut empty = true;
        let mut stack = [Child::ROOT; STACK_SIZE];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let node = &self.bvh.nodes[stack[waiting].index()];
            let (mut mask, _) = ray.meets(node, 0.0, span, grown);
            while mask != 0 {
                let slot = mask.trailing_zeros() as usize;
                mask &= mask - 1;
                let faces = node.cone(slot).faces(segment.direction, squarely);
                let begin_near = node.distance_squared(slot, begin) <= aloof;
                let end_near = node.distance_squared(slot, end) <= aloof;
                if faces && !begin_near && !end_near {
                    empty = false;
                    continue;
                }
                // A box that is small against the radius tells as much as the triangles in it.
                if node.longest_side(slot) < 0.5 * grown {
                    if !faces {
                        return Surroundings::Mixed;
                    }
                    return Surroundings::FacingNearEnds { begin: begin_near, end: end_near };
                }
                let child = node.child(slot);
                if !child.is_leaf() {
                    stack[waiting] = child;
                    waiting += 1;
                    continue;
                }
                for triangle in child.range() {
                    match self.look_at(triangle as u32, &question) {
                        None => {}
                        Some((true, false, false)) => empty = false,
                        Some((true, begin, end)) => return Surroundings::FacingNearEnds { begin, end },
                        Some((false, ..)) => return Surroundings::Mixed,
                    }
                }
            }
        }
        if empty { Surroundings::Empty } else { Surroundings::Facing }
    }

    /// Of a triangle nearby: does it face the segment, is it close to the start, is it close to the end?
    fn look_at(&self, triangle: u32, question: &Question) -> Option<(bool, bool, bool)> {
        let Question { segment, end, right, up, radius, squarely } = *question;
        let corners = self.corners(triangle);
        if !near(corners, segment, right, up, radius) {
            return None;
        }
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize();
        let open = self.neighbours[triangle as usize].contains(&NO_TRIANGLE);
        let faces = !open && -normal.dot(segment.direction) >= squarely;
        // Farther from the plane means farther from the triangle.
        Some((faces, normal.dot(segment.origin - a) < radius, normal.dot(a - end) < radius))
    }
}

/// False only if the triangle stays farther than `radius` from the segment, seen along the segment or from its side.
fn near(corners: [DVec3; 3], segment: &Segment, right: DVec3, up: DVec3, radius: f64) -> bool {
    let along = |corner: DVec3| {
        let p = corner - segment.origin;
        DVec3::new(p.dot(right), p.dot(up), p.dot(segment.direction))
    };
    let (a, b, c) = (along(corners[0]), along(corners[1]), along(corners[2]));
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
