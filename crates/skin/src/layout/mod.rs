//! Where the texels of a skin are: positions, directions, areas and sample points.
//!
//! A layout is made as an array, flat ([`SkinLayout::grid`]) or bent ([`SkinLayout::bent_grid`]), from the cells of a device
//! ([`SkinLayout::from_table`], [`SkinLayout::from_texels`]), from a mesh ([`SkinLayout::from_vertices`],
//! [`SkinLayout::from_polygons`]) or from a named shape ([`SkinLayout::spherical_cap`], [`SkinLayout::fingertip`]). It begins
//! with one ray per texel; [`SkinLayout::with_samples`] spreads more.

mod adjacency;
mod drape;
mod error;
mod from_faces;
mod from_vertices;
mod grid;
mod outlines;
mod places;
mod posed;
mod samples;
mod shapes;
mod sheet;
mod sides;
mod surface;
mod table;
mod texels;

pub use error::{LayoutError, estimated_memory};
pub(crate) use outlines::Pieces;
pub use places::Grid;
pub use samples::SamplePattern;
pub use sheet::{CylinderAxis, Over, Sheet};
pub(crate) use sides::Border;
pub use table::TableError;

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

/// Which piece of the surface each texel stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum TexelRegion {
    /// A cell of a sheet that is divided into the layout's grid.
    Cells(Sheet),
    /// A rectangle about the texel: its sides along the row numbers and along the column numbers \[m\].
    Tiles(Vec<[DVec3; 2]>),
    /// Texel `i` is vertex `i` of the mesh: the third nearest to it of every triangle around it, bounded by
    /// edge midpoints and centroids.
    VertexShare,
    /// Texel `i` is a polygon of the mesh: its triangles up to but without number `ends[i]`, from where the one before ends.
    Polygons(Vec<u32>),
}

/// The geometry of a skin, in its own frame.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinLayout {
    /// The texels, in the order in which readings are reported.
    pub texels: Vec<Texel>,
    /// The rays, grouped by texel in texel order.
    pub samples: Vec<Sample>,
    /// Rows and columns, if the device has them.
    pub grid: Option<Grid>,
    /// The surface the texels came from.
    pub mesh: TriangleMesh,
    /// The piece of `mesh` that each texel stands for.
    pub region: TexelRegion,
}

impl SkinLayout {
    /// Texels with one ray each, at the texel itself.
    fn with_centre_samples(
        texels: Vec<Texel>,
        grid: Option<Grid>,
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
