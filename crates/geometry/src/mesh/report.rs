//! What can be said of a mesh: what a person wants to know before trusting it.

use super::TriangleMesh;
use super::adjacency::{HalfEdge, sorted_half_edges};
use super::measure::{area, bounds, is_flat};
use glam::DVec3;
use std::collections::HashSet;
use std::fmt;

/// The state of a mesh. Triangle lists are indices in ascending order.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshReport {
    /// Number of vertices.
    pub vertices: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Vertices that no triangle uses.
    pub unused_vertices: usize,
    /// Vertices at exactly the place of an earlier one.
    pub duplicate_vertices: usize,
    /// Vertices with a coordinate that is NaN or infinite.
    pub non_finite_vertices: usize,
    /// Triangles that name a vertex which is not there; they are left out of everything below.
    pub invalid_triangles: Vec<usize>,
    /// Triangles without area.
    pub degenerate_triangles: Vec<usize>,
    /// Triangles over the same vertices as an earlier one.
    pub duplicate_triangles: Vec<usize>,
    /// Edges with only one triangle.
    pub boundary_edges: usize,
    /// Holes: connected runs of boundary edges. Holes that touch in a vertex count as one.
    pub boundary_loops: usize,
    /// Edges where more than two triangles meet.
    pub non_manifold_edges: usize,
    /// Edges that two triangles run the same way, so that one of them is turned round.
    pub inconsistent_edges: usize,
    /// Parts that are joined by edges.
    pub components: usize,
    /// Every edge has just two triangles.
    pub closed: bool,
    /// Closed and consistent, but with the inside out: the signed volume is negative.
    pub inside_out: bool,
    /// The signed volume of a closed and consistent mesh \[m³\].
    pub volume: Option<f64>,
    /// The area of all triangles \[m²\].
    pub area: f64,
    /// The lowest and highest corner of the box around all triangles \[m\].
    pub bounds: Option<(DVec3, DVec3)>,
}

impl MeshReport {
    /// Nothing to complain of: closed, manifold, consistent, outside out, no waste.
    pub fn is_clean(&self) -> bool {
        self.closed
            && !self.inside_out
            && self.inconsistent_edges == 0
            && self.non_finite_vertices == 0
            && self.unused_vertices == 0
            && self.duplicate_vertices == 0
            && self.invalid_triangles.is_empty()
            && self.degenerate_triangles.is_empty()
            && self.duplicate_triangles.is_empty()
    }
}

impl TriangleMesh {
    /// Whether every edge has just two triangles. Triangles that name a vertex twice do not count.
    pub fn is_closed(&self) -> bool {
        let solid: Vec<[u32; 3]> = self.triangles.iter().copied().filter(|t| !names_twice(t)).collect();
        !solid.is_empty()
            && sorted_half_edges(&solid).chunk_by(|a, b| a.edge == b.edge).all(|side| side.len() == 2)
    }

    /// Looks the mesh over. It may be in any state, even one that [`validate`](Self::validate) refuses.
    pub fn report(&self) -> MeshReport {
        let all = 0..self.triangles.len();
        let (valid, invalid): (Vec<usize>, Vec<usize>) =
            all.partition(|&i| self.corners_if_valid(i).is_some());
        let flat = |&i: &usize| is_flat(self.corners(i));
        let degenerate: Vec<usize> = valid.iter().copied().filter(flat).collect();

        let solid: Vec<[u32; 3]> =
            valid.iter().map(|&i| self.triangles[i]).filter(|t| !names_twice(t)).collect();
        let topology = Topology::of(&solid, self.vertices.len());

        let bounds = bounds(valid.iter().flat_map(|&i| self.corners(i)));
        let closed = !solid.is_empty() && topology.boundary_edges == 0 && topology.non_manifold_edges == 0;
        // Measured from the middle of the box: far from the origin the volume would drown in rounding.
        let middle = bounds.map_or(DVec3::ZERO, |(low, high)| 0.5 * (low + high));
        let volume = (closed && topology.inconsistent_edges == 0).then(|| {
            let tetrahedron = |&i: &usize| {
                let [a, b, c] = self.corners(i).map(|p| p - middle);
                a.dot(b.cross(c)) / 6.0
            };
            valid.iter().map(tetrahedron).sum::<f64>()
        });
        MeshReport {
            vertices: self.vertices.len(),
            triangles: self.triangles.len(),
            unused_vertices: self.unused_vertices(&valid),
            duplicate_vertices: self.duplicate_vertices(),
            non_finite_vertices: self.vertices.iter().filter(|v| !v.is_finite()).count(),
            duplicate_triangles: self.duplicate_triangles(&valid),
            invalid_triangles: invalid,
            degenerate_triangles: degenerate,
            boundary_edges: topology.boundary_edges,
            boundary_loops: topology.boundary_loops,
            non_manifold_edges: topology.non_manifold_edges,
            inconsistent_edges: topology.inconsistent_edges,
            components: topology.components,
            closed,
            inside_out: volume.is_some_and(|v| v < 0.0),
            volume,
            area: valid.iter().map(|&i| area(self.corners(i))).sum(),
            bounds,
        }
    }

    fn unused_vertices(&self, valid: &[usize]) -> usize {
        let mut used = vec![false; self.vertices.len()];
        for corner in valid.iter().flat_map(|&i| self.triangles[i]) {
            used[corner as usize] = true;
        }
        used.iter().filter(|used| !**used).count()
    }

