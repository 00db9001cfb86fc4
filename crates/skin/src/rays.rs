//! The rays of a skin, four by four.

use bristle_geometry::lanes::{Four, FourVec3, WIDTH};
use glam::DVec3;

/// Four rays that are neighbours in memory. A ray begins below the surface and points out of the pad.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayGroup {
    pub(crate) origin: FourVec3,
    pub(crate) direction: FourVec3,
    /// Units of material behind the ray: its share of the texel, times the texel's area for a law per area. A lane
    /// without a ray has none.
    pub(crate) units: Four,
}

impl RayGroup {
    /// No rays: every lane points up from the origin and weighs nothing.
    pub(crate) const EMPTY: Self = Self {
        origin: FourVec3::ZERO,
        direction: FourVec3 { x: Four::ZERO, y: Four::ZERO, z: Four([1.0; WIDTH]) },
        units: Four::ZERO,
    };

    pub(crate) fn set(&mut self, lane: usize, origin: DVec3, direction: DVec3, units: f64) {
        self.origin.set(lane, origin);
        self.direction.set(lane, direction);
        self.units.0[lane] = units;
    }

    /// Whether there is a ray in this lane.
    #[inline(always)]
    pub(crate) fn has(&self, lane: usize) -> bool {
        self.units.0[lane] > 0.0
    }
}
