//! Joints that close loops: mechanisms against their closed forms.

use crate::support::G;
use crate::support::bodies::{body, fixed, free, sphere, under_gravity, weightless};
use bristle_geometry::{Pose, Wrench};
use bristle_world::{
    Body, BodyId, Inertia, Joint, LoopJoint, LoopKind, LoopSpring, Mass, ModelBuilder, ModelError, StepError,
    Stepping, World,
};
use glam::{DQuat, DVec3, dvec3};

const H: f64 = 1e-3;

/// A slender bar along x.
fn bar(length: f64, mass: f64) -> Inertia {
    let shape = bristle_geometry::shape::Cuboid::new(dvec3(0.5 * length, 4e-3, 3e-3)).unwrap().into();
    Inertia { centre: DVec3::X * 0.5 * length, ..Inertia::of_shape(&shape, Mass::Total(mass)).unwrap() }
}

fn link(builder: &mut ModelBuilder, name: &str, parent: Option<BodyId>, at: DVec3, length: f64) -> BodyId {
    let (pose, joint) = (Pose::from_translation(at), Joint::revolute(DVec3::Z));
    builder
        .body(Body { name: name.into(), parent, pose, joint, inertia: bar(length, 0.37 * length) })
        .unwrap()
}

fn pin(name: &str, bodies: [BodyId; 2], at: [DVec3; 2]) -> LoopJoint {
    LoopJoint {
        name: name.into(),
        bodies,
        frames: at.map(Pose::from_translation),
        kind: LoopKind::Pin,
        spring: None,
    }
}

/// Ground, crank, coupler and rocker \[m\].
const GROUND: f64 = 0.113;
const CRANK: f64 = 0.031;
const COUPLER: f64 = 0.097;
const ROCKER: f64 = 0.071;

/// Directions of coupler and rocker for a crank that points along `angle`: the triangle over the diagonal.
fn four_bar(angle: f64) -> (f64, f64) {
    let joint = dvec3(CRANK * angle.cos(), CRANK * angle.sin(), 0.0);
    let diagonal = dvec3(GROUND, 0.0, 0.0) - joint;
    let square = diagonal.length_squared();
    let cosine = (COUPLER * COUPLER + square - ROCKER * ROCKER) / (2.0 * COUPLER * square.sqrt());
    let coupler = diagonal.y.atan2(diagonal.x) + cosine.acos();
    let tip = joint + COUPLER * dvec3(coupler.cos(), coupler.sin(), 0.0);
    (coupler, tip.y.atan2(tip.x - GROUND))
}

fn four_bar_world(gravity: f64) -> (World, [BodyId; 3], bristle_world::LoopId) {
    let mut builder = weightless();
    builder.gravity(dvec3(0.0, -gravity, 0.0));
    let crank = link(&mut builder, "crank", None, DVec3::ZERO, CRANK);
    let coupler = link(&mut builder, "coupler", Some(crank), DVec3::X * CRANK, COUPLER);
    let rocker = link(&mut builder, "rocker", None, DVec3::X * GROUND, ROCKER);
    let joint = pin("tip", [coupler, rocker], [DVec3::X * COUPLER, DVec3::X * ROCKER]);
    let joint = builder.close_loop(joint).unwrap();
    let mut world = World::new(builder.build().unwrap());
    let start = 0.4;
    let (along_coupler, along_rocker) = four_bar(start);
    world
        .edit(|model, state| {
            state.set_joint_position(model, crank, &[start])?;
            state.set_joint_position(model, coupler, &[along_coupler - start])?;
            state.set_joint_position(model, rocker, &[along_rocker])
        })
        .unwrap();
    (world, [crank, coupler, rocker], joint)
}

fn apart(a: f64, b: f64) -> f64 {
    let turn = std::f64::consts::TAU;
    (a - b + 0.5 * turn).rem_euclid(turn) - 0.5 * turn
}

