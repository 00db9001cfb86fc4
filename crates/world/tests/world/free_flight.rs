//! Free flight does not depend on where a body's frame is.

use crate::mechanics::*;
use crate::support::bodies::under_gravity;
use crate::support::passing::watch;
use bristle_geometry::Pose;
use bristle_world::{BodyId, Inertia, Joint, ModelBuilder, Stepping, World};
use glam::{DMat3, DQuat, DVec3, dvec3};
use proptest::prelude::*;

const GRAVITY: DVec3 = dvec3(0.03, -0.11, -0.97);

/// A body in flight, described in a frame: all else is given about its centre of mass.
#[derive(Clone, Copy, Debug)]
struct Flight {
    mass: f64,
    principal: DVec3,
    attitude: DQuat,
    velocity: DVec3,
    spin: DVec3,
}

const START: DVec3 = dvec3(0.3, -0.7, 1.1);

impl Flight {
    /// The frame in the frame that has its origin in the centre of mass and its axes along the principal ones.
    fn world(&self, frame: Pose, stepping: Stepping) -> (World, BodyId) {
        let to_frame = frame.inverse();
        let axes = DMat3::from_quat(to_frame.rotation);
        let inertia = Inertia {
            mass: self.mass,
            centre: to_frame.translation,
            about_centre: axes * DMat3::from_diagonal(self.principal) * axes.transpose(),
        };
        let pose = Pose::new(self.attitude, START) * frame;
        let mut builder = ModelBuilder::new();
        builder.gravity(GRAVITY);
        let id = builder.body(body("stone", None, pose, Joint::free(), inertia)).unwrap();
        let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
        let origin = self.velocity + self.spin.cross(pose.translation - START);
        let velocity = [origin.to_array(), self.spin.to_array()].concat();
        world.edit(|model, state| state.set_joint_velocity(model, id, &velocity)).unwrap();
        (world, id)
    }
}

fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    [-1.0..1.0, -1.0..1.0, -1.0..1.0_f64].prop_map(move |v| DVec3::from_array(v) * size)
}

fn rotation() -> impl Strategy<Value = DQuat> {
    vector(3.0).prop_map(DQuat::from_scaled_axis)
}

/// Sums of two principal moments are larger than the third.
fn flight() -> impl Strategy<Value = Flight> {
    let principal = [0.7..1.3, 0.7..1.3, 0.7..1.3_f64].prop_map(|m| DVec3::from_array(m) * 1.1e-3);
    let given = (0.03..3.0, principal, rotation(), vector(2.0), vector(11.0));
    given.prop_map(|(mass, principal, attitude, velocity, spin)| Flight {
        mass,
        principal: principal * mass,
        attitude,
        velocity,
        spin,
    })
}

fn frame() -> impl Strategy<Value = Pose> {
    (rotation(), vector(0.2)).prop_map(|(rotation, origin)| Pose::new(rotation, origin))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    /// The centre of mass of whatever spins flies along its parabola, its linear momentum falls evenly, to round-off over 10⁴ steps.
    #[test]
    fn a_spinning_body_flies_along_its_parabola_wherever_its_frame_is(flight in flight(), frame in frame()) {
        let (mut world, id) = flight.world(frame, Stepping::Newton);
        let centre = frame.inverse().translation;
        let start = world.momentum();
        let (mut off_path, mut off_momentum) = (0.0_f64, 0.0_f64);
        for step in 1..=10_000 {
            world.step(1e-3).unwrap();
            let t = 1e-3 * f64::from(step);
            let path = START + flight.velocity * t + GRAVITY * (0.5 * t * t);
            let found = world.pose(id).unwrap().transform_point(centre);
            off_path = off_path.max((found - path).length());
            let momentum = start.linear + GRAVITY * (flight.mass * t);
            off_momentum = off_momentum.max((world.momentum().linear - momentum).length() / flight.mass);
        }
        // 10⁴ roundings of some 50 m and 12 m/s.
        prop_assert!(off_path < 2e-10 && off_momentum < 2e-11, "{off_path:e} m, {off_momentum:e} m/s");
    }

    /// What is as heavy about every axis keeps its angular momentum to round-off, wherever its frame is.
    #[test]
    fn an_evenly_heavy_body_keeps_its_spin_wherever_its_frame_is(flight in flight(), frame in frame()) {
        let even = Flight { principal: DVec3::splat(flight.principal.x), ..flight };
        let (mut world, id) = even.world(frame, Stepping::Newton);
        let spin = |world: &World| {
            let momentum = world.momentum();
            let centre = world.pose(id).unwrap().transform_point(frame.inverse().translation);
            momentum.angular - centre.cross(momentum.linear)
        };
        let before = spin(&world);
        (0..10_000).for_each(|_| { world.step(1e-3).unwrap(); });
        let (after, size) = (spin(&world), even.principal.x * even.spin.length());
        // Of what the momentum of some 12 m/s has about the world's origin, 50 m away, it is a thousandth.
        prop_assert!((after - before).length() < 1e-9 * size + 1e-15 * 600.0 * even.mass, "{before} {after}");
    }

    /// The same body described in two frames goes the same way: to round-off, and what tumbling makes of it.
    #[test]
    fn a_body_goes_the_same_way_whatever_frame_describes_it(
        flight in flight(),
        frame in frame(),
        explicit in any::<bool>(),
    ) {
        let stepping = if explicit { Stepping::Explicit } else { Stepping::Newton };
        let [mut here, mut there] = [Pose::IDENTITY, frame].map(|frame| flight.world(frame, stepping).0);
        let mut apart = 0.0_f64;
        watch(&mut here, 1e-3, 2.0, |here| {
            there.step(1e-3).unwrap();
            let [a, b] = [here, &there].map(|world| world.pose(BodyId(0)).unwrap());
            let b = b * frame.inverse();
            let turned = (a.rotation.conjugate() * b.rotation).xyz().length();
            apart = apart.max(turned).max((a.translation - b.translation).length());
        });
        prop_assert!(apart < 1e-10, "{apart:e}");
    }
}

