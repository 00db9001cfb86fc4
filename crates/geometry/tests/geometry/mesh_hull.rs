//! Convex hulls hold their points, and refuse what has none.

use bristle_geometry::mesh::{HullError, convex_hull};
use glam::DVec3;
use proptest::prelude::*;

fn cloud(points: &[[f64; 3]]) -> Vec<DVec3> {
    points.iter().map(|p| DVec3::from_array(*p)).collect()
}

#[test]
fn the_hull_of_a_filled_box_is_the_box() {
    let mut points = Vec::new();
    for i in 0..7 {
        for j in 0..5 {
            for k in 0..6 {
                points.push(DVec3::new(
                    0.3 * f64::from(i) / 6.0,
                    0.7 * f64::from(j) / 4.0,
                    1.1 * f64::from(k) / 5.0,
                ));
            }
        }
    }
    let hull = convex_hull(&points).unwrap();
    let report = hull.report();
    assert!(report.closed && !report.inside_out, "{report}");
    // The sums of a few hundred products below one.
    assert!((report.volume.unwrap() - 0.3 * 0.7 * 1.1).abs() < 1e-13, "{report}");
}

#[test]
fn vertices_of_other_meshes_are_no_part_of_the_hull_of_a_mesh() {
    let mut mesh =
        convex_hull(&cloud(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])).unwrap();
    mesh.vertices.push(DVec3::splat(-3.0));
    let report = mesh.convex_hull().unwrap().report();
    assert!((report.volume.unwrap() - 1.0 / 6.0).abs() < 1e-15, "{report}");
}

/// Points all over the sides of a box, of which rounding puts some a little above the others.
#[test]
fn a_box_in_any_attitude_with_points_on_its_sides_has_its_own_volume() {
    let size = DVec3::new(0.3, 0.07, 0.011);
    for attitude in 0..200 {
        let angle = f64::from(attitude) * 0.7;
        let turn = glam::DQuat::from_euler(glam::EulerRot::XYZ, angle, 1.3 * angle, -0.4 * angle);
        let shift = DVec3::new(0.3, -0.7, 1.1) * f64::from(attitude % 7);
        let side = |n: i32| (0..=n).map(move |i| f64::from(i) / f64::from(n) - 0.5);
        let grid = side(6).flat_map(|x| side(5).flat_map(move |y| side(4).map(move |z| DVec3::new(x, y, z))));
        let on_a_side = grid.filter(|p| p.abs().max_element() == 0.5);
        let points: Vec<DVec3> = on_a_side.map(|p| turn * (p * size) + shift).collect();
        let report =
            convex_hull(&points).unwrap_or_else(|error| panic!("attitude {attitude}: {error}")).report();
        assert!(report.closed && report.inconsistent_edges == 0 && report.components == 1, "{report}");
        // Rounding moves points by 1e-15 m where the shift is several metres: 1e-15 over the thinnest side.
        let volume = report.volume.unwrap() / size.element_product();
        assert!((volume - 1.0).abs() < 1e-12, "attitude {attitude}: {volume}");
    }
}

/// Thousands of points in four planes, on two circles and along lines: what files of machined parts are made of.
#[test]
fn a_gear_has_the_hull_of_its_tips() {
    let (teeth, layers) = (40, 30);
    let tau = std::f64::consts::TAU;
    let mut points = Vec::new();
    for layer in 0..=layers {
        let z = 0.02 * f64::from(layer) / f64::from(layers);
        for step in 0..teeth * 8 {
            let radius = if step / 4 % 2 == 0 { 0.05 } else { 0.043 };
            let (s, c) = (tau * f64::from(step) / f64::from(teeth * 8)).sin_cos();
            points.push(DVec3::new(radius * c, radius * s, z));
        }
    }
    let volume = convex_hull(&points).unwrap().report().volume.unwrap();
    // The tips of a tooth are four points at equal angles, then a gap of five: sectors of triangles.
    let sector = |steps: f64| 0.5 * 0.05 * 0.05 * (tau * steps / f64::from(teeth * 8)).sin();
    let area = f64::from(teeth) * (3.0 * sector(1.0) + sector(5.0));
    assert!((volume / (area * 0.02) - 1.0).abs() < 1e-12, "{volume}");
}

