//! A state is complete: what continues from a copy of it continues bit for bit, in whatever world.

use crate::mechanics::*;
use bristle_contact::{BristleParameters, ContactMaterial, ElastoPlastic, presets};
use bristle_geometry::shape::{Cuboid, Sphere};
use bristle_geometry::{Pose, Shape, Wrench};
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use bristle_world::motor::PositionGains;
use bristle_world::sensor::{Response, Sensor, SensorKind};
use bristle_world::trajectory::Sine;
use bristle_world::{
    BodyId, Command, DryFriction, Inertia, Joint, Mass, Mimic, Model, ModelBuilder, ModelError, Motor,
    SensorId, SkinId, State, Stepping, Trajectory, World,
};
use glam::DVec3;
use std::sync::Arc;

const WAYS: [Stepping; 2] = [Stepping::Newton, Stepping::Explicit];
/// Below the largest explicit step of these scenes.
const H: f64 = 2e-4;

fn material() -> ContactMaterial {
    let parameters = BristleParameters {
        stiffness: 2e3,
        damping: 2.0,
        viscosity: 0.0,
        mu_static: 0.43,
        mu_dynamic: 0.43,
        stribeck_speed: 0.01,
    };
    presets::table3().with_friction(ElastoPlastic::new(parameters).unwrap())
}

fn pad(columns: usize) -> Skin {
    let options = SkinOptions { look_ahead: Some(1e-3), ..Default::default() };
    Skin::new(&SkinLayout::grid(columns, 6, 3.4e-3).unwrap(), material(), options).unwrap()
}

/// A cube that slides down a steep pad, a ball that bounces on a level one, and an arm of everything a joint can have.
fn bench() -> (Arc<Model>, [BodyId; 3]) {
    let mut builder = ModelBuilder::new();
    // tan 27° = 0.51 > 0.43: it slides.
    let slope = Pose::from_axis_angle(DVec3::X, 27_f64.to_radians());
    let steep = builder.body(body("steep", None, slope, Joint::fixed(), Inertia::ZERO)).unwrap();
    builder.skin(steep, "steep", pad(14), Pose::IDENTITY).unwrap();
    let solid = |builder: &mut ModelBuilder, name: &str, shape: Shape, pose: Pose, mass: f64| {
        let inertia = Inertia::of_shape(&shape, Mass::Total(mass)).unwrap();
        let id = builder.body(body(name, None, pose, Joint::free(), inertia)).unwrap();
        builder.shape(id, name, shape, Pose::IDENTITY).unwrap();
        id
    };
    let cube = Cuboid::new(DVec3::splat(0.02)).unwrap().into();
    let cube = solid(
        &mut builder,
        "cube",
        cube,
        slope * Pose::from_translation(DVec3::new(0.001, 0.0, 0.0195)),
        0.3,
    );
    let aside = DVec3::X * 0.5;
    let level = builder
        .body(body("level", None, Pose::from_translation(aside), Joint::fixed(), Inertia::ZERO))
        .unwrap();
    builder.skin(level, "level", pad(14), Pose::IDENTITY).unwrap();
    let ball = Sphere::new(0.02).unwrap().into();
    let ball = solid(&mut builder, "ball", ball, Pose::from_translation(aside + DVec3::Z * 0.023), 0.1);

    let part = || awkward(0.2, DVec3::new(0.02, 0.01, -0.05), DVec3::new(2e-4, 3e-4, 4e-4));
    let shake = Sine { centre: 0.0, amplitude: 0.03, frequency: 3.0, start: 0.0, phase: 0.3 };
    let shaken = Joint::prismatic(DVec3::Y).with_motion(Trajectory::sine(shake).unwrap());
    let base =
        builder.body(body("base", None, Pose::from_translation(DVec3::NEG_X), shaken, part())).unwrap();
    let stiff = DryFriction { force: 0.02, stiffness: 40.0 };
    let arm = Joint::revolute(DVec3::X).with_friction(stiff).with_armature(1e-3);
    let arm = builder.body(body("arm", Some(base), askew(), arm, part())).unwrap();
    let tip = Joint::revolute(DVec3::Y).with_mimic(Mimic { body: arm, ratio: 0.7, offset: 0.1 });
    builder.body(body("tip", Some(arm), askew(), tip, part())).unwrap();
    builder.body(body("bob", Some(arm), askew(), Joint::ball().with_damping(1e-4), part())).unwrap();
    let gains = PositionGains { stiffness: 3.0, damping: 0.1, integral: 2.0 };
    let motor = Motor::builder("motor", arm).effort_limit(0.7).speed_limit(2.0).acceleration_limit(9.0);
    builder.motor(motor.position_gains(gains).build().unwrap()).unwrap();
    let noisy = Response { noise: 0.03, resolution: Some(1e-3), range: Some(90.0) };
    let kinds = [
        ("wrist", SensorKind::ForceTorque { body: arm, pose: askew(), force: noisy, torque: noisy }),
        ("accelerometer", SensorKind::Accelerometer { body: ball, pose: askew(), response: noisy }),
        ("encoder", SensorKind::Encoder { body: arm, response: noisy }),
    ];
    for (name, kind) in kinds {
        let sensor =
            Sensor::new(name, kind).unwrap().with_rate(1100.0).unwrap().with_bandwidth(170.0).unwrap();
        builder.sensor(sensor).unwrap();
    }
    (Arc::new(builder.build().unwrap()), [cube, ball, arm])
}

