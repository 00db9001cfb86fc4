use super::{ShapeError, checked};
use crate::{Hit, Segment};

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

    /// Where the segment first enters the solid, however obliquely.
    #[inline]
    pub fn entry(&self, segment: &Segment) -> Option<Hit> {
        let Segment { origin, direction, length } = *segment;
        let approach = -origin.dot(direction);
        let outside = origin.length_squared() - self.radius * self.radius;
        if approach <= 0.0 || outside < 0.0 {
            return None;
        }
        // Distance of the line from the centre, squared, without the cancellation of b² − c.
        let offset = origin + direction * approach;
        let discriminant = self.radius * self.radius - offset.length_squared();
        if discriminant < 0.0 {
            return None;
        }
        // The nearer root as c/q: exact to round-off also when the segment begins close to the surface.
        let distance = outside / (approach + discriminant.sqrt());
        (distance <= length).then(|| Hit { distance, normal: segment.at(distance) / self.radius, face: 0 })
    }
}
