//! What a mesh report says of meshes with one known fault each, and what a repair makes of them.

use crate::support;
use bristle_geometry::TriangleMesh;
use bristle_geometry::mesh::{MeshError, RepairSummary};
use glam::DVec3;

/// A box of 0.3 × 0.7 × 1.1 m with a corner at (0.3, −0.7, 1.1), 12 triangles wound outwards.
fn cuboid() -> TriangleMesh {
    support::cuboid(DVec3::new(0.3, -0.7, 1.1), DVec3::new(0.3, 0.7, 1.1))
}

fn joined(a: &TriangleMesh, b: &TriangleMesh) -> TriangleMesh {
    let base = a.vertices.len() as u32;
    let mut both = a.clone();
    both.vertices.extend(&b.vertices);
    both.triangles.extend(b.triangles.iter().map(|t| t.map(|v| v + base)));
    both
}

fn shifted(mesh: &TriangleMesh, by: DVec3) -> TriangleMesh {
    TriangleMesh {
        vertices: mesh.vertices.iter().map(|v| *v + by).collect(),
        triangles: mesh.triangles.clone(),
    }
}

/// Sums of a dozen products of numbers below two round to within a few units of 1e-16.
const ROUNDING: f64 = 1e-14;

#[test]
fn a_box_is_closed_and_sound() {
    let report = cuboid().report();
    assert!(report.is_clean(), "{report}");
    assert_eq!((report.vertices, report.triangles, report.components), (8, 12, 1));
    let area = 2.0 * (0.3 * 0.7 + 0.7 * 1.1 + 1.1 * 0.3);
    assert!((report.area - area).abs() < ROUNDING);
    assert!((report.volume.unwrap() - 0.3 * 0.7 * 1.1).abs() < ROUNDING);
    let (low, high) = report.bounds.unwrap();
    assert!(
        (low - DVec3::new(0.3, -0.7, 1.1)).length() < ROUNDING
            && (high - DVec3::new(0.6, 0.0, 2.2)).length() < ROUNDING
    );
    assert!(report.to_string().ends_with("closed and sound"), "{report}");
}

#[test]
fn a_missing_face_is_one_hole_with_four_edges() {
    let mut mesh = cuboid();
    mesh.triangles.truncate(10);
    let report = mesh.report();
    assert_eq!((report.boundary_edges, report.boundary_loops, report.closed), (4, 1, false));
    assert_eq!(report.volume, None);
    assert!(report.to_string().contains("4 open edges around 1 holes"), "{report}");
}

#[test]
fn two_missing_faces_are_two_holes() {
    let mut mesh = cuboid();
    mesh.triangles.drain(0..4);
    let report = mesh.report();
    assert_eq!((report.boundary_edges, report.boundary_loops), (8, 2));
}

#[test]
fn a_flipped_triangle_is_inconsistent_with_its_three_neighbours_and_is_turned_back() {
    let mut mesh = cuboid();
    mesh.triangles[5].swap(0, 1);
    let report = mesh.report();
    assert_eq!((report.inconsistent_edges, report.closed, report.inside_out), (3, true, false));
    assert!(!report.is_clean());
    let done = mesh.repair(0.0).unwrap();
    assert_eq!(done, RepairSummary { turned_triangles: 1, ..Default::default() });
    assert!(mesh.report().is_clean(), "{}", mesh.report());
}

#[test]
fn a_third_triangle_on_an_edge_is_not_manifold() {
    let mut mesh = cuboid();
    mesh.vertices.push(DVec3::new(2.0, -1.1, 0.3));
    mesh.triangles.push([0, 1, 8]);
    let report = mesh.report();
    assert_eq!((report.non_manifold_edges, report.boundary_edges, report.closed), (1, 2, false));
}

#[test]
fn a_bow_tie_of_two_boxes_on_one_edge_has_one_edge_with_four_triangles() {
    let first = cuboid();
    let mut both = joined(&first, &shifted(&first, DVec3::new(0.3, 0.7, 0.0)));
    // The shifted corners differ by rounding, which the weld must bridge.
    assert!(both.repair(1e-9).unwrap().welded_vertices == 2);
    let report = both.report();
    assert_eq!((report.non_manifold_edges, report.boundary_edges, report.components), (1, 0, 1));
}

#[test]
fn two_boxes_apart_are_two_components() {
    let first = cuboid();
    let report = joined(&first, &shifted(&first, DVec3::X)).report();
    assert_eq!(report.components, 2);
    assert!(report.is_clean(), "{report}");
    assert!((report.volume.unwrap() - 2.0 * 0.3 * 0.7 * 1.1).abs() < ROUNDING);
}

#[test]
fn a_sphere_inside_out_has_a_negative_volume_and_is_turned_out() {
    let mut sphere = icosphere(3);
    assert!(sphere.report().is_clean());
    sphere.triangles.iter_mut().for_each(|t| t.swap(0, 2));
    let report = sphere.report();
    assert!(report.inside_out && report.closed && report.volume.unwrap() < 0.0);
    assert!(report.to_string().contains("inside out"), "{report}");
    let done = sphere.repair(0.0).unwrap();
    assert_eq!(done.turned_triangles, sphere.triangles.len());
    assert!(sphere.report().is_clean());
}

