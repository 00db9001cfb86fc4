use super::{LaneHit, LaneRay, ShapeError, Solid, checked};
use crate::lanes::Lanes;

/// A ball about the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    radius: f64,
}

impl Sphere {
    /// A ball of the given radius \[m\].
    pub fn new(radius: f64) -> Result<Self, ShapeError> {
        Ok(Self { radius: checked("sphere", "radius", radius)? })
    }

    /// Radius \[m\].
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

impl Solid for Sphere {
    #[inline(always)]
    fn lane_entry<L: Lanes>(&self, ray: &LaneRay<L>) -> LaneHit<L> {
        let (zero, radius_squared) = (L::splat(0.0), L::splat(self.radius * self.radius));
        let approach = -ray.origin.dot(ray.direction);
        let outside = ray.origin.dot(ray.origin) - radius_squared;
        // Distance of the line from the centre, squared, without the cancellation of b² − c.
        let offset = ray.origin + ray.direction * approach;
        let discriminant = radius_squared - offset.dot(offset);
        // The nearer root as c/q: exact to round-off also when the ray begins close to the surface.
        let distance = outside / (approach + discriminant.larger(zero).sqrt());
        let enters =
            L::both(L::both(zero.below(approach), zero.at_most(outside)), zero.at_most(discriminant));
        LaneHit {
            met: L::both(enters, distance.at_most(ray.length)),
            distance,
            normal: ray.at(distance) * L::splat(1.0 / self.radius),
        }
    }
}
