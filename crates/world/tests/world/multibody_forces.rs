//! Forces from outside, and masses that are added on the way.

use crate::mechanics::*;
use bristle_geometry::{Pose, Wrench};
use bristle_world::{BodyId, Inertia, Joint, ModelBuilder, Spring, Stepping, World};
use glam::{DQuat, DVec3};

const G: f64 = 9.81;
const BOTH: [Stepping; 2] = [Stepping::Newton, Stepping::Explicit];

fn single(joint: Joint, gravity: f64, inertia: Inertia, stepping: Stepping) -> (World, BodyId) {
    let mut builder = ModelBuilder::new();
    builder.gravity(DVec3::NEG_Z * gravity);
    let id = builder.body(body("body", None, askew(), joint, inertia)).unwrap();
    (World::new(builder.build().unwrap()).with_stepping(stepping), id)
}

#[test]
fn a_push_at_a_point_of_a_free_body_gives_it_momentum_and_spin() {
    let body = awkward(0.6, DVec3::new(0.1, 0.05, -0.2), DVec3::new(0.02, 0.03, 0.04));
    for stepping in BOTH {
        let (mut world, id) = single(Joint::free(), 0.0, body, stepping);
        let push = Wrench {
            force: DVec3::new(1.3, -0.4, 0.7),
            torque: DVec3::new(-0.02, 0.05, 0.03),
            point: DVec3::new(0.3, 0.1, 0.2),
        };
        world.apply(id, push).unwrap();
        world.step(1e-6).unwrap();
        let centre = askew().transform_point(body.centre);
        let at = askew().transform_point(push.point);
        let momentum = world.momentum();
        assert_close_vec(momentum.linear, push.force * 1e-6, 1e-15); // it turns by 1e-11 in the step
        let spin = momentum.angular - centre.cross(momentum.linear);
        assert_close_vec(spin, (push.torque + (at - centre).cross(push.force)) * 1e-6, 1e-15);
        // Taken away again, it goes on as it goes.
        world.apply(id, Wrench::default()).unwrap();
        let before = world.momentum().linear;
        run(&mut world, 0.1, 100);
        assert_close_vec(world.momentum().linear, before, 1e-12);
    }
}

#[test]
fn a_body_at_rest_without_gravity_obeys_a_push_of_any_size() {
    let body = awkward(0.6, DVec3::new(0.1, 0.05, -0.2), DVec3::new(0.02, 0.03, 0.04));
    for stepping in BOTH {
        for size in [1e-9, 1e-3, 1.0, 1e3] {
            let (mut world, id) = single(Joint::free(), 0.0, body, stepping);
            let force = DVec3::new(1.3, -0.4, 0.7) * size;
            world.apply(id, Wrench { force, point: DVec3::X, ..Default::default() }).unwrap();
            world.step(1e-6).unwrap();
            assert_close_vec(world.momentum().linear / size, force / size * 1e-6, 1e-9);
        }
    }
}

#[test]
fn a_pendulum_pulled_sideways_hangs_where_pull_and_weight_balance() {
    // The pull stays horizontal while the pendulum turns; it acts at the tip.
    let bob = awkward(0.6, DVec3::new(0.0, 0.0, -0.2), DVec3::new(0.02, 0.03, 0.04));
    for stepping in BOTH {
        let mut builder = ModelBuilder::new();
        let hinge = Joint::revolute(DVec3::Y).with_damping(0.4);
        let id = builder.body(body("bob", None, Pose::IDENTITY, hinge, bob)).unwrap();
        let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
        let tip = Wrench { force: DVec3::NEG_X * 2.1, point: DVec3::NEG_Z * 0.5, ..Default::default() };
        world.apply(id, tip).unwrap();
        run(&mut world, 12.0, 12_000);
        let angle = (2.1 * 0.5_f64 / (0.6 * G * 0.2)).atan();
        assert_close(world.joint_position(id).unwrap(), angle, 1e-12);
        // A pure torque on top, then nothing.
        world.apply(id, Wrench { torque: DVec3::Y * 0.3, ..Default::default() }).unwrap();
        run(&mut world, 12.0, 12_000);
        assert_close(world.joint_position(id).unwrap(), (0.3 / (0.6 * G * 0.2_f64)).asin(), 1e-12);
    }
}

