//! The convex hull of points.
//!
//! Quickhull (Barber, Dobkin and Huhdanpaa, *ACM Transactions on Mathematical Software* 22, 1996) with exact predicates: on which side of a plane a
//! point lies is decided without rounding, so that no arrangement of points, such as a box with points all over its sides, leads it astray.

use super::TriangleMesh;
use glam::DVec3;
use robust::{Coord3D, orient3d};
use std::collections::HashSet;

/// Points thinner than this share of their extent have no hull that rounding would not make up.
const THINNEST: f64 = 1e-9;

/// Why points have no convex hull.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HullError {
    /// There are not enough points.
    #[error("a hull needs at least 4 different points, there are {different}")]
    TooFew {
        /// The number of different points.
        different: usize,
    },
    /// A point is nowhere.
    #[error("point {point} has a coordinate that is not finite")]
    NotFinite {
        /// Its index.
        point: usize,
    },
    /// The points lie in one plane, on one line, or in one place.
    #[error("the points are {thickness:e} m thick over {extent:e} m: they must not lie in one plane")]
    Flat {
        /// The distance of the farthest point from the plane of three others \[m\].
        thickness: f64,
        /// The distance between the two points farthest apart, roughly \[m\].
        extent: f64,
    },
}

/// The convex hull of `points` \[m\]: closed, wound outwards, its vertices among the points.
pub fn convex_hull(points: &[DVec3]) -> Result<TriangleMesh, HullError> {
    if let Some(point) = points.iter().position(|p| !p.is_finite()) {
        return Err(HullError::NotFinite { point });
    }
    let mut seen = HashSet::with_capacity(points.len());
    let different: Vec<DVec3> = points
        .iter()
        .map(|p| *p + DVec3::ZERO)
        .filter(|p| seen.insert(p.to_array().map(f64::to_bits)))
        .collect();
    drop(seen);
    if different.len() < 4 {
        return Err(HullError::TooFew { different: different.len() });
    }
    let (corners, extent) = first_corners(&different)?;
    // By a power of two, which rounds nothing: the predicates hold as long as no product of three distances underflows.
    let scale = (-extent.log2().floor()).clamp(-1000.0, 1000.0).exp2();
    let points: Vec<DVec3> = different.iter().map(|p| *p * scale).collect();
    let triangles = Hull::around(&points, corners).grown();
    let mut hull = TriangleMesh { vertices: different, triangles };
    hull.drop_unused_vertices();
    Ok(hull)
}

impl TriangleMesh {
    /// The convex hull of the surface. Vertices that no triangle uses are no part of it: files list those of other meshes, too. For the hull of points
    /// there is [`convex_hull`].
    pub fn convex_hull(&self) -> Result<TriangleMesh, HullError> {
        let mut used = vec![false; self.vertices.len()];
        for corner in self.triangles.iter().flatten() {
            if let Some(used) = used.get_mut(*corner as usize) {
                *used = true;
            }
        }
        let points = self.vertices.iter().zip(used).filter(|(_, used)| *used).map(|(point, _)| *point);
        convex_hull(&points.collect::<Vec<_>>())
    }
}

/// A tetrahedron to begin with, as large as it comes, and how far its first two corners are apart.
fn first_corners(points: &[DVec3]) -> Result<([u32; 4], f64), HullError> {
    let farthest = |distance: &dyn Fn(DVec3) -> f64| {
        let far = points.iter().enumerate().map(|(i, p)| (i as u32, distance(*p)));
        far.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
    };
    let at = |i: u32| points[i as usize];
    let (a, _) = farthest(&|p| p.distance(points[0]));
    let (b, extent) = farthest(&|p| p.distance(at(a)));
    let flat = |thickness: f64| HullError::Flat { thickness, extent };
    let along = (at(b) - at(a)) / extent;
    let (c, width) = farthest(&|p| (p - at(a)).reject_from_normalized(along).length());
    // Asked this way round, an overflow to NaN counts as flat.
    let is_thick = |thickness: f64| thickness > THINNEST * extent;
    if !is_thick(width) {
        return Err(flat(width));
    }
    let normal = along.cross(at(c) - at(a)).normalize();
    let (d, thickness) = farthest(&|p| (p - at(a)).dot(normal).abs());
    if !is_thick(thickness) {
        return Err(flat(thickness));
    }
    Ok(([a, b, c, d], extent))
}

/// A side of the hull as far as it has grown.
struct Face {
    /// Counter-clockwise seen from outside.
    corners: [u32; 3],
    /// The faces across its edges, from each corner to the next.
    beyond: [usize; 3],
    /// Points that lie outside of it and belong to no other face.
    outside: Vec<u32>,
    /// Whether it has been buried under others.
    buried: bool,
}

struct Hull<'p> {
    points: &'p [DVec3],
    faces: Vec<Face>,
}

