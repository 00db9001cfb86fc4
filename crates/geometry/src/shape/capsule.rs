use super::{Cylinder, LaneHit, LaneRay, ShapeError, Solid, checked};
use crate::lanes::{Lanes, Vec3x};

/// All points within `radius` of a piece of the z axis: a cylinder with round ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    radius: f64,
    half_height: f64,
}

impl Capsule {
    /// A capsule of the given radius whose axis reaches from `−half_height` to `+half_height` \[m\].
    pub fn new(radius: f64, half_height: f64) -> Result<Self, ShapeError> {
        Ok(Self {
            radius: checked("capsule", "radius", radius)?,
            half_height: checked("capsule", "half height", half_height)?,
        })
    }

    /// Radius \[m\].
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Half length of the axis, without the round ends \[m\].
    pub fn half_height(&self) -> f64 {
        self.half_height
    }
}

impl Solid for Capsule {
    #[inline(always)]
    fn lane_entry<L: Lanes>(&self, ray: &LaneRay<L>) -> LaneHit<L> {
        let (zero, h) = (L::splat(0.0), L::splat(self.half_height));
        let radius_squared = L::splat(self.radius * self.radius);
        let (tube_in, _, tube_met) = Cylinder::tube_span(self.radius, ray);
        // The line's one entry lies on the tube, or on the ball at the end where it enters the tube.
        let (o, d) = (ray.origin.z, ray.direction.z);
        let from_far = L::select(d.below(zero), L::splat(f64::INFINITY), L::splat(f64::NEG_INFINITY));
        let is_along = tube_in.at_most(L::splat(f64::NEG_INFINITY));
        let z_in = L::select(is_along, from_far, o + tube_in * d);
        let centre_z = z_in.smaller(h).larger(-h);
        let on_tube = L::both(z_in.at_most(h), (-h).at_most(z_in));

        let (distance, exists) = if L::bits(on_tube) == L::ALL {
            (tube_in, tube_met)
        } else {
            let origin = Vec3x { z: o - centre_z, ..ray.origin };
            let approach = -origin.dot(ray.direction);
            let offset = origin + ray.direction * approach;
            let discriminant = radius_squared - offset.dot(offset);
            let root = discriminant.larger(zero).sqrt();
            let outside = origin.dot(origin) - radius_squared;
            // The nearer root, in the form that does not cancel.
            let ball_in = L::select(zero.below(approach), outside / (approach + root), approach - root);
            let on_ball = zero.at_most(L::select(on_tube, zero, discriminant));
            (L::select(on_tube, tube_in, ball_in), L::both(tube_met, on_ball))
        };
        let point = ray.at(distance);
        let inverse = L::splat(1.0 / self.radius);
        let ahead = L::both(zero.at_most(distance), distance.at_most(ray.length));
        LaneHit {
            met: L::both(exists, ahead),
            distance,
            normal: Vec3x { z: point.z - centre_z, ..point } * inverse,
        }
    }
}