/// A crank that goes round at several turns per second; every position of the others is that of the closed form.
#[test]
fn a_four_bar_goes_round_on_its_closed_form_and_keeps_its_energy() {
    let (mut world, [crank, coupler, rocker], joint) = four_bar_world(0.0);
    world.apply(crank, Wrench { torque: DVec3::Z * 2e-3, ..Default::default() }).unwrap();
    (0..150).for_each(|_| {
        world.step(H).unwrap();
    });
    world.apply(crank, Wrench::default()).unwrap();
    let before = world.energy().total();
    let (mut worst, mut swung) = (0.0_f64, 0.0_f64);
    let (mut most, mut turns) = (0.0_f64, world.joint_position(crank).unwrap());
    for _ in 0..4000 {
        world.step(H).unwrap();
        let angle = world.joint_position(crank).unwrap();
        let (along_coupler, along_rocker) = four_bar(angle);
        worst = worst.max(apart(angle + world.joint_position(coupler).unwrap(), along_coupler).abs());
        worst = worst.max(apart(world.joint_position(rocker).unwrap(), along_rocker).abs());
        most = most.max(world.loop_error(joint).unwrap().0.length());
        swung = swung.max((world.energy().total() / before - 1.0).abs());
    }
    turns = (world.joint_position(crank).unwrap() - turns) / std::f64::consts::TAU;
    assert!(turns.abs() > 5.0, "only {turns} turns");
    assert!(worst < 2e-8 && most < 1e-9, "{worst:e} rad, {most:e} m");
    assert!(swung < 0.02, "energy off by {swung:e}");
}

/// At rest, held by a stop, the loop is open by its load over its stiffness alone, and stays to the last bit.
#[test]
fn a_four_bar_at_rest_is_closed_to_a_nanometre_and_never_drifts() {
    let (mut world, [crank, coupler, rocker], joint) = four_bar_world(G);
    // Hangs until it has come to rest: joints are damped by a torque against their motion.
    for _ in 0..6000 {
        let brake = |body| -2e-4 * world.joint_velocity(body).unwrap();
        let torques = [crank, coupler, rocker].map(|body| (body, brake(body)));
        for (body, torque) in torques {
            world.apply(body, Wrench { torque: DVec3::Z * torque, ..Default::default() }).unwrap();
        }
        world.step(H).unwrap();
    }
    for body in [crank, coupler, rocker] {
        world.apply(body, Wrench::default()).unwrap();
        world.edit(|model, state| state.set_joint_velocity(model, body, &[0.0])).unwrap();
    }
    (0..2000).for_each(|_| {
        world.step(H).unwrap();
    });
    let angle = world.joint_position(crank).unwrap();
    let (along_coupler, along_rocker) = four_bar(angle);
    assert!(apart(angle + world.joint_position(coupler).unwrap(), along_coupler).abs() < 1e-7);
    assert!(apart(world.joint_position(rocker).unwrap(), along_rocker).abs() < 1e-7);
    assert!(world.loop_error(joint).unwrap().0.length() < 1e-9);
    let steps = if std::env::var_os("BRISTLE_TEST_ALL").is_some() { 1_000_000 } else { 20_000 };
    let before = world.loop_error(joint).unwrap().0.length();
    (0..steps).for_each(|_| {
        world.step(H).unwrap();
    });
    let after = world.loop_error(joint).unwrap().0.length();
    assert!((after - before).abs() < 1e-12, "{before:e} {after:e}");
}

/// x = r cos φ + √(l² − r² sin² φ)
#[test]
fn a_slider_crank_follows_its_closed_form() {
    let (radius, rod_length) = (0.037, 0.121);
    let mut builder = weightless();
    let crank = link(&mut builder, "crank", None, DVec3::ZERO, radius);
    let rod = link(&mut builder, "rod", Some(crank), DVec3::X * radius, rod_length);
    let slider = body(
        &mut builder,
        "slider",
        Pose::from_translation(DVec3::X * (radius + rod_length)),
        Joint::prismatic(DVec3::X),
        Inertia::of_shape(&sphere(0.01), Mass::Total(0.2)).unwrap(),
    );
    builder.close_loop(pin("wrist", [rod, slider], [DVec3::X * rod_length, DVec3::ZERO])).unwrap();
    let mut world = World::new(builder.build().unwrap());
    world.apply(crank, Wrench { torque: DVec3::Z * 1e-3, ..Default::default() }).unwrap();
    let mut worst = 0.0_f64;
    for _ in 0..1500 {
        world.step(H).unwrap();
        let angle = world.joint_position(crank).unwrap();
        let expected = radius * angle.cos() + (rod_length.powi(2) - (radius * angle.sin()).powi(2)).sqrt();
        worst = worst.max((world.pose(slider).unwrap().translation.x - expected).abs());
    }
    assert!(world.joint_position(crank).unwrap() > 7.0);
    assert!(worst < 1e-9, "{worst:e} m");
}

