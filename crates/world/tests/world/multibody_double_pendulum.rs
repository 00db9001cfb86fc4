//! A double pendulum of two awkward bodies against Lagrange's equations.

use crate::mechanics::*;
use bristle_geometry::Pose;
use bristle_world::{BodyId, Inertia, Joint, Model, ModelBuilder, Stepping, World};
use glam::{DQuat, DVec3};

const G: f64 = 9.81;
/// Between the hinges, along −z of the upper body.
const LENGTH: f64 = 0.55;
/// The lower hinge's zero is turned by this much.
const BEND: f64 = 0.4;
/// First angles of both hinges, and their first velocities.
const ANGLES: [f64; 2] = [1.1, -0.7];
const SPEEDS: [f64; 2] = [-0.3, 2.3];

fn upper() -> Inertia {
    awkward(0.7, DVec3::new(0.0, 0.13, -0.31), DVec3::new(0.021, 0.033, 0.017))
}

fn lower() -> Inertia {
    awkward(0.43, DVec3::new(0.0, -0.07, -0.23), DVec3::new(0.009, 0.004, 0.008))
}

/// Both hinges turn about y of a frame that lies askew in the world, and gravity with it: nothing is axis-aligned.
fn pendulum() -> (Model, [BodyId; 2]) {
    let mut builder = ModelBuilder::new();
    builder.gravity(askew().rotation * DVec3::new(0.0, 0.0, -G));
    let hinge = || Joint::revolute(DVec3::Y);
    let a = builder.body(body("upper", None, askew(), hinge(), upper())).unwrap();
    let below = Pose::new(DQuat::from_rotation_y(BEND), DVec3::new(0.0, -0.05, -LENGTH));
    let b = builder.body(body("lower", Some(a), below, hinge(), lower())).unwrap();
    (builder.build().unwrap(), [a, b])
}

fn set_going(model: &Model, bodies: [BodyId; 2], stepping: Stepping) -> World {
    let mut world = World::new(model.clone()).with_stepping(stepping);
    world
        .edit(|model, state| {
            for (i, body) in bodies.into_iter().enumerate() {
                state.set_joint_position(model, body, &[ANGLES[i]])?;
                state.set_joint_velocity(model, body, &[SPEEDS[i]])?;
            }
            Ok(())
        })
        .unwrap();
    world
}

/// Angles against the vertical and their velocities after `time`, by Lagrange's equations: with
/// `L = ½Aα̇² + ½Cβ̇² + Bα̇β̇ cos(α−β) + g(S cos α + D cos β)`.
fn lagrange(time: f64) -> [f64; 4] {
    let (u, l) = (upper(), lower());
    let (u_arm, l_arm) = (-u.centre.z, -l.centre.z);
    let a = u.about_centre.y_axis.y + u.mass * u_arm * u_arm + l.mass * LENGTH * LENGTH;
    let b = l.mass * LENGTH * l_arm;
    let c = l.about_centre.y_axis.y + l.mass * l_arm * l_arm;
    let (s, d) = (u.mass * u_arm + l.mass * LENGTH, l.mass * l_arm);
    let start = [ANGLES[0], ANGLES[0] + BEND + ANGLES[1], SPEEDS[0], SPEEDS[0] + SPEEDS[1]];
    integrate(start, time, 16_000, 1e-12, |_, &[alpha, beta, da, db]| {
        let (sin, cos) = (alpha - beta).sin_cos();
        let on_a = -b * sin * db * db - G * s * alpha.sin();
        let on_b = b * sin * da * da - G * d * beta.sin();
        let det = a * c - b * b * cos * cos;
        [da, db, (c * on_a - b * cos * on_b) / det, (a * on_b - b * cos * on_a) / det]
    })
}

fn order(stepping: Stepping, steps: usize) -> f64 {
    const TIME: f64 = 0.9;
    let (model, bodies) = pendulum();
    let [alpha, beta, ..] = lagrange(TIME);
    assert_order(stepping, steps, |steps| {
        let mut world = set_going(&model, bodies, stepping);
        run(&mut world, TIME, steps);
        let [p, q] = bodies.map(|l| world.joint_position(l).unwrap());
        (p - alpha).abs().max((p + BEND + q - beta).abs())
    })
}

#[test]
fn a_double_pendulum_follows_lagrange_to_second_order_by_newton_steps() {
    let smallest = order(Stepping::Newton, 300);
    // 0.75 ms and turns of some 10 rad/s: (hω)² ≈ 6e-5, over a handful of radians of travel.
    assert!(smallest < 6e-5, "{smallest}");
}

#[test]
fn a_double_pendulum_follows_lagrange_to_first_order_by_explicit_steps() {
    let smallest = order(Stepping::Explicit, 3000);
    assert!(smallest < 3e-3, "{smallest}");
}

#[test]
fn a_double_pendulum_keeps_its_energy_for_a_minute_within_a_bound_that_falls_with_the_square_of_the_step() {
    let (model, bodies) = pendulum();
    let mut swings = [0.0_f64; 2];
    for (swing, h) in swings.iter_mut().zip([4e-3, 2e-3]) {
        let mut world = set_going(&model, bodies, Stepping::Newton);
        let start = world.energy().total();
        for _ in 0..(60.0 / h) as usize {
            world.step(h).unwrap();
            *swing = swing.max((world.energy().total() - start).abs());
        }
    }
    println!("energy swings {swings:?}");
    // Some 5 J are at play. The motion is chaotic, so that the worst moments of both runs differ: 4 within a half.
    assert!(swings[1] < 3e-3 && (2.5..6.5).contains(&(swings[0] / swings[1])), "{swings:?}");
}
