//! Open surfaces for skins.

use std::f64::consts::PI;

use crate::generate_common::*;
use bristle_geometry::TriangleMesh;
use bristle_geometry::mesh::generate::{FingertipSize, GenerateError, fingertip, open_grid, spherical_cap};
use glam::{DVec3, dvec3};

fn normal(mesh: &TriangleMesh, triangle: usize) -> DVec3 {
    let [a, b, c] = mesh.corners(triangle);
    (b - a).cross(c - a).normalize()
}

#[test]
fn open_grid_faces_up_with_rows_along_x() {
    let mesh = open_grid(3, 4, 0.3, 0.7).unwrap();
    assert_open_disc(&mesh);
    assert_eq!(mesh.triangles.len(), 12);
    assert!((mesh.vertices[0] - dvec3(-0.3, -1.05, 0.0)).length() < 1e-15);
    assert!((mesh.vertices[2 * 4 + 1] - dvec3(0.3, -0.35, 0.0)).length() < 1e-15);
    assert!((0..12).all(|t| normal(&mesh, t) == DVec3::Z));
    assert!((area(&mesh) - 0.6 * 2.1).abs() < 1e-14);
}

#[test]
fn spherical_cap_is_a_disc_with_the_area_of_archimedes() {
    let (radius, angle) = (0.013, 1.1);
    let error = |rings: usize| {
        let mesh = spherical_cap(radius, angle, rings, 4 * rings).unwrap();
        assert_open_disc(&mesh);
        for t in 0..mesh.triangles.len() {
            let [a, b, c] = mesh.corners(t);
            assert!(normal(&mesh, t).dot(a + b + c) > 0.0, "outward");
        }
        1.0 - area(&mesh) / (2.0 * PI * radius * radius * (1.0 - angle.cos()))
    };
    let observed = order(error(12), error(24));
    assert!((observed - 2.0).abs() < 0.02, "{observed}");
    let mesh = spherical_cap(radius, angle, 5, 9).unwrap();
    assert_eq!(mesh.vertices[0], dvec3(0.0, 0.0, radius));
    let rim = mesh.vertices[mesh.vertices.len() - 1];
    assert!((rim.angle_between(DVec3::Z) - angle).abs() < 1e-14);
    assert!(mesh.vertices.iter().all(|v| (v.length() / radius - 1.0).abs() < 4.0 * f64::EPSILON));
}

#[test]
fn fingertip_has_the_measures_asked_for() {
    let size = FingertipSize { length: 0.026, width: 0.018, thickness: 0.0133, ..Default::default() };
    let mesh = fingertip(size, 0.0004).unwrap();
    assert_open_disc(&mesh);
    let low = mesh.vertices.iter().copied().reduce(DVec3::min).unwrap();
    let high = mesh.vertices.iter().copied().reduce(DVec3::max).unwrap();
    assert_eq!(low.x, 0.0);
    assert!((high.x - 0.026).abs() < 1e-16);
    // The widest vertices miss the widest place by less than half a spacing, hence its sagitta.
    let sagitta = 0.0002_f64.powi(2) / (2.0 * 0.5 * 0.0133);
    assert!((high.y - 0.009).abs() < sagitta && (low.y + 0.009).abs() < sagitta, "{low} {high}");
    assert!((high.z - 0.5 * 0.0133).abs() < sagitta, "{}", high.z);
    // Wrapped by 120° to either side: the rim lies at cos 120° of the half thickness.
    let rim = mesh.vertices.iter().filter(|v| v.x == 0.0).map(|v| v.z).fold(f64::MAX, f64::min);
    assert!((rim - 0.5 * 0.0133 * (-0.5)).abs() < 1e-15);
    assert!((low.z - rim).abs() < 1e-15, "the rim of the default wrap is flat");
}

