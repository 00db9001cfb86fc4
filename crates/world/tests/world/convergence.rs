//! How fast errors shrink with the step.

use crate::support::bodies::{TEXELS, body, cuboid, fixed_pad, free, under_gravity};
use crate::support::material::{bristles, elasto_plastic, per_texel};
use crate::support::passing::pass;
use crate::support::{G, order};
use bristle_contact::ContactMaterial;
use bristle_geometry::Pose;
use bristle_geometry::shape::HalfSpace;
use bristle_world::{BodyId, Inertia, Joint, Stepping, World};
use glam::{DQuat, DVec3, dvec3};

const MASS: f64 = 1.1;
const K: f64 = 1000.0;
const SIGMA0: f64 = 3e3;
const HALF: DVec3 = DVec3::new(0.04, 0.03, 0.008);

/// Depth at which the pad carries the plate \[m\].
fn rest() -> f64 {
    MASS * G / (TEXELS * K)
}

/// A plate that lies on the pad at the given depth and moves.
fn plate(material: ContactMaterial, depth: f64, velocity: DVec3) -> (World, BodyId) {
    let mut builder = under_gravity();
    fixed_pad(&mut builder, Pose::IDENTITY, material);
    let pose = Pose::from_translation(DVec3::Z * (HALF.z - depth));
    let plate = free(&mut builder, "plate", cuboid(HALF), MASS, pose);
    let mut world = World::new(builder.build().unwrap());
    let v = [velocity.x, velocity.y, velocity.z, 0.0, 0.0, 0.0];
    world.edit(|model, state| state.set_joint_velocity(model, plate, &v)).unwrap();
    (world, plate)
}

/// `x(t)` of `m ẍ + c ẋ + k x = 0`.
fn oscillation(c: f64, k: f64, x0: f64, v0: f64, t: f64) -> f64 {
    let decay = 0.5 * c / MASS;
    let omega = (k / MASS - decay * decay).sqrt();
    (-decay * t).exp() * (x0 * (omega * t).cos() + (v0 + decay * x0) / omega * (omega * t).sin())
}

const SECONDS: f64 = 0.05;

fn assert_order(name: &str, expected: f64, error: impl Fn(f64) -> f64) {
    let (coarse, middle, fine) = (error(1e-4), error(5e-5), error(2.5e-5));
    for (a, b) in [(coarse, middle), (middle, fine)] {
        let order = order(a, b, 2.0);
        assert!(
            (order - expected).abs() < 0.1,
            "{name}: order {order}, not {expected}: {coarse:e} {middle:e} {fine:e}"
        );
    }
}

#[test]
fn free_flight_is_exact_at_any_implicit_step() {
    let velocity = dvec3(0.3, -0.7, 1.1);
    for h in [1e-4, 1e-3, 5e-3, 0.1] {
        let mut builder = under_gravity();
        let body = free(&mut builder, "box", cuboid(HALF), MASS, Pose::IDENTITY);
        let mut world = World::new(builder.build().unwrap());
        world.edit(|m, s| s.set_joint_velocity(m, body, &[0.3, -0.7, 1.1, 0.0, 0.0, 0.0])).unwrap();
        pass(&mut world, h, 1.0);
        let t = world.state().time;
        let expected = velocity * t + DVec3::NEG_Z * 0.5 * G * t * t;
        let error = (world.pose(body).unwrap().translation - expected).length();
        // 1e4 roundings of metres, and 1e-12 of the impulse of each step.
        assert!(error < 1e-11, "{h} s: off by {error:e}");
    }
}

#[test]
fn explicit_free_flight_is_of_first_order() {
    let error = |h: f64| {
        let mut builder = under_gravity();
        let body = free(&mut builder, "box", cuboid(HALF), MASS, Pose::IDENTITY);
        let mut world = World::new(builder.build().unwrap()).with_stepping(Stepping::Explicit);
        pass(&mut world, h, SECONDS);
        (world.pose(body).unwrap().translation.z + 0.5 * G * SECONDS * SECONDS).abs()
    };
    assert_order("explicit fall", 1.0, error);
}

#[test]
fn bobbing_without_losses_is_of_second_order() {
    let error = |h: f64| {
        let material = per_texel(K, 0.0, elasto_plastic(bristles(SIGMA0, 0.0, 0.0)));
        let (mut world, plate) = plate(material, 0.6 * rest(), DVec3::ZERO);
        pass(&mut world, h, SECONDS);
        let expected = rest() + oscillation(0.0, TEXELS * K, -0.4 * rest(), 0.0, SECONDS);
        (HALF.z - world.pose(plate).unwrap().translation.z - expected).abs()
    };
    assert_order("elastic part at the middle", 2.0, error);
}

#[test]
fn damping_is_of_second_order_in_implicit_steps() {
    for (stepping, order) in [(Stepping::Newton, 2.0), (Stepping::Explicit, 1.0)] {
        let error = |h: f64| {
            let material = per_texel(K, 0.7, elasto_plastic(bristles(SIGMA0, 0.0, 0.0)));
            let (world, plate) = plate(material, 0.6 * rest(), DVec3::ZERO);
            let mut world = world.with_stepping(stepping);
            pass(&mut world, h, SECONDS);
            let expected = rest() + oscillation(TEXELS * 0.7, TEXELS * K, -0.4 * rest(), 0.0, SECONDS);
            (HALF.z - world.pose(plate).unwrap().translation.z - expected).abs()
        };
        assert_order(&format!("{stepping:?} with damping"), order, error);
    }
}

#[test]
fn sticking_bristles_are_of_first_order() {
    // Soft, since backward Euler takes ω² h/2 per second of the swing, which must stay small for its order to show.
    let (sigma0, sigma1, speed) = (300.0, 0.2, 1e-3);
    for stepping in [Stepping::Newton, Stepping::Explicit] {
        let error = |h: f64| {
            // A plate on rails, so that it only shears; and so much friction that nothing slips.
            let mut builder = under_gravity();
            let material = per_texel(K, 0.0, elasto_plastic(bristles(sigma0, sigma1, 1e3)));
            fixed_pad(&mut builder, Pose::IDENTITY, material);
            let facing_down =
                Pose { rotation: DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0), translation: DVec3::ZERO };
            let (depth, inertia) =
                (Pose::from_translation(DVec3::NEG_Z * rest()), Inertia::point(MASS, DVec3::ZERO));
            let plate = body(&mut builder, "plate", depth, Joint::prismatic(DVec3::X), inertia);
            builder.shape(plate, "plate", HalfSpace.into(), facing_down).unwrap();
            let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
            world.edit(|model, state| state.set_joint_velocity(model, plate, &[speed])).unwrap();
            pass(&mut world, h, SECONDS);
            let expected = oscillation(TEXELS * sigma1, TEXELS * sigma0, 0.0, speed, SECONDS);
            (world.joint_position(plate).unwrap() - expected).abs()
        };
        assert_order(&format!("{stepping:?} with bristles"), 1.0, error);
    }
}
