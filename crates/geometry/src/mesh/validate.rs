//! Whether a mesh can serve at all.

use super::TriangleMesh;
use super::measure::is_flat;

/// Why a mesh cannot serve.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// There is nothing in it.
    #[error("the mesh has no triangles (it has {vertices} vertices)")]
    Empty {
        /// The number of its vertices.
        vertices: usize,
    },
    /// A vertex is nowhere.
    #[error("vertex {vertex} is at ({x}, {y}, {z}): coordinates must be finite")]
    NotFinite {
        /// Its index.
        vertex: usize,
        /// Its x \[m\].
        x: f64,
        /// Its y \[m\].
        y: f64,
        /// Its z \[m\].
        z: f64,
    },
    /// A triangle names a vertex that is not there.
    #[error("triangle {triangle} names vertex {index}, allowed is 0 to {highest}")]
    IndexOutOfRange {
        /// The triangle.
        triangle: usize,
        /// The index it names.
        index: u32,
        /// The highest index there is; −1 if there are no vertices.
        highest: i64,
    },
    /// No triangle has an area.
    #[error("none of the {triangles} triangles has an area: is the mesh flattened by a scale?")]
    NoArea {
        /// The number of triangles.
        triangles: usize,
    },
}

impl TriangleMesh {
    /// Refuses meshes that cannot serve: empty, with vertices nowhere, indices out of range, or no area at all.
    ///
    /// Holes, doubled triangles and mixed winding pass: [`report`](Self::report) tells of those.
    pub fn validate(&self) -> Result<(), MeshError> {
        if self.triangles.is_empty() {
            return Err(MeshError::Empty { vertices: self.vertices.len() });
        }
        if let Some((vertex, v)) = self.vertices.iter().enumerate().find(|(_, v)| !v.is_finite()) {
            return Err(MeshError::NotFinite { vertex, x: v.x, y: v.y, z: v.z });
        }
        let count = self.vertices.len();
        for (triangle, corners) in self.triangles.iter().enumerate() {
            if let Some(&index) = corners.iter().find(|&&c| c as usize >= count) {
                return Err(MeshError::IndexOutOfRange { triangle, index, highest: count as i64 - 1 });
            }
        }
        if (0..self.triangles.len()).all(|i| is_flat(self.corners(i))) {
            return Err(MeshError::NoArea { triangles: self.triangles.len() });
        }
        Ok(())
    }
}
