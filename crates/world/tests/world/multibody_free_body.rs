//! A free asymmetric body, given in a frame far from its centre and its principal axes, against Euler's equations.

use crate::mechanics::*;
use bristle_geometry::Pose;
use bristle_world::{BodyId, Inertia, Joint, Model, ModelBuilder, Stepping, World};
use glam::{DMat3, DQuat, DVec3};

const PRINCIPAL: DVec3 = DVec3::new(0.8e-3, 1.5e-3, 2.1e-3);
const GRAVITY: DVec3 = DVec3::new(0.3, -1.1, -9.7);
/// Of the centre of mass.
const VELOCITY: DVec3 = DVec3::new(1.3, -0.4, 2.7);
/// Nearly about the middle principal axis, about which a body tumbles.
const SPIN: DVec3 = DVec3::new(0.05, 9.0, 0.03);

fn stone() -> Inertia {
    awkward(0.37, DVec3::new(0.03, -0.02, 0.05), PRINCIPAL)
}

fn thrown() -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    builder.gravity(GRAVITY);
    let stone = builder.body(body("stone", None, askew(), Joint::free(), stone())).unwrap();
    (builder.build().unwrap(), stone)
}

fn throw(model: &Model, id: BodyId, stepping: Stepping) -> World {
    let mut world = World::new(model.clone()).with_stepping(stepping);
    let omega = askew().rotation * (awkward_axes() * SPIN);
    let origin = VELOCITY - omega.cross(askew().rotation * stone().centre);
    let [a, b] = [origin, omega].map(|x| x.to_array());
    world.edit(|model, state| state.set_joint_velocity(model, id, &[a, b].concat())).unwrap();
    world
}

/// Pose of the body's frame after `time`: Euler's equations in the principal axes, the quaternion's kinematics, and a
/// parabola.
fn euler(time: f64) -> Pose {
    let first = askew().rotation * DQuat::from_mat3(&awkward_axes());
    let [x, y, z, w] = first.to_array();
    let start = [SPIN.x, SPIN.y, SPIN.z, x, y, z, w];
    let end = integrate(start, time, 20_000, 1e-12, |_, &[a, b, c, x, y, z, w]| {
        let moments = PRINCIPAL;
        let turned = DQuat::from_xyzw(x, y, z, w) * DQuat::from_xyzw(a, b, c, 0.0) * 0.5;
        let [dx, dy, dz, dw] = turned.to_array();
        [
            (moments.y - moments.z) * b * c / moments.x,
            (moments.z - moments.x) * c * a / moments.y,
            (moments.x - moments.y) * a * b / moments.z,
            dx,
            dy,
            dz,
            dw,
        ]
    });
    let principal = DMat3::from_quat(DQuat::from_xyzw(end[3], end[4], end[5], end[6]).normalize());
    let rotation = DQuat::from_mat3(&(principal * awkward_axes().transpose()));
    let start = askew().transform_point(stone().centre);
    let centre = start + VELOCITY * time + GRAVITY * (0.5 * time * time);
    Pose::new(rotation, centre - rotation * stone().centre)
}

fn distance(a: Pose, b: Pose) -> f64 {
    // Half the angle between them, and metres.
    let turn = (a.rotation.conjugate() * b.rotation).xyz().length();
    turn.max((a.translation - b.translation).length())
}

#[test]
fn a_thrown_stone_tumbles_as_euler_says_to_second_order_by_newton_steps() {
    const TIME: f64 = 1.1;
    let (model, id) = thrown();
    let expected = euler(TIME);
    let smallest = assert_order(Stepping::Newton, 550, |steps| {
        let mut world = throw(&model, id, Stepping::Newton);
        run(&mut world, TIME, steps);
        distance(world.pose(id).unwrap(), expected)
    });
    // (hω)²/12 = 1.7e-6 over 10 radians, and a tumble multiplies what was there at its begin by e^5.
    assert!(smallest < 1e-3, "{smallest}");
}