#[test]
fn the_volume_far_from_the_origin_is_the_volume_at_home() {
    let far = shifted(&cuboid(), DVec3::new(1e5, -3e5, 7e5));
    // Coordinates at 7e5 m are rounded to 1.2e-10 m: over a side that is this share of the volume.
    let tolerance = 0.231 * 3.0 * 1.2e-10 / 0.3;
    assert!((far.report().volume.unwrap() - 0.231).abs() < tolerance);
}

#[test]
fn waste_is_counted_by_kind_and_swept_away() {
    let mut mesh = cuboid();
    let spare = mesh.vertices[3];
    mesh.vertices.extend([spare, DVec3::new(9.0, 9.0, 9.0), 0.5 * (mesh.vertices[0] + mesh.vertices[1])]);
    mesh.triangles.extend([[3, 2, 0], [0, 0, 5], [0, 10, 1]]);
    mesh.triangles[1] = [0, 8, 1];
    let report = mesh.report();
    assert_eq!(report.duplicate_vertices, 1);
    assert_eq!(report.unused_vertices, 1);
    assert_eq!(report.duplicate_triangles, vec![12]);
    assert_eq!(report.degenerate_triangles, vec![13, 14]);
    let done = mesh.repair(0.0).unwrap();
    let expected = RepairSummary {
        welded_vertices: 1,
        dropped_degenerate: 2,
        dropped_duplicates: 1,
        turned_triangles: 0,
        dropped_vertices: 2,
    };
    assert_eq!(done, expected);
    assert_eq!(mesh, cuboid());
    assert_eq!(mesh.repair(0.0).unwrap().to_string(), "nothing to repair");
}

#[test]
fn an_open_sheet_follows_its_majority() {
    let mut triangles = Vec::new();
    for i in 0..6u32 {
        triangles.extend([[i, i + 1, i + 8], [i, i + 8, i + 7]]);
    }
    let vertices: Vec<DVec3> = (0..14).map(|i| DVec3::new(f64::from(i % 7), f64::from(i / 7), 0.3)).collect();
    let sound = TriangleMesh { vertices, triangles };
    let mut mixed = sound.clone();
    mixed.triangles[0].swap(0, 1);
    mixed.triangles[7].swap(1, 2);
    assert_eq!(mixed.repair(0.0).unwrap().turned_triangles, 2);
    let upwards = |t: usize| {
        let [a, b, c] = mixed.corners(t);
        (b - a).cross(c - a).z > 0.0
    };
    assert!((0..12).all(upwards));
}

#[test]
fn a_report_of_a_broken_mesh_names_what_is_broken() {
    let mut mesh = cuboid();
    mesh.triangles[4] = [0, 99, 5];
    mesh.vertices[7].y = f64::NAN;
    let report = mesh.report();
    assert_eq!((report.invalid_triangles.clone(), report.non_finite_vertices), (vec![4], 1));
    assert!(report.to_string().contains("name vertices that are not there: 4"), "{report}");
    let empty = TriangleMesh::default().report();
    assert!(!empty.closed && empty.bounds.is_none() && empty.to_string().contains("no triangles"), "{empty}");
}

#[test]
fn meshes_that_cannot_serve_are_refused_by_name() {
    assert_eq!(TriangleMesh::default().validate(), Err(MeshError::Empty { vertices: 0 }));
    let mut mesh = cuboid();
    mesh.triangles[4] = [0, 99, 5];
    assert_eq!(mesh.validate(), Err(MeshError::IndexOutOfRange { triangle: 4, index: 99, highest: 7 }));
    assert_eq!(mesh.repair(0.0), Err(MeshError::IndexOutOfRange { triangle: 4, index: 99, highest: 7 }));
    let mut mesh = cuboid();
    mesh.vertices[7].y = f64::INFINITY;
    assert!(matches!(mesh.validate(), Err(MeshError::NotFinite { vertex: 7, .. })));
    let mut flat = cuboid();
    flat.vertices.iter_mut().for_each(|v| *v = DVec3::new(v.x, 2.0 * v.x, 0.7));
    assert_eq!(flat.validate(), Err(MeshError::NoArea { triangles: 12 }));
    assert_eq!(cuboid().validate(), Ok(()));
}

/// A sphere of radius one by splitting an octahedron.
fn icosphere(levels: u32) -> TriangleMesh {
    let mut mesh = TriangleMesh {
        vertices: vec![DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z],
        triangles: vec![
            [0, 2, 4],
            [2, 1, 4],
            [1, 3, 4],
            [3, 0, 4],
            [2, 0, 5],
            [1, 2, 5],
            [3, 1, 5],
            [0, 3, 5],
        ],
    };
    for _ in 0..levels {
        let mut finer = TriangleMesh::default();
        for i in 0..mesh.triangles.len() {
            let [a, b, c] = mesh.corners(i);
            let (ab, bc, ca) = ((a + b).normalize(), (b + c).normalize(), (c + a).normalize());
            for t in [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]] {
                let base = finer.vertices.len() as u32;
                finer.vertices.extend(t);
                finer.triangles.push([base, base + 1, base + 2]);
            }
        }
        finer.repair(1e-9).unwrap();
        mesh = finer;
    }
    mesh
}
