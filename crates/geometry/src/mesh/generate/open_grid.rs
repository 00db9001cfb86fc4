//! A flat sheet of vertices, the surface of a planar sensor.

use glam::DVec3;

use super::error::{GenerateError, check_count, check_length, check_triangles};
use crate::TriangleMesh;

/// A flat open sheet in the plane z = 0, centred on the origin, with normals along +z.
///
/// The row number grows with +x and the column number with +y; the vertex of `row` and `column` has the
/// number `row * columns + column`.
///
/// * `rows`, `columns`: of vertices, at least 2 each.
/// * `pitch_row`: distance from one row to the next, along x \[m\].
/// * `pitch_column`: distance from one column to the next, along y \[m\].
pub fn open_grid(
    rows: usize,
    columns: usize,
    pitch_row: f64,
    pitch_column: f64,
) -> Result<TriangleMesh, GenerateError> {
    check_count("rows", rows, 2, u32::MAX as usize)?;
    check_count("columns", columns, 2, u32::MAX as usize)?;
    check_length("pitch_row", pitch_row)?;
    check_length("pitch_column", pitch_column)?;
    check_triangles([2, rows - 1, columns - 1])?;
    // A sheet of one strip has as many vertices as triangles, so this also bounds the vertices.

    let middle_row = 0.5 * (rows - 1) as f64;
    let middle_column = 0.5 * (columns - 1) as f64;
    let vertices = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row as f64, column as f64)))
        .map(|(row, column)| {
            DVec3::new((row - middle_row) * pitch_row, (column - middle_column) * pitch_column, 0.0)
        })
        .collect();

    let mut triangles = Vec::with_capacity(2 * (rows - 1) * (columns - 1));
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let here = (row * columns + column) as u32;
            let next_row = here + columns as u32;
            triangles.push([here, next_row, next_row + 1]);
            triangles.push([here, next_row + 1, here + 1]);
        }
    }
    Ok(TriangleMesh { vertices, triangles })
}
