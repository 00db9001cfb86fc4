//! The two meshes whose hits have a closed form.

use bristle_geometry::TriangleMesh;
use glam::DVec3;

/// The axis-aligned cube of edge `2 half`, twelve triangles.
pub(super) fn cube(centre: DVec3, half: f64) -> TriangleMesh {
    let sign = |corner: usize, axis: usize| if corner >> axis & 1 == 1 { half } else { -half };
    let vertices =
        (0..8).map(|corner| centre + DVec3::new(sign(corner, 0), sign(corner, 1), sign(corner, 2)));
    let face = |a: u32, b: u32, c: u32, d: u32| [[a, b, c], [a, c, d]];
    let triangles = [
        face(0, 4, 6, 2),
        face(1, 3, 7, 5),
        face(0, 1, 5, 4),
        face(2, 6, 7, 3),
        face(0, 2, 3, 1),
        face(4, 5, 7, 6),
    ];
    TriangleMesh { vertices: vertices.collect(), triangles: triangles.concat() }
}

/// A sphere about the origin: an octahedron whose faces are cut into `n²` triangles and blown up, `8 n²` in all.
/// Faces share no vertices along their seams, which a ray cannot notice.
pub(super) fn sphere(radius: f64, n: u32) -> TriangleMesh {
    let mut mesh = TriangleMesh::default();
    for octant in 0..8 {
        let sign = |axis: i32| if octant >> axis & 1 == 1 { -1.0 } else { 1.0 };
        let first = mesh.vertices.len() as u32;
        for row in 0..=n {
            for column in 0..=n - row {
                let point = DVec3::new(f64::from(row), f64::from(column), f64::from(n - row - column));
                mesh.vertices.push(radius * (point * DVec3::new(sign(0), sign(1), sign(2))).normalize());
            }
        }
        // Row `row` begins after the rows of n+1, n, n−1 … vertices before it.
        let index = |row: u32, column: u32| first + row * (n + 1) - row * row.saturating_sub(1) / 2 + column;
        let mirrored = sign(0) * sign(1) * sign(2) < 0.0;
        let mut push =
            |[a, b, c]: [u32; 3]| mesh.triangles.push(if mirrored { [a, c, b] } else { [a, b, c] });
        for row in 0..n {
            for column in 0..n - row {
                push([index(row, column), index(row + 1, column), index(row, column + 1)]);
                if column + 1 < n - row {
                    push([index(row + 1, column), index(row + 1, column + 1), index(row, column + 1)]);
                }
            }
        }
    }
    mesh
}

#[test]
fn cube_and_sphere_wind_outwards_and_close() {
    for (mesh, area) in
        [(cube(DVec3::ZERO, 0.3), 24.0 * 0.09), (sphere(0.3, 40), std::f64::consts::PI * 0.36)]
    {
        let mut total = 0.0;
        for index in 0..mesh.triangles.len() {
            let [a, b, c] = mesh.corners(index);
            let normal = (b - a).cross(c - a);
            assert!(normal.dot(a + b + c) > 0.0, "triangle {index} faces inwards");
            total += 0.5 * normal.length();
        }
        // The sphere's chords shorten its area by a quarter of (edge/radius)², edges being about π/(2·40).
        assert!((total / area - 1.0).abs() < 1e-3, "{total} instead of {area}");
    }
    assert_eq!(sphere(0.04, 35).triangles.len(), 9800);
}