#[test]
fn fingertip_presses_along_z_and_is_mirrored_in_its_middle_plane() {
    let mesh = fingertip(FingertipSize::default(), 0.0007).unwrap();
    let pad: Vec<usize> = (0..mesh.triangles.len())
        .filter(|t| mesh.corners(*t).iter().all(|p| p.x < 0.012 && p.y.abs() < 0.001 && p.z > 0.0))
        .collect();
    assert!(!pad.is_empty());
    // Within a millimetre of the middle line a section 17 mm by 14 mm tilts by 1 mm · b / a², plus a facet.
    assert!(pad.iter().all(|t| normal(&mesh, *t).z > (0.0017 * 0.007 / 0.0085_f64.powi(2)).cos()));
    // Outward everywhere: away from the axis of the finger.
    for t in 0..mesh.triangles.len() {
        let [a, b, c] = mesh.corners(t);
        let middle = (a + b + c) / 3.0;
        assert!(normal(&mesh, t).dot(middle - dvec3(middle.x.min(0.013), 0.0, 0.0)) > 0.0);
    }
    for v in &mesh.vertices {
        let mirrored = dvec3(v.x, -v.y, v.z);
        let nearest = mesh.vertices.iter().map(|w| w.distance(mirrored)).fold(f64::MAX, f64::min);
        assert!(nearest < 1e-9, "{v} {nearest}");
    }
}

#[test]
fn fingertip_vertices_are_evenly_spaced() {
    let spacing = 0.001;
    let mesh = fingertip(FingertipSize::default(), spacing).unwrap();
    let count = mesh.vertices.len() as f64;
    // One vertex per square of the spacing, but for half a cell along the rim.
    let squares = area(&mesh) / spacing.powi(2);
    println!("fingertip at 1 mm: {count} vertices on {squares} mm²");
    assert!((count / squares - 1.0).abs() < 0.15);
    let mut edges: Vec<f64> = Vec::new();
    for t in 0..mesh.triangles.len() {
        let [a, b, c] = mesh.corners(t);
        edges.extend([a.distance(b), b.distance(c), c.distance(a)]);
    }
    edges.sort_by(f64::total_cmp);
    println!("edges: {:?} .. {:?}, median {:?}", edges[0], edges[edges.len() - 1], edges[edges.len() / 2]);
    assert!(edges[0] > 0.3 * spacing && edges[edges.len() - 1] < 2.5 * spacing);
}

#[test]
fn a_finer_fingertip_approximates_the_same_surface() {
    let area_at = |spacing: f64| area(&fingertip(FingertipSize::default(), spacing).unwrap());
    let (coarse, medium, fine) = (area_at(1.6e-3), area_at(0.8e-3), area_at(0.4e-3));
    // Rounding of the numbers of rows and columns makes the order ragged; it must fall by more than two.
    assert!(((medium - coarse) / (fine - medium)).abs() > 2.0, "{coarse} {medium} {fine}");
    assert!((fine / coarse - 1.0).abs() < 0.02);
}

#[test]
fn a_hemispherical_fingertip_with_no_straight_part_is_accepted() {
    let size = FingertipSize { length: 0.01, width: 0.02, thickness: 0.02, rounding: 0.01, wrap_angle: 1.1 };
    assert_open_disc(&fingertip(size, 0.0011).unwrap());
}

#[test]
fn bad_sheet_parameters_are_refused_by_name() {
    assert!(matches!(open_grid(1, 4, 0.1, 0.1), Err(GenerateError::Count { name: "rows", .. })));
    assert!(matches!(open_grid(2, 2, 0.1, 0.0), Err(GenerateError::Length { name: "pitch_column", .. })));
    assert!(matches!(open_grid(1 << 20, 1 << 20, 0.1, 0.1), Err(GenerateError::TooFine { .. })));
    for angle in [0.0, -0.3, PI, f64::NAN] {
        assert!(matches!(spherical_cap(0.1, angle, 3, 8), Err(GenerateError::OutOfRange { .. })));
    }
    assert!(spherical_cap(0.1, 1.1, 0, 8).is_err());
    assert!(spherical_cap(0.1, 1.1, 3, 2).is_err());
    let good = FingertipSize::default();
    for (size, spacing) in [
        (FingertipSize { length: f64::NAN, ..good }, 1e-3),
        (FingertipSize { width: 0.0, ..good }, 1e-3),
        (FingertipSize { thickness: -0.3, ..good }, 1e-3),
        (FingertipSize { rounding: 0.0251, ..good }, 1e-3),
        (FingertipSize { rounding: f64::NAN, ..good }, 1e-3),
        (FingertipSize { wrap_angle: PI, ..good }, 1e-3),
        (good, 0.01),
        (good, 0.0),
        (good, f64::NAN),
        (good, 1e-9),
        (good, 1e-300),
    ] {
        assert!(fingertip(size, spacing).is_err(), "{size:?} {spacing}");
    }
}
