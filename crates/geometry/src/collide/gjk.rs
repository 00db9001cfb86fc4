//! The distance of two convex bodies: the algorithm of Gilbert, Johnson and Keerthi (1988).

use super::convex::Convex;
use crate::Pose;
use glam::DVec3;

/// Relative accuracy of a squared distance. A direction is then right to its square root where surfaces are curved, and to
/// rounding where they are not.
const ACCURACY: f64 = 1e-14;

/// More than enough: polyhedra take about ten, curved bodies thirty.
const MOST_ITERATIONS: usize = 100;

/// A point of the difference of two bodies, and the points that make it.
#[derive(Clone, Copy, Debug, Default)]
struct Vertex {
    difference: DVec3,
    on_a: DVec3,
}

/// The closest points of two bodies that are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Closest {
    /// Unit vector from the first to the second body.
    pub(crate) direction: DVec3,
    /// \[m\]
    pub(crate) distance: f64,
    /// On the first body.
    pub(crate) on_a: DVec3,
}

/// The closest points of the cores of `a` and of `b`, which is at `pose` in the frame of `a`; none if they overlap. Cores are the bodies without their radius,
/// shrunk by `scale`.
pub(crate) fn closest(a: &dyn Convex, b: &dyn Convex, pose: Pose, scale: f64) -> Option<Closest> {
    let turn = pose.rotation_matrix();
    let back = turn.transpose();
    let support = |direction: DVec3| {
        let (p, q) = (a.core_support(-direction, scale), b.core_support(back * direction, scale));
        Vertex { difference: turn * q + pose.translation - p, on_a: p }
    };
    let mut towards = a.centre() - pose.transform_point(b.centre());
    if towards == DVec3::ZERO {
        towards = DVec3::X;
    }
    let mut simplex = Simplex::of(support(towards));
    let mut nearest = simplex.vertices[0].difference;
    let mut are_apart = false;
    for _ in 0..MOST_ITERATIONS {
        let square = nearest.length_squared();
        let scale = simplex.largest_square();
        if square <= 1e-30 * scale {
            return None;
        }
        let vertex = support(-nearest);
        // The body lies beyond the plane through this vertex: it can come no closer.
        if square - nearest.dot(vertex.difference) <= ACCURACY * square || simplex.has(vertex.difference) {
            break;
        }
        are_apart |= nearest.dot(vertex.difference) > 0.0;
        let before = simplex;
        simplex.push(vertex);
        match simplex.reduce() {
            Some(closer) if closer.length_squared() < square => nearest = closer,
            None if !are_apart => return None,
            // Rounding lets it come no closer.
            _ => {
                simplex = before;
                break;
            }
        }
    }
    let distance = nearest.length();
    Some(Closest { direction: nearest / distance, distance, on_a: simplex.point_of_a() })
}

/// Whether `a` overlaps `b`, which is at `pose` in the frame of `a`.
pub(crate) fn overlap(a: &dyn Convex, b: &dyn Convex, pose: Pose) -> bool {
    let turn = pose.rotation_matrix();
    let back = turn.transpose();
    let radius = a.radius() + b.radius();
    let support = |direction: DVec3| {
        let (p, q) = (a.core_support(-direction, 1.0), b.core_support(back * direction, 1.0));
        Vertex { difference: turn * q + pose.translation - p, on_a: p }
    };
    let mut towards = a.centre() - pose.transform_point(b.centre());
    if towards == DVec3::ZERO {
        return true;
    }
    towards = support(towards).difference;
    let mut simplex = Simplex::of(Vertex { difference: towards, on_a: DVec3::ZERO });
    let mut nearest = towards;
    for _ in 0..MOST_ITERATIONS {
        let square = nearest.length_squared();
        // Of the cores: a point of their difference is nearer than their radii reach.
        if square <= radius * radius || square <= 1e-30 * simplex.largest_square() {
            return true;
        }
        let vertex = support(-nearest);
        let least = nearest.dot(vertex.difference);
        // A plane between them, farther off than the radii reach.
        if least > 0.0 && least * least > radius * radius * square {
            return false;
        }
        if square - least <= ACCURACY * square || simplex.has(vertex.difference) {
            return false;
        }
        let before = simplex;
        simplex.push(vertex);
        match simplex.reduce() {
            Some(closer) if closer.length_squared() < square => nearest = closer,
            None => return true,
            _ => {
                simplex = before;
                break;
            }
        }
    }
    simplex.largest_square() == 0.0
}

/// Up to four vertices, and the weights of the point of their hull that is closest to the origin.
#[derive(Clone, Copy, Debug)]
struct Simplex {
    vertices: [Vertex; 4],
    weights: [f64; 4],
    count: usize,
}

