//! Momentum: what the laws leave alone.

use crate::support::bodies::{body, coat, cube, cuboid, fixed_pad, free, sphere, table, weightless};
use crate::support::material::{rubber, weighing_pad};
use crate::support::passing::{IMPLICIT, pass, watch};
use crate::support::{G, order};
use bristle_geometry::Pose;
use bristle_world::{BodyId, Inertia, Joint, Mass, ModelBuilder, Stepping, World};
use glam::{DQuat, DVec3, dvec3};

fn set_motion(world: &mut World, body: BodyId, linear: DVec3, angular: DVec3) {
    let v = [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z];
    world.edit(|model, state| state.set_joint_velocity(model, body, &v)).unwrap();
}

/// Two spinning balls that meet off-centre, in no gravity.
fn two_balls(stepping: Stepping) -> World {
    let radius = 0.03;
    let mut builder = weightless();
    let a = free(&mut builder, "a", sphere(radius), 0.3, Pose::from_translation(dvec3(0.3, -0.7, 1.1)));
    coat(&mut builder, a, rubber(0.43));
    let b = free(&mut builder, "b", sphere(radius), 0.7, Pose::from_translation(dvec3(0.375, -0.69, 1.105)));
    let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
    set_motion(&mut world, a, dvec3(0.3, 0.02, -0.01), dvec3(3.0, -7.0, 11.0));
    set_motion(&mut world, b, dvec3(-0.2, 0.01, 0.0), dvec3(-5.0, 1.1, 2.0));
    world
}

#[test]
fn balls_that_collide_with_friction_keep_linear_and_angular_momentum() {
    let newton = IMPLICIT.map(|h| (Stepping::Newton, h));
    for (stepping, h) in newton.into_iter().chain([(Stepping::Explicit, 1e-5), (Stepping::Explicit, 5e-6)]) {
        let mut world = two_balls(stepping);
        let (before, energy) = (world.momentum(), world.energy().kinetic);
        // Sizes of what is exchanged: the sums themselves are small by chance.
        let (push, turn) = (0.3 * 0.3, 0.3 * 0.3);
        let (mut touched, mut worst) = (0, 0.0_f64);
        let seconds = if stepping == Stepping::Explicit { 0.06 } else { 0.15 };
        watch(&mut world, h, seconds, |world| {
            touched += world.contacts().len();
            let now = world.momentum();
            let off = |now: DVec3, before: DVec3, size: f64| (now - before).length() / size;
            let (linear, angular) =
                (off(now.linear, before.linear, push), off(now.angular, before.angular, turn));
            // Newton leaves 1e-12 of the impulse of a step, of which a collision takes a hundred; explicit steps round.
            assert!(linear < 1e-11, "{stepping:?}, {h} s, at {} s: off by {linear:e}", world.state().time);
            worst = worst.max(angular);
        });
        // Positions of implicit steps follow the end of the step where contact is stiff for it, and are off the lines of the momenta by
        // the square of the step: 20 h² was measured at all three.
        let allowed = if stepping == Stepping::Newton { 25.0 * h * h } else { 1e-11 };
        assert!(worst < allowed, "{stepping:?}, {h} s: angular momentum off by {worst:e}");
        assert!(touched > 0, "{stepping:?}, {h} s: they never met");
        let left = world.energy().kinetic;
        assert!(
            left < 0.95 * energy,
            "{stepping:?}, {h} s: a collision with friction costs energy ({left} of {energy})"
        );
    }
}

#[test]
fn a_tumbling_box_keeps_its_angular_momentum_to_the_order_of_the_scheme() {
    let drift = |stepping: Stepping, h: f64| {
        let mut builder = weightless();
        let body = free(&mut builder, "box", cuboid(dvec3(0.05, 0.03, 0.011)), 0.7, Pose::IDENTITY);
        let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
        // About the middle axis, which is the one that tumbles.
        set_motion(&mut world, body, DVec3::ZERO, dvec3(0.3, 9.0, -0.7));
        let before = world.momentum().angular;
        pass(&mut world, h, 1.0);
        (world.momentum().angular - before).length() / before.length()
    };
    for (stepping, expected) in [(Stepping::Newton, 2.0), (Stepping::Explicit, 1.0)] {
        let (coarse, fine) = (drift(stepping, 1e-3), drift(stepping, 2.5e-4));
        let order = order(coarse, fine, 4.0);
        assert!(order > expected - 0.1, "{stepping:?}: order {order}, {coarse:e} to {fine:e}");
        assert!(coarse < 1e-2, "{stepping:?}: {coarse:e}");
    }
}

/// A cube thrown with spin at a tilted pad beside a table, all of it seen from elsewhere.
fn thrown(world_pose: Pose, stepping: Stepping) -> (World, BodyId) {
    let mut builder = ModelBuilder::new();
    builder.gravity(world_pose.transform_vector(DVec3::NEG_Z * G));
    fixed_pad(&mut builder, world_pose * Pose::from_axis_angle(DVec3::X, 0.1), weighing_pad());
    table(&mut builder, world_pose * Pose::from_translation(DVec3::NEG_Z * 0.02));
    let shape = cube(0.05);
    let inertia = Inertia::of_shape(&shape, Mass::Total(0.7)).unwrap();
    let start = Pose::new(DQuat::from_rotation_x(0.3), dvec3(0.002, -0.003, 0.045));
    let body = body(&mut builder, "cube", world_pose * start, Joint::free(), inertia);
    builder.shape(body, "cube", shape, Pose::IDENTITY).unwrap();
    coat(&mut builder, body, rubber(0.43));
    let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
    let turned = |v: DVec3| world_pose.transform_vector(v);
    set_motion(&mut world, body, turned(dvec3(0.11, 0.3, -0.07)), turned(dvec3(1.1, -3.0, 0.7)));
    (world, body)
}

#[test]
fn seen_from_elsewhere_everything_happens_alike() {
    let elsewhere = Pose::new(DQuat::from_xyzw(0.3, -0.7, 0.11, 0.43), dvec3(0.3, -0.7, 1.1));
    for (stepping, h) in [(Stepping::Newton, 1e-3), (Stepping::Newton, 5e-3), (Stepping::Explicit, 2e-5)] {
        let (mut here, body) = thrown(Pose::IDENTITY, stepping);
        let (mut there, _) = thrown(elsewhere, stepping);
        let seconds = if stepping == Stepping::Explicit { 0.1 } else { 0.3 };
        pass(&mut here, h, seconds);
        pass(&mut there, h, seconds);
        let (expected, found) = (elsewhere * here.pose(body).unwrap(), there.pose(body).unwrap());
        let apart = (expected.translation - found.translation).length();
        let turned = (expected.rotation.inverse() * found.rotation).to_scaled_axis().length();
        // Round-off of 1e-16, and what bouncing on edges makes of it.
        assert!(apart < 1e-10 && turned < 1e-8, "{stepping:?}, {h} s: {apart:e} m, {turned:e} rad apart");
        let before = Pose::new(DQuat::from_rotation_x(0.3), dvec3(0.002, -0.003, 0.045));
        assert!(
            (here.pose(body).unwrap().translation - before.translation).length() > 0.01,
            "nothing happened"
        );
    }
}
