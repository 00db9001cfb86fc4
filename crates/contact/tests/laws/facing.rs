//! Two pads that face each other are springs in series: both carry the force, and each is compressed as if alone under it.

use crate::sampling::{elasto_plastic, normal_law, runner};
use bristle_contact::{Basis, ContactMaterial, LinearSpringDamper, presets};
use proptest::prelude::*;

fn linear(k: f64, c: f64, limit: f64) -> ContactMaterial {
    let normal = LinearSpringDamper::new(k, c).unwrap();
    ContactMaterial::new(normal, *presets::table3().friction(), limit, Basis::PerTexel).unwrap()
}

/// `1/k = 1/k₁ + 1/k₂`; equal pads halve stiffness and damping.
#[test]
fn linear_pads_have_the_stiffness_of_springs_in_series() {
    let (a, b) = (linear(900.0, 9.0, 3e-3), linear(300.0, 1.0, 5e-3));
    let pair = a.against(&b, 1.0).unwrap();
    let force = pair.normal_force(1e-3, 0.1).force;
    assert!((force.elastic - 225.0 * 1e-3).abs() < 1e-15);
    // c₁ s₁² + c₂ s₂² with shares of 1/4 and 3/4.
    assert!((force.damping - 0.1 * (9.0 / 16.0 + 9.0 / 16.0)).abs() < 1e-15);
    let twins = a.against(&a, 1.0).unwrap();
    let force = twins.normal_force(1e-3, 0.1).force;
    assert!((force.elastic - 0.45).abs() < 1e-15 && (force.damping - 0.45).abs() < 1e-15);
    assert_eq!(twins.reach(), 6e-3);
    // Two units of b face one of a.
    let doubled = a.against(&b, 2.0).unwrap().normal_force(1e-3, 0.0).force.elastic;
    assert!((doubled - 360.0 * 1e-3).abs() < 1e-15);
}

/// The order of the two does not matter, and each side carries what it would carry alone at its own compression.
#[test]
fn both_pads_carry_the_same_force() {
    let pads = (normal_law(), normal_law(), elasto_plastic(), 1e-3..4e-3f64, 1e-3..4e-3f64, 0.0..10e-3f64);
    runner(300)
        .run(&pads, |(one, two, friction, h1, h2, p)| {
            let a = ContactMaterial::new(one, friction, h1, Basis::PerTexel).unwrap();
            let b = ContactMaterial::new(two, friction, h2, Basis::PerTexel).unwrap();
            let (ab, ba) = (a.against(&b, 1.0).unwrap(), b.against(&a, 1.0).unwrap());
            let (first, second) = (ab.normal_force(p, 0.0), ba.normal_force(p, 0.0));
            let total = |f: bristle_contact::NormalResponse| f.force.elastic + f.force.backing;
            let alone = |pad: &ContactMaterial, x: f64| total(pad.normal_force(x, 0.0));
            // Compressions are known to round-off of p, forces to that times the slope.
            let slack = 1e-13 * total(first) + 4e-15 * p * (a.backing_stiffness() + b.backing_stiffness());
            prop_assert!((total(first) - total(second)).abs() <= slack);
            prop_assert!((alone(&b, p - first.compression) - total(first)).abs() <= slack);
            prop_assert!((alone(&a, p - second.compression) - total(first)).abs() <= slack);
            Ok(())
        })
        .unwrap();
}

/// The energy is the work of the force.
#[test]
fn energy_of_two_pads_is_the_work_that_pressed_them() {
    let (a, b) = (linear(900.0, 0.0, 3e-3), linear(300.0, 0.0, 5e-3));
    let a = a.with_backing_stiffness(3000.0).unwrap();
    let b = b.with_backing_stiffness(3000.0).unwrap();
    let pair = a.against(&b, 1.0).unwrap();
    let force = |p: f64| {
        let force = pair.normal_force(p, 0.0).force;
        force.elastic + force.backing
    };
    let (deep, n) = (12e-3, 20_000);
    let width = deep / f64::from(n);
    let work: f64 = (0..n).map(|i| width * force((f64::from(i) + 0.5) * width)).sum();
    assert!((work / pair.energy(deep) - 1.0).abs() < 1e-8, "{work} {}", pair.energy(deep));
}

/// The weaker friction decides, and bristles are in series.
#[test]
fn friction_between_pads_is_the_weaker_one() {
    let (a, b) = (presets::table3(), presets::table3());
    let pair = a.against(&b, 1.0).unwrap();
    assert_eq!(pair.friction().stribeck(), a.friction().stribeck());
    assert!((pair.friction().rest_stiffness() / a.friction().rest_stiffness() - 0.5).abs() < 1e-15);
}

/// Where one of two unlike pads comes to its limit, the other one's damper has all of the rate; the force has no jump there all the same, and its slope is its derivative.
#[test]
fn the_force_of_two_pads_has_no_jump_where_one_comes_to_its_limit() {
    let pads = (normal_law(), normal_law(), elasto_plastic(), 1e-3..4e-3f64, 1e-3..4e-3f64, -0.5..0.5f64);
    runner(300)
        .run(&pads, |(one, two, friction, h1, h2, rate)| {
            let a = ContactMaterial::new(one, friction, h1, Basis::PerTexel).unwrap();
            let b = ContactMaterial::new(two, friction, h2, Basis::PerTexel).unwrap();
            let pair = a.against(&b, 1.0).unwrap();
            let limit = pair.reach().min(b.against(&a, 1.0).unwrap().reach());
            let at = |p: f64| pair.normal_force(p, rate).force;
            let total = |p: f64| at(p).elastic + at(p).backing + at(p).damping;
            let step = 1e-9 * limit;
            let stiff = a.backing_stiffness() + b.backing_stiffness();
            let damped = (at(limit).damping / at(limit).elastic).abs();
            let most = 2.0 * step * stiff * (1.0 + damped);
            prop_assert!(
                (total(limit + step) - total(limit - step)).abs() <= most + 1e-6 * at(limit).elastic
            );
            // Beyond it.
            let (p, d) = (limit * 1.01, 1e-8 * limit);
            let by_differences = (total(p + d) - total(p - d)) / (2.0 * d);
            let slope = at(p).d_penetration;
            prop_assert!((by_differences / slope - 1.0).abs() < 1e-4, "{by_differences} {slope}");
            Ok(())
        })
        .unwrap();
}
