//! The outline of every texel, for those who draw.

use super::adjacency::Adjacency;
use super::from_faces::triangles_of;
use super::{Grid, SkinLayout, TexelRegion};
use bristle_geometry::TriangleMesh;
use glam::DVec3;
use std::collections::BTreeMap;

/// The surface of a skin, and the piece of it that each texel stands for.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    mesh: TriangleMesh,
    region: TexelRegion,
}

impl SkinLayout {
    pub(crate) fn pieces(&self) -> Pieces {
        Pieces { mesh: self.mesh.clone(), region: self.region.clone() }
    }
}

impl Pieces {
    /// The corners of each of `texels` pieces \[m\], counter-clockwise seen from outside. Nothing for a piece that has no outline.
    pub(crate) fn outlines(&self, texels: usize, grid: Option<&Grid>) -> Vec<Vec<DVec3>> {
        match &self.region {
            TexelRegion::Cells(_) => {
                // The mesh has a corner more than there are cells, both ways.
                let wide = grid.map_or(0, |grid| grid.columns) + 1;
                let first = |texel| grid.map_or((0, 0), |grid: &Grid| grid.cell(texel));
                let corners = |texel| {
                    let (row, column) = first(texel);
                    let corner = row * wide + column;
                    [corner, corner + wide, corner + wide + 1, corner + 1]
                };
                (0..texels).map(|texel| self.points(corners(texel))).collect()
            }
            TexelRegion::Tiles(_) => {
                (0..texels).map(|texel| self.points([0, 1, 2, 3].map(|corner| 4 * texel + corner))).collect()
            }
            TexelRegion::Polygons(ends) => {
                (0..texels.min(ends.len())).map(|polygon| self.border(triangles_of(ends, polygon))).collect()
            }
            TexelRegion::VertexShare => {
                let adjacency = Adjacency::new(&self.mesh);
                let vertices = texels.min(self.mesh.vertices.len());
                (0..vertices).map(|vertex| self.share(vertex as u32, adjacency.around(vertex))).collect()
            }
        }
    }

    fn points<const N: usize>(&self, vertices: [usize; N]) -> Vec<DVec3> {
        let found: Option<Vec<DVec3>> =
            vertices.iter().map(|&v| self.mesh.vertices.get(v).copied()).collect();
        found.unwrap_or_default()
    }

    /// The outer edges of some triangles, one after the other.
    fn border(&self, triangles: std::ops::Range<usize>) -> Vec<DVec3> {
        let triangles = self.mesh.triangles.get(triangles).unwrap_or_default();
        let mut edges: Vec<[u32; 2]> =
            triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        edges.sort_unstable();
        let outer = edges.iter().filter(|[a, b]| edges.binary_search(&[*b, *a]).is_err());
        let next: BTreeMap<u32, u32> = outer.map(|&[from, to]| (from, to)).collect();
        let Some(&first) = triangles.iter().flatten().find(|vertex| next.contains_key(vertex)) else {
            return Vec::new();
        };
        let way =
            std::iter::successors(Some(first), |vertex| next.get(vertex).copied().filter(|&to| to != first));
        // Edges that cross in a vertex could lead around for ever.
        way.take(next.len()).map(|vertex| self.mesh.vertices[vertex as usize]).collect()
    }

    /// The third of every triangle around a vertex, from the middle of one edge to the next; at the rim of the mesh the vertex is a corner, too.
    fn share(&self, vertex: u32, around: &[u32]) -> Vec<DVec3> {
        let at = |vertex: u32| self.mesh.vertices[vertex as usize];
        // From one neighbour to the next, and the centroid between them.
        let mut next = BTreeMap::new();
        for &triangle in around {
            let [a, b, c] = self.mesh.triangles[triangle as usize];
            let [_, from, to] = if a == vertex {
                [a, b, c]
            } else if b == vertex {
                [b, c, a]
            } else {
                [c, a, b]
            };
            next.insert(from, (to, (at(a) + at(b) + at(c)) / 3.0));
        }
        let is_rim = |from: &u32| !next.values().any(|(to, _)| to == from);
        let Some(&first) = next.keys().find(|from| is_rim(from)).or(next.keys().next()) else {
            return Vec::new();
        };
        let middle = |other: u32| 0.5 * (at(vertex) + at(other));
        let mut outline = vec![middle(first)];
        let mut from = first;
        for _ in 0..next.len() {
            let Some(&(to, centroid)) = next.get(&from) else { break };
            outline.push(centroid);
            from = to;
            if from == first {
                return outline;
            }
            outline.push(middle(from));
        }
        outline.push(at(vertex));
        outline
    }
}
