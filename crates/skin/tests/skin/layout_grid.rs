//! Flat arrays of texels.

use crate::layout_common::{mesh_area, texel_area};
use bristle_skin::layout::{Grid, LayoutError, SkinLayout};
use glam::DVec3;

#[test]
fn rows_grow_with_x_and_columns_with_y_about_the_origin() {
    let (rows, columns, dx, dy) = (3, 5, 0.0034, 0.0021);
    let layout = SkinLayout::rectangular_grid(rows, columns, dx, dy).unwrap();
    assert_eq!(layout.grid, Some(Grid::full(rows, columns)));
    assert_eq!(layout.texels.len(), 15);
    let at = |row: usize, column: usize| layout.texels[row * columns + column].position;
    // Positions are products of exact half integers and a pitch: one rounding each.
    let tol = 1e-18;
    assert!((at(0, 0) - DVec3::new(-0.0034, -0.0042, 0.0)).length() < tol);
    assert!((at(2, 1) - DVec3::new(0.0034, -0.0021, 0.0)).length() < tol);
    assert!((at(1, 4) - DVec3::new(0.0, 0.0042, 0.0)).length() < tol);
    assert!(layout.texels.iter().all(|t| t.direction == DVec3::Z));
    assert!(layout.texels.iter().all(|t| (t.area - 0.0034 * 0.0021).abs() < 1e-20));
}

#[test]
fn pad_area_is_all_cells_and_the_mesh_has_the_same() {
    for (rows, columns) in [(14, 6), (1, 1), (1, 7), (9, 1)] {
        let layout = SkinLayout::grid(rows, columns, 0.0034).unwrap();
        let pad = (rows * columns) as f64 * 0.0034 * 0.0034;
        let tolerance = 10.0 * (rows * columns) as f64 * f64::EPSILON; // round-off of the sums
        assert!((texel_area(&layout) / pad - 1.0).abs() < tolerance);
        assert!((mesh_area(&layout.mesh) / pad - 1.0).abs() < tolerance);
        assert_eq!(layout.mesh.vertices.len(), (rows + 1) * (columns + 1));
        for triangle in &layout.mesh.triangles {
            let [a, b, c] = triangle.map(|v| layout.mesh.vertices[v as usize]);
            assert!((b - a).cross(c - a).z > 0.0, "normals along +z");
        }
    }
}

#[test]
fn a_single_texel_sits_at_the_origin() {
    let layout = SkinLayout::grid(1, 1, 0.0137).unwrap();
    assert_eq!(layout.texels[0].position, DVec3::ZERO);
    assert_eq!(layout.samples.len(), 1);
}

#[test]
fn bad_grids_are_refused() {
    let refused = SkinLayout::grid(0, 6, 0.003).unwrap_err();
    assert_eq!(refused, LayoutError::EmptyGrid { rows: 0, columns: 6 });
    assert!(matches!(SkinLayout::grid(6, 0, 0.003), Err(LayoutError::EmptyGrid { .. })));
    for pitch in [0.0, -0.3, f64::NAN, f64::INFINITY, 1e300] {
        assert!(matches!(
            SkinLayout::rectangular_grid(3, 2, 0.1, pitch),
            Err(LayoutError::Pitch { name: "pitch_column", .. })
        ));
    }
    for (rows, columns) in [(5_000, 5_000), (usize::MAX, 3), (1, usize::MAX)] {
        assert!(matches!(SkinLayout::grid(rows, columns, 0.001), Err(LayoutError::TooManyTexels { .. })));
    }
}
