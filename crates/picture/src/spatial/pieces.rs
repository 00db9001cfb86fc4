//! Large triangles cut into small ones, so that they can be sorted by distance.

use bristle_geometry::TriangleMesh;
use glam::DVec3;

/// Most pieces of a whole mesh: sorting errors are worth fixing, but not at any file size.
const MOST_PIECES: usize = 40_000;

/// Into how many parts to cut each edge of `mesh`, so that its longest edge has parts of about `piece` \[m\].
///
/// One number for all triangles: neighbours then share the cuts of their common edge and no gap opens.
pub(super) fn cuts(mesh: &TriangleMesh, piece: f64) -> usize {
    let longest = (0..mesh.triangles.len()).fold(0.0, |longest: f64, i| {
        let [a, b, c] = mesh.corners(i);
        longest.max(a.distance(b)).max(b.distance(c)).max(c.distance(a))
    });
    let wanted = (longest / piece.max(1e-100)).ceil().clamp(1.0, 16.0) as usize;
    let affordable = (MOST_PIECES / mesh.triangles.len().max(1)).isqrt();
    wanted.min(affordable.max(1))
}

/// The `cuts * cuts` small triangles of a large one.
pub(super) fn of_triangle([a, b, c]: [DVec3; 3], cuts: usize) -> Vec<[DVec3; 3]> {
    let n = cuts as f64;
    let at = |i: usize, j: usize| a + (b - a) * (i as f64 / n) + (c - a) * (j as f64 / n);
    let mut pieces = Vec::with_capacity(cuts * cuts);
    for i in 0..cuts {
        for j in 0..cuts - i {
            pieces.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
            if i + j + 1 < cuts {
                pieces.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area([a, b, c]: [DVec3; 3]) -> f64 {
        (b - a).cross(c - a).length() / 2.0
    }

    #[test]
    fn pieces_cover_the_triangle_once() {
        let whole = [DVec3::new(0.3, -0.7, 1.1), DVec3::new(2.0, 0.1, 0.4), DVec3::new(-0.6, 1.3, 0.2)];
        for cuts in [1, 2, 7] {
            let pieces = of_triangle(whole, cuts);
            assert_eq!(pieces.len(), cuts * cuts);
            let sum: f64 = pieces.iter().copied().map(area).sum();
            assert!((sum - area(whole)).abs() < 1e-12, "round-off of a few dozen sums of order 1");
        }
    }

    #[test]
    fn a_mesh_as_fine_as_wanted_stays_whole() {
        let vertices = vec![DVec3::ZERO, DVec3::X * 0.3, DVec3::Y * 0.4];
        let mesh = TriangleMesh { vertices, triangles: vec![[0, 1, 2]] };
        assert_eq!((cuts(&mesh, 0.5), cuts(&mesh, 0.2)), (1, 3));
    }
}
