//! What the reader of a file may want to know.

use std::fmt;

/// A remark about a mesh that was read without an error.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LoadNote {
    /// Larger than things a hand meets: the unit is probably not the metre.
    LooksLarge {
        /// The longest side of the bounding box \[m\].
        size: f64,
    },
    /// Smaller than a texel can feel: the unit is probably not the metre.
    LooksSmall {
        /// The longest side of the bounding box \[m\].
        size: f64,
    },
    /// Faces with more than three corners were cut into triangles.
    CutPolygons {
        /// How many.
        count: usize,
    },
    /// Faces that are so bent that they cross themselves were cut into triangles about their first corner.
    CrossedFaces {
        /// How many.
        count: usize,
    },
    /// Quads that cross themselves were cut along a diagonal.
    CrossedQuads {
        /// How many.
        count: usize,
    },
    /// Vertices at exactly the same place became one.
    WeldedVertices {
        /// How many vertices fell away.
        count: usize,
    },
    /// Parts of the file that are no surface, or not one at rest, were left out.
    LeftOut {
        /// What they are.
        what: &'static str,
        /// How many.
        count: usize,
    },
}

impl fmt::Display for LoadNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadNote::LooksLarge { size } => {
                write!(
                    f,
                    "the mesh is {size:.4} m across, which looks like millimetres: if it is, state the unit mm"
                )
            }
            LoadNote::LooksSmall { size } => write!(
                f,
                "the mesh is only {:.4} mm across: is its unit larger than the one it was read in?",
                size * 1e3
            ),
            LoadNote::CutPolygons { count } => write!(f, "{count} faces were cut into triangles"),
            LoadNote::CrossedFaces { count } => {
                write!(f, "{count} faces cross themselves and were cut about their first corner")
            }
            LoadNote::CrossedQuads { count } => {
                write!(f, "{count} quads cross themselves and were cut along a diagonal: look at the result")
            }
            LoadNote::WeldedVertices { count } => write!(f, "{count} repeated vertices were welded"),
            LoadNote::LeftOut { what, count } => write!(f, "{count} {what} were left out"),
        }
    }
}
