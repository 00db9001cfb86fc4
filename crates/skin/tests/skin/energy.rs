//! Without damping and friction a pad is a conservative spring: `∮ F·dx = 0`, and work is stored as `Σ units
//! · E(p)`.

use crate::support::material::{STIFFNESS, THICKNESS, dry, elasto_plastic, winkler};
use crate::support::rail::Rail;
use crate::support::rig::Rig;
use crate::support::shapes::{bumpy, cuboid, ellipsoid, sphere};
use crate::support::{order, pad};
use bristle_contact::{Basis, ContactMaterial, Exponent, PowerLaw};
use bristle_geometry::{Pose, Shape, Twist};
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;

/// A pose and its change with a parameter s.
type Path = fn(f64) -> (Pose, Twist);

/// Turns by `angle` about a fixed axis; both change with s as given by their derivatives.
fn placed(axis: DVec3, [angle, angle_rate]: [f64; 2], position: DVec3, velocity: DVec3) -> (Pose, Twist) {
    (
        Pose::new(DQuat::from_axis_angle(axis, angle), position),
        Twist { linear: velocity, angular: axis * angle_rate },
    )
}

/// Once round, for s from 0 to 1: shifted over the pad by millimetres, pressed deeper and less, and rocked.
/// Off the middle of the pad, or else its symmetry would hide leaks.
fn loop_of(height: f64, depth: f64, s: f64) -> (Pose, Twist) {
    let (sine, cosine) = (TAU * s).sin_cos();
    let (sine2, cosine2) = (2.0 * TAU * s).sin_cos();
    placed(
        DVec3::new(0.3, -0.7, 1.1).normalize(),
        [0.3 * sine2, 0.6 * TAU * cosine2],
        DVec3::new(
            0.7e-3 + 3e-3 * cosine,
            2e-3 * sine - 0.4e-3,
            height - depth + 0.7e-3 * (sine + 0.3 * cosine2),
        ),
        DVec3::new(-3e-3 * sine, 2e-3 * cosine, 0.7e-3 * (cosine - 0.6 * sine2)) * TAU,
    )
}

/// Work done on the target along the path (midpoint rule), and the largest energy met on the way \[J\].
fn work(rig: &mut Rig, shape: &Shape, path: Path, [from, to]: [f64; 2], steps: usize) -> (f64, f64) {
    let ds = (to - from) / steps as f64;
    let (mut work, mut peak) = (0.0, 0.0f64);
    for i in 0..steps {
        let (pose, twist) = path(from + (i as f64 + 0.5) * ds);
        rig.feel(&[Rail { pose, twist }.target(shape)], 1e-3);
        let wrench = rig.reading.pairs[0].wrench_on_target_w;
        work += (wrench.force.dot(twist.linear) + wrench.torque.dot(twist.angular)) * ds;
        peak = peak.max(rig.elastic_energy());
    }
    (work, peak)
}

fn closed_loop_does_no_work(shape: &Shape, path: Path, steps: usize) -> f64 {
    let mut rig = Rig::new(&pad(1), winkler(), &[shape]);
    let mut leak = |steps| {
        let (net, peak) = work(&mut rig, shape, path, [0.0, 1.0], steps);
        net / peak
    };
    // Errors of single runs scatter with where the touch-downs fall between the steps: compare many runs.
    let mut rms = |steps: usize| {
        let square: f64 = (0..8).map(|i| leak(steps + i * steps / 19).powi(2)).sum();
        (square / 8.0).sqrt()
    };
    let (coarse, fine) = (rms(steps / 16), rms(steps));
    println!(
        "leak {coarse:.1e} in {} steps, {fine:.1e} in {steps}, order {:.2}",
        steps / 16,
        order(coarse, fine, 16.0)
    );
    assert!(fine < 1e-8, "{fine:e}");
    // The midpoint rule is of second order where texels touch and let go; at 1e-13 only round-off is left.
    assert!(fine < 1e-13 || order(coarse, fine, 16.0) > 1.7, "{coarse:e} {fine:e}");
    fine
}

#[test]
fn closed_loop_of_a_sphere_does_no_work() {
    closed_loop_does_no_work(&sphere(15e-3), |s| loop_of(15e-3, 1.5e-3, s), 32_000);
}

#[test]
fn closed_loop_of_an_ellipsoid_does_no_work() {
    closed_loop_does_no_work(
        &ellipsoid(DVec3::new(13e-3, 17e-3, 11e-3)),
        |s| loop_of(11e-3, 1.5e-3, s),
        32_000,
    );
}

/// Simpson's rule that halves intervals until each is known to `tolerance`: it closes in on jumps by itself.
fn adaptive(f: &mut dyn FnMut(f64) -> f64, [a, b]: [f64; 2], [fa, fm, fb]: [f64; 3], tolerance: f64) -> f64 {
    let (m, width) = (0.5 * (a + b), b - a);
    let (fl, fr) = (f(0.5 * (a + m)), f(0.5 * (m + b)));
    let whole = width / 6.0 * (fa + 4.0 * fm + fb);
    let halves = width / 12.0 * (fa + 4.0 * fl + 2.0 * fm + 4.0 * fr + fb);
    if (halves - whole).abs() < tolerance || width < 1e-14 {
        return halves;
    }
    adaptive(f, [a, m], [fa, fl, fm], tolerance) + adaptive(f, [m, b], [fm, fr, fb], tolerance)
}

