//! The surface of a triangle mesh, made ready for texel casts.

mod bundle;
mod bvh;
mod cast;
mod coherent;
mod cone;
mod prefetch;
mod survey;
mod triangle;

pub use coherent::{CastHint, Travel};

use crate::TriangleMesh;
use crate::mesh::{NO_NEIGHBOUR, edge_neighbours};
use bvh::Bvh;
use glam::DVec3;
use std::sync::atomic::{AtomicU64, Ordering};
use thiserror::Error;

/// Why a mesh cannot serve as a target.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SurfaceError {
    /// There is nothing to hit.
    #[error("the mesh has no triangle with an area; a target needs at least one")]
    Empty,
    /// More triangles than the hierarchy can address.
    #[error("the mesh has {0} triangles; at most {max} are supported: decimate it", max = bvh::MAX_TRIANGLES)]
    TooLarge(usize),
    /// A triangle refers to a vertex that is not there.
    #[error("triangle {triangle} refers to vertex {vertex}, but the mesh has {count} vertices (0 to {last})",
            last = count.saturating_sub(1))]
    IndexOutOfRange {
        /// The triangle.
        triangle: usize,
        /// The vertex it refers to.
        vertex: u32,
        /// Number of vertices.
        count: usize,
    },
    /// A coordinate is not a number, infinite, or beyond any robot's reach.
    #[error("vertex {vertex} is at {position}; coordinates must be finite and within ±1e6 m")]
    BadVertex {
        /// The vertex.
        vertex: usize,
        /// Where it claims to be.
        position: DVec3,
    },
}

/// A triangle mesh with what a texel cast needs: a hierarchy of boxes and the neighbours of each triangle.
///
/// Triangles are kept in the hierarchy's order, and vertices in the order of their first use, so that what a pad
/// touches lies together in memory. About 65 bytes per triangle.
#[derive(Clone, Debug)]
pub struct MeshSurface {
    pub(crate) vertices: Vec<DVec3>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Across the edge from corner `e` to corner `e+1`; `u32::MAX` where the surface ends or branches.
    pub(crate) neighbours: Vec<[u32; 3]>,
    /// Index of each triangle in the mesh as given.
    given_index: Vec<u32>,
    bvh: Bvh,
    lower: DVec3,
    upper: DVec3,
    id: u64,
}

const NO_TRIANGLE: u32 = NO_NEIGHBOUR;

/// Surfaces made so far.
static NEXT_ID: AtomicU64 = AtomicU64::new(1);

impl MeshSurface {
    /// Prepares a mesh. Triangles without area are left out: no ray can meet them.
    pub fn new(mesh: &TriangleMesh) -> Result<Self, SurfaceError> {
        check(mesh)?;
        let has_area = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|v| mesh.vertices[v as usize]);
            (b - a).cross(c - a).length_squared() > 0.0
        };
        let kept: Vec<u32> =
            (0..mesh.triangles.len() as u32).filter(|&i| has_area(&mesh.triangles[i as usize])).collect();
        if kept.is_empty() {
            return Err(SurfaceError::Empty);
        }
        let kept_triangles: Vec<[u32; 3]> = kept.iter().map(|&i| mesh.triangles[i as usize]).collect();
        let kept_neighbours = edge_neighbours(&kept_triangles);
        let open = kept_neighbours.iter().map(|n| n.contains(&NO_TRIANGLE));
        let (bvh, order) = Bvh::build(kept.iter().map(|&i| mesh.corners(i as usize)).zip(open));
        let given_index: Vec<u32> = order.iter().map(|&i| kept[i as usize]).collect();

        let mut new_vertex = vec![NO_TRIANGLE; mesh.vertices.len()];
        let mut vertices = Vec::new();
        let triangles: Vec<[u32; 3]> = given_index
            .iter()
            .map(|&i| {
                mesh.triangles[i as usize].map(|v| {
                    let slot = &mut new_vertex[v as usize];
                    if *slot == NO_TRIANGLE {
                        *slot = vertices.len() as u32;
                        vertices.push(mesh.vertices[v as usize]);
                    }
                    *slot
                })
            })
            .collect();
        vertices.shrink_to_fit();

        let lower = vertices.iter().copied().fold(DVec3::INFINITY, DVec3::min);
        let upper = vertices.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
        let mut position = vec![NO_TRIANGLE; order.len()];
        for (new, &old) in order.iter().enumerate() {
            position[old as usize] = new as u32;
        }
        let moved = |old: u32| position.get(old as usize).copied().unwrap_or(NO_TRIANGLE);
        let neighbours = order.iter().map(|&old| kept_neighbours[old as usize].map(moved)).collect();
        Ok(Self {
            vertices,
            triangles,
            neighbours,
            given_index,
            bvh,
            lower,
            upper,
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
        })
    }

    /// A number that no other surface in this program has but its own clones, so that what was learned of one is never
    /// believed of another. Never 0.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Lower corner of the bounding box \[m\].
    pub fn lower(&self) -> DVec3 {
        self.lower
    }

    /// Upper corner of the bounding box \[m\].
    pub fn upper(&self) -> DVec3 {
        self.upper
    }

    /// Number of triangles that can be hit.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len()
    }

    /// Memory held \[bytes\].
    pub fn memory(&self) -> usize {
        size_of_val(&*self.vertices)
            + size_of_val(&*self.triangles)
            + size_of_val(&*self.neighbours)
            + size_of_val(&*self.given_index)
            + size_of_val(&*self.bvh.nodes)
    }

    #[inline(always)]
    fn corners(&self, triangle: u32) -> [DVec3; 3] {
        // Written out: `array::map` is not always inlined, and this is the innermost loop.
        let [a, b, c] = self.triangles[triangle as usize];
        [self.vertices[a as usize], self.vertices[b as usize], self.vertices[c as usize]]
    }

    #[inline(always)]
    pub(crate) fn unit_normal(&self, triangle: u32) -> DVec3 {
        let [a, b, c] = self.corners(triangle);
        (b - a).cross(c - a).normalize()
    }
}

fn check(mesh: &TriangleMesh) -> Result<(), SurfaceError> {
    if mesh.triangles.len() > bvh::MAX_TRIANGLES {
        return Err(SurfaceError::TooLarge(mesh.triangles.len()));
    }
    let count = mesh.vertices.len();
    for (triangle, corners) in mesh.triangles.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|&&v| v as usize >= count) {
            return Err(SurfaceError::IndexOutOfRange { triangle, vertex, count });
        }
    }
    let reachable = |p: &DVec3| p.abs().cmple(DVec3::splat(1e6)).all();
    match mesh.vertices.iter().position(|p| !reachable(p)) {
        Some(vertex) => Err(SurfaceError::BadVertex { vertex, position: mesh.vertices[vertex] }),
        None => Ok(()),
    }
}
