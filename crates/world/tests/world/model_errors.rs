//! Whatever is wrong with a model or a state is said, by name and with a way out.

use crate::mechanics::*;
use bristle_contact::presets;
use bristle_geometry::shape::Sphere;
use bristle_geometry::{Pose, Shape, Wrench};
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use bristle_world::sensor::{Response, Sensor, SensorKind};
use bristle_world::{
    BodyId, Command, DryFriction, Inertia, Joint, JointKind, Limits, Mimic, Model, ModelBuilder, ModelError,
    Motor, MotorId, SensorId, SkinId, Spring, State, Trajectory, World,
};
use glam::{DMat3, DQuat, DVec3};

fn lump() -> Inertia {
    awkward(0.6, DVec3::new(0.1, 0.05, -0.2), DVec3::new(0.02, 0.03, 0.04))
}

fn skin() -> Skin {
    Skin::new(&SkinLayout::grid(3, 2, 3.4e-3).unwrap(), presets::table3(), SkinOptions::default()).unwrap()
}

fn ball() -> Shape {
    Sphere::new(0.1).unwrap().into()
}

/// A hinge, a ball joint and a free body.
fn three() -> (ModelBuilder, [BodyId; 3]) {
    let mut builder = ModelBuilder::new();
    let joints = [("hinge", Joint::revolute(DVec3::Y)), ("socket", Joint::ball()), ("stone", Joint::free())];
    let ids =
        joints.map(|(name, joint)| builder.body(body(name, None, Pose::IDENTITY, joint, lump())).unwrap());
    (builder, ids)
}

/// The error of a hinge or slide named `joint 5`, which must say so and use all these words.
#[track_caller]
fn refuse_joint(joint: Joint, words: &[&str]) {
    let (mut builder, _) = three();
    let error = builder.body(body("joint 5", None, Pose::IDENTITY, joint, lump())).unwrap_err();
    assert!(matches!(error, ModelError::BadJoint { .. }), "{error:?}");
    assert_says(&error, &["`joint 5`"]);
    assert_says(&error, words);
}

#[track_caller]
fn assert_says(error: &dyn std::error::Error, words: &[&str]) {
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "`{word}` is not in: {text}");
    }
}

#[test]
fn numbers_that_no_joint_has_are_refused() {
    let hinge = || Joint::revolute(DVec3::Y);
    for axis in [DVec3::ZERO, DVec3::NAN, DVec3::INFINITY, DVec3::splat(1e200)] {
        refuse_joint(Joint::revolute(axis), &["axis", "not zero"]);
        refuse_joint(Joint::prismatic(axis), &["axis", "not zero"]);
    }
    for bad in [-0.1, f64::NAN, f64::INFINITY] {
        refuse_joint(hinge().with_damping(bad), &["damping", "not negative"]);
        refuse_joint(hinge().with_armature(bad), &["armature", "not negative"]);
        let friction = DryFriction { force: bad, stiffness: 1.0 };
        refuse_joint(hinge().with_friction(friction), &["dry friction", "not negative"]);
        let friction = DryFriction { force: 1.0, stiffness: bad };
        refuse_joint(hinge().with_friction(friction), &["stiffness of the dry friction", "positive"]);
        refuse_joint(hinge().with_spring(Spring { stiffness: bad, rest: 0.0 }), &["stiffness of the spring"]);
        let limits = Limits { lower: -1.0, upper: 1.0, stiffness: bad, damping: 0.0 };
        refuse_joint(hinge().with_limits(limits), &["stiffness of the limits", "positive"]);
        refuse_joint(
            hinge().with_limits(Limits { stiffness: 1.0, damping: bad, ..limits }),
            &["damping of the limits"],
        );
    }
    refuse_joint(hinge().with_friction(DryFriction { force: 1.0, stiffness: 0.0 }), &["positive"]);
    refuse_joint(
        hinge().with_spring(Spring { stiffness: 1.0, rest: f64::NAN }),
        &["rest position", "finite"],
    );
    for (lower, upper) in [(1.0, 1.0), (0.3, -0.7), (f64::NAN, 1.0), (f64::NEG_INFINITY, 0.0)] {
        let limits = Limits { lower, upper, stiffness: 1.0, damping: 0.0 };
        refuse_joint(hinge().with_limits(limits), &["limits", "lower must be below upper"]);
    }
}

