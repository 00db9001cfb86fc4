//! A block with a skin under it, on a plane: rest, stick and slip.

use crate::free_bodies::{FreeBodies, FreeBody};
use bristle_contact::{Basis, BristleParameters, ContactMaterial, ElastoPlastic, LinearSpringDamper};
use bristle_coupling::{Coupling, SkinMount, TargetMount};
use bristle_geometry::shape::HalfSpace;
use bristle_geometry::{Pose, Shape};
use bristle_skin::layout::SkinLayout;
use bristle_skin::{Skin, SkinOptions};
use glam::{DQuat, DVec3};
use std::f64::consts::PI;
use std::sync::Arc;

const GRAVITY: f64 = 9.8;
const MASS: f64 = 0.37;
const STIFFNESS: f64 = 1300.0;
const TEXELS: f64 = 20.0;

pub(crate) fn pad(friction: f64) -> Arc<Skin> {
    let normal = LinearSpringDamper::new(STIFFNESS, 7.0).unwrap();
    let bristles = ElastoPlastic::new(BristleParameters {
        stiffness: 2.1e4,
        damping: 19.0,
        viscosity: 0.0,
        mu_static: friction,
        mu_dynamic: friction,
        stribeck_speed: 0.01,
    })
    .unwrap();
    let material = ContactMaterial::new(normal, bristles, 5e-3, Basis::PerTexel).unwrap();
    let layout = SkinLayout::grid(5, 4, 3.4e-3).unwrap();
    Arc::new(
        Skin::new(&layout, material, SkinOptions { look_ahead: Some(2e-3), ..Default::default() }).unwrap(),
    )
}

/// A block on the ground, inclined by `slope` \[rad\] about y, pressed in as far as its weight wants it; it does not turn.
fn block(slope: f64, friction: f64) -> (FreeBodies, Coupling) {
    let gravity = DVec3::new(slope.sin(), 0.0, -slope.cos()) * GRAVITY;
    let depth = MASS * GRAVITY * slope.cos() / (TEXELS * STIFFNESS);
    let pose = Pose::from_translation(DVec3::new(0.0, 0.0, -depth));
    let engine = FreeBodies::new(gravity, vec![FreeBody { pose, mass: MASS, inertia: f64::INFINITY }]);
    let ground = TargetMount::new(Shape::from(HalfSpace), 0, Pose::IDENTITY);
    // Its pad looks down.
    let under = Pose { rotation: DQuat::from_rotation_x(PI), translation: DVec3::ZERO };
    let mount = SkinMount { skin: pad(friction), body: 1, pose: under, targets: vec![ground] };
    (engine, Coupling::new([mount]))
}

#[test]
fn what_rests_is_carried_and_does_not_creep() {
    for (slope, h) in [(0.0, 1e-3), (0.31, 1e-3), (0.31, 5e-3)] {
        let (mut engine, mut coupling) = block(slope, 0.6);
        (0..(1.0 / h) as usize).for_each(|_| engine.step(&mut coupling, h));
        let settled = engine.bodies[0].pose.translation;
        (0..(4.0 / h) as usize).for_each(|_| engine.step(&mut coupling, h));
        let moved = engine.bodies[0].pose.translation - settled;
        assert!(moved.length() < 1e-14, "{slope} {h}: {moved}"); // sums of roundings
        let texels = &coupling.readings()[0].texels;
        let pressed: f64 = texels.iter().map(|t| t.normal_force).sum();
        let sheared: DVec3 = texels.iter().map(|t| t.shear).sum();
        let weight = MASS * GRAVITY;
        assert!((pressed - weight * slope.cos()).abs() < 1e-12 * weight, "{slope} {h}: {pressed}");
        assert!((sheared.length() - weight * slope.sin()).abs() < 1e-12 * weight, "{slope} {h}: {sheared}");
    }
}

#[test]
fn what_slides_accelerates_as_coulomb_says() {
    let (slope, friction, h) = (0.52_f64, 0.29, 2e-3);
    let (mut engine, mut coupling) = block(slope, friction);
    (0..100).for_each(|_| engine.step(&mut coupling, h));
    let early = engine.linear(0).x;
    (0..200).for_each(|_| engine.step(&mut coupling, h));
    let found = (engine.linear(0).x - early) / (200.0 * h);
    let expected = GRAVITY * (slope.sin() - friction * slope.cos());
    assert!((found - expected).abs() < 1e-10, "{found} {expected}");
}

#[test]
fn a_solve_is_repeatable_until_it_is_settled() {
    let (mut engine, mut coupling) = block(0.31, 0.6);
    (0..7).for_each(|_| engine.step(&mut coupling, 1e-3));
    let mut again = coupling.clone();
    coupling.solve(&mut engine, 1e-3).unwrap();
    again.solve(&mut engine, 1e-3).unwrap();
    again.solve(&mut engine, 1e-3).unwrap();
    assert_eq!(coupling.force(), again.force());
    assert!(coupling.force().iter().any(|f| *f != 0.0));
}

#[test]
fn states_and_guess_are_all_that_a_step_depends_on() {
    let (mut engine, mut coupling) = block(0.31, 0.6);
    (0..7).for_each(|_| engine.step(&mut coupling, 1e-3));
    let (mut other_engine, mut other) = block(0.31, 0.6);
    other_engine.bodies.clone_from(&engine.bodies);
    other_engine.velocity.clone_from(&engine.velocity);
    other.states_mut().clone_from_slice(coupling.states());
    other.guess_mut().clone_from(&coupling.guess().to_vec());
    for _ in 0..20 {
        engine.step(&mut coupling, 1e-3);
        other_engine.step(&mut other, 1e-3);
        assert_eq!((&engine.bodies, &engine.velocity), (&other_engine.bodies, &other_engine.velocity));
    }
}

#[test]
fn without_numbers_skins_push_nothing() {
    let (mut engine, mut coupling) = block(0.0, 0.6);
    engine.step(&mut coupling, 1e-3);
    engine.bodies[0].pose.translation.x = f64::NAN;
    assert!(coupling.solve(&mut engine, 1e-3).is_err());
    assert!(coupling.force().iter().all(|f| *f == 0.0));
    assert!(!coupling.settle(&[0.0; 6], 1e-3));
}
