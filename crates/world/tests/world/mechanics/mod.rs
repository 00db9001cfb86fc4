//! Shared by the tests of bodies and joints: short ways to build them, and an integrator that knows nothing of ours.

use bristle_geometry::Pose;
use bristle_world::{Body, BodyId, Inertia, Joint, State, Stepping, World};
use glam::{DMat3, DQuat, DVec3};

/// Where nothing is parallel to anything.
pub(crate) fn askew() -> Pose {
    Pose::new(DQuat::from_axis_angle(DVec3::new(0.3, -0.7, 1.1).normalize(), 0.9), DVec3::new(0.4, -1.3, 0.7))
}

pub(crate) fn body(name: &str, parent: Option<BodyId>, pose: Pose, joint: Joint, inertia: Inertia) -> Body {
    Body { name: name.into(), parent, pose, joint, inertia }
}

/// The axes of [`awkward`] inertias.
pub(crate) fn awkward_axes() -> DMat3 {
    DMat3::from_quat(DQuat::from_axis_angle(DVec3::new(-0.7, 0.3, 0.2).normalize(), 1.1))
}

/// A body whose principal moments \[kg·m²\] lie along [`awkward_axes`].
pub(crate) fn awkward(mass: f64, centre: DVec3, principal: DVec3) -> Inertia {
    let axes = awkward_axes();
    let about_centre = axes * DMat3::from_diagonal(principal) * axes.transpose();
    // Rounding leaves it unsymmetric in the last bit.
    Inertia { mass, centre, about_centre: (about_centre + about_centre.transpose()) * 0.5 }
}

/// Lets the time pass in `steps` equal steps.
pub(crate) fn run(world: &mut World, time: f64, steps: usize) {
    for _ in 0..steps {
        world.step(time / steps as f64).unwrap();
    }
}

/// The same motion with half the step, thrice: errors must fall by a factor near 4 for Newton's method, 2 for explicit
/// steps. Gives the smallest error.
pub(crate) fn assert_order(stepping: Stepping, steps: usize, error: impl Fn(usize) -> f64) -> f64 {
    let errors = [1, 2, 4].map(|finer| error(steps * finer));
    let expected = if stepping == Stepping::Newton { 4.0 } else { 2.0 };
    println!("{stepping:?}: errors {errors:?} with {steps} steps and more");
    for pair in errors.windows(2) {
        let ratio = pair[0] / pair[1];
        // Higher orders of h are a tenth at most at these steps.
        assert!((ratio / expected - 1.0).abs() < 0.1, "{stepping:?}: errors {errors:?}, ratio {ratio}");
    }
    errors[2]
}

/// Integrates `y' = f(t, y)` by the classical method of fourth order, and makes sure that it is exact to `tolerance`.
pub(crate) fn integrate<const N: usize>(
    y: [f64; N],
    time: f64,
    steps: usize,
    tolerance: f64,
    f: impl Fn(f64, &[f64; N]) -> [f64; N],
) -> [f64; N] {
    let (coarse, fine) = (runge_kutta(y, time, steps / 2, &f), runge_kutta(y, time, steps, &f));
    for (a, b) in coarse.iter().zip(&fine) {
        // Of fourth order: the finer one is sixteen times better than they differ.
        assert!((a - b).abs() <= 15.0 * tolerance, "the reference itself is not good enough: {a} {b}");
    }
    fine
}

fn runge_kutta<const N: usize>(
    mut y: [f64; N],
    time: f64,
    steps: usize,
    f: &impl Fn(f64, &[f64; N]) -> [f64; N],
) -> [f64; N] {
    let h = time / steps as f64;
    let along = |y: &[f64; N], k: &[f64; N], h: f64| std::array::from_fn(|i| y[i] + h * k[i]);
    for step in 0..steps {
        let t = time * step as f64 / steps as f64;
        let k1 = f(t, &y);
        let k2 = f(t + 0.5 * h, &along(&y, &k1, 0.5 * h));
        let k3 = f(t + 0.5 * h, &along(&y, &k2, 0.5 * h));
        let k4 = f(t + h, &along(&y, &k3, h));
        y = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]));
    }
    y
}

/// All that can be seen of a state, as bits.
pub(crate) fn bits(world: &World) -> Vec<u64> {
    let mut all = vec![world.state().time.to_bits(), world.state().step];
    for i in 0..world.model().bodies().len() {
        let joint: &State = world.state();
        all.extend(joint.joint_position(world.model(), BodyId(i)).iter().map(|x| x.to_bits()));
        all.extend(joint.joint_velocity(world.model(), BodyId(i)).iter().map(|x| x.to_bits()));
    }
    all
}

#[track_caller]
pub(crate) fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected} ± {tolerance:e}");
}

#[track_caller]
pub(crate) fn assert_close_vec(found: DVec3, expected: DVec3, tolerance: f64) {
    assert!((found - expected).length() <= tolerance, "found {found}, expected {expected} ± {tolerance:e}");
}
