//! A plate on a rectangular pad, twisted: how stiff the patch is, and when it lets go.

use crate::support::G;
use crate::support::bodies::{COLUMNS, PITCH, ROWS, TEXELS, cuboid, fixed_pad, free, under_gravity};
use crate::support::material::{bristles, elasto_plastic, per_texel};
use crate::support::passing::{pass, watch, ways};
use bristle_geometry::{Pose, Wrench};
use bristle_world::{BodyId, Stepping, World};
use glam::{DVec3, dvec3};

const MASS: f64 = 1.1;
const MU: f64 = 0.43;
const SIGMA0: f64 = 2e4;
const HALF: DVec3 = DVec3::new(0.04, 0.03, 0.008);
/// Half the limit of bristles that shear and twist, `√(4 I/K_ψ)` and less by their damping.
const EXPLICIT: f64 = 2e-4;

/// A plate that lies on the pad, sunk in as deep as its weight will keep it: uniform pressure.
fn plate_on_pad(stepping: Stepping) -> (World, BodyId) {
    let mut builder = under_gravity();
    let material = per_texel(1000.0, 10.0, elasto_plastic(bristles(SIGMA0, 20.0, MU)));
    fixed_pad(&mut builder, Pose::IDENTITY, material);
    let pose = Pose::from_translation(DVec3::Z * (HALF.z - MASS * G / (TEXELS * 1000.0)));
    let plate = free(&mut builder, "plate", cuboid(HALF), MASS, pose);
    (World::new(builder.build().unwrap()).with_stepping(stepping), plate)
}

fn twist_by(world: &mut World, plate: BodyId, torque: f64) {
    world.apply(plate, Wrench { torque: DVec3::Z * torque, ..Default::default() }).unwrap();
}

fn turned(world: &World, plate: BodyId) -> f64 {
    let along = world.pose(plate).unwrap().rotation * DVec3::X;
    along.y.atan2(along.x)
}

/// Distances of the texels from the middle of the pad \[m\].
fn radii() -> impl Iterator<Item = f64> {
    let middle = |i: usize, count: usize| (i as f64 - 0.5 * (count - 1) as f64) * PITCH;
    (0..ROWS).flat_map(move |i| {
        (0..COLUMNS).map(move |j| dvec3(middle(i, ROWS), middle(j, COLUMNS), 0.0).length())
    })
}

/// Break-away torque of a rectangle under uniform pressure,
/// `(μF/4ab)·4[abD/3 + a³/6·asinh(b/a) + b³/6·asinh(a/b)]` with half-sides a, b and `D = √(a²+b²)`.
fn break_away() -> f64 {
    let (a, b) = (0.5 * ROWS as f64 * PITCH, 0.5 * COLUMNS as f64 * PITCH);
    let bracket =
        a * b * a.hypot(b) / 3.0 + a.powi(3) / 6.0 * (b / a).asinh() + b.powi(3) / 6.0 * (a / b).asinh();
    MU * MASS * G / (a * b) * bracket
}

#[test]
fn a_twisted_patch_yields_by_torque_over_sigma0_sum_r_squared() {
    let stiffness = SIGMA0 * radii().map(|r| r * r).sum::<f64>();
    for (stepping, h) in ways(EXPLICIT) {
        let (mut world, plate) = plate_on_pad(stepping);
        // The outermost texel slips at μ F/N/(σ₀ r): a fifth of break-away is well below.
        let torque = 0.2 * break_away();
        twist_by(&mut world, plate, torque);
        pass(&mut world, h, 0.2);
        let (angle, expected) = (turned(&world, plate), torque / stiffness);
        let error = (angle / expected - 1.0).abs();
        assert!(error < 1e-8, "{stepping:?}, {h} s: {angle:e}, not {expected:e} rad: off by {error:e}");
    }
}

/// How close to break-away it is tried from both sides.
const MARGIN: f64 = 3e-3;

#[test]
fn a_patch_breaks_away_at_the_torque_of_the_closed_form() {
    let of_texels = MU * MASS * G / TEXELS * radii().sum::<f64>();
    // The sum over 14 × 6 cells against the integral: cells near the middle are coarse for |r|.
    assert!((of_texels / break_away() - 1.0).abs() < 5e-3, "{of_texels} {}", break_away());
    for (stepping, h) in ways(EXPLICIT) {
        let (mut world, plate) = plate_on_pad(stepping);
        // Raised slowly to just below: nearly all texels slip, and the innermost hold the rest.
        watch(&mut world, h, 0.5, |world| {
            let share = (0.8 + 0.5 * world.state().time).min(1.0 - MARGIN);
            twist_by(world, plate, share * of_texels);
        });
        pass(&mut world, h, 0.4);
        let speed = world.twist(plate).unwrap().angular.z;
        assert!(speed.abs() < 1e-9, "{stepping:?}, {h} s: turns with {speed} rad/s below break-away");
        // Just above, what is in excess spins it.
        twist_by(&mut world, plate, (1.0 + MARGIN) * of_texels);
        pass(&mut world, h, 0.3);
        let speed = world.twist(plate).unwrap().angular.z;
        let expected = MARGIN * of_texels * 0.3 / (MASS * (HALF.x * HALF.x + HALF.y * HALF.y) / 3.0);
        // Until the last texels slip, some hundredths of a second pass.
        let ratio = speed / expected;
        assert!(
            (0.5..1.1).contains(&ratio),
            "{stepping:?}, {h} s: {speed} rad/s, {ratio} of what is in excess"
        );
    }
}