#[test]
fn a_pendulum_let_go_sideways_weighs_less_than_its_weight() {
    // Its centre falls with g m a²/I, the hinge carries the rest: also for explicit steps, and without any sensor.
    let bob = awkward(0.6, DVec3::X * 0.2, DVec3::new(0.02, 0.03, 0.04));
    let inertia = bob.about_centre.y_axis.y + 0.6 * 0.04;
    for stepping in [Stepping::Newton, Stepping::Explicit] {
        let mut builder = ModelBuilder::new();
        let id = builder.body(body("bob", None, Pose::IDENTITY, Joint::revolute(DVec3::Y), bob)).unwrap();
        let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
        world.step(1e-6).unwrap();
        let felt = world.joint_wrench(id).unwrap();
        // It turns by 1e-11 in the step.
        assert_close_vec(felt.force, DVec3::Z * 0.6 * G * (1.0 - 0.6 * 0.04 / inertia), 1e-9);
        assert_close(felt.torque.y, 0.0, 1e-9);
    }
}

#[test]
fn a_spring_scale_reads_what_is_put_into_its_pan() {
    const K: f64 = 320.0;
    for stepping in BOTH {
        let mut builder = ModelBuilder::new();
        let joint =
            Joint::prismatic(DVec3::Z).with_spring(Spring { stiffness: K, rest: 0.0 }).with_damping(9.0);
        let pan = awkward(0.21, DVec3::new(0.01, 0.0, 0.02), DVec3::new(2e-4, 3e-4, 4e-4));
        let id = builder.body(body("pan", None, Pose::IDENTITY, joint, pan)).unwrap();
        let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
        let (mut mass, mut moment) = (0.21, pan.centre * 0.21);
        for (added, at) in
            [(0.0, DVec3::ZERO), (0.037, DVec3::new(0.05, -0.02, 0.0)), (0.15, DVec3::new(-0.04, 0.03, 0.01))]
        {
            let marble = awkward(added, at, DVec3::splat(1e-6));
            world.add_mass(id, if added > 0.0 { marble } else { Inertia::ZERO }).unwrap();
            mass += added;
            moment += at * added;
            run(&mut world, 3.0, 3000);
            assert_close(world.joint_position(id).unwrap(), -mass * G / K, 1e-12);
            let felt = world.joint_wrench(id).unwrap();
            assert_close_vec(felt.force, DVec3::Z * mass * G, 1e-9);
            assert_close_vec(felt.torque, (moment / mass).cross(felt.force), 1e-9);
        }
        // The model itself has not changed.
        assert_eq!(world.model().mass(), 0.21);
    }
}

#[test]
fn marbles_that_ride_along_bring_momentum_and_marbles_at_rest_take_speed() {
    let cup = awkward(0.3, DVec3::ZERO, DVec3::splat(1e-3));
    for stepping in BOTH {
        let (mut world, id) = single(Joint::prismatic(DVec3::X), 0.0, cup, stepping);
        world.edit(|model, state| state.set_joint_velocity(model, id, &[0.8])).unwrap();
        let axis = askew().rotation * DVec3::X;
        assert_close_vec(world.momentum().linear, axis * 0.3 * 0.8, 1e-16);
        world.add_mass(id, Inertia::point(0.05, DVec3::Y * 0.01)).unwrap();
        assert_close_vec(world.momentum().linear, axis * 0.35 * 0.8, 1e-16);
        // One that was at rest: the momentum stays, so the speed falls.
        world.add_mass(id, Inertia::point(0.07, DVec3::ZERO)).unwrap();
        let slower = 0.35 * 0.8 / 0.42;
        world.edit(|model, state| state.set_joint_velocity(model, id, &[slower])).unwrap();
        assert_close_vec(world.momentum().linear, axis * 0.35 * 0.8, 1e-16);
        run(&mut world, 1.0, 100);
        assert_close(world.joint_velocity(id).unwrap(), slower, 1e-15);
        // From now on a force moves all of it.
        world.apply(id, Wrench { force: axis * 0.9, ..Default::default() }).unwrap();
        run(&mut world, 0.5, 100);
        assert_close(world.joint_velocity(id).unwrap(), slower + 0.9 / 0.42 * 0.5, 1e-13);
    }
}

