use crate::{Hit, Segment};
use glam::DVec3;

/// Everything below the plane z = 0, with outward normal +z: an endless table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace;

impl HalfSpace {
    /// Where the segment first enters the solid, however obliquely.
    #[inline]
    pub fn entry(&self, segment: &Segment) -> Option<Hit> {
        let (height, fall) = (segment.origin.z, -segment.direction.z);
        if height < 0.0 || fall <= 0.0 {
            return None;
        }
        let distance = height / fall;
        (distance <= segment.length).then_some(Hit { distance, normal: DVec3::Z, face: 0 })
    }
}
