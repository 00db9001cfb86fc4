//! The convex hull of points.

use super::TriangleMesh;
use super::measure::is_flat;
use glam::DVec3;
use std::collections::{HashMap, HashSet};

/// Points thinner than this share of their extent have no hull that rounding would not make up.
const THINNEST: f64 = 1e-9;

/// How far, as a share of the extent, a point may stick out of its hull: rounding, and no more.
const SLACK: f64 = 1e-7;

/// Distances looked at when a hull is checked; beyond, every second or third point stands for the others.
const WORK_LIMIT: usize = 200_000_000;

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
    /// The points are so close to degenerate that no sound hull came out.
    #[error(
        "no sound hull could be built ({reason}): the points are too close to a plane, a line or each other"
    )]
    Unsound {
        /// What went wrong.
        reason: String,
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
    if different.len() < 4 {
        return Err(HullError::TooFew { different: different.len() });
    }
    let frame = Frame::around(&different)?;
    let inside: Vec<DVec3> = different.iter().map(|p| frame.coordinates(*p) + DVec3::ZERO).collect();
    let mut hull = quickhull(&inside)?;
    check(&hull, &inside)?;
    // Back to the points themselves rather than through the inverse, so that no vertex moves.
    let back: HashMap<[u64; 3], DVec3> =
        inside.iter().map(|p| p.to_array().map(f64::to_bits)).zip(different).collect();
    for vertex in &mut hull.vertices {
        let original = back.get(&(*vertex + DVec3::ZERO).to_array().map(f64::to_bits));
        *vertex = *original
            .ok_or_else(|| HullError::Unsound { reason: "a vertex is none of the points".into() })?;
    }
    Ok(hull)
}

impl TriangleMesh {
    /// The convex hull of all vertices, used by a triangle or not.
    pub fn convex_hull(&self) -> Result<TriangleMesh, HullError> {
        convex_hull(&self.vertices)
    }
}

fn farthest(points: &[DVec3], distance: impl Fn(DVec3) -> f64) -> (DVec3, f64) {
    let far = points.iter().map(|p| (*p, distance(*p))).max_by(|a, b| a.1.total_cmp(&b.1));
    far.unwrap_or_default()
}

/// A frame in which the points fill the unit box: quickhull compares distances against fixed thresholds, and a
/// long thin cloud would fall below them. The hull of a stretched cloud is the stretched hull, so nothing is lost.
struct Frame {
    origin: DVec3,
    /// Coordinates in the frame are dot products with these.
    axes: [DVec3; 3],
}

impl Frame {
    /// Spans a line, a plane and a tetrahedron with the farthest point each time.
    fn around(points: &[DVec3]) -> Result<Frame, HullError> {
        let (a, _) = farthest(points, |p| p.distance(points[0]));
        let (b, extent) = farthest(points, |p| p.distance(a));
        let flat = |thickness: f64| HullError::Flat { thickness, extent };
        let along = (b - a) / extent;
        let (c, width) = farthest(points, |p| (p - a).reject_from_normalized(along).length());
        // Asked this way round, an overflow to NaN counts as flat.
        let is_thick = |thickness: f64| thickness > THINNEST * extent;
        if !is_thick(width) {
            return Err(flat(width));
        }
        let across = ((c - a).reject_from_normalized(along) / width).normalize();
        let normal = along.cross(across).normalize();
        let (_, thickness) = farthest(points, |p| (p - a).dot(normal).abs());
        if !is_thick(thickness) {
            return Err(flat(thickness));
        }
        Ok(Frame { origin: a, axes: [along / extent, across / width, normal / thickness] })
    }

    fn coordinates(&self, point: DVec3) -> DVec3 {
        DVec3::from_array(self.axes.map(|axis| axis.dot(point - self.origin)))
    }
}

/// Asks parry for the hull, in the coordinates of a frame.
///
/// Its quickhull asserts its own invariants, and rounding on nearly degenerate points can break them even behind
/// the `try_` name. That is bad input and not a bug in the caller's program, so the panic becomes an error here;
/// the points are only borrowed and nothing half-built survives.
fn quickhull(points: &[DVec3]) -> Result<TriangleMesh, HullError> {
    let unsound = |reason: String| HullError::Unsound { reason };
    let attempt = std::panic::catch_unwind(|| parry3d_f64::transformation::try_convex_hull(points));
    let built = attempt.map_err(|_| unsound("an invariant of the hull broke".into()))?;
    let (vertices, triangles) = built.map_err(|error| unsound(error.to_string()))?;
    let mut hull = TriangleMesh { vertices, triangles };
    hull.weld_identical();
    Ok(hull)
}

/// Trust, but look: closed, outside out, and with every point inside.
fn check(hull: &TriangleMesh, points: &[DVec3]) -> Result<(), HullError> {
    let unsound = |reason: &str| Err(HullError::Unsound { reason: reason.into() });
    let report = hull.report();
    if !report.closed || report.inconsistent_edges > 0 || report.inside_out || report.components != 1 {
        return unsound("it would not close");
    }
    let every = 1 + points.len().saturating_mul(hull.triangles.len()) / WORK_LIMIT;
    for index in 0..hull.triangles.len() {
        let [a, b, c] = hull.corners(index);
        // A sliver has no normal to speak of; the faces around it stand for it.
        let Some(normal) = (b - a).cross(c - a).try_normalize().filter(|_| !is_flat([a, b, c])) else {
            continue;
        };
        if points.iter().step_by(every).any(|p| (*p - a).dot(normal) > SLACK) {
            return unsound("it leaves points outside");
        }
    }
    Ok(())
}
