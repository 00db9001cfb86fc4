//! Cuts a polygon into triangles: a fan where it is convex or a quad that crosses itself, ears otherwise.

use super::MeshFileProblem;
use glam::{DVec2, DVec3};

/// Areas below this share of the polygon's extent squared count as zero.
const FLAT: f64 = 1e-12;
/// Bounds the time a single face may take: about half a second.
const WORK_LIMIT: usize = 200_000_000;

/// How a polygon was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Into triangles that fill it.
    Filled,
    /// It is a quad that crosses itself. A warped quad can look like that in its mean plane; its two triangles meet along a diagonal all the same.
    Crossed,
}

/// Cuts the polygon `corners` and hands each triangle to `take`, in the sense in which the polygon winds.
///
/// Corners that repeat their predecessor are dropped: exporters write a triangle as a quad with a doubled corner.
/// Polygons that are not flat are cut in the plane of their mean normal.
pub(super) fn triangulate(
    face: usize,
    corners: &[u32],
    vertices: &[DVec3],
    mut take: impl FnMut([u32; 3]),
) -> Result<Cut, MeshFileProblem> {
    if let &[a, b, c] = corners {
        take([a, b, c]);
        return Ok(Cut::Filled);
    }
    let at = |c: u32| vertices[c as usize];
    let mut ring: Vec<u32> = corners.to_vec();
    ring.dedup_by(|a, b| at(*a) == at(*b));
    while ring.len() > 1 && at(ring[0]) == at(ring[ring.len() - 1]) {
        ring.pop();
    }
    if ring.len() < 3 {
        return Ok(Cut::Filled);
    }
    let crossed = |take: &mut dyn FnMut([u32; 3])| match ring[..] {
        [a, b, c, d] => {
            take([a, b, c]);
            take([a, c, d]);
            Ok(Cut::Crossed)
        }
        _ => Err(MeshFileProblem::CrossedFace { face, corners: corners.len() }),
    };
    let origin = at(ring[0]);
    let extent = ring.iter().map(|c| at(*c).distance(origin)).fold(0.0, f64::max);
    let spokes: Vec<DVec3> = ring.iter().map(|c| (at(*c) - origin) / extent).collect();
    // Newell's normal: twice the mean area vector, defined for warped polygons too.
    let normal: DVec3 = spokes.windows(2).map(|w| w[0].cross(w[1])).sum();
    if normal.length() <= FLAT {
        // Corners on one line enclose nothing; a figure of eight encloses as much forwards as backwards.
        let line =
            spokes.iter().copied().max_by(|a, b| a.length().total_cmp(&b.length())).unwrap_or_default();
        let on_line = spokes.iter().all(|s| s.cross(line).length() <= FLAT);
        return if on_line { Ok(Cut::Filled) } else { crossed(&mut take) };
    }
    let (u, v) = normal.normalize().any_orthonormal_pair();
    let flat: Vec<DVec2> = spokes.iter().map(|s| DVec2::new(s.dot(u), s.dot(v))).collect();
    if is_strictly_convex(&flat) {
        for i in 1..ring.len() - 1 {
            take([ring[0], ring[i], ring[i + 1]]);
        }
        return Ok(Cut::Filled);
    }
    if flat.len() * flat.len() > WORK_LIMIT {
        let feature = format!("face {face} with {} corners, which is too many to cut", corners.len());
        return Err(MeshFileProblem::Unsupported { feature });
    }
    if crosses_itself(&flat) {
        return crossed(&mut take);
    }
    // Kept until all is well: a quad that gets stuck is cut otherwise.
    let mut ears = Vec::with_capacity(ring.len());
    match cut_ears(&flat, |t| ears.push(t.map(|i| ring[i]))) {
        Ears::All => {
            ears.into_iter().for_each(take);
            Ok(Cut::Filled)
        }
        Ears::Stuck => crossed(&mut take),
        Ears::TooSlow => {
            let feature = format!("face {face} with {} corners, which is too winding to cut", corners.len());
            Err(MeshFileProblem::Unsupported { feature })
        }
    }
}

/// Twice the signed area of a triangle.
fn area2(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}

/// Every corner turns left, and the fan from the first corner never folds back (a pentagram's does).
fn is_strictly_convex(p: &[DVec2]) -> bool {
    let n = p.len();
    (0..n).all(|i| area2(p[i], p[(i + 1) % n], p[(i + 2) % n]) > FLAT)
        && (1..n - 1).all(|i| area2(p[0], p[i], p[i + 1]) > FLAT)
}

