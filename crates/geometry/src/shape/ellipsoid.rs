use super::{ShapeError, checked};
use crate::{Hit, Segment};
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

    /// Where the segment first enters the solid, however obliquely.
    #[inline]
    pub fn entry(&self, segment: &Segment) -> Option<Hit> {
        // In coordinates divided by the semi-axes the solid is the unit ball; distances along the line stay.
        let o = segment.origin / self.semi_axes;
        let d = segment.direction / self.semi_axes;
        let approach = -o.dot(d);
        let outside = o.length_squared() - 1.0;
        if approach <= 0.0 || outside < 0.0 {
            return None;
        }
        let a = d.length_squared();
        let offset = o + d * (approach / a);
        let discriminant = a * (1.0 - offset.length_squared());
        if discriminant < 0.0 {
            return None;
        }
        let distance = outside / (approach + discriminant.sqrt());
        (distance <= segment.length).then(|| {
            let gradient = (o + d * distance) / self.semi_axes;
            Hit { distance, normal: gradient.normalize(), face: 0 }
        })
    }
}
