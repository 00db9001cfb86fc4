//! Triangle meshes: data, generators, and what can be said of them.

mod adjacency;
pub mod generate;
mod hull;
mod mass;
mod measure;
mod repair;
mod report;
mod validate;
mod weld;

pub use adjacency::{NO_NEIGHBOUR, edge_neighbours};
pub use hull::{HullError, convex_hull};
pub use mass::{MassError, MassProperties};
pub use repair::RepairSummary;
pub use report::MeshReport;
pub use validate::MeshError;

use glam::DVec3;

/// A triangle mesh in metres. Triangles wind counter-clockwise seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMesh {
    /// Vertex positions \[m\].
    pub vertices: Vec<DVec3>,
    /// Vertex indices of each triangle.
    pub triangles: Vec<[u32; 3]>,
}

impl TriangleMesh {
    /// The three corners of triangle `index`.
    pub fn corners(&self, index: usize) -> [DVec3; 3] {
        self.triangles[index].map(|v| self.vertices[v as usize])
    }
}