/// Whether two sides cross in their interiors. Sides that touch are let be: a hole is often joined by a seam.
fn crosses_itself(p: &[DVec2]) -> bool {
    let n = p.len();
    let side = |i: usize| (p[i], p[(i + 1) % n]);
    let apart = |a: f64, b: f64| (a > FLAT && b < -FLAT) || (a < -FLAT && b > FLAT);
    (0..n).any(|i| {
        let (a, b) = side(i);
        (i + 2..n).any(|j| {
            let (c, d) = side(j);
            apart(area2(a, b, c), area2(a, b, d)) && apart(area2(c, d, a), area2(c, d, b))
        })
    })
}

enum Ears {
    All,
    Stuck,
    TooSlow,
}

/// Cuts off corners that hold no other corner, until a triangle is left.
fn cut_ears(p: &[DVec2], mut take: impl FnMut([usize; 3])) -> Ears {
    let mut ring: Vec<usize> = (0..p.len()).collect();
    let mut work = 0;
    let mut start = 0;
    while ring.len() >= 3 {
        let n = ring.len();
        let corner = |i: usize| [ring[(i + n - 1) % n], ring[i % n], ring[(i + 1) % n]];
        let is_ear = |i: usize| {
            let [a, b, c] = corner(i).map(|k| p[k]);
            area2(a, b, c) > FLAT
                && !ring.iter().map(|k| p[*k]).any(|q| q != a && q != b && q != c && holds(a, b, c, q))
        };
        let mut tried = 0..n;
        let ear = tried.find(|k| is_ear(start + k));
        work += n * (ear.unwrap_or(n) + 1);
        if work > WORK_LIMIT {
            return Ears::TooSlow;
        }
        let Some(ear) = ear else {
            // What is left may be corners along one line, which enclose nothing.
            let left = (1..n - 1).map(|i| area2(p[ring[0]], p[ring[i]], p[ring[i + 1]]).abs()).sum::<f64>();
            return if left <= FLAT * n as f64 { Ears::All } else { Ears::Stuck };
        };
        take(corner(start + ear));
        let at = (start + ear) % n;
        ring.remove(at);
        // Two on rather than one: neighbouring ears make slivers.
        start = at + 1;
    }
    Ears::All
}

