use super::{ShapeError, checked};
use crate::{Hit, Segment};
use glam::DVec3;

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

    /// Where the line enters and leaves the endless tube; `None` if it stays outside.
    pub(super) fn tube_span(radius: f64, segment: &Segment) -> Option<(f64, f64)> {
        let (o, d) = (segment.origin.truncate(), segment.direction.truncate());
        let a = d.length_squared();
        let c = o.length_squared() - radius * radius;
        if a == 0.0 {
            return (c <= 0.0).then_some((f64::NEG_INFINITY, f64::INFINITY));
        }
        let b = o.dot(d);
        let offset = o - d * (b / a);
        let discriminant = a * (radius * radius - offset.length_squared());
        if discriminant < 0.0 {
            return None;
        }
        let root = discriminant.sqrt();
        // Each root in the form that does not cancel.
        Some(if b <= 0.0 {
            let q = -b + root;
            (if q == 0.0 { 0.0 } else { c / q }, q / a)
        } else {
            let q = -b - root;
            (q / a, c / q)
        })
    }

    /// Where the segment first enters the solid, however obliquely.
    #[inline]
    pub fn entry(&self, segment: &Segment) -> Option<Hit> {
        let (tube_in, tube_out) = Self::tube_span(self.radius, segment)?;
        let (o, d) = (segment.origin.z, segment.direction.z);
        let (mut slab_in, mut slab_out) = (f64::NEG_INFINITY, f64::INFINITY);
        if d != 0.0 {
            let side = -d.signum();
            slab_in = (side * self.half_height - o) / d;
            slab_out = (-side * self.half_height - o) / d;
        } else if o.abs() > self.half_height {
            return None;
        }
        let (distance, leave) = (tube_in.max(slab_in), tube_out.min(slab_out));
        if !(0.0 <= distance && distance <= leave && distance <= segment.length) {
            return None;
        }
        let normal = if slab_in >= tube_in {
            DVec3::new(0.0, 0.0, -d.signum())
        } else {
            (segment.at(distance) * DVec3::new(1.0, 1.0, 0.0)) / self.radius
        };
        Some(Hit { distance, normal, face: 0 })
    }
}
