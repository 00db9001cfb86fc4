//! The piece of a mesh that is nearest to one vertex.

use bristle_geometry::TriangleMesh;
use glam::DVec3;

use super::super::surface::area_vector;

/// A third of every triangle around a vertex: the kites between the vertex, the midpoints of the two edges
/// there, and the centroid. Kept and refilled, so that a mesh of many vertices allocates once.
#[derive(Default)]
pub(super) struct VertexShare {
    kites: Vec<Kite>,
    area: f64,
}

struct Kite {
    /// The triangle's corners, beginning with the vertex itself.
    corners: [u32; 3],
    area: f64,
    /// Bearing of the kite about the vertex \[rad\].
    bearing: f64,
}

impl VertexShare {
    /// Collects the triangles `around` `vertex`, ordered by bearing about `direction`, so that neighbouring
    /// points of a pattern are neighbours on the skin. Triangles without area have no share.
    pub(super) fn gather(&mut self, mesh: &TriangleMesh, around: &[u32], vertex: usize, direction: DVec3) {
        let (east, north) = direction.any_orthonormal_pair();
        self.kites.clear();
        self.kites.extend(around.iter().filter_map(|&triangle| {
            let corners = mesh.triangles[triangle as usize];
            let own = corners.iter().position(|&v| v as usize == vertex)?;
            let [a, b, c] = mesh.corners(triangle as usize);
            let outward = (a + b + c) / 3.0 - mesh.vertices[vertex];
            let area = area_vector([a, b, c]).length() / 3.0;
            let corners = [corners[own], corners[(own + 1) % 3], corners[(own + 2) % 3]];
            (area > 0.0).then(|| Kite { corners, area, bearing: outward.dot(north).atan2(outward.dot(east)) })
        }));
        self.kites.sort_by(|a, b| a.bearing.total_cmp(&b.bearing));
        self.area = self.kites.iter().map(|kite| kite.area).sum();
    }

    /// Maps the unit square evenly onto the share: `u` runs around the vertex, `v` away from it. Returns the
    /// corners of the triangle hit and their barycentric weights; nothing if the share is empty.
    pub(super) fn point(&self, [u, v]: [f64; 2]) -> Option<([u32; 3], [f64; 3])> {
        let (last, before) = self.kites.split_last()?;
        let mut left = u * self.area;
        let kite = before
            .iter()
            .find(|kite| {
                let here = left < kite.area;
                left -= if here { 0.0 } else { kite.area };
                here
            })
            .unwrap_or(last);
        // The kite's diagonal cuts it in two triangles of equal area, both with a tip at the vertex.
        let halves = 2.0 * (left / kite.area).clamp(0.0, 1.0);
        const MIDPOINTS: [[f64; 3]; 2] = [[0.5, 0.5, 0.0], [0.5, 0.0, 0.5]];
        let (midpoint, towards_centroid) =
            if halves < 1.0 { (MIDPOINTS[0], halves) } else { (MIDPOINTS[1], 2.0 - halves) };
        // The square root makes the spread even over triangles that widen away from the vertex.
        let away = v.sqrt();
        let rim = midpoint.map(|m| m + (1.0 / 3.0 - m) * towards_centroid);
        Some((kite.corners, [1.0 - away + away * rim[0], away * rim[1], away * rim[2]]))
    }
}
