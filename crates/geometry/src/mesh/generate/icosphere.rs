//! A sphere of nearly equal triangles, from an icosahedron.

use glam::DVec3;

use super::error::{GenerateError, check_count, check_length};
use crate::TriangleMesh;

/// Finest division of an icosahedron's edge: 20 · 1788² triangles is just below the common limit.
pub(super) const MOST_FREQUENCY: usize = 1788;

/// A sphere about the origin made of `20 · frequency²` nearly equal triangles.
///
/// Every edge of an icosahedron is cut in `frequency` equal arcs (1 ..= 1788) and every face filled with the
/// matching triangular lattice. Vertices lie on the sphere, so the volume approaches the ball's from below.
///
/// * `radius`: of the sphere \[m\].
pub fn icosphere(radius: f64, frequency: usize) -> Result<TriangleMesh, GenerateError> {
    check_length("radius", radius)?;
    check_count("frequency", frequency, 1, MOST_FREQUENCY)?;
    let mut mesh = unit_icosphere(frequency);
    mesh.vertices.iter_mut().for_each(|v| *v *= radius);
    Ok(mesh)
}

/// The unit sphere of the given frequency (at least 1, at most [`MOST_FREQUENCY`]).
pub(super) fn unit_icosphere(frequency: usize) -> TriangleMesh {
    let f = frequency;
    let corners = icosahedron_corners();
    let edges = icosahedron_edges();
    let warp = Warp::new(f);

    let mut vertices = Vec::with_capacity(10 * f * f + 2);
    vertices.extend_from_slice(&corners);
    for &[a, b] in &edges {
        for step in 1..f {
            vertices.push(warp.point(&corners, [a, b, a], [f - step, step, 0]));
        }
    }
    for face in FACES {
        for row in 1..f {
            for column in 1..row {
                vertices.push(warp.point(&corners, face, [f - row, row - column, column]));
            }
        }
    }

    let mut triangles = Vec::with_capacity(20 * f * f);
    for (number, face) in FACES.iter().enumerate() {
        let lattice = FaceLattice::new(number, *face, &edges, f);
        for row in 0..f {
            for column in 0..=row {
                let here = lattice.index(row, column);
                let left = lattice.index(row + 1, column);
                let right = lattice.index(row + 1, column + 1);
                triangles.push([here, left, right]);
                if column < row {
                    triangles.push([here, right, lattice.index(row, column + 1)]);
                }
            }
        }
    }
    TriangleMesh { vertices, triangles }
}

/// Places lattice points on the sphere so that arcs, not chords, are divided equally.
///
/// A flat lattice projected to the sphere has triangles twice as large amid a face as at its corners. Weights
/// `sin(i θ / f)`, with θ the angle an edge spans, divide every edge into equal arcs and even out the middle.
struct Warp {
    weights: Vec<f64>,
}

impl Warp {
    fn new(frequency: usize) -> Self {
        let edge_angle = (1.0 / 5.0_f64.sqrt()).acos();
        Self { weights: (0..=frequency).map(|i| (edge_angle * i as f64 / frequency as f64).sin()).collect() }
    }

    /// The point at integer barycentric coordinates `at` (they sum to the frequency) of three corners.
    fn point(&self, corners: &[DVec3; 12], [a, b, c]: [usize; 3], at: [usize; 3]) -> DVec3 {
        let [wa, wb, wc] = at.map(|i| self.weights[i]);
        (corners[a] * wa + corners[b] * wb + corners[c] * wc).normalize()
    }
}

/// Finds the vertex numbers of one face's lattice: row 0 is the first corner, row `f` the opposite edge.
struct FaceLattice {
    corners: [usize; 3],
    /// First vertex of each side's run, and whether the side walks the stored edge backwards.
    sides: [(usize, bool); 3],
    interior: usize,
    frequency: usize,
}

impl FaceLattice {
    fn new(number: usize, face: [usize; 3], edges: &[[usize; 2]; 30], frequency: usize) -> Self {
        let [a, b, c] = face;
        let side = |from: usize, to: usize| {
            let key = [from.min(to), from.max(to)];
            let edge = edges.partition_point(|e| *e < key);
            (12 + edge * (frequency - 1), from > to)
        };
        let per_face = (frequency - 1) * frequency.saturating_sub(2) / 2;
        Self {
            corners: face,
            sides: [side(a, b), side(a, c), side(b, c)],
            interior: 12 + 30 * (frequency - 1) + number * per_face,
            frequency,
        }
    }

    /// Vertex `column` of `row`; columns run from the side a–b to the side a–c.
    fn index(&self, row: usize, column: usize) -> u32 {
        let f = self.frequency;
        let on_side = |side: usize, step: usize| {
            let (first, backwards) = self.sides[side];
            first + if backwards { f - 1 - step } else { step - 1 }
        };
        let index = match (row, column) {
            (0, _) => self.corners[0],
            (r, 0) if r == f => self.corners[1],
            (r, c) if r == f && c == f => self.corners[2],
            (r, c) if r == f => on_side(2, c),
            (r, 0) => on_side(0, r),
            (r, c) if c == r => on_side(1, r),
            (r, c) => self.interior + (r - 1) * (r - 2) / 2 + c - 1,
        };
        index as u32
    }
}

/// Unit vectors to the twelve corners: the cyclic permutations of (0, ±1, ±golden ratio).
fn icosahedron_corners() -> [DVec3; 12] {
    let golden = 0.5 * (1.0 + 5.0_f64.sqrt());
    let long = golden / (1.0 + golden * golden).sqrt();
    let short = 1.0 / (1.0 + golden * golden).sqrt();
    [
        DVec3::new(-short, long, 0.0),
        DVec3::new(short, long, 0.0),
        DVec3::new(-short, -long, 0.0),
        DVec3::new(short, -long, 0.0),
        DVec3::new(0.0, -short, long),
        DVec3::new(0.0, short, long),
        DVec3::new(0.0, -short, -long),
        DVec3::new(0.0, short, -long),
        DVec3::new(long, 0.0, -short),
        DVec3::new(long, 0.0, short),
        DVec3::new(-long, 0.0, -short),
        DVec3::new(-long, 0.0, short),
    ]
}

/// Counter-clockwise seen from outside.
const FACES: [[usize; 3]; 20] = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
];

/// The thirty edges, smaller corner first, sorted so that they can be looked up.
fn icosahedron_edges() -> [[usize; 2]; 30] {
    let mut edges = [[0; 2]; 30];
    let mut count = 0;
    for [a, b, c] in FACES {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            // Each edge is met twice, once in either direction; keep the ascending one.
            if from < to {
                edges[count] = [from, to];
                count += 1;
            }
        }
    }
    edges.sort_unstable();
    edges
}