#[test]
fn a_thrown_stone_tumbles_as_euler_says_to_first_order_by_explicit_steps() {
    const TIME: f64 = 0.5;
    let (model, id) = thrown();
    let expected = euler(TIME);
    assert_order(Stepping::Explicit, 2000, |steps| {
        let mut world = throw(&model, id, Stepping::Explicit);
        run(&mut world, TIME, steps);
        distance(world.pose(id).unwrap(), expected)
    });
}

#[test]
fn the_middle_axis_turns_over_and_the_others_do_not() {
    // Poinsot: the polhode about the middle axis leads to its other end.
    for (axis, turns_over) in [(DVec3::X, false), (DVec3::Y, true), (DVec3::Z, false)] {
        let mut builder = ModelBuilder::new();
        builder.gravity(DVec3::ZERO);
        let inertia =
            Inertia { mass: 0.37, centre: DVec3::ZERO, about_centre: DMat3::from_diagonal(PRINCIPAL) };
        let id = builder.body(body("plate", None, Pose::IDENTITY, Joint::free(), inertia)).unwrap();
        let mut world = World::new(builder.build().unwrap());
        let spin = axis * 9.0 + DVec3::new(0.02, 0.03, 0.01);
        let velocity = [DVec3::ZERO.to_array(), spin.to_array()].concat();
        world.edit(|model, state| state.set_joint_velocity(model, id, &velocity)).unwrap();
        let mut lowest = 1.0_f64;
        for _ in 0..5000 {
            world.step(1e-3).unwrap();
            lowest = lowest.min((world.pose(id).unwrap().rotation * axis).dot(axis));
        }
        // A stable axis strays by some times the 0.3 % that it was disturbed by.
        assert!(if turns_over { lowest < -0.99 } else { lowest > 0.999 }, "{axis}: {lowest}");
    }
}

#[test]
fn without_forces_momentum_stays_and_with_gravity_it_falls() {
    let (model, id) = thrown();
    let mut world = throw(&model, id, Stepping::Newton);
    let (start, mass) = (world.momentum(), stone().mass);
    let energy = world.energy().total();
    let h = 5e-4;
    for step in 1..=4000 {
        world.step(h).unwrap();
        let t = h * step as f64;
        let now = world.momentum();
        assert_close_vec(now.linear, start.linear + GRAVITY * (mass * t), 1e-12);
        let centre = world.pose(id).unwrap().transform_point(stone().centre);
        let own_spin = now.angular - centre.cross(now.linear);
        let first_spin = start.angular - askew().transform_point(stone().centre).cross(start.linear);
        assert_close_vec(own_spin, first_spin, 1e-4 * first_spin.length());
        assert_close(world.energy().total(), energy, 1e-5 * energy.abs());
    }
}

#[test]
fn a_body_that_spins_about_a_principal_axis_through_its_origin_goes_on_evenly_for_ever() {
    let mut builder = ModelBuilder::new();
    builder.gravity(DVec3::ZERO);
    let inertia = awkward(0.37, DVec3::ZERO, PRINCIPAL);
    let id = builder.body(body("wheel", None, askew(), Joint::free(), inertia)).unwrap();
    let mut world = World::new(builder.build().unwrap());
    let omega = askew().rotation * (awkward_axes() * DVec3::Z) * 7.3;
    let velocity = [VELOCITY.to_array(), omega.to_array()].concat();
    world.edit(|model, state| state.set_joint_velocity(model, id, &velocity)).unwrap();
    run(&mut world, 100.0, 20_000);
    let expected = Pose::new(
        DQuat::from_scaled_axis(omega * 100.0) * askew().rotation,
        askew().translation + VELOCITY * 100.0,
    );
    // The rotation of one step is exact here: rounding remains, 2e4 steps of 1e-16 each, and of the 730 radians.
    assert!(
        distance(world.pose(id).unwrap(), expected) < 3e-10,
        "{}",
        distance(world.pose(id).unwrap(), expected)
    );
}