/// Set going, with a push and an added mass on the way.
fn begin(model: &Arc<Model>, stepping: Stepping) -> World {
    let mut world = World::new(Arc::clone(model)).with_stepping(stepping);
    let [cube, ball] = ["cube", "ball"].map(|name| model.body_named(name).unwrap());
    world
        .edit(|model, state| state.set_joint_velocity(model, ball, &[0.0, 0.03, -0.4, 0.3, 0.1, 0.0]))
        .unwrap();
    world.apply(cube, Wrench { force: DVec3::new(0.02, 0.0, -0.1), ..Default::default() }).unwrap();
    world.add_mass(cube, Inertia::point(0.01, DVec3::new(0.005, 0.0, 0.0))).unwrap();
    world.command(model.motor_named("motor").unwrap(), Command::Position(0.6)).unwrap();
    world
}

fn steps(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step(H).unwrap();
    }
}

#[track_caller]
fn assert_same(a: &World, b: &World) {
    assert_eq!(a.state(), b.state());
    assert_eq!(bits(a), bits(b));
    for skin in 0..a.model().skins().len() {
        assert_eq!(a.reading(SkinId(skin)).unwrap(), b.reading(SkinId(skin)).unwrap());
    }
    for sensor in 0..a.model().sensors().len() {
        assert_eq!(a.sensor(SensorId(sensor)).unwrap(), b.sensor(SensorId(sensor)).unwrap());
    }
    for body in 0..a.model().bodies().len() {
        assert_eq!(a.joint_wrench(BodyId(body)).unwrap(), b.joint_wrench(BodyId(body)).unwrap());
    }
}

#[test]
fn a_copy_continues_bit_for_bit_in_a_new_world_at_every_tenth_of_400_steps() {
    let (model, _) = bench();
    for stepping in WAYS {
        let mut old = begin(&model, stepping);
        for _ in 0..40 {
            let mut new = World::new(Arc::clone(&model)).with_stepping(stepping);
            new.set_state(old.state().clone()).unwrap();
            steps(&mut old, 10);
            steps(&mut new, 10);
            assert_same(&old, &new);
        }
    }
}

#[test]
fn a_run_goes_back_to_a_slip_and_to_a_bounce_and_repeats_itself() {
    let (model, [cube, ball, _]) = bench();
    for stepping in WAYS {
        let mut world = begin(&model, stepping);
        let slope = model.bodies()[0].pose.inverse();
        // In the middle of the ball's bounce; the cube slides down all the while.
        while world.reading(SkinId(1)).unwrap().total_normal_force() < 1.0 {
            world.step(H).unwrap();
        }
        let downhill = slope.transform_vector(world.twist(cube).unwrap().linear).y;
        assert!(
            downhill < -0.01 && world.reading(SkinId(0)).unwrap().total_normal_force() > 1.0,
            "{downhill}"
        );
        let snapshot = world.state().clone();
        let mut clone = world.clone();
        let mut upwards = 0.0_f64;
        for _ in 0..300 {
            steps(&mut world, 1);
            upwards = upwards.max(world.twist(ball).unwrap().linear.z);
        }
        let end = world.state().clone();
        assert!(upwards > 0.03, "it came down at 0.4 m/s and goes up at {upwards}");
        steps(&mut clone, 300);
        assert_same(&world, &clone);
        // The same world, back in time, with whatever it remembers of the future.
        world.set_state(snapshot).unwrap();
        steps(&mut world, 300);
        assert_eq!(world.state(), &end);
        assert_same(&world, &clone);
    }
}

