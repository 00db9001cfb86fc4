//! Which triangles meet at each vertex.

use bristle_geometry::TriangleMesh;

/// For every vertex the triangles around it, in ascending order, in one flat array.
pub(super) struct Adjacency {
    first: Vec<usize>,
    triangles: Vec<u32>,
}

impl Adjacency {
    /// Reads a mesh whose indices have been checked.
    pub(super) fn new(mesh: &TriangleMesh) -> Self {
        let mut first = vec![0; mesh.vertices.len() + 1];
        for &v in mesh.triangles.iter().flatten() {
            first[v as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut triangles = vec![0; 3 * mesh.triangles.len()];
        for (corners, triangle) in mesh.triangles.iter().zip(0..) {
            for &v in corners {
                triangles[next[v as usize]] = triangle;
                next[v as usize] += 1;
            }
        }
        Self { first, triangles }
    }

    /// The triangles around `vertex`.
    pub(super) fn around(&self, vertex: usize) -> &[u32] {
        &self.triangles[self.first[vertex]..self.first[vertex + 1]]
    }
}