/// A free base with a ball joint, a slide, hinges and a gear on it.
fn tree() -> (bristle_world::Model, Vec<BodyId>) {
    let mut builder = ModelBuilder::new();
    builder.gravity(DVec3::new(0.0, 0.3, -9.7));
    let part =
        |mass: f64| awkward(mass, DVec3::new(0.03, 0.02, -0.06), DVec3::new(0.6, 0.7, 0.9) * mass * 0.01);
    let side = |x: f64, turn: f64| Pose::new(DQuat::from_rotation_z(turn), DVec3::new(x, 0.05, -0.1));
    let base = builder.body(body("base", None, askew(), Joint::free(), part(1.1))).unwrap();
    let arm = builder.body(body("arm", Some(base), side(0.2, 0.4), Joint::ball(), part(0.5))).unwrap();
    let hinge = Joint::revolute(DVec3::new(0.3, 1.1, -0.7));
    let elbow = builder.body(body("elbow", Some(arm), side(0.1, -0.3), hinge, part(0.3))).unwrap();
    let rod = Joint::prismatic(DVec3::new(1.0, 0.2, 0.1));
    let rod = builder.body(body("rod", Some(base), side(-0.2, 0.8), rod, part(0.4))).unwrap();
    let gear =
        Joint::revolute(DVec3::Y).with_mimic(bristle_world::Mimic { body: elbow, ratio: -1.3, offset: 0.2 });
    let gear = builder.body(body("gear", Some(rod), side(0.05, 0.1), gear, part(0.2))).unwrap();
    (builder.build().unwrap(), vec![base, arm, elbow, rod, gear])
}

#[test]
fn a_tree_that_falls_and_tumbles_moves_its_centre_on_a_parabola_and_keeps_spin_and_energy() {
    const TIME: f64 = 0.6;
    let (model, bodies) = tree();
    let set_going = || {
        let mut world = World::new(model.clone());
        let velocities: [&[f64]; 4] = [&[0.7, -0.3, 2.1, 1.3, -0.9, 0.4], &[2.1, -1.7, 0.9], &[3.1], &[0.6]];
        world
            .edit(|model, state| {
                for (body, velocity) in bodies.iter().zip(velocities) {
                    state.set_joint_velocity(model, *body, velocity)?;
                }
                Ok(())
            })
            .unwrap();
        world
    };
    let centre = |world: &World| {
        let sum = |f: &dyn Fn(usize) -> DVec3| (0..bodies.len()).map(f).sum::<DVec3>();
        sum(&|i| {
            world.pose(bodies[i]).unwrap().transform_point(model.bodies()[i].inertia.centre)
                * model.bodies()[i].inertia.mass
        }) / model.mass()
    };
    let start = set_going();
    let (from, momentum, energy) = (centre(&start), start.momentum(), start.energy().total());
    let own_spin = |world: &World| world.momentum().angular - centre(world).cross(world.momentum().linear);
    let first_spin = own_spin(&start);
    let weight = model.gravity() * model.mass();
    let errors = |steps: usize| {
        let mut world = set_going();
        run(&mut world, TIME, steps);
        let parabola = from + momentum.linear / model.mass() * TIME + model.gravity() * (0.5 * TIME * TIME);
        [
            (centre(&world) - parabola).length(),
            (world.momentum().linear - momentum.linear - weight * TIME).length(),
            (own_spin(&world) - first_spin).length(),
            (world.energy().total() - energy).abs(),
        ]
    };
    let all = [300, 600, 1200].map(errors);
    println!("centre, momentum, spin, energy: {all:?}");
    // Springs, gears and joints between its parts do not know how the whole lies in space: Noether keeps all four.
    for quantity in 0..4 {
        let [a, b, c] = all.map(|e| e[quantity]);
        assert!(
            c < 1e-4 && (3.6..4.4).contains(&(a / b)) && (3.6..4.4).contains(&(b / c)),
            "{quantity}: {all:?}"
        );
    }
}
