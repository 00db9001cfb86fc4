//! What can be wrong with the data or the file of a picture.

use std::path::PathBuf;

/// Why a picture could not be drawn or saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// A grid without cells.
    #[error("a grid of {rows} rows and {columns} columns has no cells; both must be at least 1")]
    EmptyGrid {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
    },
    /// More rows or columns than a picture can show.
    #[error(
        "a grid of {rows} rows and {columns} columns is too fine to draw: at most {limit} each way; average \
         neighbouring texels or draw a part"
    )]
    GridTooLarge {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
        /// Largest number of rows or columns.
        limit: usize,
    },
    /// A slice whose length does not fit its companions.
    #[error("{what} has {found} values, expected {expected}")]
    WrongLength {
        /// The slice.
        what: String,
        /// Values needed.
        expected: usize,
        /// Values given.
        found: usize,
    },
    /// A value outside its range; NaN and infinity are outside every range.
    #[error("{what} is {value}; it must be {allowed}")]
    OutOfRange {
        /// The value and its place, e.g. `force at row 3, column 0`.
        what: String,
        /// The value found.
        value: f64,
        /// The values that are allowed.
        allowed: &'static str,
    },
    /// A triangle that names a vertex the mesh does not have.
    #[error(
        "triangle {triangle} of the {mesh} names vertex {vertex}, but there are only {vertices} vertices"
    )]
    BadTriangle {
        /// Which mesh.
        mesh: &'static str,
        /// Index of the triangle.
        triangle: usize,
        /// The vertex it names.
        vertex: u32,
        /// Vertices in the mesh.
        vertices: usize,
    },
    /// A picture that was given no data.
    #[error("nothing to draw: {what}")]
    NothingToDraw {
        /// What is missing.
        what: &'static str,
    },
    /// A mesh with more triangles than a drawing should hold.
    #[error(
        "the {mesh} has {triangles} triangles, at most {limit} can be drawn; simplify the mesh for the picture"
    )]
    MeshTooLarge {
        /// Which mesh.
        mesh: &'static str,
        /// Its triangles.
        triangles: usize,
        /// Most that are drawn.
        limit: usize,
    },
    /// A bitmap that would not fit in memory.
    #[error(
        "a bitmap of {width:.0} x {height:.0} pixels is too large, at most {limit} each way; lower the scale, or \
         save as .svg"
    )]
    BitmapTooLarge {
        /// Width \[px\].
        width: f64,
        /// Height \[px\].
        height: f64,
        /// Largest side \[px\].
        limit: u32,
    },
    /// The bitmap could not be encoded.
    #[error("the PNG encoder failed: {cause}")]
    Encode {
        /// The encoder's own words.
        cause: String,
    },
    /// A file name that says neither SVG nor PNG.
    #[error("cannot tell the picture format from {path:?}: the name must end in .svg or .png")]
    UnknownFormat {
        /// The path given.
        path: PathBuf,
    },
    /// The file could not be written.
    #[error("cannot write {path:?}: {source}")]
    Write {
        /// The file that was to be written.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
}
