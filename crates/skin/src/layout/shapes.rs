//! Layouts of named shapes.

use bristle_geometry::mesh::generate::{self, FingertipSize};

use super::{LayoutError, SkinLayout};

impl SkinLayout {
    /// A domed pad with a texel at every vertex of
    /// [`generate::spherical_cap`]; see there for the parameters.
    pub fn spherical_cap(
        radius: f64,
        opening_angle: f64,
        rings: usize,
        segments: usize,
    ) -> Result<Self, LayoutError> {
        Self::from_vertices(generate::spherical_cap(radius, opening_angle, rings, segments)?)
    }

    /// The pad of a human fingertip with texels about `spacing` \[m\] apart, at every vertex of
    /// [`generate::fingertip`].
    pub fn fingertip(size: FingertipSize, spacing: f64) -> Result<Self, LayoutError> {
        Self::from_vertices(generate::fingertip(size, spacing)?)
    }
}
