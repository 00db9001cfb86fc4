//! A bristle carried along as the contact plane turns.

use crate::sampling::{runner, unit_vector};
use bristle_contact::rotate_deflection;
use glam::{DQuat, DVec3};
use proptest::prelude::*;

#[test]
fn deflection_turns_by_the_minimal_rotation() {
    runner(2000)
        .run(&(unit_vector(), unit_vector(), 0.0..std::f64::consts::TAU), |(old, new, angle)| {
            let e1 = old.any_orthonormal_vector();
            let z = (e1 * angle.cos() + old.cross(e1) * angle.sin()) * 0.3e-3;
            let turned = rotate_deflection(z, old, new);
            // Nearly opposite normals lose 1/(1 + cos) digits, in the quaternion as well.
            let tolerance = 1e-14 * 0.3e-3 / (1.0 + old.dot(new));
            prop_assert!((turned.length() - 0.3e-3).abs() <= tolerance);
            prop_assert!(turned.dot(new).abs() <= 1e-15 * 0.3e-3);
            let expected = DQuat::from_rotation_arc(old, new) * z;
            prop_assert!((turned - expected).length() <= 10.0 * tolerance, "{turned} {expected}");
            Ok(())
        })
        .unwrap();
}

#[test]
fn tiny_turns_are_exact() {
    let old = DVec3::new(0.3, -0.7, 1.1).normalize();
    let z = old.any_orthonormal_vector() * 1.1e-4;
    for angle in [1e-3, 1e-6, 1e-9, 1e-12] {
        let new = DQuat::from_axis_angle(old.cross(z).normalize(), angle) * old;
        let turned = rotate_deflection(z, old, new);
        // Turning about old × z tips z by the same angle against the normal.
        let expected = z * angle.cos() - old * (z.length() * angle.sin());
        assert!((turned - expected).length() <= 4.0 * f64::EPSILON * z.length(), "angle {angle}");
    }
}

/// Gauss–Bonnet: round a closed path of normals a tangent vector turns by the solid angle enclosed, `2π(1 − cos θ)`.
#[test]
fn deflection_round_a_cone_of_normals_turns_by_the_solid_angle() {
    let (theta, steps) = (0.7f64, 20_000);
    let normal = |i: usize| {
        let phi = std::f64::consts::TAU * i as f64 / steps as f64;
        DVec3::new(theta.sin() * phi.cos(), theta.sin() * phi.sin(), theta.cos())
    };
    let start = normal(0).any_orthonormal_vector() * 0.43e-3;
    let mut z = start;
    for i in 0..steps {
        z = rotate_deflection(z, normal(i), normal((i + 1) % steps));
        assert!(z.dot(normal((i + 1) % steps)).abs() <= 1e-15 * z.length());
    }
    // Each of the 2e4 steps rounds the length by a few 1e-16, mostly at random.
    assert!((z.length() / start.length() - 1.0).abs() < 1e-13);
    let turned = normal(0).dot(start.cross(z)).atan2(start.dot(z)).rem_euclid(std::f64::consts::TAU);
    let expected = std::f64::consts::TAU * (1.0 - theta.cos());
    // A polygon of n sides misses the cone by about (2π)³/n²/12.
    let tolerance = std::f64::consts::TAU.powi(3) / (steps as f64).powi(2);
    assert!((turned - expected).abs() < tolerance, "{turned} vs {expected}");
}

#[test]
fn same_normal_keeps_the_bits_and_opposite_normal_resets() {
    let n = DVec3::new(0.3, -0.7, 1.1).normalize();
    let z = n.any_orthonormal_vector() * 1.1e-4;
    assert_eq!(rotate_deflection(z, n, n), z);
    assert_eq!(rotate_deflection(z, n, -n), DVec3::ZERO);
}