/// The parallelogram of a parallel-jaw gripper: the jaw never turns, goes round on the crank's circle, and by virtual work the torque `τ = F L sin θ` holds a force on it.
#[test]
fn the_linkage_of_a_parallel_jaw_gripper_keeps_its_jaw_straight_and_passes_forces_on() {
    let (length, base) = (0.043, dvec3(0.004, 0.021, 0.0));
    let (force, torque) = (3.1, 0.09);
    let mut builder = weightless();
    let mut crank = |name: &str, at: DVec3| {
        let joint = Joint::revolute(DVec3::Z).with_damping(2e-3);
        let (pose, inertia) = (Pose::from_translation(at), bar(length, 0.02));
        builder.body(Body { name: name.into(), parent: None, pose, joint, inertia }).unwrap()
    };
    let (driver, follower) = (crank("driver", DVec3::ZERO), crank("follower", base));
    let jaw = Body {
        name: "jaw".into(),
        parent: Some(driver),
        pose: Pose::from_translation(DVec3::X * length),
        joint: Joint::revolute(DVec3::Z),
        inertia: bar(0.03, 0.03),
    };
    let jaw = builder.body(jaw).unwrap();
    builder.close_loop(pin("wrist", [jaw, follower], [base, DVec3::X * length])).unwrap();
    let mut world = World::new(builder.build().unwrap());
    let start = 0.5;
    world
        .edit(|model, state| {
            state.set_joint_position(model, driver, &[start])?;
            state.set_joint_position(model, follower, &[start])?;
            state.set_joint_position(model, jaw, &[-start])
        })
        .unwrap();
    world.apply(driver, Wrench { torque: DVec3::Z * torque, ..Default::default() }).unwrap();
    world.apply(jaw, Wrench { force: DVec3::X * force, ..Default::default() }).unwrap();
    let mut worst = 0.0_f64;
    for _ in 0..6000 {
        world.step(H).unwrap();
        let angle = world.joint_position(driver).unwrap();
        let pose = world.pose(jaw).unwrap();
        let expected = length * dvec3(angle.cos(), angle.sin(), 0.0);
        worst = worst.max((pose.translation - expected).length());
        worst = worst.max(length * (pose.rotation * DVec3::X - DVec3::X).length());
    }
    let angle = world.joint_position(driver).unwrap();
    let expected = (torque / (force * length)).asin();
    assert!((angle - expected).abs() < 1e-6, "{angle} rad, not {expected}");
    // The load comes at once, and opens the loop by as much as its spring yields until it is corrected.
    assert!(worst < force / 1e9, "{worst:e} m");
    let left = world.pose(jaw).unwrap().translation - length * dvec3(angle.cos(), angle.sin(), 0.0);
    assert!(left.length() < 1e-10, "{left} m");
}