#[test]
fn a_held_world_stays_held_in_a_new_world() {
    // At rest Newton's method takes a short way that it remembers; it must lead to the same place.
    let mut builder = ModelBuilder::new();
    let tilt = Pose::from_axis_angle(DVec3::X, 10_f64.to_radians());
    let floor = builder.body(body("pad", None, tilt, Joint::fixed(), Inertia::ZERO)).unwrap();
    builder.skin(floor, "pad", pad(14), Pose::IDENTITY).unwrap();
    let shape = Shape::from(Cuboid::new(DVec3::splat(0.02)).unwrap());
    let inertia = Inertia::of_shape(&shape, Mass::Total(0.3)).unwrap();
    let place = tilt * Pose::from_translation(DVec3::Z * 0.0199);
    let cube = builder.body(body("cube", None, place, Joint::free(), inertia)).unwrap();
    builder.shape(cube, "cube", shape, Pose::IDENTITY).unwrap();
    let model = Arc::new(builder.build().unwrap());
    for h in [1e-3, 5e-3] {
        let mut old = World::new(Arc::clone(&model));
        for _ in 0..600 {
            for _ in 0..5 {
                old.step(h).unwrap();
            }
            let mut new = World::new(Arc::clone(&model));
            new.set_state(old.state().clone()).unwrap();
            old.step(h).unwrap();
            new.step(h).unwrap();
            assert_same(&old, &new);
        }
        assert_eq!(old.twist(cube).unwrap().linear, DVec3::ZERO);
    }
}

#[test]
fn looking_does_not_change_what_comes() {
    let (model, [cube, ..]) = bench();
    let (mut watched, mut alone) = (begin(&model, Stepping::Newton), begin(&model, Stepping::Newton));
    for _ in 0..100 {
        steps(&mut watched, 1);
        let _ = (watched.energy(), watched.momentum(), watched.pose(cube), watched.joint_wrench(cube));
        watched.set_state(watched.state().clone()).unwrap();
        watched.edit(|_, _| Ok(())).unwrap();
    }
    steps(&mut alone, 100);
    assert_same(&watched, &alone);
}

#[test]
fn a_state_of_another_model_is_refused_and_the_world_keeps_its_own() {
    let (model, _) = bench();
    let mut world = begin(&model, Stepping::Newton);
    steps(&mut world, 10);
    let before = world.state().clone();
    let mut other = ModelBuilder::new();
    let id = other
        .body(body(
            "alone",
            None,
            Pose::IDENTITY,
            Joint::free(),
            awkward(0.2, DVec3::ZERO, DVec3::splat(0.01)),
        ))
        .unwrap();
    let alone = other.clone().build().unwrap();
    let error = world.set_state(State::new(&alone)).unwrap_err();
    assert!(matches!(error, ModelError::BadState { .. }), "{error:?}");
    assert!(
        error.to_string().contains("belongs to another model: it has 7 coordinates, the model 2"),
        "{error}"
    );
    assert_eq!(world.state(), &before);
    // As many numbers, but in another order: what was a hinge's angle is no rotation.
    let joints = |first: Joint, second: Joint| {
        let mut builder = ModelBuilder::new();
        let part = || awkward(0.2, DVec3::X, DVec3::splat(0.01));
        builder.body(body("first", None, Pose::IDENTITY, first, part())).unwrap();
        builder.body(body("second", None, Pose::IDENTITY, second, part())).unwrap();
        builder.build().unwrap()
    };
    let hinge = || Joint::revolute(DVec3::Y);
    let mut world = World::new(joints(Joint::ball(), hinge()));
    let swapped = joints(hinge(), Joint::ball());
    let mut state = State::new(&swapped);
    state.set_joint_position(&swapped, BodyId(0), &[0.7]).unwrap();
    let error = world.set_state(state).unwrap_err();
    assert!(error.to_string().contains("no rotation for body `first`"), "{error}");
    // Nor has a time that is none.
    let mut timeless = world.state().clone();
    timeless.time = f64::NAN;
    assert!(world.set_state(timeless).unwrap_err().to_string().contains("time"));
    // Nor does a skin of another size fit.
    let with_pad = |columns: usize| {
        let mut builder = other.clone();
        builder.skin(id, "pad", pad(columns), Pose::IDENTITY).unwrap();
        builder.build().unwrap()
    };
    let mut world = World::new(with_pad(14));
    let before = world.state().clone();
    let error = world.set_state(State::new(&with_pad(13))).unwrap_err();
    assert!(error.to_string().contains("skin `pad` is of another size"), "{error}");
    assert_eq!(world.state(), &before);
}