#[test]
fn what_needs_one_degree_of_freedom_says_so() {
    let hold = Trajectory::hold(0.3).unwrap();
    let spring = Spring { stiffness: 1.0, rest: 0.0 };
    let limits = Limits { lower: 0.0, upper: 1.0, stiffness: 1.0, damping: 0.0 };
    let friction = DryFriction { force: 1.0, stiffness: 1.0 };
    let mimic = Mimic { body: BodyId(0), ratio: 1.0, offset: 0.0 };
    for kind in [Joint::fixed, Joint::ball, Joint::free] {
        refuse_joint(kind().with_motion(hold.clone()), &["motion", "revolute or prismatic"]);
        refuse_joint(kind().with_spring(spring), &["spring", "revolute or prismatic"]);
        refuse_joint(kind().with_limits(limits), &["limits", "revolute or prismatic"]);
        refuse_joint(kind().with_friction(friction), &["dry friction", "revolute or prismatic"]);
        refuse_joint(kind().with_mimic(mimic), &["mimic", "revolute or prismatic"]);
    }
}

#[test]
fn a_joint_follows_only_what_can_lead() {
    let follow = |body: usize, ratio: f64, offset: f64| {
        Joint::revolute(DVec3::Y).with_mimic(Mimic { body: BodyId(body), ratio, offset })
    };
    for (ratio, offset) in [(0.0, 0.0), (f64::NAN, 0.0), (f64::INFINITY, 0.0), (1.0, f64::NAN)] {
        refuse_joint(follow(0, ratio, offset), &["mimic", "ratio", "finite"]);
    }
    refuse_joint(follow(0, 1.0, 0.0).with_motion(Trajectory::hold(0.0).unwrap()), &["choose one"]);
    refuse_joint(follow(1, 1.0, 0.0), &["`socket`", "no revolute or prismatic"]);
    let (mut builder, _) = three();
    let second = builder.body(body("second", None, Pose::IDENTITY, follow(0, 2.0, 0.0), lump())).unwrap();
    let error =
        builder.body(body("third", None, Pose::IDENTITY, follow(second.0, 2.0, 0.0), lump())).unwrap_err();
    assert_says(&error, &["`third`", "`second`", "name that one"]);
    // Not yet there, or never.
    let error = builder.body(body("fourth", None, Pose::IDENTITY, follow(99, 2.0, 0.0), lump())).unwrap_err();
    assert!(matches!(error, ModelError::Unknown { what: "body", index: 99, .. }), "{error:?}");
}

#[test]
fn handles_of_other_models_are_unknown() {
    let (mut builder, _) = three();
    let unknown = |error: ModelError, kind: &str, count: usize| {
        assert!(matches!(error, ModelError::Unknown { index: 99, .. }), "{error:?}");
        assert_says(&error, &[&format!("{kind} 99 does not exist; there are {count}")]);
    };
    let far = BodyId(99);
    unknown(
        builder.body(body("x", Some(far), Pose::IDENTITY, Joint::fixed(), lump())).unwrap_err(),
        "body",
        3,
    );
    unknown(builder.shape(far, "x", ball(), Pose::IDENTITY).unwrap_err(), "body", 3);
    unknown(builder.skin(far, "x", skin(), Pose::IDENTITY).unwrap_err(), "body", 3);
    unknown(
        builder.motor(Motor::builder("x", far).effort_limit(1.0).build().unwrap()).unwrap_err(),
        "body",
        3,
    );
    let mut excluding = builder.clone();
    excluding.exclude(BodyId(0), far);
    unknown(excluding.build().unwrap_err(), "body", 3);
    let mut world = World::new(builder.build().unwrap());
    world.step(1e-3).unwrap();
    unknown(world.pose(far).unwrap_err(), "body", 3);
    unknown(world.twist(far).unwrap_err(), "body", 3);
    unknown(world.joint_position(far).unwrap_err(), "body", 3);
    unknown(world.joint_velocity(far).unwrap_err(), "body", 3);
    unknown(world.joint_wrench(far).unwrap_err(), "body", 3);
    unknown(world.apply(far, Wrench::default()).unwrap_err(), "body", 3);
    unknown(world.add_mass(far, Inertia::ZERO).unwrap_err(), "body", 3);
    unknown(world.reading(SkinId(99)).unwrap_err(), "skin", 0);
    unknown(world.sensor(SensorId(99)).unwrap_err(), "sensor", 0);
    unknown(world.command(MotorId(99), Command::Effort(0.0)).unwrap_err(), "motor", 0);
    unknown(world.edit(|m, s| s.set_joint_position(m, far, &[])).unwrap_err(), "body", 3);
    assert_eq!(world.state().joint_position(world.model(), far), &[] as &[f64]);
    assert_eq!(world.state().joint_velocity(world.model(), far), &[] as &[f64]);
    assert!(world.telemetry(MotorId(99)).is_none() && !world.model().is_movable(far));
}

