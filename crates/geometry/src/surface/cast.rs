//! The cast from scratch: first entry through the hierarchy.

use super::MeshSurface;
use super::bvh::{BoxRay, Child, STACK_SIZE};
use super::triangle::ShearedRay;
use crate::{Hit, Segment};
use glam::DVec3;

/// The best hit so far. Ties (a ray through a shared edge) go to the lower index, so that the answer does not
/// depend on the order in which triangles are looked at.
struct Nearest {
    distance: f64,
    triangle: u32,
    normal: DVec3,
}

impl MeshSurface {
    /// The first triangle that the segment enters from its front, with `κ ≥ min_cosine`.
    pub fn first_entry(&self, segment: &Segment, min_cosine: f64) -> Option<Hit> {
        self.nearest_entry(segment, min_cosine, None).map(|(hit, _)| hit)
    }

    /// As [`first_entry`](Self::first_entry), trying `first` before all others; also gives the inner index.
    pub(super) fn nearest_entry(
        &self,
        segment: &Segment,
        min_cosine: f64,
        first: Option<u32>,
    ) -> Option<(Hit, u32)> {
        let ray = ShearedRay::new(segment);
        let mut nearest = None;
        if let Some(triangle) = first {
            self.consider(&ray, triangle, min_cosine, &mut nearest);
        }
        self.visit(segment, 0.0, |triangle, reach| {
            self.consider(&ray, triangle, min_cosine, &mut nearest);
            nearest.as_ref().map_or(reach, |n: &Nearest| n.distance)
        });
        let Nearest { distance, triangle, normal } = nearest?;
        Some((Hit { distance, normal, face: self.given_index[triangle as usize] }, triangle))
    }

    #[inline(always)]
    fn consider(&self, ray: &ShearedRay, triangle: u32, min_cosine: f64, nearest: &mut Option<Nearest>) {
        let corners = self.corners(triangle);
        let Some(crossing) = ray.cross_front(corners).filter(|c| c.inside()) else { return };
        let distance = crossing.distance();
        if !(0.0..=ray.length).contains(&distance) {
            return;
        }
        if let Some(n) = nearest {
            let given = |t: u32| self.given_index[t as usize];
            let wins =
                distance < n.distance || (distance == n.distance && given(triangle) < given(n.triangle));
            if !wins {
                return;
            }
        }
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).normalize();
        if -normal.dot(ray.direction) >= min_cosine {
            *nearest = Some(Nearest { distance, triangle, normal });
        }
    }

    /// Calls `look(triangle, reach) -> new reach` for every triangle whose box, grown by `grown`, the segment may
    /// meet, roughly from near to far. `reach` is how far along the segment anything still matters.
    #[inline(always)]
    pub(super) fn visit(&self, segment: &Segment, grown: f64, mut look: impl FnMut(u32, f64) -> f64) {
        // Begin at the bounding box, so that single precision serves for rays from far away too.
        let Some((enter, leave)) = self.clip(segment, grown) else { return };
        let ray = BoxRay::new(segment.at(enter) - self.bvh.centre, segment.direction);
        // One step up: the far end was rounded to single precision.
        let to_f32 = |reach: f64| ((reach - enter) as f32).next_up();
        let grown = (grown as f32).next_up();
        let mut reach = leave;
        let mut stack = [Child::ROOT; STACK_SIZE];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let child = stack[waiting];
            if child.is_leaf() {
                for triangle in child.range() {
                    reach = look(triangle as u32, reach).min(reach);
                }
                continue;
            }
            let node = &self.bvh.nodes[child.index()];
            let (mut mask, enters) = ray.meets(node, 0.0, to_f32(reach), grown);
            let base = waiting;
            let mut keys = [0.0; 4];
            while mask != 0 {
                let slot = mask.trailing_zeros() as usize;
                mask &= mask - 1;
                // Insertion sort of at most four: the nearest ends on top.
                let mut at = waiting;
                while at > base && keys[at - base - 1] < enters[slot] {
                    stack[at] = stack[at - 1];
                    keys[at - base] = keys[at - base - 1];
                    at -= 1;
                }
                stack[at] = node.child(slot);
                keys[at - base] = enters[slot];
                waiting += 1;
            }
        }
    }

    /// The part of the segment inside the bounding box grown by `grown` and a little more.
    pub(super) fn clip(&self, segment: &Segment, grown: f64) -> Option<(f64, f64)> {
        let slack = grown + 1e-9 * (self.upper - self.lower).max_element();
        let (mut enter, mut leave) = (0.0f64, segment.length);
        for axis in 0..3 {
            let (o, d) = (segment.origin[axis], segment.direction[axis]);
            let (lower, upper) = (self.lower[axis] - slack, self.upper[axis] + slack);
            if d.abs() < 1e-300 {
                if o < lower || o > upper {
                    return None;
                }
                continue;
            }
            let (a, b) = ((lower - o) / d, (upper - o) / d);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        (enter <= leave).then_some((enter, leave))
    }
}