/// A loop with a stated spring sags by weight over stiffness; welds, balls, sliders and planes hold what they hold.
#[test]
fn every_kind_of_loop_holds_what_it_holds_and_no_more() {
    let mass = 0.43;
    let start = Pose::new(DQuat::from_rotation_x(0.3), dvec3(0.02, -0.01, 0.05));
    for (kind, hangs) in [
        (LoopKind::Weld, true),
        (LoopKind::Ball, true),
        (LoopKind::Pin, true),
        (LoopKind::Plane, true),
        (LoopKind::Slider, false),
    ] {
        let mut builder = under_gravity();
        let base = fixed(&mut builder, "base", Pose::IDENTITY);
        let thing = free(&mut builder, "thing", sphere(0.01), mass, start);
        let joint = builder
            .close_loop(LoopJoint {
                name: "bond".into(),
                bodies: [base, thing],
                frames: [start, Pose::IDENTITY],
                kind,
                spring: Some(LoopSpring { stiffness: 2e5, turning_stiffness: 10.0, damping_time: 2e-3 }),
            })
            .unwrap();
        let mut world = World::new(builder.build().unwrap());
        // Sideways and about its own axis.
        world.apply(thing, Wrench { torque: dvec3(0.0, 0.0, 1e-4), ..Default::default() }).unwrap();
        (0..500).for_each(|_| {
            world.step(H).unwrap();
        });
        let sunk = start.inverse().transform_point(world.pose(thing).unwrap().translation);
        let down = start.rotation.conjugate() * DVec3::NEG_Z * mass * G / 2e5;
        match hangs {
            true if kind == LoopKind::Plane => {
                assert!((sunk.z - down.z).abs() < 1e-9, "{kind:?}: {sunk} {down}");
                assert!(sunk.y < -1e-2, "{kind:?} slides along the plane: {sunk}");
            }
            true => assert!((sunk - down).length() < 1e-9, "{kind:?}: {sunk} {down}"),
            false => {
                assert!((sunk - down).truncate().length() < 1e-9, "{kind:?}: {sunk} {down}");
                assert!(sunk.z < -1e-2, "{kind:?} slides: {sunk}");
            }
        }
        let turned = world.twist(thing).unwrap().angular.length() > 1e-3;
        assert_eq!(turned, !matches!(kind, LoopKind::Weld | LoopKind::Slider), "{kind:?} turns");
        if hangs && kind != LoopKind::Plane {
            let force = world.loop_wrench(joint).unwrap().force;
            assert!((force - DVec3::NEG_Z * mass * G).length() < 1e-6, "{kind:?}: {force}");
        }
    }
}

/// What begins open is closed at a stated speed, and not with a bang.
#[test]
fn a_loop_that_begins_open_is_closed_slowly() {
    let mut builder = weightless();
    let base = fixed(&mut builder, "base", Pose::IDENTITY);
    let thing = free(&mut builder, "thing", sphere(0.01), 0.2, Pose::from_translation(DVec3::X * 5e-3));
    builder.close_loop(pin("pin", [base, thing], [DVec3::ZERO; 2])).unwrap();
    let mut world = World::new(builder.build().unwrap());
    let mut fastest = 0.0_f64;
    for _ in 0..1500 {
        world.step(H).unwrap();
        fastest = fastest.max(world.twist(thing).unwrap().linear.length());
    }
    assert!(fastest < 0.051, "{fastest} m/s");
    assert!(world.pose(thing).unwrap().translation.length() < 1e-9);
}

#[test]
fn loops_that_make_no_sense_are_refused_and_explicit_steps_are_not_taken() {
    let mut builder = weightless();
    let base = fixed(&mut builder, "base", Pose::IDENTITY);
    let thing = free(&mut builder, "thing", sphere(0.01), 0.2, Pose::IDENTITY);
    let good = pin("pin", [base, thing], [DVec3::ZERO; 2]);
    let to_itself = LoopJoint { bodies: [thing, thing], ..good.clone() };
    let soft = LoopSpring { stiffness: 0.0, turning_stiffness: 1.0, damping_time: 0.0 };
    let bad = [
        to_itself,
        LoopJoint { spring: Some(soft), ..good.clone() },
        LoopJoint { frames: [Pose::from_translation(DVec3::NAN); 2], ..good.clone() },
    ];
    for joint in bad {
        assert!(matches!(builder.close_loop(joint), Err(ModelError::BadLoop { .. })));
    }
    builder.close_loop(good.clone()).unwrap();
    assert!(matches!(builder.close_loop(good), Err(ModelError::Duplicate { .. })));
    let mut world = World::new(builder.build().unwrap()).with_stepping(Stepping::Explicit);
    assert!(matches!(world.step(H), Err(StepError::Model(ModelError::NeedsNewton { .. }))));
}
