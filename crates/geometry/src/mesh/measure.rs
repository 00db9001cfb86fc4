//! Areas and boxes.

use super::TriangleMesh;
use glam::DVec3;

/// Twice the area of a degenerate triangle is at most this share of its longest side squared: its corners are on
/// one line as far as rounding can tell.
const FLATNESS: f64 = 1e-12;

/// Whether three corners enclose no area.
pub(super) fn is_flat([a, b, c]: [DVec3; 3]) -> bool {
    let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
    // Not `<=`, so that NaN counts as flat.
    !((b - a).cross(c - a).length() > FLATNESS * longest)
}

/// The area of a triangle \[m²\].
pub(super) fn area([a, b, c]: [DVec3; 3]) -> f64 {
    0.5 * (b - a).cross(c - a).length()
}

/// The box around points: its lowest and highest corner, or `None` without points.
pub(super) fn bounds(points: impl IntoIterator<Item = DVec3>) -> Option<(DVec3, DVec3)> {
    points.into_iter().fold(None, |range, p| match range {
        None => Some((p, p)),
        Some((low, high)) => Some((p.min(low), p.max(high))),
    })
}

impl TriangleMesh {
    /// The box around the corners of all triangles: its lowest and highest corner \[m\]; `None` without triangles.
    ///
    /// Vertices that no triangle uses do not count, nor do indices without a vertex.
    pub fn bounds(&self) -> Option<(DVec3, DVec3)> {
        bounds(self.triangles.iter().flatten().filter_map(|v| self.vertices.get(*v as usize).copied()))
    }

    /// The corners of triangle `index`, or `None` if it names a vertex that is not there.
    pub(super) fn corners_if_valid(&self, index: usize) -> Option<[DVec3; 3]> {
        let [a, b, c] = self.triangles[index].map(|v| self.vertices.get(v as usize).copied());
        Some([a?, b?, c?])
    }
}
