//! Why a layout cannot be made.

use bristle_geometry::mesh::generate::GenerateError;
use bristle_system::memory::{self, TooLittle};
use glam::DVec3;

/// Most texels one layout may have.
pub(super) const MOST_TEXELS: usize = 16_000_000;

/// Most rays one layout may have.
pub(super) const MOST_SAMPLES: usize = 64_000_000;

/// Farthest a vertex may lie from the origin along an axis \[m\]: beyond it the mesh is in the wrong unit.
pub(super) const FARTHEST: f64 = 1e6;

/// About what a texel and a ray take in all, from the layout to a world that runs \[bytes\]; measured with a million texels.
const PER_TEXEL: usize = 500;
const PER_RAY: usize = 500;

/// Refuses texels that do not fit into the memory that is free, before any of it is taken.
pub(super) fn check_memory(texels: usize, per_texel: usize) -> Result<(), LayoutError> {
    let rays = texels.saturating_mul(per_texel).saturating_mul(PER_RAY);
    let needed = rays.saturating_add(texels.saturating_mul(PER_TEXEL));
    memory::check(needed as u64).map_err(|why| LayoutError::Memory { texels, per_texel, why })
}

/// A layout that cannot be made, and what to change.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LayoutError {
    /// A grid without rows or columns.
    #[error("a grid of {rows} rows and {columns} columns has no texels; both must be at least 1")]
    EmptyGrid {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
    },
    /// A pitch that is zero, negative, not a number or absurdly large.
    #[error("{name} is {value} m; a pitch must be greater than 0 and at most {FARTHEST} m")]
    Pitch {
        /// Which pitch.
        name: &'static str,
        /// What was given \[m\].
        value: f64,
    },
    /// More texels than a layout may have.
    #[error("{count} texels are too many; a skin may have at most {MOST_TEXELS}: use a coarser mesh or grid")]
    TooManyTexels {
        /// Texels asked for.
        count: usize,
    },
    /// A sample pattern without samples.
    #[error("a sample pattern needs at least 1 sample per texel")]
    NoSamples,
    /// More rays than a layout may have.
    #[error("{texels} texels with {per_texel} samples each are too many rays; at most {MOST_SAMPLES}")]
    TooManySamples {
        /// Texels of the layout.
        texels: usize,
        /// Samples asked for, per texel.
        per_texel: usize,
    },
    /// More texels or rays than there is memory for.
    #[error("{texels} texels with {per_texel} samples each do not fit: {why}")]
    Memory {
        /// Texels of the layout.
        texels: usize,
        /// Samples per texel.
        per_texel: usize,
        /// How much is needed, and how much is there.
        why: TooLittle,
    },
    /// Texels and mesh that no longer belong together.
    #[error(
        "the layout has {texels} texels but its mesh has {count} {parts}; change neither without the other"
    )]
    RegionMismatch {
        /// Texels of the layout.
        texels: usize,
        /// What each texel stands for.
        parts: &'static str,
        /// How many of these the mesh has.
        count: usize,
    },
    /// A mesh without triangles.
    #[error("the mesh has no triangles, so no texel has a direction")]
    EmptyMesh,
    /// A triangle that names a vertex which is not there.
    #[error("triangle {triangle} names vertex {vertex}, but the mesh has {vertices} vertices")]
    NoSuchVertex {
        /// The triangle.
        triangle: usize,
        /// The vertex it names.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A vertex that is not a number or absurdly far away.
    #[error("vertex {vertex} is at {position} m; every coordinate must be finite and within ±{FARTHEST} m")]
    BadVertex {
        /// The vertex.
        vertex: usize,
        /// Where it is \[m\].
        position: DVec3,
    },
    /// A vertex that no triangle uses.
    #[error(
        "vertex {vertex} belongs to no triangle, so it has no direction; \
         remove it or use SkinLayout::from_used_vertices"
    )]
    UnusedVertex {
        /// The vertex.
        vertex: usize,
    },
    /// A vertex whose triangles have no area.
    #[error("all triangles around vertex {vertex} have zero area; remove the degenerate triangles")]
    NoArea {
        /// The vertex.
        vertex: usize,
    },
    /// A vertex whose triangle normals cancel.
    #[error(
        "the normals of the triangles around vertex {vertex} cancel (sum has length {sum}); \
         a texel cannot sit on a fold or on both sides of a sheet: split the vertex or remove a side"
    )]
    OpposingNormals {
        /// The vertex.
        vertex: usize,
        /// Length of the sum of unit normals.
        sum: f64,
    },
    /// A polygon without area, asked to be a texel.
    #[error("polygon {polygon} has zero area and cannot be a texel; remove it")]
    DegeneratePolygon {
        /// The polygon.
        polygon: usize,
    },
    /// Polygons that do not share out the triangles of a mesh.
    #[error(
        "the polygons end at triangle {last} of {triangles}, or one has no triangle; every triangle must belong to one polygon"
    )]
    BadPolygons {
        /// Where the last polygon ends.
        last: usize,
        /// Triangles of the mesh.
        triangles: usize,
    },
    /// A device without texels.
    #[error("there are no texels; give at least one")]
    NoTexels,
    /// Two texels in one cell of a grid.
    #[error("texels {first} and {second} both are row {row}, column {column}; every cell may be there once")]
    SameCell {
        /// One texel.
        first: usize,
        /// The other texel.
        second: usize,
        /// The row of both.
        row: u32,
        /// The column of both.
        column: u32,
    },
    /// Rows and columns that were made for other texels.
    #[error(
        "a grid of {rows} rows and {columns} columns with {cells} cells does not fit {texels} texels; it needs one cell per texel"
    )]
    GridMismatch {
        /// Rows of the grid.
        rows: usize,
        /// Columns of the grid.
        columns: usize,
        /// Cells that are not missing.
        cells: usize,
        /// Texels of the device.
        texels: usize,
    },
    /// A texel with an impossible position, normal or area.
    #[error("texel {texel}: its {what}; it is {value}")]
    BadCell {
        /// The texel.
        texel: usize,
        /// What is wrong and allowed.
        what: &'static str,
        /// What was given.
        value: String,
    },
    /// A grid that would go too far around a cylinder or cap.
    #[error(
        "a grid of this size reaches {angle:.3} rad from its middle over a {surface} of radius {radius} m; at most {allowed:.3} rad: \
         use a larger radius or fewer cells"
    )]
    TooCurved {
        /// What the grid is bent over.
        surface: &'static str,
        /// Its radius \[m\].
        radius: f64,
        /// From the middle to the farthest edge \[rad\].
        angle: f64,
        /// The most that is possible \[rad\].
        allowed: f64,
    },
    /// A grid whose middle has no mesh below it.
    #[error(
        "no triangle of the mesh lies below the grid's middle at {middle} m and faces it; move or turn the grid"
    )]
    NothingBelow {
        /// Origin of the grid, in the skin's frame \[m\].
        middle: DVec3,
    },
    /// A grid that is larger than the side of the mesh that faces it.
    #[error(
        "the grid leaves the side of the mesh that faces it, or meets a fold or hole, at x = {x:.6} m, y = {y:.6} m of the grid's \
         frame; use fewer cells, move or turn the grid, or mend the mesh"
    )]
    OffTheMesh {
        /// Along the rows \[m\].
        x: f64,
        /// Along the columns \[m\].
        y: f64,
    },
    /// Two triangles that disagree on which side is out, or three that share an edge.
    #[error(
        "triangles {first} and {second} both run along the edge from vertex {from} to vertex {to}; \
         neighbours must run along it in opposite directions: flip one, or split the edge if it has \
         more than two triangles"
    )]
    InconsistentWinding {
        /// One triangle.
        first: usize,
        /// The other triangle.
        second: usize,
        /// Where the edge starts.
        from: u32,
        /// Where the edge ends.
        to: u32,
    },
    /// A named shape whose parameters make no sense.
    #[error(transparent)]
    Shape(#[from] GenerateError),
}