/// What is fixed to a free body belongs to it: only the centre of mass of both together flies along a parabola.
/// A body that flies alone is not searched for; with a loop that holds nothing of it, it is. Both go the same way.
#[test]
fn a_body_alone_flies_as_one_that_is_solved_for() {
    let ends = [false, true].map(|with_ballast| {
        let mut builder = under_gravity();
        let inertia = Inertia {
            mass: 0.7,
            centre: dvec3(0.01, -0.02, 0.03),
            about_centre: glam::DMat3::from_diagonal(dvec3(1e-3, 2e-3, 2.7e-3)),
        };
        let pose = Pose::new(glam::DQuat::from_rotation_x(0.4), dvec3(0.1, 0.2, 0.3));
        let thing = builder.body(body("thing", None, pose, Joint::free(), inertia)).unwrap();
        if with_ballast {
            let nothing = body("ballast", Some(thing), Pose::IDENTITY, Joint::fixed(), Inertia::ZERO);
            builder.body(nothing).unwrap();
        }
        let mut world = World::new(builder.build().unwrap());
        world
            .edit(|model, state| state.set_joint_velocity(model, thing, &[0.3, -0.7, 1.1, 4.0, -9.0, 6.0]))
            .unwrap();
        let push = bristle_geometry::Wrench {
            force: dvec3(0.4, 1.0, -0.3),
            torque: dvec3(0.01, -0.02, 0.005),
            point: dvec3(0.02, 0.0, -0.01),
        };
        world.apply(thing, push).unwrap();
        for _ in 0..400 {
            world.step(2e-3).unwrap();
        }
        (world.pose(thing).unwrap(), world.twist(thing).unwrap())
    });
    let [alone, solved] = ends;
    assert!((alone.0.translation - solved.0.translation).length() < 1e-9);
    assert!((alone.0.rotation - solved.0.rotation).length() < 1e-9);
    assert!((alone.1.linear - solved.1.linear).length() < 1e-8);
    assert!((alone.1.angular - solved.1.angular).length() < 1e-8);
}

#[test]
fn two_bodies_fixed_to_each_other_fly_as_one() {
    let (first, second) = (
        awkward(0.37, dvec3(0.03, -0.02, 0.05), dvec3(0.8e-3, 1.5e-3, 2.1e-3)),
        Inertia::point(0.21, dvec3(0.0, 0.04, 0.01)),
    );
    let mut builder = ModelBuilder::new();
    builder.gravity(GRAVITY);
    let root = builder.body(body("root", None, askew(), Joint::free(), first)).unwrap();
    let on_root = Pose::new(DQuat::from_rotation_y(0.4), dvec3(-0.1, 0.02, 0.07));
    builder.body(body("knob", Some(root), on_root, Joint::fixed(), second)).unwrap();
    let mut world = World::new(builder.build().unwrap());
    world.edit(|m, s| s.set_joint_velocity(m, root, &[0.3, -0.2, 1.1, 5.0, -3.0, 2.0])).unwrap();
    let mass = first.mass + second.mass;
    let whole = (first.centre * first.mass + on_root.transform_point(second.centre) * second.mass) / mass;
    let centre = |world: &World| world.pose(root).unwrap().transform_point(whole);
    let (start, momentum) = (centre(&world), world.momentum().linear);
    for step in 1..=2000 {
        world.step(1e-3).unwrap();
        let t = 1e-3 * f64::from(step);
        assert_close_vec(world.momentum().linear, momentum + GRAVITY * (mass * t), 1e-12);
        assert_close_vec(centre(&world), start + momentum / mass * t + GRAVITY * (0.5 * t * t), 1e-11);
    }
}

/// Velocities are given and told of the frame's origin, whatever is done in between.
#[test]
fn the_origin_of_a_free_body_moves_as_it_was_told_to() {
    let mut builder = ModelBuilder::new();
    let inertia = awkward(0.37, dvec3(0.03, -0.02, 0.05), dvec3(0.8e-3, 1.5e-3, 2.1e-3));
    let id = builder.body(body("stone", None, askew(), Joint::free(), inertia)).unwrap();
    let mut world = World::new(builder.build().unwrap());
    let (linear, angular) = (dvec3(0.3, -0.2, 1.1), dvec3(5.0, -3.0, 2.0));
    let given = [linear.to_array(), angular.to_array()].concat();
    let check = |world: &World| {
        let told = world.state().joint_velocity(world.model(), id);
        assert!(told.iter().zip(&given).all(|(a, b)| (a - b).abs() < 1e-15), "{told:?}");
        let twist = world.twist(id).unwrap();
        assert_close_vec(twist.linear, linear, 1e-15);
        assert_close_vec(twist.angular, angular, 1e-15);
    };
    world.edit(|model, state| state.set_joint_velocity(model, id, &given)).unwrap();
    check(&world);
    world.edit(|m, s| s.set_free_pose(m, id, Pose::from_axis_angle(DVec3::Y, 1.3))).unwrap();
    check(&world);
    world.add_mass(id, Inertia::point(0.4, dvec3(-0.1, 0.2, 0.05))).unwrap();
    check(&world);
}
