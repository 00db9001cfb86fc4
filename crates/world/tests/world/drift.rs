//! Under vibration LuGre bristles walk, elasto-plastic ones do not.

use crate::support::G;
use crate::support::bodies::{TEXELS, body, pad, under_gravity};
use crate::support::material::{bristles, elasto_plastic, lugre, per_texel};
use crate::support::passing::{pass, ways};
use bristle_contact::FrictionLaw;
use bristle_geometry::shape::HalfSpace;
use bristle_geometry::{Pose, Wrench};
use bristle_world::trajectory::Sine;
use bristle_world::{Body, Inertia, Joint, Stepping, Trajectory, World};
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;

const MASS: f64 = 1.1;
const MU: f64 = 0.43;
const SIGMA0: f64 = 2e4;
const FREQUENCY: f64 = 5.0;
/// Friction limit of the whole pad \[N\].
const LIMIT: f64 = MU * MASS * G;
/// Steady load and amplitude of the vibration, over the limit.
const LOAD: f64 = 0.5;
const SWING: f64 = 0.2;

/// Mean speed of a plate that lies on a pad which shakes sideways, pulled with a constant force \[m/s\].
fn drift(friction: FrictionLaw, stepping: Stepping, h: f64) -> f64 {
    let mut builder = under_gravity();
    let omega = TAU * FREQUENCY;
    let shaking = Sine {
        centre: 0.0,
        // Such that the plate's inertia pulls with SWING times the limit.
        amplitude: SWING * LIMIT / (MASS * omega * omega),
        frequency: FREQUENCY,
        start: 0.0,
        phase: 0.3,
    };
    let base = Joint::prismatic(DVec3::X).with_motion(Trajectory::sine(shaking).unwrap());
    let base = body(&mut builder, "base", Pose::IDENTITY, base, Inertia::ZERO);
    builder.skin(base, "pad", pad(per_texel(1000.0, 10.0, friction)), Pose::IDENTITY).unwrap();
    let along = body(&mut builder, "slide", Pose::IDENTITY, Joint::prismatic(DVec3::X), Inertia::ZERO);
    let plate = Body {
        name: "plate".into(),
        parent: Some(along),
        pose: Pose::from_translation(DVec3::NEG_Z * MASS * G / (TEXELS * 1000.0)),
        joint: Joint::prismatic(DVec3::Z),
        inertia: Inertia::point(MASS, DVec3::ZERO),
    };
    let plate = builder.body(plate).unwrap();
    let facing_down = Pose { rotation: DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0), translation: DVec3::ZERO };
    builder.shape(plate, "plate", HalfSpace.into(), facing_down).unwrap();
    let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
    world.apply(plate, Wrench { force: DVec3::X * LOAD * LIMIT, ..Default::default() }).unwrap();

    let place = |world: &World| world.joint_position(along).unwrap() - world.joint_position(base).unwrap();
    // Two cycles to swell and settle, then six to measure: whole ones, so that only the walk is left.
    pass(&mut world, h, 2.0 / FREQUENCY);
    let begin = place(&world);
    pass(&mut world, h, 6.0 / FREQUENCY);
    (place(&world) - begin) * FREQUENCY / 6.0
}

/// A little bristle damping ends the ringing of the start; it shifts the force by σ₁ω/σ₀ = 0.3 %.
const SIGMA1: f64 = 2.0;

/// Half the limit of bristles alone, 2/√(N σ₀/m) = 1.6 ms.
const EXPLICIT: f64 = 4e-4;

#[test]
fn lugre_drifts_under_vibration_as_predicted() {
    // (LG-10): per cycle 2g/K [artanh(a/(1−λ)) − artanh(a/(1+λ))], K = N σ₀.
    let walk = (SWING / (1.0 - LOAD)).atanh() - (SWING / (1.0 + LOAD)).atanh();
    let expected = FREQUENCY * 2.0 * LIMIT / (TEXELS * SIGMA0) * walk;
    for (stepping, h) in ways(EXPLICIT) {
        let speed = drift(lugre(bristles(SIGMA0, SIGMA1, MU)), stepping, h);
        let error = (speed / expected - 1.0).abs();
        // Backward Euler in the bristles: 0.12 % for 2000 steps in a cycle, in proportion to the step. And 1 % for what a
        // real mass does beside the law: it follows the shaking with 1 + (ω/ω₀)² and lags by the damping.
        let allowed = 0.0012 * 2000.0 * h * FREQUENCY + 0.01;
        assert!(error < allowed, "{stepping:?}, {h} s: {speed:e}, not {expected:e} m/s: off by {error:.4}");
    }
}

#[test]
fn elasto_plastic_bristles_do_not_drift() {
    for (stepping, h) in ways(EXPLICIT) {
        let speed = drift(elasto_plastic(bristles(SIGMA0, SIGMA1, MU)), stepping, h);
        assert!(speed.abs() < 1e-9, "{stepping:?}, {h} s: {speed:e} m/s");
    }
}