/// Where a texel passes from one facet to the next its force turns suddenly, but its energy is continuous.
/// The jumps make fixed steps converge in first order only, so the steps seek them out.
#[test]
fn closed_loop_of_a_bumpy_mesh_does_no_work() {
    let shape = bumpy(500);
    let mut rig = Rig::new(&pad(1), winkler(), &[&shape]);
    let path: Path = |s| loop_of(15e-3, 1.5e-3, s);
    let (_, peak) = work(&mut rig, &shape, path, [0.0, 1.0], 2_000);
    let mut power = |s| {
        let (pose, twist) = path(s);
        rig.feel(&[Rail { pose, twist }.target(&shape)], 1e-3);
        let wrench = rig.reading.pairs[0].wrench_on_target_w;
        (wrench.force.dot(twist.linear) + wrench.torque.dot(twist.angular)) / peak
    };
    let mut leaks = Vec::new();
    for tolerance in [1e-7, 1e-9, 1e-11] {
        let (mut net, mut steps) = (0.0, 0);
        let mut counted = |s| {
            steps += 1;
            power(s)
        };
        for i in 0..100 {
            let ends = [f64::from(i) / 100.0, f64::from(i + 1) / 100.0];
            let values = [ends[0], 0.5 * (ends[0] + ends[1]), ends[1]].map(&mut counted);
            net += adaptive(&mut counted, ends, values, tolerance);
        }
        println!("leak {net:.1e} of the peak in {steps} steps");
        leaks.push(net.abs());
    }
    // Some hundred jumps, each known to a few times the tolerance.
    assert!(leaks[2] < 1e-8 && leaks[0] > 10.0 * leaks[2], "{leaks:?}");
}

/// The face of a box covers the pad all the way round: nothing touches or lets go, the integrand is smooth
/// and periodic, and the midpoint rule is exact to round-off.
#[test]
fn closed_loop_of_a_covering_face_does_no_work_to_round_off() {
    let path: Path = |s| {
        let (sine, cosine) = (TAU * s).sin_cos();
        placed(
            DVec3::new(0.6, -0.8, 0.0),
            [0.03 * cosine, -0.03 * TAU * sine],
            DVec3::new(1.1e-3 * sine, 0.7e-3 * cosine, 11e-3 - 1.5e-3 + 0.3e-3 * sine),
            DVec3::new(1.1e-3 * cosine, -0.7e-3 * sine, 0.3e-3 * cosine) * TAU,
        )
    };
    let fine = closed_loop_does_no_work(&cuboid(DVec3::new(0.04, 0.03, 0.011)), path, 512);
    assert!(fine < 1e-13, "{fine:e}");
}

/// `W = E(end) − E(begin)`, for a stiffening law and into saturation.
#[test]
fn work_of_an_open_path_is_stored_as_elastic_energy() {
    let stiffening = PowerLaw::new(3e7, Exponent::new(1.5).unwrap(), 0.0).unwrap();
    let friction = elasto_plastic(dry(STIFFNESS, 0.0));
    let stiffening = ContactMaterial::new(stiffening, friction, THICKNESS, Basis::PerArea).unwrap();
    // A limit that the deepest texels pass: beyond it the force is held, and the energy grows on.
    let shallow = ContactMaterial::new(winkler().normal().clone(), friction, 1.3e-3, Basis::PerArea).unwrap();
    let path: Path = |s| loop_of(15e-3, 1.5e-3, s);
    for (name, material) in [("linear", winkler()), ("stiffening", stiffening), ("saturating", shallow)] {
        let ball = sphere(15e-3);
        let mut rig = Rig::new(&pad(1), material, &[&ball]);
        let (from, to) = (0.7, 1.3);
        let mut energy_at = |s| {
            let (pose, twist) = path(s);
            rig.feel(&[Rail { pose, twist }.target(&ball)], 1e-3);
            rig.elastic_energy()
        };
        let (begin, end) = (energy_at(from), energy_at(to));
        let mut errors = Vec::new();
        for steps in [2_000, 32_000] {
            let (on_target, peak) = work(&mut rig, &ball, path, [from, to], steps);
            errors.push(((-on_target - (end - begin)) / peak).abs());
        }
        println!(
            "{name}: {begin:.3e} J to {end:.3e} J, error {:.1e} then {:.1e} of the peak",
            errors[0], errors[1]
        );
        assert!((end - begin).abs() > 0.1 * end.max(begin), "{begin} {end}");
        // Second order at touch-downs: 1/32000² = 1e-9 of some texels' share.
        assert!(errors[1] < 1e-8, "{name}: {errors:?}");
    }
}
