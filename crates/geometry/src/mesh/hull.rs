//! The convex hull of points.

use super::TriangleMesh;
use super::measure::bounds;
use glam::DVec3;
use std::collections::HashSet;

/// Points thinner than this share of their extent have no hull that rounding would not make up.
const THINNEST: f64 = 1e-9;

/// How far, as a share of the extent, a point may stick out of its hull: rounding, and no more.
const SLACK: f64 = 1e-7;

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
    refuse_flat(&different)?;
    let hull = quickhull(&different)?;
    check(&hull, &different)?;
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

/// Spans a line, a plane and a tetrahedron with the farthest point each time.
fn refuse_flat(points: &[DVec3]) -> Result<(), HullError> {
    let (a, _) = farthest(points, |p| p.distance(points[0]));
    let (b, extent) = farthest(points, |p| p.distance(a));
    // In units of the extent: the squares of tiny or huge distances would leave the range of numbers.
    let along = (b - a) / extent;
    let (c, _) = farthest(points, |p| ((p - a) / extent).reject_from(along).length());
    let normal = along.cross((c - a) / extent).try_normalize();
    let thickness = normal.map_or(0.0, |n| farthest(points, |p| (p - a).dot(n).abs()).1);
    if thickness > THINNEST * extent { Ok(()) } else { Err(HullError::Flat { thickness, extent }) }
}

/// Asks parry for the hull.
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
    let (low, high) = bounds(points.iter().copied()).unwrap_or_default();
    let slack = SLACK * (high - low).max_element();
    if hull.bounds().is_none_or(|(a, b)| (a - low).max_element() > slack || (high - b).max_element() > slack)
    {
        return unsound("it leaves points outside");
    }
    Ok(())
}