#[test]
fn names_are_given_once() {
    let (mut builder, [hinge, ..]) = three();
    let twice = |error: ModelError, kind: &str| {
        assert!(matches!(error, ModelError::Duplicate { .. }), "{error:?}");
        assert_says(&error, &[&format!("two {kind}s named `hinge`"), "its own name"]);
    };
    twice(builder.body(body("hinge", None, Pose::IDENTITY, Joint::fixed(), lump())).unwrap_err(), "body");
    // Things of different kinds may share a name.
    builder.shape(hinge, "hinge", ball(), Pose::IDENTITY).unwrap();
    twice(builder.shape(hinge, "hinge", ball(), Pose::IDENTITY).unwrap_err(), "shape");
    builder.skin(hinge, "hinge", skin(), Pose::IDENTITY).unwrap();
    let motor = || Motor::builder("hinge", hinge).effort_limit(1.0).build().unwrap();
    builder.motor(motor()).unwrap();
    twice(builder.motor(motor()).unwrap_err(), "motor");
}

#[test]
fn poses_and_gravity_must_be_finite() {
    let (mut builder, [hinge, ..]) = three();
    let zero = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let huge = DQuat::from_xyzw(1e200, 0.0, 0.0, 1e200);
    let poses = [
        Pose { translation: DVec3::new(0.0, f64::NAN, 0.0), ..Pose::IDENTITY },
        Pose { translation: DVec3::INFINITY, ..Pose::IDENTITY },
        Pose { rotation: zero, ..Pose::IDENTITY },
        Pose { rotation: huge, ..Pose::IDENTITY },
    ];
    for pose in poses {
        let errors = [
            builder.body(body("x", None, pose, Joint::fixed(), lump())).unwrap_err(),
            builder.shape(hinge, "x", ball(), pose).unwrap_err(),
            builder.skin(hinge, "x", skin(), pose).unwrap_err(),
        ];
        for error in errors {
            assert!(matches!(error, ModelError::NotFinite { .. }), "{error:?}");
            assert_says(&error, &["the pose of `x`"]);
        }
    }
    // Any other quaternion is made one of length one.
    let long = Pose { rotation: DQuat::from_xyzw(0.0, 3.0, 0.0, 4.0), ..Pose::IDENTITY };
    let id = builder.body(body("long", None, long, Joint::fixed(), lump())).unwrap();
    builder.gravity(DVec3::new(0.0, 0.0, f64::NAN));
    assert_says(&builder.clone().build().unwrap_err(), &["gravity", "not finite"]);
    builder.gravity(DVec3::ZERO);
    let world = World::new(builder.build().unwrap());
    assert_close(world.pose(id).unwrap().rotation.length(), 1.0, 1e-15);
}

#[test]
fn a_free_body_has_no_parent() {
    let (mut builder, [hinge, ..]) = three();
    let error = builder.body(body("x", Some(hinge), Pose::IDENTITY, Joint::free(), lump())).unwrap_err();
    assert_eq!(error, ModelError::FreeWithParent { body: "x".into() });
    assert_says(&error, &["leave the parent out"]);
}

#[test]
fn what_moves_must_weigh_something() {
    let rod = Inertia {
        about_centre: DMat3::from_diagonal(DVec3::new(0.01, 0.01, 0.0)),
        ..Inertia::point(0.3, DVec3::Z * 0.2)
    };
    let weightless: [(Joint, Inertia); 8] = [
        (Joint::free(), Inertia::ZERO),
        (Joint::prismatic(DVec3::X), Inertia::ZERO),
        // A point cannot resist turning about itself, wherever its frame is ...
        (Joint::free(), Inertia::point(0.3, DVec3::ZERO)),
        (Joint::free(), Inertia::point(0.3, DVec3::new(0.1, 0.7, -0.3))),
        // ... nor about the line to the socket; nor does a thin rod about itself.
        (Joint::ball(), Inertia::point(0.3, DVec3::new(0.1, 0.7, -0.3))),
        (Joint::ball(), rod),
        (Joint::free(), rod.posed(askew())),
        (Joint::revolute(DVec3::new(0.3, -0.7, 1.1)), Inertia::point(0.3, DVec3::new(0.3, -0.7, 1.1))),
    ];
    for (joint, inertia) in weightless {
        // The culprit is named, not the first one in the model.
        let (mut builder, _) = three();
        builder.body(body("ghost", None, askew(), joint.clone(), inertia)).unwrap();
        let error = builder.build().unwrap_err();
        assert!(matches!(error, ModelError::Weightless { .. }), "{error:?}");
        assert_says(&error, &["`ghost`", "armature", "mass"]);
        // Armature is a way out.
        let (mut builder, _) = three();
        builder.body(body("rotor", None, askew(), joint.with_armature(1e-3), inertia)).unwrap();
        builder.build().unwrap();
    }
    // Three massless hinges through one point, of which two share their axis.
    let mut builder = ModelBuilder::new();
    let mut parent = None;
    for (i, axis) in [DVec3::Z, DVec3::Y, DVec3::Z].into_iter().enumerate() {
        let inertia = if i == 2 { lump() } else { Inertia::ZERO };
        let joint = Joint::revolute(axis);
        parent =
            Some(builder.body(body(&format!("wrist {i}"), parent, Pose::IDENTITY, joint, inertia)).unwrap());
    }
    assert_says(&builder.build().unwrap_err(), &["`wrist 2`", "armature"]);
    // Small is not weightless.
    let mut builder = ModelBuilder::new();
    let speck = awkward(1e-9, DVec3::X, DVec3::splat(1e-15));
    builder.body(body("speck", None, Pose::IDENTITY, Joint::free(), speck)).unwrap();
    builder.build().unwrap();
}

