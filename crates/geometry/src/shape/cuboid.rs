use super::{LaneHit, LaneRay, ShapeError, Solid, checked};
use crate::lanes::{Lanes, Vec3x};
use glam::DVec3;

/// A box about the origin, its faces square to the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    half_extents: DVec3,
}

impl Cuboid {
    /// A box with the given half sides \[m\].
    pub fn new(half_extents: DVec3) -> Result<Self, ShapeError> {
        checked("box", "half extent along x", half_extents.x)?;
        checked("box", "half extent along y", half_extents.y)?;
        checked("box", "half extent along z", half_extents.z)?;
        Ok(Self { half_extents })
    }

    /// Half sides \[m\].
    pub fn half_extents(&self) -> DVec3 {
        self.half_extents
    }
}

impl Solid for Cuboid {
    #[inline(always)]
    fn lane_entry<L: Lanes>(&self, ray: &LaneRay<L>) -> LaneHit<L> {
        let (zero, never, always) = (L::splat(0.0), L::splat(f64::INFINITY), L::splat(f64::NEG_INFINITY));
        let none = Vec3x::splat(DVec3::ZERO);
        let (mut enter, mut leave, mut normal) = (always, never, none);
        let (o, d, h) = (ray.origin, ray.direction, self.half_extents);
        for (o, d, h, axis) in [(o.x, d.x, h.x, 0), (o.y, d.y, h.y, 1), (o.z, d.z, h.z, 2)] {
            let h = L::splat(h);
            let side = L::select(d.below(zero), L::splat(1.0), L::splat(-1.0));
            // A ray along the slab is inside it for good, or never.
            let along = L::both(zero.at_most(d), d.at_most(zero));
            let inside = L::both(o.at_most(h), (-h).at_most(o));
            let near = L::select(along, L::select(inside, always, never), (side * h - o) / d);
            let far = L::select(along, L::select(inside, never, always), (-(side * h) - o) / d);
            let later = enter.below(near);
            enter = L::select(later, near, enter);
            leave = far.smaller(leave);
            let outward = match axis {
                0 => Vec3x { x: side, ..none },
                1 => Vec3x { y: side, ..none },
                _ => Vec3x { z: side, ..none },
            };
            normal = Vec3x::select(later, outward, normal);
        }
        let ahead = L::both(zero.at_most(enter), enter.at_most(leave));
        LaneHit { met: L::both(ahead, enter.at_most(ray.length)), distance: enter, normal }
    }

    #[inline(always)]
    fn room_on_face<L: Lanes>(&self, point: Vec3x<L>, normal: Vec3x<L>) -> L {
        let (p, n, h) = (point, normal, self.half_extents);
        let mut room = L::splat(f64::INFINITY);
        for (p, n, h) in [(p.x, n.x, h.x), (p.y, n.y, h.y), (p.z, n.z, h.z)] {
            let along = (n * n).below(L::splat(0.5));
            let left = L::splat(h) - p.larger(-p);
            room = L::select(along, left.smaller(room), room);
        }
        room
    }
}
