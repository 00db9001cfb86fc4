//! A cube dropped on a pad rebounds as a damped oscillator does.

use crate::support::bodies::{TEXELS, cube, fixed_pad, free, under_gravity};
use crate::support::material::{bristles, elasto_plastic, per_texel};
use crate::support::passing::watch;
use crate::support::{G, order};
use bristle_geometry::Pose;
use bristle_world::{Stepping, World};
use glam::DVec3;

const MASS: f64 = 1.1;
const K: f64 = 1000.0 * TEXELS;
const C: f64 = 0.5 * TEXELS;

/// Restitution of `m p̈ + C ṗ + K p = m g` from p = 0 with `speed`, until the pad would have to pull; then the cube flies.
fn restitution(speed: f64) -> f64 {
    let (decay, equilibrium) = (0.5 * C / MASS, MASS * G / K);
    let omega = (K / MASS - decay * decay).sqrt();
    let (cosine, sine) = (-equilibrium, (speed - decay * equilibrium) / omega);
    let depth =
        |t: f64| equilibrium + (-decay * t).exp() * (cosine * (omega * t).cos() + sine * (omega * t).sin());
    let rate = |t: f64| {
        let (c, s) = ((omega * t).cos(), (omega * t).sin());
        (-decay * t).exp() * ((omega * sine - decay * cosine) * c - (omega * cosine + decay * sine) * s)
    };
    let push = |t: f64| K * depth(t) + C * rate(t);
    // It pushes at half a period and would pull after a whole one.
    let (mut low, mut high) = (0.5 * std::f64::consts::PI / omega, 1.5 * std::f64::consts::PI / omega);
    assert!(push(low) > 0.0 && push(high) < 0.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if push(middle) > 0.0 { low = middle } else { high = middle }
    }
    (rate(low).powi(2) - 2.0 * G * depth(low)).sqrt() / speed
}

/// Measured: the speed with which the cube leaves the pad over that with which it came.
fn measured(gap: f64, stepping: Stepping, h: f64) -> f64 {
    let mut builder = under_gravity();
    fixed_pad(
        &mut builder,
        Pose::IDENTITY,
        per_texel(1000.0, 0.5, elasto_plastic(bristles(2e4, 20.0, 0.43))),
    );
    let body = free(&mut builder, "cube", cube(0.05), MASS, Pose::from_translation(DVec3::Z * (0.025 + gap)));
    let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
    let came = (2.0 * G * gap).sqrt();
    let mut left = 0.0;
    watch(&mut world, h, (2.0 * gap / G).sqrt() + 0.04, |world| {
        let (height, rise) =
            (world.pose(body).unwrap().translation.z - 0.025, world.twist(body).unwrap().linear.z);
        // Once clear of the pad: the speed it had there.
        if left == 0.0 && height > 0.0 && rise > 0.0 {
            left = (rise * rise + 2.0 * G * height).sqrt();
        }
    });
    left / came
}

/// Mean and largest error over drops from several heights, which meet the pad at several fractions of a step.
fn errors(stepping: Stepping, h: f64) -> (f64, f64) {
    let gaps = [3.1e-3, 4.3e-3, 5.9e-3, 7.3e-3, 8.7e-3, 9.9e-3];
    let errors = gaps.map(|gap| (measured(gap, stepping, h) - restitution((2.0 * G * gap).sqrt())).abs());
    (errors.iter().sum::<f64>() / errors.len() as f64, errors.into_iter().fold(0.0, f64::max))
}

#[test]
fn restitution_is_that_of_a_damped_oscillator() {
    // C/2√(K m) = 0.069 gives 0.81: near the e^(−πζ) of a spring that may pull.
    let expected = restitution(0.37);
    assert!((0.78..0.84).contains(&expected), "{expected}");
    for stepping in [Stepping::Newton, Stepping::Explicit] {
        let (coarse, largest) = errors(stepping, 2e-4);
        let (fine, _) = errors(stepping, 5e-5);
        // A step of 0.2 ms is 1/55 of the contact, 11 ms: the error of the first order is a few of these.
        assert!(largest < 0.02, "{stepping:?}: off by {largest}");
        let order = order(coarse, fine, 4.0);
        assert!(order > 0.8, "{stepping:?}: order {order}, {coarse:e} to {fine:e}");
    }
}

#[test]
fn long_steps_bounce_less_but_never_more() {
    for h in [1e-3, 5e-3] {
        for gap in [3.1e-3, 5.9e-3, 9.9e-3] {
            let (bounced, expected) =
                (measured(gap, Stepping::Newton, h), restitution((2.0 * G * gap).sqrt()));
            assert!(bounced < expected + 0.02, "{h} s, {gap} m: {bounced}, not {expected}");
            // 5 ms is half of the contact.
            assert!(bounced > expected - 80.0 * h, "{h} s, {gap} m: {bounced}, not {expected}");
        }
    }
}
