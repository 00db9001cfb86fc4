use super::{LaneHit, LaneRay, ShapeError, Solid, checked};
use crate::lanes::{Lanes, Vec3x};
use glam::DVec3;

/// A ball about the origin, stretched along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    semi_axes: DVec3,
}

impl Ellipsoid {
    /// An ellipsoid with the given semi-axes \[m\].
    pub fn new(semi_axes: DVec3) -> Result<Self, ShapeError> {
        checked("ellipsoid", "semi-axis along x", semi_axes.x)?;
        checked("ellipsoid", "semi-axis along y", semi_axes.y)?;
        checked("ellipsoid", "semi-axis along z", semi_axes.z)?;
        Ok(Self { semi_axes })
    }

    /// Semi-axes \[m\].
    pub fn semi_axes(&self) -> DVec3 {
        self.semi_axes
    }
}

impl Solid for Ellipsoid {
    #[inline(always)]
    fn lane_entry<L: Lanes>(&self, ray: &LaneRay<L>) -> LaneHit<L> {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let squash = Vec3x::<L>::splat(1.0 / self.semi_axes);
        // In coordinates divided by the semi-axes the solid is the unit ball; distances along the line stay.
        let (o, d) = (ray.origin.times(squash), ray.direction.times(squash));
        let approach = -o.dot(d);
        let outside = o.dot(o) - one;
        let a = d.dot(d);
        let inverse = one / a; // The same for all rays of a flat pad.
        let offset = o + d * (approach * inverse);
        let discriminant = a * (one - offset.dot(offset));
        // distance = outside / q and normal = gradient / |gradient|; with q times the gradient instead of the gradient
        // neither root waits for a division, and one division serves both.
        let q = approach + discriminant.larger(zero).sqrt();
        let gradient = (o * q + d * outside).times(squash);
        let length = gradient.dot(gradient).sqrt();
        let inverse_both = one / (q * length);
        let distance = outside * length * inverse_both;
        let enters =
            L::both(L::both(zero.below(approach), zero.at_most(outside)), zero.at_most(discriminant));
        LaneHit {
            met: L::both(enters, distance.at_most(ray.length)),
            distance,
            normal: gradient * (q * inverse_both),
        }
    }
}
