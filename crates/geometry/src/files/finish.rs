//! The last step of every reader: metres, z up, triangles, shared vertices, and remarks.

use super::polygons::RawMesh;
use super::triangulate::{Cut, triangulate};
use super::{Format, LoadNote, LoadOptions, LoadedMesh, MeshFileProblem, UpAxis};
use crate::TriangleMesh;
use glam::{DMat3, DVec3};

/// Coordinates beyond this distance from the origin \[m\] are refused: it is a wrong unit or a damaged file, and
/// at this distance a double still resolves a tenth of a nanometre.
pub const COORDINATE_LIMIT: f64 = 1e6;

/// A mesh read in metres that is longer than this \[m\] is remarked upon.
const LARGE: f64 = 10.0;
/// A mesh read in metres that is shorter than this \[m\] is remarked upon.
const SMALL: f64 = 1e-4;

pub(super) fn finish(
    raw: RawMesh,
    format: Format,
    options: &LoadOptions,
) -> Result<LoadedMesh, MeshFileProblem> {
    let metres_per_unit = options.unit.metres().or(raw.metres_per_unit).unwrap_or(1.0);
    if !(metres_per_unit.is_finite() && metres_per_unit > 0.0) {
        return Err(MeshFileProblem::BadUnit(metres_per_unit));
    }
    let up_axis = match options.up_axis {
        UpAxis::FromFile => raw.up_axis.unwrap_or(UpAxis::Z),
        asked => asked,
    };
    let mut notes = raw.notes;
    let mut polygons = raw.polygons;

    let into_world = DMat3::from_diagonal(options.scale) * up_axis.to_z_up() * metres_per_unit;
    for (vertex, position) in polygons.vertices.iter_mut().enumerate() {
        // Adding zero turns a negative zero into a positive one, so that both weld.
        *position = into_world * *position + DVec3::ZERO;
        check_reach(vertex, *position)?;
    }

    let mirrored = options.scale.to_array().iter().product::<f64>() < 0.0;
    let mut triangles = Vec::with_capacity(polygons.triangle_count());
    let mut polygon_ends = Vec::with_capacity(polygons.face_count());
    let (mut cut, mut crossed) = (0, 0);
    for (face, corners) in polygons.faces().enumerate() {
        cut += usize::from(corners.len() > 3);
        let done = triangulate(face, corners, &polygons.vertices, |[a, b, c]| {
            triangles.push(if mirrored { [a, c, b] } else { [a, b, c] });
        })?;
        crossed += usize::from(done == Cut::Crossed);
        polygon_ends.push(triangles.len() as u32);
    }
    polygon_ends.dedup();
    if triangles.is_empty() {
        return Err(MeshFileProblem::NoTriangles);
    }

    let mut mesh = TriangleMesh { vertices: polygons.vertices, triangles };
    let welded = mesh.weld_identical();
    if cut > 0 {
        notes.push(LoadNote::CutPolygons { count: cut });
    }
    if crossed > 0 {
        notes.push(LoadNote::CrossedQuads { count: crossed });
    }
    if welded > 0 {
        notes.push(LoadNote::WeldedVertices { count: welded });
    }
    let size = longest_side(&mesh);
    if metres_per_unit == 1.0 && size > LARGE {
        notes.push(LoadNote::LooksLarge { size });
    } else if metres_per_unit == 1.0 && size < SMALL {
        notes.push(LoadNote::LooksSmall { size });
    }
    Ok(LoadedMesh { mesh, polygon_ends, format, metres_per_unit, up_axis, notes })
}

fn check_reach(vertex: usize, position: DVec3) -> Result<(), MeshFileProblem> {
    for value in position.to_array() {
        if !value.is_finite() {
            return Err(MeshFileProblem::NotFinite { place: format!("vertex {vertex}"), value });
        }
        if value.abs() > COORDINATE_LIMIT {
            return Err(MeshFileProblem::TooFar { vertex, value });
        }
    }
    Ok(())
}

/// The longest side of the box around the corners of the triangles \[m\].
fn longest_side(mesh: &TriangleMesh) -> f64 {
    mesh.bounds().map_or(0.0, |(low, high)| (high - low).max_element())
}
