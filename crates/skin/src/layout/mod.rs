//! Where the texels of a skin are: positions, directions, areas and sample points.
//!
//! A layout is made from a mesh ([`SkinLayout::from_vertices`], [`SkinLayout::from_face_centres`]), as a flat
//! array ([`SkinLayout::grid`]) or from a named shape ([`SkinLayout::spherical_cap`],
//! [`SkinLayout::fingertip`]). It begins with one ray per texel; [`SkinLayout::with_samples`] spreads more.

mod adjacency;
mod error;
mod from_faces;
mod from_vertices;
mod grid;
mod posed;
mod samples;
mod shapes;
mod surface;

pub use error::LayoutError;
pub use samples::SamplePattern;

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

/// Which piece of the surface each texel stands for. The pieces tile the mesh without gap or overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TexelRegion {
    /// A parallelogram about the texel, spanned by the step to the next row and to the next column \[m\].
    Cell {
        /// From one row to the next \[m\].
        row_step: DVec3,
        /// From one column to the next \[m\].
        column_step: DVec3,
    },
    /// Texel `i` is vertex `i` of the mesh: the third nearest to it of every triangle around it, bounded by
    /// edge midpoints and centroids.
    VertexShare,
    /// Texel `i` is triangle `i` of the mesh.
    Face,
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
    /// The piece of `mesh` that each texel stands for.
    pub region: TexelRegion,
}

impl SkinLayout {
    /// Texels with one ray each, at the texel itself.
    fn with_centre_samples(
        texels: Vec<Texel>,
        grid: Option<GridSize>,
        mesh: TriangleMesh,
        region: TexelRegion,
    ) -> Self {
        let samples = centre_samples(&texels);
        Self { texels, samples, grid, mesh, region }
    }
}

fn centre_samples(texels: &[Texel]) -> Vec<Sample> {
    texels
        .iter()
        .zip(0..)
        .map(|(t, texel)| Sample { position: t.position, direction: t.direction, texel, weight: 1.0 })
        .collect()
}
