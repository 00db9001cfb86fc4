//! What the pictures show: a pad, what is pressed into it, and meshes of both.

use bristle_geometry::TriangleMesh;
use glam::{DVec2, DVec3};

/// A pad of 14 × 6 texels, 3.4 mm apart, each a spring \[N/m\].
pub(crate) const ROWS: usize = 6;
pub(crate) const COLUMNS: usize = 14;
pub(crate) const PITCH: f64 = 3.4e-3;
pub(crate) const STIFFNESS: f64 = 180.0;

/// Centre of texel (row, column) on the pad \[m\], origin in the middle of the pad.
pub(crate) fn texel(row: usize, column: usize, rows: usize, columns: usize) -> DVec2 {
    DVec2::new(column as f64 - (columns as f64 - 1.0) / 2.0, row as f64 - (rows as f64 - 1.0) / 2.0) * PITCH
}

/// Forces of a sphere of radius `radius` \[m\] pressed `depth` \[m\] into the pad at `centre` \[m\].
pub(crate) fn sphere(rows: usize, columns: usize, centre: DVec2, radius: f64, depth: f64) -> Vec<f64> {
    let force = |i: usize| {
        let r = texel(i / columns, i % columns, rows, columns).distance(centre);
        (STIFFNESS * (depth - r * r / (2.0 * radius))).max(0.0)
    };
    (0..rows * columns).map(force).collect()
}

/// Forces of a box corner that has sunk into the pad, deepest at its tip.
pub(crate) fn corner() -> Vec<f64> {
    let force = |i: usize| {
        let p = texel(i / COLUMNS, i % COLUMNS, ROWS, COLUMNS) - DVec2::new(-4e-3, 1e-3);
        let inside = p.x > 0.0 && p.y < 0.0;
        if inside { (STIFFNESS * (2e-3 - 0.06 * p.x + 0.03 * p.y)).max(0.0) } else { 0.0 }
    };
    (0..ROWS * COLUMNS).map(force).collect()
}

/// The pad's triangles, and its texels at the vertices: x along the columns, rows from far to near.
pub(crate) fn pad_mesh() -> (TriangleMesh, Vec<DVec3>) {
    let mut mesh = TriangleMesh::default();
    for i in 0..ROWS * COLUMNS {
        let p = texel(i / COLUMNS, i % COLUMNS, ROWS, COLUMNS);
        mesh.vertices.push(DVec3::new(p.x, -p.y, 0.0));
    }
    for row in 0..ROWS as u32 - 1 {
        for column in 0..COLUMNS as u32 - 1 {
            let a = row * COLUMNS as u32 + column;
            let (b, c, d) = (a + 1, a + COLUMNS as u32, a + COLUMNS as u32 + 1);
            mesh.triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    let texels = mesh.vertices.clone();
    (mesh, texels)
}

/// A sphere, stretched along z.
pub(crate) fn ball_mesh(centre: DVec3, radius: f64, stretch: f64) -> TriangleMesh {
    let (bands, sectors) = (14u32, 24u32);
    let mut mesh = TriangleMesh::default();
    let at = |polar: f64, around: f64| {
        let (s, c) = polar.sin_cos();
        centre + DVec3::new(s * around.cos(), s * around.sin(), c * stretch) * radius
    };
    mesh.vertices.push(at(0.0, 0.0));
    for band in 1..bands {
        for sector in 0..sectors {
            let turn = f64::from(sector) / f64::from(sectors) * std::f64::consts::TAU;
            mesh.vertices.push(at(f64::from(band) / f64::from(bands) * std::f64::consts::PI, turn));
        }
    }
    mesh.vertices.push(at(std::f64::consts::PI, 0.0));
    let south = mesh.vertices.len() as u32 - 1;
    let ring = |band: u32, sector: u32| 1 + (band - 1) * sectors + sector % sectors;
    for sector in 0..sectors {
        mesh.triangles.push([0, ring(1, sector), ring(1, sector + 1)]);
        mesh.triangles.push([south, ring(bands - 1, sector + 1), ring(bands - 1, sector)]);
        for band in 1..bands - 1 {
            let [a, b] = [ring(band, sector), ring(band, sector + 1)];
            let [c, d] = [ring(band + 1, sector), ring(band + 1, sector + 1)];
            mesh.triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    mesh
}

/// A box with its faces along the axes.
pub(crate) fn box_mesh(centre: DVec3, size: DVec3) -> TriangleMesh {
    let sign = |i: u32, bit: u32| f64::from(i >> bit & 1) - 0.5;
    let vertices = (0..8).map(|i| centre + size * DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2))).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    TriangleMesh { vertices, triangles }
}