#[test]
fn a_motor_drives_a_hinge_or_a_slide_that_is_not_led() {
    let (mut builder, [_, socket, stone]) = three();
    let drive = |body: BodyId| Motor::builder("drive", body).effort_limit(1.0).build().unwrap();
    for body in [socket, stone] {
        let error = builder.motor(drive(body)).unwrap_err();
        assert!(matches!(error, ModelError::BadMotor { .. }), "{error:?}");
        assert_says(&error, &["motor `drive`", "no revolute or prismatic joint"]);
    }
    let led = Joint::revolute(DVec3::Y).with_motion(Trajectory::hold(0.0).unwrap());
    let led = builder.body(body("led", None, Pose::IDENTITY, led, lump())).unwrap();
    assert_says(&builder.motor(drive(led)).unwrap_err(), &["motor `drive`", "`led`", "prescribed"]);
}

#[test]
fn a_motor_refuses_commands_that_it_cannot_obey() {
    let (mut builder, [hinge, ..]) = three();
    let drive = builder.motor(Motor::builder("drive", hinge).effort_limit(1.0).build().unwrap()).unwrap();
    let mut world = World::new(builder.build().unwrap());
    let before = world.state().clone();
    for command in
        [Command::Position(0.1), Command::Velocity(0.1), Command::Voltage(1.0), Command::Effort(f64::NAN)]
    {
        let error = world.command(drive, command).unwrap_err();
        assert!(matches!(error, ModelError::Command(_)), "{error:?}");
        assert_says(&error, &["motor `drive`"]);
    }
    assert_eq!(world.state(), &before);
    world.command(drive, Command::Effort(0.3)).unwrap();
}

#[test]
fn a_sensor_reads_only_what_is_there() {
    let (mut builder, [hinge, socket, _]) = three();
    let pad = builder.skin(hinge, "pad", skin(), Pose::IDENTITY).unwrap();
    let make = |kind: SensorKind| Sensor::new("probe", kind).unwrap();
    let bad = |error: ModelError, words: &[&str]| {
        assert!(matches!(error, ModelError::BadSensor { .. }), "{error:?}");
        assert_says(&error, &["sensor `probe`"]);
        assert_says(&error, words);
    };
    let response = Response::IDEAL;
    bad(builder.sensor(make(SensorKind::TexelSlip { skin: pad, texel: 6 })).unwrap_err(), &["only 6 texels"]);
    bad(
        builder.sensor(make(SensorKind::Encoder { body: socket, response })).unwrap_err(),
        &["`socket`", "revolute"],
    );
    let unknown = [
        builder.sensor(make(SensorKind::Touch { skin: SkinId(9), response })).unwrap_err(),
        builder.sensor(make(SensorKind::Encoder { body: BodyId(9), response })).unwrap_err(),
    ];
    assert!(unknown.iter().all(|e| matches!(e, ModelError::Unknown { index: 9, .. })), "{unknown:?}");
    builder.sensor(make(SensorKind::TexelSlip { skin: pad, texel: 5 })).unwrap();
    let error = builder.sensor(make(SensorKind::Encoder { body: hinge, response })).unwrap_err();
    assert_says(&error, &["two sensors named `probe`"]);
}

fn state_of_three() -> (Model, [BodyId; 3], State) {
    let (builder, ids) = three();
    let model = builder.build().unwrap();
    let state = State::new(&model);
    (model, ids, state)
}