/// Whether the triangle, border included, holds `q`.
fn holds(a: DVec2, b: DVec2, c: DVec2, q: DVec2) -> bool {
    area2(a, b, q) >= 0.0 && area2(b, c, q) >= 0.0 && area2(c, a, q) >= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lifts the polygon into an awkward plane, cuts it, and gives back the area vectors.
    fn cut(points: &[(f64, f64)]) -> Result<(Vec<[u32; 3]>, f64), MeshFileProblem> {
        let pose = glam::DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -0.7, 1.1);
        let shift = DVec3::new(0.3, -0.7, 1.1);
        let vertices: Vec<DVec3> = points.iter().map(|p| pose * DVec3::new(p.0, p.1, 0.0) + shift).collect();
        let corners: Vec<u32> = (0..points.len() as u32).collect();
        let mut triangles = Vec::new();
        let cut = triangulate(7, &corners, &vertices, |t| triangles.push(t))?;
        assert_eq!(cut, Cut::Filled);
        let normal = pose * DVec3::Z;
        let mut smallest = f64::INFINITY;
        let mut total = 0.0;
        for t in &triangles {
            let [a, b, c] = t.map(|i| vertices[i as usize]);
            let area = 0.5 * (b - a).cross(c - a).dot(normal);
            smallest = smallest.min(area);
            total += area;
        }
        assert!(smallest > 0.0, "a triangle is flat or turned round: {smallest}");
        Ok((triangles, total))
    }

    fn shoelace(p: &[(f64, f64)]) -> f64 {
        (0..p.len()).map(|i| (p[i], p[(i + 1) % p.len()])).map(|(a, b)| 0.5 * (a.0 * b.1 - a.1 * b.0)).sum()
    }

    /// Triangle areas add up to the polygon's: rounding of a dozen products of numbers below 10.
    const AREA_TOLERANCE: f64 = 1e-13;

    fn assert_filled(points: &[(f64, f64)], triangles: usize) {
        let (cut, area) = cut(points).unwrap();
        assert_eq!(cut.len(), triangles);
        assert!((area - shoelace(points)).abs() < AREA_TOLERANCE, "{area}");
    }

    #[test]
    fn a_convex_polygon_becomes_a_fan() {
        let (triangles, _) = cut(&[(0.0, 0.0), (1.3, -0.2), (1.7, 0.9), (0.4, 1.1)]).unwrap();
        assert_eq!(triangles, vec![[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn a_hollow_quad_is_cut_through_its_reflex_corner() {
        assert_filled(&[(0.0, 0.0), (2.0, 0.0), (0.5, 0.4), (0.0, 2.0)], 2);
        assert_filled(&[(2.0, 0.0), (0.5, 0.4), (0.0, 2.0), (0.0, 0.0)], 2);
    }

    #[test]
    fn a_comb_with_many_reflex_corners_is_filled_exactly() {
        let mut comb = vec![(0.0, 0.0)];
        for tooth in 0..9 {
            let x = f64::from(tooth);
            comb.extend([(x + 0.1, -2.0 - 0.1 * x), (x + 0.9, 0.3)]);
        }
        comb.extend([(9.0, 1.0), (0.0, 1.1)]);
        assert_filled(&comb, comb.len() - 2);
    }

    #[test]
    fn a_corner_on_a_straight_side_makes_no_flat_triangle() {
        assert_filled(&[(0.0, 0.0), (0.7, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)], 3);
        assert_filled(&[(0.7, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0), (0.0, 0.0)], 3);
    }

    #[test]
    fn a_hole_joined_by_a_seam_stays_open() {
        let frame = [
            (0.0, 0.0),
            (3.0, 0.0),
            (3.0, 3.0),
            (0.0, 3.0),
            (0.0, 0.0),
            (1.0, 1.0),
            (1.0, 2.0),
            (2.0, 2.0),
            (2.0, 1.0),
            (1.0, 1.0),
        ];
        let (_, area) = cut(&frame).unwrap();
        assert!((area - 8.0).abs() < AREA_TOLERANCE, "{area}");
    }

    #[test]
    fn a_doubled_corner_is_one_corner() {
        let (triangles, _) = cut(&[(0.0, 0.0), (1.0, 0.0), (0.3, 1.0), (0.3, 1.0)]).unwrap();
        assert_eq!(triangles.len(), 1);
    }

    #[test]
    fn quads_that_cross_themselves_become_two_triangles_along_a_diagonal() {
        let even_bow_tie = [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)];
        let uneven_bow_tie = [(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 1.0)];
        for figure in [even_bow_tie, uneven_bow_tie] {
            let vertices = figure.map(|(x, y)| DVec3::new(x, 0.7 * y, 0.3 * y));
            let mut triangles = Vec::new();
            let cut = triangulate(7, &[0, 1, 2, 3], &vertices, |t| triangles.push(t)).unwrap();
            assert_eq!((cut, &triangles[..]), (Cut::Crossed, &[[0, 1, 2], [0, 2, 3]][..]));
        }
    }

    #[test]
    fn larger_polygons_that_cross_themselves_are_refused() {
        let pentagram: Vec<_> = (0..5)
            .map(|i| f64::from(2 * i) * std::f64::consts::TAU / 5.0)
            .map(|a| (a.cos(), a.sin()))
            .collect();
        assert!(matches!(cut(&pentagram), Err(MeshFileProblem::CrossedFace { face: 7, .. })));
    }

    #[test]
    fn corners_on_one_line_give_no_triangles() {
        let vertices: Vec<DVec3> = (0..5).map(|i| DVec3::new(0.3, -0.7, 1.1) * f64::from(i)).collect();
        triangulate(0, &[0, 1, 2, 4], &vertices, |_| panic!("a line has no inside")).unwrap();
    }

    #[test]
    fn a_warped_quad_is_cut_along_its_diagonal() {
        let vertices =
            [DVec3::ZERO, DVec3::new(1.0, 0.0, 0.2), DVec3::new(1.0, 1.0, 0.0), DVec3::new(0.0, 1.0, 0.3)];
        let mut triangles = Vec::new();
        triangulate(0, &[0, 1, 2, 3], &vertices, |t| triangles.push(t)).unwrap();
        assert_eq!(triangles, vec![[0, 1, 2], [0, 2, 3]]);
    }
}
