//! A heavy symmetric top on a ball joint against Lagrange's equations for its Euler angles.

use crate::mechanics::*;
use bristle_world::{BodyId, Inertia, Joint, Model, ModelBuilder, Stepping, World};
use glam::{DMat3, DQuat, DVec3};

const G: f64 = 9.81;
const MASS: f64 = 0.43;
/// Pivot to centre of mass, along the top's axis.
const ARM: f64 = 0.07;
/// About the axis, and across it at the pivot.
const ALONG: f64 = 1.2e-3;
const ACROSS: f64 = 7e-4 + MASS * ARM * ARM;
/// Spin about the axis, which is constant.
const SPIN: f64 = 110.0;
const TILT: f64 = 0.6;

/// The joint's frame is turned so that its axes are not the world's.
fn top() -> (Model, BodyId) {
    let across = ACROSS - MASS * ARM * ARM;
    let about_centre = DMat3::from_diagonal(DVec3::new(across, across, ALONG));
    let inertia = Inertia { mass: MASS, centre: DVec3::Z * ARM, about_centre };
    let mut builder = ModelBuilder::new();
    let top = builder.body(body("top", None, askew(), Joint::ball(), inertia)).unwrap();
    (builder.build().unwrap(), top)
}

/// Tilted about x by [`TILT`]; its axis turns about the vertical at `precession` and it spins.
fn spun(model: &Model, top: BodyId, precession: f64, stepping: Stepping) -> World {
    let mut world = World::new(model.clone()).with_stepping(stepping);
    let to_joint = askew().rotation.conjugate();
    let attitude = DQuat::from_rotation_x(TILT);
    let own_spin = SPIN - precession * TILT.cos();
    let omega = to_joint * (DVec3::Z * precession + attitude * DVec3::Z * own_spin);
    world
        .edit(|model, state| {
            state.set_joint_position(model, top, &(to_joint * attitude).to_array())?;
            state.set_joint_velocity(model, top, &omega.to_array())
        })
        .unwrap();
    world
}

fn axis(world: &World, top: BodyId) -> DVec3 {
    world.pose(top).unwrap().rotation * DVec3::Z
}

fn axis_of(tilt: f64, turn: f64) -> DVec3 {
    DVec3::new(tilt.sin() * turn.sin(), -tilt.sin() * turn.cos(), tilt.cos())
}

/// Tilt and turn of the axis after `time`. With momenta `p` about the vertical and `s` about the axis:
/// `φ̇ = (p − s cos θ)/(I sin²θ)`, `I θ̈ = I φ̇² sin θ cos θ − s φ̇ sin θ + m g l sin θ`.
fn lagrange(precession: f64, time: f64) -> DVec3 {
    let s = ALONG * SPIN;
    let p = ACROSS * TILT.sin().powi(2) * precession + s * TILT.cos();
    let turning = |tilt: f64| (p - s * tilt.cos()) / (ACROSS * tilt.sin().powi(2));
    let [tilt, _, turn] = integrate([TILT, 0.0, 0.0], time, 20_000, 1e-11, |_, &[tilt, nutation, _]| {
        let (sin, cos) = tilt.sin_cos();
        let w = turning(tilt);
        [nutation, w * w * sin * cos + (MASS * G * ARM - s * w) * sin / ACROSS, w]
    });
    axis_of(tilt, turn)
}

/// The slow one of the two steady precessions: `I φ̇² cos θ − s φ̇ + m g l = 0`.
fn steady() -> f64 {
    let (a, s, load) = (ACROSS * TILT.cos(), ALONG * SPIN, MASS * G * ARM);
    (s - (s * s - 4.0 * a * load).sqrt()) / (2.0 * a)
}

