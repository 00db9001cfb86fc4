//! Boxes, cylinders and bodies of revolution against their closed forms.

use std::f64::consts::{PI, TAU};

use crate::generate_common::*;
use bristle_geometry::mesh::generate::{
    GenerateError, cuboid, cuboid_divided, cylinder, surface_of_revolution,
};
use glam::{DVec2, DVec3, dvec2};
use proptest::prelude::*;

/// Round-off of sums over a few hundred triangles.
const ROUND_OFF: f64 = 1e-13;

fn near(value: f64, expected: f64) -> bool {
    (value / expected - 1.0).abs() < ROUND_OFF
}

#[test]
fn cuboid_has_the_volume_and_area_of_its_edges_however_divided() {
    let half = DVec3::new(0.3, 0.7, 0.11);
    let sides = 8.0 * (half.x * half.y + half.y * half.z + half.z * half.x);
    for divisions in [[1, 1, 1], [2, 1, 3], [4, 5, 6]] {
        let mesh = cuboid_divided(half, divisions).unwrap();
        assert_closed_manifold(&mesh);
        assert_eq!(euler_number(&mesh), 2);
        let [x, y, z] = divisions;
        assert_eq!(mesh.triangles.len(), 4 * (x * y + y * z + z * x));
        assert!(near(volume(&mesh), 8.0 * half.x * half.y * half.z));
        assert!(near(area(&mesh), sides));
        assert!(centroid(&mesh).length() < ROUND_OFF);
    }
    assert_eq!(cuboid(half).unwrap(), cuboid_divided(half, [1, 1, 1]).unwrap());
}

/// Area of the regular polygon inscribed in a circle.
fn polygon(radius: f64, corners: usize) -> f64 {
    0.5 * corners as f64 * radius * radius * (TAU / corners as f64).sin()
}

#[test]
fn cylinder_is_the_prism_over_an_inscribed_polygon() {
    for segments in [3, 7, 64] {
        let (radius, half_height) = (0.031, 0.07);
        let mesh = cylinder(radius, half_height, segments).unwrap();
        assert_closed_manifold(&mesh);
        assert_eq!(euler_number(&mesh), 2);
        assert!(near(volume(&mesh), 2.0 * half_height * polygon(radius, segments)));
        let wall = segments as f64 * 2.0 * radius * (PI / segments as f64).sin() * 2.0 * half_height;
        assert!(near(area(&mesh), wall + 2.0 * polygon(radius, segments)));
    }
}

#[test]
fn cone_has_a_third_of_the_prism_whichever_way_its_profile_runs() {
    let mut profile = vec![dvec2(0.37, -0.11), dvec2(0.0, 0.53)];
    for _ in 0..2 {
        let mesh = surface_of_revolution(&profile, 17).unwrap();
        assert_closed_manifold(&mesh);
        assert!(near(volume(&mesh), 0.64 * polygon(0.37, 17) / 3.0));
        profile.reverse();
    }
}

#[test]
fn bowl_with_a_hollow_is_closed_and_holds_wall_minus_hollow() {
    let profile = [
        dvec2(0.0, 0.0),
        dvec2(0.05, 0.0),
        dvec2(0.05, 0.04),
        dvec2(0.043, 0.04),
        dvec2(0.043, 0.007),
        dvec2(0.0, 0.007),
    ];
    let mesh = surface_of_revolution(&profile, 23).unwrap();
    assert_closed_manifold(&mesh);
    assert_eq!(euler_number(&mesh), 2);
    assert!(near(volume(&mesh), 0.04 * polygon(0.05, 23) - 0.033 * polygon(0.043, 23)));
}