impl<'p> Hull<'p> {
    /// The tetrahedron, with every other point given to a face that it lies outside of.
    fn around(points: &'p [DVec3], [a, b, c, d]: [u32; 4]) -> Self {
        let mut hull = Self { points, faces: Vec::new() };
        // The fourth corner is to lie below the first face.
        let (b, c) = if hull.height([a, b, c], d) < 0.0 { (b, c) } else { (c, b) };
        for (corners, beyond) in
            [([a, b, c], [1, 2, 3]), ([b, a, d], [0, 3, 2]), ([c, b, d], [0, 1, 3]), ([a, c, d], [0, 2, 1])]
        {
            hull.faces.push(Face { corners, beyond, outside: Vec::new(), buried: false });
        }
        let others = (0..points.len() as u32).filter(|i| ![a, b, c, d].contains(i));
        hull.share_out(others, 0);
        hull
    }

    /// Above zero for a point outside of the plane of three corners, zero in it: exactly.
    fn height(&self, corners: [u32; 3], point: u32) -> f64 {
        let [a, b, c, p] = [corners[0], corners[1], corners[2], point].map(|i| {
            let DVec3 { x, y, z } = self.points[i as usize];
            Coord3D { x, y, z }
        });
        -orient3d(a, b, c, p)
    }

    /// Gives each point to the first face from `first` on that it lies outside of. Those outside of none are inside for good.
    fn share_out(&mut self, points: impl Iterator<Item = u32>, first: usize) {
        for point in points {
            let sees = |face: &usize| self.height(self.faces[*face].corners, point) > 0.0;
            if let Some(face) = (first..self.faces.len()).find(sees) {
                self.faces[face].outside.push(point);
            }
        }
    }

    /// Takes in all points, and gives the triangles.
    fn grown(mut self) -> Vec<[u32; 3]> {
        let mut todo: Vec<usize> = (0..self.faces.len()).rev().collect();
        // The new face at a corner of the horizon; only entries of the present horizon are read.
        let mut from = vec![0; self.points.len()];
        while let Some(face) = todo.pop() {
            let Some(apex) = self.farthest_outside(face) else { continue };
            let (seen, horizon) = self.seen_from(face, apex);
            let first = self.faces.len();
            for (i, &(edge, behind)) in horizon.iter().enumerate() {
                from[edge[0] as usize] = first + i;
                let [a, b] = edge;
                let across = self.faces[behind].corners.iter().position(|corner| *corner == b);
                self.faces[behind].beyond[across.unwrap_or(0)] = first + i;
                let new = Face {
                    corners: [a, b, apex],
                    beyond: [behind, 0, 0],
                    outside: Vec::new(),
                    buried: false,
                };
                self.faces.push(new);
            }
            // Neighbours among the new ones: the next begins where this one's edge ends.
            for new in first..self.faces.len() {
                let next = from[self.faces[new].corners[1] as usize];
                self.faces[new].beyond[1] = next;
                self.faces[next].beyond[2] = new;
            }
            for buried in seen {
                let outside = std::mem::take(&mut self.faces[buried].outside);
                self.share_out(outside.into_iter().filter(|point| *point != apex), first);
            }
            todo.extend((first..self.faces.len()).rev());
        }
        self.faces.iter().filter(|face| !face.buried).map(|face| face.corners).collect()
    }

    /// The point outside of a face that is the farthest, roughly: any would do, this one saves work.
    fn farthest_outside(&self, face: usize) -> Option<u32> {
        let Face { corners, outside, buried, .. } = &self.faces[face];
        if *buried {
            return None;
        }
        let [a, b, c] = corners.map(|i| self.points[i as usize]);
        let normal = (b - a).cross(c - a);
        let height = |i: &u32| (self.points[*i as usize] - a).dot(normal);
        outside.iter().copied().max_by(|i, j| height(i).total_cmp(&height(j)))
    }

    /// Buries all faces that a point lies outside of, which hang together. Gives them, and the edges around them with the faces behind those.
    fn seen_from(&mut self, face: usize, apex: u32) -> (Vec<usize>, Vec<([u32; 2], usize)>) {
        let mut horizon = Vec::new();
        let mut seen = vec![face];
        self.faces[face].buried = true;
        let mut next = 0;
        while let Some(&face) = seen.get(next) {
            next += 1;
            let (corners, beyond) = (self.faces[face].corners, self.faces[face].beyond);
            for side in 0..3 {
                let neighbour = beyond[side];
                if self.faces[neighbour].buried {
                    continue;
                }
                if self.height(self.faces[neighbour].corners, apex) > 0.0 {
                    self.faces[neighbour].buried = true;
                    seen.push(neighbour);
                } else {
                    horizon.push(([corners[side], corners[(side + 1) % 3]], neighbour));
                }
            }
        }
        (seen, horizon)
    }
}