#[test]
fn a_top_nutates_as_lagrange_says_to_second_order_by_newton_steps() {
    const TIME: f64 = 0.7;
    let (model, top) = top();
    let expected = lagrange(-1.3, TIME);
    let smallest = assert_order(Stepping::Newton, 1400, |steps| {
        let mut world = spun(&model, top, -1.3, Stepping::Newton);
        run(&mut world, TIME, steps);
        (axis(&world, top) - expected).length()
    });
    // 0.125 ms at 110 rad/s: (hω)²/12 ≈ 1.6e-5 per radian, over some 30 radians of nutation with an amplitude of a fifth.
    assert!(smallest < 2e-4, "{smallest}");
}

#[test]
fn a_top_nutates_as_lagrange_says_to_first_order_by_explicit_steps() {
    const TIME: f64 = 0.2;
    let (model, top) = top();
    let expected = lagrange(-1.3, TIME);
    assert_order(Stepping::Explicit, 4000, |steps| {
        let mut world = spun(&model, top, -1.3, Stepping::Explicit);
        run(&mut world, TIME, steps);
        (axis(&world, top) - expected).length()
    });
}

#[test]
fn a_top_set_going_at_the_steady_precession_keeps_its_tilt_and_turns_evenly() {
    const TIME: f64 = 2.0;
    let (model, top) = top();
    let smallest = assert_order(Stepping::Newton, 2000, |steps| {
        let mut world = spun(&model, top, steady(), Stepping::Newton);
        let mut worst = 0.0_f64;
        for step in 1..=steps {
            world.step(TIME / steps as f64).unwrap();
            let expected = axis_of(TILT, steady() * TIME * step as f64 / steps as f64);
            worst = worst.max((axis(&world, top) - expected).length());
        }
        worst
    });
    // 0.25 ms at 110 rad/s: (hω)² = 7.6e-4, of which a sixth or so in each of the 5 radians that it turns.
    assert!(smallest < 7.6e-4, "{smallest}");
}

#[test]
fn a_top_keeps_its_energy_and_its_momenta_about_the_vertical_and_about_its_axis() {
    let (model, top) = top();
    let mut world = spun(&model, top, 3.7, Stepping::Newton);
    let pivot = askew().translation;
    let integrals = |world: &World| {
        let m = world.momentum();
        let about_pivot = m.angular - pivot.cross(m.linear);
        [world.energy().total(), about_pivot.z, about_pivot.dot(axis(world, top))]
    };
    let start = integrals(&world);
    let mut worst = [0.0_f64; 3];
    for _ in 0..20_000 {
        world.step(5e-4).unwrap();
        for ((w, now), before) in worst.iter_mut().zip(integrals(&world)).zip(start) {
            *w = w.max((now / before - 1.0).abs());
        }
    }
    println!("relative swings of energy, vertical and axial momentum: {worst:?}");
    // (hω)²/12 = 2.5e-4 in ten seconds or 170 turns; no drift on top of it.
    assert!(worst.iter().all(|w| *w < 1e-3), "{worst:?}");
}

#[test]
fn a_sleeping_top_stands_upright_above_its_critical_spin_and_falls_below_it() {
    // s² > 4 I m g l.
    let critical = (4.0 * ACROSS * MASS * G * ARM).sqrt() / ALONG;
    let (model, top) = top();
    let lowest = |spin: f64| {
        let mut world = World::new(model.clone());
        let to_joint = askew().rotation.conjugate();
        let attitude = DQuat::from_rotation_x(1e-3);
        world
            .edit(|model, state| {
                state.set_joint_position(model, top, &(to_joint * attitude).to_array())?;
                state.set_joint_velocity(model, top, &(to_joint * (attitude * DVec3::Z * spin)).to_array())
            })
            .unwrap();
        let mut lowest = 1.0_f64;
        for _ in 0..4000 {
            world.step(5e-4).unwrap();
            lowest = lowest.min(axis(&world, top).z);
        }
        lowest
    };
    let (above, below) = (lowest(1.05 * critical), lowest(0.95 * critical));
    // Just above, the nutation is (1 − 1/1.05²)^(−1/2) = 3.3 times the first tilt at most.
    assert!(above > (4e-3_f64).cos(), "{above}");
    assert!(below < 0.9, "{below}");
}
