//! Spheres: smooth and bumpy.

use std::f64::consts::PI;

use crate::generate_common::*;
use bristle_geometry::mesh::generate::{GenerateError, bumpy_sphere, icosphere};

const RADIUS: f64 = 0.0371;

#[test]
fn icosphere_is_closed_with_twenty_f_squared_triangles() {
    for frequency in [1, 2, 3, 4, 7, 16] {
        let mesh = icosphere(RADIUS, frequency).unwrap();
        assert_closed_manifold(&mesh);
        assert_eq!(mesh.triangles.len(), 20 * frequency * frequency);
        assert_eq!(mesh.vertices.len(), 10 * frequency * frequency + 2);
        assert_eq!(euler_number(&mesh), 2);
        // Three roundings: scale, square root, normalisation.
        assert!(mesh.vertices.iter().all(|v| (v.length() / RADIUS - 1.0).abs() < 1e-15 * 3.0));
    }
}

#[test]
fn icosphere_volume_and_area_converge_to_the_ball_with_order_two() {
    let ball = 4.0 / 3.0 * PI * RADIUS.powi(3);
    let shell = 4.0 * PI * RADIUS.powi(2);
    let error = |f| {
        let mesh = icosphere(RADIUS, f).unwrap();
        (1.0 - volume(&mesh) / ball, 1.0 - area(&mesh) / shell)
    };
    let (coarse, fine) = (error(12), error(24));
    assert!(coarse.0 > 0.0 && coarse.1 > 0.0, "inscribed");
    // The next term of the series is h² smaller: 1/24² of the order's 2.
    assert!((order(coarse.0, fine.0) - 2.0).abs() < 0.02, "{}", order(coarse.0, fine.0));
    assert!((order(coarse.1, fine.1) - 2.0).abs() < 0.02, "{}", order(coarse.1, fine.1));
}

#[test]
fn icosphere_triangles_are_nearly_equal() {
    let mesh = icosphere(RADIUS, 32).unwrap();
    let areas: Vec<f64> = (0..mesh.triangles.len()).map(|t| triangle_area(&mesh, t)).collect();
    let ratio = areas.iter().cloned().fold(0.0, f64::max) / areas.iter().cloned().fold(f64::MAX, f64::min);
    println!("largest to smallest triangle: {ratio}");
    // A lattice divided by chords instead of arcs gives 1.99; measured 1.19.
    assert!(ratio < 1.2, "{ratio}");
}

#[test]
fn bumpy_sphere_comes_close_to_the_triangles_wanted() {
    for wanted in [1_000, 10_000, 100_000, 500_000] {
        let mesh = bumpy_sphere(0.04, 0.003, wanted).unwrap();
        let ratio = mesh.triangles.len() as f64 / wanted as f64;
        // Half a step of f: (f ± ½)² / f² with f = √(wanted / 20).
        let half_step = 1.0 / (wanted as f64 / 20.0).sqrt();
        assert!((ratio - 1.0).abs() < 1.1 * half_step, "{wanted}: {ratio}");
    }
}

#[test]
fn bumpy_sphere_is_closed_and_stays_between_hollow_and_bump() {
    let (radius, bump) = (0.04, 0.0031);
    let mesh = bumpy_sphere(radius, bump, 20_000).unwrap();
    assert_closed_manifold(&mesh);
    assert_eq!(euler_number(&mesh), 2);
    let lengths = || mesh.vertices.iter().map(|v| v.length());
    let (low, high) = (lengths().fold(f64::MAX, f64::min), lengths().fold(0.0, f64::max));
    assert!(low >= radius - bump && high <= radius + bump);
    // The relief is used, not only allowed.
    assert!(high - low > 1.5 * bump, "{low} .. {high}");
}

#[test]
fn bumpy_sphere_is_not_convex() {
    let mesh = bumpy_sphere(0.04, 0.003, 20_000).unwrap();
    let hollow = mesh.triangles.iter().enumerate().any(|(t, _)| {
        let [a, b, c] = mesh.corners(t);
        let normal = (b - a).cross(c - a).normalize();
        mesh.vertices.iter().step_by(7).any(|v| normal.dot(*v - a) > 1e-4)
    });
    assert!(hollow);
}

#[test]
fn a_finer_bumpy_sphere_approximates_the_same_body() {
    let volume_of = |f: usize| volume(&bumpy_sphere(0.04, 0.003, 20 * f * f).unwrap());
    let (v1, v2, v3) = (volume_of(24), volume_of(48), volume_of(96));
    let observed = ((v2 - v1) / (v3 - v2)).log2();
    assert!((observed - 2.0).abs() < 0.1, "{observed}");
}

#[test]
fn bumpy_sphere_without_bumps_is_the_icosphere() {
    assert_eq!(bumpy_sphere(RADIUS, 0.0, 980).unwrap(), icosphere(RADIUS, 7).unwrap());
}

#[test]
fn bad_sphere_parameters_are_refused_by_name() {
    for radius in [0.0, -0.3, f64::NAN, f64::INFINITY] {
        assert!(matches!(icosphere(radius, 3), Err(GenerateError::Length { name: "radius", .. })));
    }
    assert!(matches!(icosphere(0.1, 0), Err(GenerateError::Count { name: "frequency", .. })));
    assert!(matches!(icosphere(0.1, usize::MAX), Err(GenerateError::Count { .. })));
    for bump in [-0.001, 0.04, f64::NAN] {
        assert!(matches!(bumpy_sphere(0.04, bump, 500), Err(GenerateError::OutOfRange { .. })));
    }
    assert!(bumpy_sphere(0.04, 0.003, 0).is_err());
    assert!(bumpy_sphere(0.04, 0.003, usize::MAX).is_err());
}
