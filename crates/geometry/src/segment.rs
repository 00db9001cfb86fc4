//! The texel's ray, and what it meets.

use glam::DVec3;

/// A short directed segment: the ray of one texel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Where the segment begins \[m\].
    pub origin: DVec3,
    /// Unit direction.
    pub direction: DVec3,
    /// Length \[m\].
    pub length: f64,
}

impl Segment {
    /// The point at `distance` from the origin.
    pub fn at(&self, distance: f64) -> DVec3 {
        self.origin + self.direction * distance
    }
}

/// Where a segment first enters a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance from the segment's origin \[m\].
    pub distance: f64,
    /// Outward unit normal of the target there.
    pub normal: DVec3,
    /// Triangle of a mesh (its index in the mesh as given), 0 for analytic shapes.
    pub face: u32,
}

impl Hit {
    /// `κ = −n·u`: how squarely the segment meets the surface; 1 is head on, 0 grazing.
    pub fn squareness(&self, direction: DVec3) -> f64 {
        -self.normal.dot(direction)
    }
}
