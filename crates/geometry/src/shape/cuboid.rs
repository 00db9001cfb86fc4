use super::{ShapeError, checked};
use crate::{Hit, Segment};
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

    /// Where the segment first enters the solid, however obliquely.
    #[inline]
    pub fn entry(&self, segment: &Segment) -> Option<Hit> {
        let (origin, direction, half) = (segment.origin, segment.direction, self.half_extents);
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut normal = DVec3::ZERO;
        for axis in 0..3 {
            let (o, d, h) = (origin[axis], direction[axis], half[axis]);
            if d == 0.0 {
                if o.abs() > h {
                    return None;
                }
                continue;
            }
            let side = -d.signum();
            let near = (side * h - o) / d;
            if near > enter {
                enter = near;
                normal = DVec3::ZERO;
                normal[axis] = side;
            }
            leave = leave.min((-side * h - o) / d);
        }
        (0.0 <= enter && enter <= leave && enter <= segment.length)
            .then_some(Hit { distance: enter, normal, face: 0 })
    }
}
