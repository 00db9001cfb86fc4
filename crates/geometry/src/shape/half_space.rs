use super::{LaneHit, LaneRay, Solid};
use crate::lanes::{Lanes, Vec3x};
use glam::DVec3;

/// Everything below the plane z = 0, with outward normal +z: an endless table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace;

impl Solid for HalfSpace {
    #[inline(always)]
    fn lane_entry<L: Lanes>(&self, ray: &LaneRay<L>) -> LaneHit<L> {
        let (height, fall) = (ray.origin.z, -ray.direction.z);
        let zero = L::splat(0.0);
        let distance = height / fall;
        let above = L::both(zero.at_most(height), zero.below(fall));
        LaneHit {
            met: L::both(above, distance.at_most(ray.length)),
            distance,
            normal: Vec3x::splat(DVec3::Z),
        }
    }

    #[inline(always)]
    fn room_on_face<L: Lanes>(&self, _point: Vec3x<L>, _normal: Vec3x<L>) -> L {
        L::splat(f64::INFINITY)
    }
}
