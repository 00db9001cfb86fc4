//! Where the texels of a skin are: positions, directions, areas and sample points.

use bristle_geometry::TriangleMesh;
use glam::DVec3;

/// One tactile element: a fixed material point of the skin, in the skin's frame S.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Texel {
    /// Position on the undeformed surface \[m\].
    pub position: DVec3,
    /// Unit vector out of the pad, along which the texel casts its ray.
    pub direction: DVec3,
    /// Area of skin that the texel stands for \[m²\].
    pub area: f64,
}

/// One ray of a texel. A plain texel has one, at its own position, with weight 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Where the ray meets the undeformed surface \[m\].
    pub position: DVec3,
    /// Unit direction of the ray.
    pub direction: DVec3,
    /// The texel that owns this ray.
    pub texel: u32,
    /// Share of the texel's stiffness, damping and area; a texel's weights sum to 1.
    pub weight: f64,
}

/// Rows and columns of a rectangular array; texel index is `row * columns + column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

/// The geometry of a skin, in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinLayout {
    /// The texels, in the order in which readings are reported.
    pub texels: Vec<Texel>,
    /// The rays, grouped by texel in texel order.
    pub samples: Vec<Sample>,
    /// Set when the texels form a rectangular array.
    pub grid: Option<GridSize>,
    /// The surface the texels came from.
    pub mesh: TriangleMesh,
}
