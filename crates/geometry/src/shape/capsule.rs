use super::{Cylinder, ShapeError, checked};
use crate::{Hit, Segment};
use glam::DVec3;

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

    /// Where the segment first enters the solid, however obliquely.
    #[inline]
    pub fn entry(&self, segment: &Segment) -> Option<Hit> {
        let (tube_in, _) = Cylinder::tube_span(self.radius, segment)?;
        // The line's one entry lies on the tube, or on the ball at the end where it enters the tube.
        let z_in = if tube_in.is_finite() {
            segment.origin.z + tube_in * segment.direction.z
        } else {
            -segment.direction.z.signum() * f64::INFINITY
        };
        let centre = DVec3::new(0.0, 0.0, z_in.clamp(-self.half_height, self.half_height));
        let distance = if z_in.abs() <= self.half_height {
            tube_in
        } else {
            line_enters_ball(segment.origin - centre, segment.direction, self.radius)?
        };
        if !(0.0..=segment.length).contains(&distance) {
            return None;
        }
        Some(Hit { distance, normal: (segment.at(distance) - centre) / self.radius, face: 0 })
    }
}

/// The line's entry into a ball about the origin, before or behind the segment's begin.
fn line_enters_ball(origin: DVec3, direction: DVec3, radius: f64) -> Option<f64> {
    let approach = -origin.dot(direction);
    let offset = origin + direction * approach;
    let discriminant = radius * radius - offset.length_squared();
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    let outside = origin.length_squared() - radius * radius;
    Some(if approach > 0.0 { outside / (approach + root) } else { approach - root })
}