#[test]
fn a_turned_half_circle_converges_to_the_ball_with_order_two() {
    let radius = 0.0371;
    let error = |n: usize| {
        let mut profile: Vec<_> =
            (0..=n).map(|i| radius * DVec2::from_angle(PI * (i as f64 / n as f64 - 0.5))).collect();
        // The cosine of π/2 is not quite zero, but the poles must be on the axis.
        (profile[0].x, profile[n].x) = (0.0, 0.0);
        let mesh = surface_of_revolution(&profile, 2 * n).unwrap();
        assert_closed_manifold(&mesh);
        assert_eq!(mesh.triangles.len(), 2 * n * (2 * n - 2));
        1.0 - volume(&mesh) / (4.0 / 3.0 * PI * radius.powi(3))
    };
    let observed = order(error(16), error(32));
    assert!((observed - 2.0).abs() < 0.02, "{observed}"); // the next term is 1/16² smaller
}

#[test]
fn bad_solid_parameters_are_refused_by_name() {
    assert!(matches!(
        cuboid(DVec3::new(0.3, f64::NAN, 0.1)),
        Err(GenerateError::Length { name: "half_extents.y", .. })
    ));
    assert!(matches!(
        cuboid_divided(DVec3::ONE, [1, 1, 0]),
        Err(GenerateError::Count { name: "divisions along z", .. })
    ));
    assert!(cuboid_divided(DVec3::ONE, [u32::MAX as usize; 3]).is_err());
    assert!(matches!(cylinder(0.1, -0.3, 8), Err(GenerateError::Length { name: "half_height", .. })));
    assert!(matches!(cylinder(0.1, 0.3, 2), Err(GenerateError::Count { name: "segments", .. })));
    assert!(surface_of_revolution(&[dvec2(0.1, 0.0), dvec2(0.1, 0.1)], usize::MAX).is_err());
}

#[test]
fn bad_profiles_are_refused_with_the_point() {
    let turned = |profile: &[DVec2]| surface_of_revolution(profile, 9).unwrap_err();
    assert!(matches!(turned(&[dvec2(0.1, 0.0)]), GenerateError::Count { .. }));
    let on_axis_midway = [dvec2(0.1, 0.0), dvec2(0.0, 0.1), dvec2(0.1, 0.2)];
    assert!(matches!(turned(&on_axis_midway), GenerateError::ProfilePoint { index: 1, .. }));
    let negative = [dvec2(0.1, 0.0), dvec2(-0.1, 0.1)];
    assert!(matches!(turned(&negative), GenerateError::ProfilePoint { index: 1, .. }));
    let not_a_number = [dvec2(0.1, f64::NAN), dvec2(0.1, 0.1)];
    assert!(matches!(turned(&not_a_number), GenerateError::ProfilePoint { index: 0, .. }));
    let repeated = [dvec2(0.1, 0.0), dvec2(0.1, 0.2), dvec2(0.1, 0.2)];
    assert!(matches!(turned(&repeated), GenerateError::RepeatedProfilePoint { index: 2, .. }));
    assert_eq!(turned(&[dvec2(0.0, 0.0), dvec2(0.0, 0.3)]), GenerateError::NoVolume);
    assert_eq!(turned(&[dvec2(0.1, 0.2), dvec2(0.3, 0.2)]), GenerateError::NoVolume);
}

proptest! {
    /// A vase: any radii at rising heights make a closed body of stacked frusta.
    #[test]
    fn any_vase_is_closed_and_has_the_volume_of_its_frusta(
        radii in prop::collection::vec(0.01_f64..0.2, 2..12),
        rise in 0.003_f64..0.1,
        segments in 3_usize..40,
    ) {
        let profile: Vec<DVec2> =
            radii.iter().enumerate().map(|(i, r)| dvec2(*r, rise * i as f64)).collect();
        let mesh = surface_of_revolution(&profile, segments).unwrap();
        assert_closed_manifold(&mesh);
        // Frustum over similar polygons: height / 3 · (A + √(A B) + B). Quads are split into triangles, but a
        // quad between two parallel edges is flat.
        let frusta: f64 = radii
            .windows(2)
            .map(|r| {
                let (a, b) = (polygon(r[0], segments), polygon(r[1], segments));
                rise / 3.0 * (a + (a * b).sqrt() + b)
            })
            .sum();
        prop_assert!((volume(&mesh) / frusta - 1.0).abs() < 1e-11);
    }
}