    fn duplicate_vertices(&self) -> usize {
        let places: HashSet<[u64; 3]> =
            self.vertices.iter().map(|v| (*v + DVec3::ZERO).to_array().map(f64::to_bits)).collect();
        self.vertices.len() - places.len()
    }

    fn duplicate_triangles(&self, valid: &[usize]) -> Vec<usize> {
        let mut seen = HashSet::with_capacity(valid.len());
        let is_new = |i: usize| {
            let mut corners = self.triangles[i];
            corners.sort_unstable();
            seen.insert(corners)
        };
        let mut is_new = is_new;
        valid.iter().copied().filter(|&i| !is_new(i)).collect()
    }
}

/// A triangle that names a vertex twice has no edges to speak of.
fn names_twice(t: &[u32; 3]) -> bool {
    t[0] == t[1] || t[1] == t[2] || t[2] == t[0]
}

/// How triangles hang together.
struct Topology {
    boundary_edges: usize,
    boundary_loops: usize,
    non_manifold_edges: usize,
    inconsistent_edges: usize,
    components: usize,
}

impl Topology {
    fn of(triangles: &[[u32; 3]], vertices: usize) -> Topology {
        let mut parts = Groups::new(triangles.len());
        let mut rims = Groups::new(vertices);
        let mut on_rim = vec![false; vertices];
        let (mut boundary_edges, mut non_manifold_edges, mut inconsistent_edges) = (0, 0, 0);
        for side in sorted_half_edges(triangles).chunk_by(|a, b| a.edge == b.edge) {
            for pair in side.windows(2) {
                parts.join(pair[0].triangle(), pair[1].triangle());
            }
            match side {
                [only] => {
                    boundary_edges += 1;
                    let (a, b) = only.ends();
                    rims.join(a as usize, b as usize);
                    on_rim[a as usize] = true;
                    on_rim[b as usize] = true;
                }
                [a, b] => inconsistent_edges += usize::from(runs_same_way(*a, *b, triangles)),
                _ => non_manifold_edges += 1,
            }
        }
        let boundary_loops = (0..vertices).filter(|&v| on_rim[v] && rims.leader(v) == v).count();
        let components = (0..triangles.len()).filter(|&t| parts.leader(t) == t).count();
        Topology { boundary_edges, boundary_loops, non_manifold_edges, inconsistent_edges, components }
    }
}

fn runs_same_way(a: HalfEdge, b: HalfEdge, triangles: &[[u32; 3]]) -> bool {
    a.directed(triangles) == b.directed(triangles)
}

/// Disjoint sets, each known by its lowest member.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Groups((0..count).collect())
    }

    fn leader(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.leader(a), self.leader(b));
        self.0[a.max(b)] = a.min(b);
    }
}

impl fmt::Display for MeshReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts =
            if self.components == 1 { "one part".into() } else { format!("{} parts", self.components) };
        writeln!(f, "{} triangles over {} vertices, {parts}", self.triangles, self.vertices)?;
        if let Some((low, high)) = self.bounds {
            let size = high - low;
            writeln!(f, "box     {:.6} × {:.6} × {:.6} m", size.x, size.y, size.z)?;
            writeln!(f, "from    ({:.6}, {:.6}, {:.6}) m", low.x, low.y, low.z)?;
        }
        writeln!(f, "area    {:.6e} m²", self.area)?;
        if let Some(volume) = self.volume {
            writeln!(f, "volume  {volume:.6e} m³")?;
        }
        let complaints = self.complaints();
        if complaints.is_empty() {
            return f.write_str("closed and sound");
        }
        let closed = if self.closed { "closed, but:" } else { "not closed:" };
        write!(f, "{closed}")?;
        for complaint in complaints {
            write!(f, "\n  - {complaint}")?;
        }
        Ok(())
    }
}

impl MeshReport {
    /// What is wrong, one sentence each, the worst first.
    fn complaints(&self) -> Vec<String> {
        let some = |indices: &[usize]| {
            let first: Vec<String> = indices.iter().take(5).map(usize::to_string).collect();
            let more = if indices.len() > 5 { ", …" } else { "" };
            format!("{}{more}", first.join(", "))
        };
        let (bad, flat, double) =
            (&self.invalid_triangles, &self.degenerate_triangles, &self.duplicate_triangles);
        let all = [
            (self.triangles == 0, "there are no triangles".to_owned()),
            (
                !bad.is_empty(),
                format!("{} triangles name vertices that are not there: {}", bad.len(), some(bad)),
            ),
            (
                self.non_finite_vertices > 0,
                format!("{} vertices have coordinates that are not finite", self.non_finite_vertices),
            ),
            (
                self.boundary_edges > 0,
                format!("{} open edges around {} holes", self.boundary_edges, self.boundary_loops),
            ),
            (
                self.non_manifold_edges > 0,
                format!("{} edges where more than two triangles meet", self.non_manifold_edges),
            ),
            (
                self.inconsistent_edges > 0,
                format!("{} edges between triangles of opposite winding", self.inconsistent_edges),
            ),
            (self.inside_out, "inside out: the triangles wind clockwise seen from outside".to_owned()),
            (!flat.is_empty(), format!("{} triangles without area: {}", flat.len(), some(flat))),
            (!double.is_empty(), format!("{} doubled triangles: {}", double.len(), some(double))),
            (self.duplicate_vertices > 0, format!("{} doubled vertices", self.duplicate_vertices)),
            (self.unused_vertices > 0, format!("{} vertices that no triangle uses", self.unused_vertices)),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, sentence)| sentence).collect()
    }
}
