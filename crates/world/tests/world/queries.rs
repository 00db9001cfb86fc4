//! Distances between bodies, without a step.

use crate::support::bodies::{cuboid, free, sphere, table, under_gravity};
use bristle_geometry::Pose;
use bristle_geometry::shape::Cylinder;
use bristle_world::World;
use glam::{DQuat, DVec3, dvec3};

/// Balls, boxes and cylinders whose distances are known in closed form, however the pair is turned as a whole.
#[test]
fn distances_are_those_of_closed_forms() {
    let whole = Pose::new(DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -0.8, 1.9), dvec3(0.4, -0.2, 0.7));
    let cylinder = || bristle_geometry::Shape::from(Cylinder::new(0.02, 0.03).unwrap());
    let cases = [
        // Two balls.
        (sphere(0.013), sphere(0.029), dvec3(0.05, 0.02, -0.03), DQuat::IDENTITY, {
            dvec3(0.05, 0.02, -0.03).length() - 0.042
        }),
        // A ball off the corner of a box.
        (cuboid(dvec3(0.02, 0.03, 0.04)), sphere(0.01), dvec3(0.03, 0.04, 0.05), DQuat::IDENTITY, {
            0.01 * 3f64.sqrt() - 0.01
        }),
        // Two boxes, edge to edge.
        (
            cuboid(DVec3::splat(0.02)),
            cuboid(DVec3::splat(0.02)),
            dvec3(0.05, 0.06, 0.0),
            DQuat::IDENTITY,
            0.01_f64.hypot(0.02),
        ),
        // A box turned by 45° above another: its edge above the face.
        (
            cuboid(DVec3::splat(0.02)),
            cuboid(DVec3::splat(0.02)),
            dvec3(0.004, 0.003, 0.06),
            DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4),
            0.06 - 0.02 - 0.02 * 2f64.sqrt(),
        ),
        // A ball beside a cylinder, off its rim.
        (cylinder(), sphere(0.01), dvec3(0.04, 0.0, 0.035), DQuat::IDENTITY, 0.02_f64.hypot(0.005) - 0.01),
        // A ball 2 mm inside a box.
        (cuboid(DVec3::splat(0.02)), sphere(0.01), dvec3(0.003, 0.001, 0.028), DQuat::IDENTITY, -0.002),
    ];
    for (i, (one, two, offset, turned, expected)) in cases.into_iter().enumerate() {
        let mut builder = under_gravity();
        let a = free(&mut builder, "a", one, 0.1, whole);
        let b = free(&mut builder, "b", two, 0.1, whole * Pose::new(turned, offset));
        let world = World::new(builder.build().unwrap());
        let found = world.nearness(a, b, 0.2).unwrap().unwrap();
        assert!((found.distance - expected).abs() < 1e-12, "case {i}: {} {expected}", found.distance);
        let other = world.nearness(b, a, 0.2).unwrap().unwrap();
        assert!((other.distance - expected).abs() < 1e-12, "case {i}, the other way round");
        assert!((found.normal + other.normal).length() < 1e-9, "case {i}");
        assert_eq!(world.nearness(a, b, expected - 1e-6).unwrap(), None);
        assert_eq!(world.near_pairs(expected + 1e-6).len(), 1);
    }
}

#[test]
fn near_pairs_are_all_that_are_near_and_no_others() {
    let mut builder = under_gravity();
    let floor = table(&mut builder, Pose::IDENTITY);
    let balls: Vec<_> = (0..30)
        .map(|i| {
            let place = dvec3(0.05 * f64::from(i % 6), 0.05 * f64::from(i / 6), 0.0205);
            free(&mut builder, &format!("ball {i}"), sphere(0.02), 0.1, Pose::from_translation(place))
        })
        .collect();
    let world = World::new(builder.build().unwrap());
    // Each is 0.5 mm above the table; neighbours are 10 mm apart.
    let near = world.near_pairs(1e-3);
    assert_eq!(near.len(), balls.len());
    assert!(near.iter().all(|pair| pair.bodies.0 == floor && (pair.distance - 5e-4).abs() < 1e-12));
    let near = world.near_pairs(0.011);
    assert_eq!(near.len(), balls.len() + 5 * 5 + 6 * 4);
}
