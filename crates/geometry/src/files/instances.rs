//! Unfolds a scene graph: parts placed by nodes, any part any number of times.

use super::MeshFileProblem;
use super::polygons::Polygons;
use glam::DMat4;

/// Nodes a scene may visit. Files whose graph has a loop would go on for ever.
const NODE_LIMIT: usize = 100_000;
/// Triangles a scene may unfold to; a few kilobytes of nested instances could ask for any number.
const TRIANGLE_LIMIT: usize = 20_000_000;

/// Collects the parts of a scene and keeps count.
#[derive(Debug, Default)]
pub(super) struct Instances {
    pub polygons: Polygons,
    nodes: usize,
    triangles: usize,
}

impl Instances {
    /// Counts a visit to a node.
    pub(super) fn visit(&mut self) -> Result<(), MeshFileProblem> {
        self.nodes += 1;
        if self.nodes > NODE_LIMIT {
            return Err(MeshFileProblem::TooMany { what: "nodes", limit: NODE_LIMIT });
        }
        Ok(())
    }

    /// Puts a part in its place.
    pub(super) fn place(&mut self, part: &Polygons, transform: &DMat4) -> Result<(), MeshFileProblem> {
        // A part without triangles still has vertices, which must count too.
        self.triangles += part.triangle_count().max(part.vertices.len() / 3);
        if self.triangles > TRIANGLE_LIMIT {
            return Err(MeshFileProblem::TooMany { what: "triangles", limit: TRIANGLE_LIMIT });
        }
        self.polygons.append(part, transform)
    }
}