#[test]
fn the_hull_of_many_points_on_a_sphere_takes_no_deep_recursion() {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let count = 20_000;
    let on_sphere = |i: i32| {
        let z = 1.0 - 2.0 * (f64::from(i) + 0.5) / f64::from(count);
        let (s, c) = (golden * f64::from(i)).sin_cos();
        DVec3::new(c * (1.0 - z * z).sqrt(), s * (1.0 - z * z).sqrt(), z)
    };
    let hull = convex_hull(&(0..count).map(on_sphere).collect::<Vec<_>>()).unwrap();
    let volume = hull.report().volume.unwrap();
    // Inscribed: short of the ball by about 1/n of its volume.
    let ball = 4.0 / 3.0 * std::f64::consts::PI;
    assert!(volume < ball && volume > ball * (1.0 - 10.0 / f64::from(count)), "{volume}");
}

#[test]
fn points_without_a_hull_are_refused_by_name() {
    let square =
        cloud(&[[0.0, 0.0, 0.3], [1.0, 0.0, 0.3], [1.0, 1.0, 0.3], [0.0, 1.0, 0.3], [0.4, 0.6, 0.3]]);
    assert!(matches!(convex_hull(&square), Err(HullError::Flat { .. })));
    let line: Vec<DVec3> = (0..9).map(|i| DVec3::new(0.3, -0.7, 1.1) * f64::from(i)).collect();
    assert!(matches!(convex_hull(&line), Err(HullError::Flat { .. })));
    assert_eq!(convex_hull(&[]), Err(HullError::TooFew { different: 0 }));
    assert_eq!(convex_hull(&[DVec3::ONE; 50]), Err(HullError::TooFew { different: 1 }));
    let mut nowhere = square.clone();
    nowhere.push(DVec3::new(0.0, f64::NAN, 1.0));
    assert_eq!(convex_hull(&nowhere), Err(HullError::NotFinite { point: 5 }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Coarse grids make many coplanar and collinear points: the hard case for quickhull.
    #[test]
    fn a_hull_is_closed_and_holds_every_point(
        cells in prop::collection::vec(prop::array::uniform3(-3i32..4), 0..40),
        scale in prop::array::uniform3(prop_oneof![Just(1.0), Just(1e-3), Just(1e3), Just(1e-8), Just(0.3)]),
        jitter in prop_oneof![Just(0.0), Just(1e-14), Just(1e-9), Just(1e-3)],
    ) {
        let points: Vec<DVec3> = cells.iter().enumerate().map(|(i, c)| {
            let wobble = DVec3::new((i as f64).sin(), (2.3 * i as f64).sin(), (3.1 * i as f64).cos());
            (DVec3::new(c[0].into(), c[1].into(), c[2].into()) + wobble * jitter) * DVec3::from_array(scale)
        }).collect();
        let hull = convex_hull(&points);
        // Nothing but flatness is an excuse.
        prop_assert!(matches!(hull, Ok(_) | Err(HullError::Flat { .. } | HullError::TooFew { .. })), "{hull:?}");
        if let Ok(hull) = hull {
            let report = hull.report();
            prop_assert!(report.closed && !report.inside_out && report.inconsistent_edges == 0);
            // The tetrahedron between a face and a point outside it is volume that the hull misses. Slivers have no
            // normal that rounding would leave alone, but their volume is as good as any, at every scale of axes.
            let hull_volume = report.volume.unwrap();
            for i in 0..hull.triangles.len() {
                let [a, b, c] = hull.corners(i);
                let missed = points.iter().map(|p| (b - a).cross(c - a).dot(*p - a) / 6.0).fold(0.0, f64::max);
                prop_assert!(missed <= 1e-9 * hull_volume, "{missed} m³ of {hull_volume} m³ are outside");
            }
        }
    }
}