impl Simplex {
    fn of(vertex: Vertex) -> Self {
        let mut simplex = Self { vertices: [Vertex::default(); 4], weights: [0.0; 4], count: 1 };
        (simplex.vertices[0], simplex.weights[0]) = (vertex, 1.0);
        simplex
    }

    fn has(&self, difference: DVec3) -> bool {
        self.vertices[..self.count].iter().any(|vertex| vertex.difference == difference)
    }

    fn largest_square(&self) -> f64 {
        self.vertices[..self.count].iter().map(|v| v.difference.length_squared()).fold(0.0, f64::max)
    }

    fn push(&mut self, vertex: Vertex) {
        self.vertices[self.count] = vertex;
        self.count += 1;
    }

    fn point_of_a(&self) -> DVec3 {
        let parts = self.vertices[..self.count].iter().zip(&self.weights);
        parts.map(|(vertex, weight)| vertex.on_a * *weight).sum()
    }

    /// Keeps the vertices around the point closest to the origin, and gives it; none if the origin is inside.
    fn reduce(&mut self) -> Option<DVec3> {
        let p = self.vertices.map(|vertex| vertex.difference);
        match self.count {
            2 => Some(self.keep(&on_segment(p[0], p[1]))),
            3 => Some(self.keep(&on_triangle(p[0], p[1], p[2]))),
            _ => self.reduce_tetrahedron(p),
        }
    }

    fn reduce_tetrahedron(&mut self, p: [DVec3; 4]) -> Option<DVec3> {
        let mut best: Option<([usize; 3], [f64; 3], f64)> = None;
        for ([i, j, k], l) in [([0, 1, 2], 3), ([0, 1, 3], 2), ([0, 2, 3], 1), ([1, 2, 3], 0)] {
            let normal = (p[j] - p[i]).cross(p[k] - p[i]);
            let (origin, inner) = (-normal.dot(p[i]), normal.dot(p[l] - p[i]));
            // On the other side of this face than the fourth vertex, or the tetrahedron is flat.
            if origin * inner < 0.0 || inner.abs() <= 1e-14 * normal.length() * (p[l] - p[i]).length() {
                let weights = on_triangle(p[i], p[j], p[k]);
                let point = p[i] * weights[0] + p[j] * weights[1] + p[k] * weights[2];
                let square = point.length_squared();
                if best.is_none_or(|(.., least)| square < least) {
                    best = Some(([i, j, k], weights, square));
                }
            }
        }
        let (indices, weights, _) = best?;
        let vertices = self.vertices;
        for (slot, index) in indices.into_iter().enumerate() {
            self.vertices[slot] = vertices[index];
        }
        self.count = 3;
        Some(self.keep(&weights))
    }

    /// Keeps the vertices with a weight.
    fn keep(&mut self, weights: &[f64]) -> DVec3 {
        let (vertices, mut count, mut point) = (self.vertices, 0, DVec3::ZERO);
        for (vertex, &weight) in vertices.iter().zip(weights) {
            if weight > 0.0 {
                (self.vertices[count], self.weights[count]) = (*vertex, weight);
                point += vertex.difference * weight;
                count += 1;
            }
        }
        self.count = count;
        point
    }
}

/// Weights of the point of a segment that is closest to the origin.
fn on_segment(a: DVec3, b: DVec3) -> [f64; 2] {
    let (along, square) = (b - a, (b - a).length_squared());
    let t = if square > 0.0 { (-a.dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
    [1.0 - t, t]
}

/// Weights of the point of a triangle that is closest to the origin.
fn on_triangle(a: DVec3, b: DVec3, c: DVec3) -> [f64; 3] {
    let normal = (b - a).cross(c - a);
    let square = normal.length_squared();
    // Areas of the triangles that the origin's foot makes with the sides.
    let side = |p: DVec3, q: DVec3| normal.dot(p.cross(q));
    let areas = [side(b, c), side(c, a), side(a, b)];
    if square > 0.0 && areas.iter().all(|area| *area > 0.0) {
        let total = areas[0] + areas[1] + areas[2];
        return areas.map(|area| area / total);
    }
    let mut best = ([1.0, 0.0, 0.0], f64::INFINITY);
    for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        let p = [a, b, c];
        let [s, t] = on_segment(p[i], p[j]);
        let distance = (p[i] * s + p[j] * t).length_squared();
        if distance < best.1 {
            let mut weights = [0.0; 3];
            (weights[i], weights[j]) = (s, t);
            best = (weights, distance);
        }
    }
    best.0
}