#[test]
fn a_state_refuses_what_does_not_fit_and_stays_as_it_was() {
    let (model, [hinge, socket, stone], mut state) = state_of_three();
    let before = state.clone();
    let check = |state: &State, error: ModelError, words: &[&str]| {
        assert!(matches!(error, ModelError::BadState { .. }), "{error:?}");
        assert_says(&error, words);
        assert_eq!(state, &before);
    };
    let error = state.set_joint_position(&model, hinge, &[0.1, 0.2]).unwrap_err();
    check(&state, error, &["position of `hinge`", "1 number", "not 2"]);
    let error = state.set_joint_position(&model, socket, &[0.1]).unwrap_err();
    check(&state, error, &["position of `socket`", "takes 4 numbers"]);
    let error = state.set_joint_velocity(&model, stone, &[0.1]).unwrap_err();
    check(&state, error, &["velocity of `stone`", "takes 6 numbers"]);
    for bad in [f64::NAN, f64::INFINITY] {
        let error = state.set_joint_position(&model, hinge, &[bad]).unwrap_err();
        check(&state, error, &["`hinge`", "finite"]);
        let error = state.set_joint_velocity(&model, socket, &[0.0, bad, 0.0]).unwrap_err();
        check(&state, error, &["`socket`", "finite"]);
    }
    for quaternion in [[0.0; 4], [1e-200; 4], [1e200; 4]] {
        let error = state.set_joint_position(&model, socket, &quaternion).unwrap_err();
        check(&state, error, &["`socket`", "quaternion"]);
        let [x, y, z, w] = quaternion;
        let error = state.set_joint_position(&model, stone, &[0.3, 0.7, 1.1, x, y, z, w]).unwrap_err();
        check(&state, error, &["`stone`", "quaternion"]);
    }
    let error = state.add_mass(&model, stone, Inertia { mass: -0.1, ..lump() }).unwrap_err();
    assert_says(&error, &["`stone`", "mass"]);
    let heavy = Inertia::point(1e308, DVec3::ZERO);
    state.add_mass(&model, stone, heavy).unwrap();
    let error = state.add_mass(&model, stone, heavy).unwrap_err();
    assert_says(&error, &["`stone`", "mass"]);
    let error = state.apply(&model, stone, Wrench { force: DVec3::NAN, ..Default::default() }).unwrap_err();
    assert!(matches!(error, ModelError::NotFinite { .. }), "{error:?}");
    assert_says(&error, &["wrench", "`stone`"]);
    let error = state.set_free_pose(&model, hinge, askew()).unwrap_err();
    assert_says(&error, &["`hinge`", "1 number"]);
}

#[test]
fn what_follows_or_is_led_is_not_set() {
    let (mut builder, [hinge, ..]) = three();
    let follower = Joint::revolute(DVec3::Y).with_mimic(Mimic { body: hinge, ratio: 2.0, offset: 0.1 });
    let follower = builder.body(body("follower", None, Pose::IDENTITY, follower, lump())).unwrap();
    let led = Joint::revolute(DVec3::Y).with_motion(Trajectory::hold(0.4).unwrap());
    let led = builder.body(body("led", None, Pose::IDENTITY, led, lump())).unwrap();
    let model = builder.build().unwrap();
    let mut state = State::new(&model);
    for (id, name) in [(follower, "`follower`"), (led, "`led`")] {
        let before = state.clone();
        let error = state.set_joint_position(&model, id, &[0.2]).unwrap_err();
        assert_says(&error, &["position of", name, "follows another joint or a trajectory"]);
        let error = state.set_joint_velocity(&model, id, &[0.2]).unwrap_err();
        assert_says(&error, &["velocity of", name, "follows another joint or a trajectory"]);
        assert_eq!(state, before);
    }
    state.set_joint_position(&model, hinge, &[0.3]).unwrap();
    state.set_joint_velocity(&model, hinge, &[-0.7]).unwrap();
    assert_eq!(state.joint_position(&model, follower), &[2.0 * 0.3 + 0.1]);
    assert_eq!(state.joint_velocity(&model, follower), &[-1.4]);
    assert_eq!(state.joint_position(&model, led), &[0.4]);
}

#[test]
fn joints_know_how_many_numbers_they_take() {
    let kinds = [(JointKind::Fixed, 0, 0), (JointKind::Ball, 3, 4), (JointKind::Free, 6, 7)];
    for (kind, velocities, coordinates) in kinds {
        assert_eq!((kind.velocities(), kind.coordinates()), (velocities, coordinates));
    }
}
