use super::{LaneHit, LaneRay, ShapeError, Solid, checked};
use crate::lanes::{Lanes, Vec3x};

/// A cylinder about the z axis, centred at the origin, with flat ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder {
    radius: f64,
    half_height: f64,
}

impl Cylinder {
    /// A cylinder of the given radius and half height \[m\].
    pub fn new(radius: f64, half_height: f64) -> Result<Self, ShapeError> {
        Ok(Self {
            radius: checked("cylinder", "radius", radius)?,
            half_height: checked("cylinder", "half height", half_height)?,
        })
    }

    /// Radius \[m\].
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Half height \[m\].
    pub fn half_height(&self) -> f64 {
        self.half_height
    }

    /// Where the line enters and leaves the endless tube, and whether it meets it at all.
    #[inline(always)]
    pub(super) fn tube_span<L: Lanes>(radius: f64, ray: &LaneRay<L>) -> (L, L, L::Mask) {
        let (zero, endless) = (L::splat(0.0), L::splat(f64::INFINITY));
        let (o, d) = (ray.origin, ray.direction);
        let radius_squared = L::splat(radius * radius);
        let (a, b, c) = (flat_dot(d, d), flat_dot(o, d), flat_dot(o, o) - radius_squared);
        let along = a.at_most(zero);
        let inverse = L::splat(1.0) / a;
        let offset = o - d * (b * inverse);
        let discriminant = a * (radius_squared - flat_dot(offset, offset));
        let root = discriminant.larger(zero).sqrt();
        // Each root in the form that does not cancel.
        let ahead = b.at_most(zero);
        let q = L::select(ahead, root - b, -b - root);
        let (first, second) = (c / q, q * inverse);
        let enter = L::select(ahead, first, second);
        let leave = L::select(ahead, second, first);
        let met = zero.at_most(L::select(along, -c, discriminant));
        (L::select(along, -endless, enter), L::select(along, endless, leave), met)
    }
}

/// Scalar product in the xy plane.
#[inline(always)]
fn flat_dot<L: Lanes>(v: Vec3x<L>, w: Vec3x<L>) -> L {
    v.x * w.x + v.y * w.y
}

impl Solid for Cylinder {
    #[inline(always)]
    fn lane_entry<L: Lanes>(&self, ray: &LaneRay<L>) -> LaneHit<L> {
        let (zero, endless) = (L::splat(0.0), L::splat(f64::INFINITY));
        let (tube_in, tube_out, tube_met) = Self::tube_span(self.radius, ray);
        let (o, d, h) = (ray.origin.z, ray.direction.z, L::splat(self.half_height));
        let side = L::select(d.below(zero), L::splat(1.0), L::splat(-1.0));
        let along = L::both(zero.at_most(d), d.at_most(zero));
        let inside = L::both(o.at_most(h), (-h).at_most(o));
        let slab_in = L::select(along, L::select(inside, -endless, endless), (side * h - o) / d);
        let slab_out = L::select(along, L::select(inside, endless, -endless), (-(side * h) - o) / d);
        let distance = tube_in.larger(slab_in);
        let leave = tube_out.smaller(slab_out);
        let point = ray.at(distance);
        let inverse = L::splat(1.0 / self.radius);
        let lid = Vec3x { x: zero, y: zero, z: side };
        let wall = Vec3x { x: point.x * inverse, y: point.y * inverse, z: zero };
        let ahead = L::both(zero.at_most(distance), distance.at_most(leave));
        LaneHit {
            met: L::both(tube_met, L::both(ahead, distance.at_most(ray.length))),
            distance,
            normal: Vec3x::select(tube_in.at_most(slab_in), lid, wall),
        }
    }

    #[inline(always)]
    fn room_on_face<L: Lanes>(&self, point: Vec3x<L>, normal: Vec3x<L>) -> L {
        let from_axis = (point.x * point.x + point.y * point.y).sqrt();
        let on_lid = L::splat(0.5).below(normal.z * normal.z);
        L::select(on_lid, L::splat(self.radius) - from_axis, L::splat(0.0))
    }
}
