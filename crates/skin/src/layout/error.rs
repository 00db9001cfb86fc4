//! Why a layout cannot be made.

use bristle_geometry::mesh::generate::GenerateError;
use glam::DVec3;

/// Most texels one layout may have.
pub(super) const MOST_TEXELS: usize = 16_000_000;

/// Most rays one layout may have.
pub(super) const MOST_SAMPLES: usize = 64_000_000;

/// Farthest a vertex may lie from the origin along an axis \[m\]: beyond it the mesh is in the wrong unit.
pub(super) const FARTHEST: f64 = 1e6;

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
    /// A triangle without area, asked to be a texel.
    #[error("triangle {triangle} has zero area and cannot be a texel; remove it")]
    DegenerateTriangle {
        /// The triangle.
        triangle: usize,
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
