//! Which triangle lies across which edge.
//!
//! Half-edges are sorted by the undirected edge they run along rather than put in a hash map: a sort walks memory
//! in order, gives the same answer on every machine, and is several times faster at a million triangles.

/// Marks an edge that has no neighbour across it.
pub const NO_NEIGHBOUR: u32 = u32::MAX;

/// One side of one triangle, as it runs along an undirected edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HalfEdge {
    /// The undirected edge: the lower vertex index in the upper 32 bits, the higher one in the lower 32 bits.
    pub edge: u64,
    /// `3 × triangle + corner`, where the half-edge runs from `corner` to the next.
    id: u64,
}

impl HalfEdge {
    pub(super) fn triangle(self) -> usize {
        (self.id / 3) as usize
    }

    pub(super) fn corner(self) -> usize {
        (self.id % 3) as usize
    }

    /// The vertices of the edge, lower index first.
    pub(super) fn ends(self) -> (u32, u32) {
        ((self.edge >> 32) as u32, self.edge as u32)
    }

    /// The vertices in the order in which the triangle runs through them.
    pub(super) fn directed(self, triangles: &[[u32; 3]]) -> (u32, u32) {
        let v = triangles[self.triangle()];
        (v[self.corner()], v[(self.corner() + 1) % 3])
    }

    /// Whether the edge joins a vertex to itself, as happens in a collapsed triangle.
    pub(super) fn is_point(self) -> bool {
        let (a, b) = self.ends();
        a == b
    }
}

/// All half-edges, those along one undirected edge side by side, in order of triangle within it.
pub(super) fn sorted_half_edges(triangles: &[[u32; 3]]) -> Vec<HalfEdge> {
    let mut half_edges = Vec::with_capacity(3 * triangles.len());
    for (i, v) in triangles.iter().enumerate() {
        for corner in 0..3 {
            let (a, b) = (v[corner], v[(corner + 1) % 3]);
            let edge = u64::from(a.min(b)) << 32 | u64::from(a.max(b));
            half_edges.push(HalfEdge { edge, id: 3 * i as u64 + corner as u64 });
        }
    }
    half_edges.sort_unstable();
    half_edges
}

/// The neighbours of every triangle across its three edges.
///
/// Entry `e` of triangle `i` is the triangle that shares the edge from vertex `e` to vertex `(e + 1) % 3` of `i`
/// and runs it the opposite way. It is [`NO_NEIGHBOUR`] (`u32::MAX`) when the edge is open, when more than two
/// triangles meet there, when both triangles run it the same way (inconsistent winding), or when the edge has no
/// length in index space (both ends are one vertex).
///
/// Vertices are the same when their indices are: weld a triangle soup first
/// ([`TriangleMesh::repair`](super::TriangleMesh::repair)).
pub fn edge_neighbours(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut neighbours = vec![[NO_NEIGHBOUR; 3]; triangles.len()];
    for side in sorted_half_edges(triangles).chunk_by(|a, b| a.edge == b.edge) {
        let &[a, b] = side else { continue };
        let (from, to) = a.directed(triangles);
        // A collapsed triangle (a, b, a) runs one edge both ways; it is not its own neighbour.
        if a.triangle() != b.triangle() && from != to && b.directed(triangles) == (to, from) {
            neighbours[a.triangle()][a.corner()] = b.triangle() as u32;
            neighbours[b.triangle()][b.corner()] = a.triangle() as u32;
        }
    }
    neighbours
}

#[cfg(test)]
mod tests {
    use super::*;

    const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

    #[test]
    fn every_edge_of_a_tetrahedron_has_the_neighbour_that_runs_it_backwards() {
        let neighbours = edge_neighbours(&TETRAHEDRON);
        for (i, v) in TETRAHEDRON.iter().enumerate() {
            for e in 0..3 {
                let other = TETRAHEDRON[neighbours[i][e] as usize];
                let edge = (v[e], v[(e + 1) % 3]);
                assert!((0..3).any(|f| (other[(f + 1) % 3], other[f]) == edge), "triangle {i} edge {e}");
            }
        }
        // The base [0, 2, 1] meets the sides through 0-2, 2-1 and 1-0 in that order.
        assert_eq!(neighbours[0], [3, 2, 1]);
    }

    #[test]
    fn open_edges_have_no_neighbour() {
        let neighbours = edge_neighbours(&[[0, 1, 2], [2, 1, 3]]);
        assert_eq!(neighbours, vec![[NO_NEIGHBOUR, 1, NO_NEIGHBOUR], [0, NO_NEIGHBOUR, NO_NEIGHBOUR]]);
    }

    #[test]
    fn edges_run_the_same_way_twice_have_no_neighbour() {
        assert_eq!(edge_neighbours(&[[0, 1, 2], [1, 2, 3]]), vec![[NO_NEIGHBOUR; 3]; 2]);
    }

    #[test]
    fn edges_where_three_triangles_meet_have_no_neighbour() {
        assert_eq!(edge_neighbours(&[[0, 1, 2], [1, 0, 3], [0, 1, 4]]), vec![[NO_NEIGHBOUR; 3]; 3]);
    }

    #[test]
    fn a_collapsed_triangle_is_not_its_own_neighbour() {
        assert_eq!(edge_neighbours(&[[0, 1, 0], [5, 5, 5]]), vec![[NO_NEIGHBOUR; 3]; 2]);
    }

    #[test]
    fn a_grid_agrees_with_the_search_over_all_pairs() {
        let mut triangles = Vec::new();
        for y in 0..6u32 {
            for x in 0..7u32 {
                let v = |i: u32, j: u32| (y + j) * 8 + x + i;
                triangles.push([v(0, 0), v(1, 0), v(1, 1)]);
                triangles.push([v(0, 0), v(1, 1), v(0, 1)]);
            }
        }
        triangles[11] = [triangles[11][1], triangles[11][0], triangles[11][2]];
        let by_search = |i: usize, e: usize| {
            let edge = (triangles[i][e], triangles[i][(e + 1) % 3]);
            let backwards = triangles.iter().position(|v| (0..3).any(|f| (v[(f + 1) % 3], v[f]) == edge));
            backwards.map_or(NO_NEIGHBOUR, |j| j as u32)
        };
        for (i, found) in edge_neighbours(&triangles).iter().enumerate() {
            assert_eq!(*found, [0, 1, 2].map(|e| by_search(i, e)), "triangle {i}");
        }
    }

    /// A million triangles take about 0.3 s on one core; the bound leaves room for a busy machine, and still
    /// fails for anything quadratic.
    #[test]
    fn a_million_triangles_take_less_than_seconds() {
        let side = 708u32;
        let mut triangles = Vec::new();
        for y in 0..side {
            for x in 0..side {
                let v = |i: u32, j: u32| (y + j) * (side + 1) + x + i;
                triangles.extend([[v(0, 0), v(1, 0), v(1, 1)], [v(0, 0), v(1, 1), v(0, 1)]]);
            }
        }
        assert!(triangles.len() > 1_000_000);
        let start = std::time::Instant::now();
        let neighbours = edge_neighbours(&triangles);
        let elapsed = start.elapsed();
        println!("{} triangles: {elapsed:?}", triangles.len());
        let open = neighbours.iter().flatten().filter(|n| **n == NO_NEIGHBOUR).count();
        assert_eq!(open, 4 * side as usize);
        assert!(elapsed.as_secs_f64() < 5.0, "{elapsed:?}");
    }
}
