//! Motion that is prescribed: what is led follows exactly, what is carried feels it.

use crate::mechanics::*;
use bristle_geometry::Pose;
use bristle_world::trajectory::{Sine, Trapezoid};
use bristle_world::{BodyId, Inertia, Joint, Model, ModelBuilder, Spring, Stepping, Trajectory, World};
use glam::{DQuat, DVec3};

const G: f64 = 9.81;
const BOTH: [Stepping; 2] = [Stepping::Newton, Stepping::Explicit];

fn sine(amplitude: f64, frequency: f64, phase: f64) -> Trajectory {
    Trajectory::sine(Sine { centre: 0.1, amplitude, frequency, start: 0.0, phase }).unwrap()
}

#[test]
fn a_carried_body_weighs_more_while_it_is_lifted_faster_and_nothing_in_free_fall() {
    for (acceleration, stepping) in [(2.3, BOTH[0]), (-1.9, BOTH[0]), (-G, BOTH[0]), (2.3, BOTH[1])] {
        let lift = Trapezoid {
            from: 0.0,
            to: 50.0_f64.copysign(acceleration),
            start: 0.0,
            speed: 1e3,
            acceleration: acceleration.abs(),
        };
        let lift = Joint::prismatic(DVec3::Z).with_motion(Trajectory::trapezoid(lift).unwrap());
        let mut builder = ModelBuilder::new();
        let floor = builder.body(body("floor", None, Pose::IDENTITY, lift, Inertia::ZERO)).unwrap();
        let lump = awkward(0.83, DVec3::new(0.2, -0.1, 0.3), DVec3::new(0.02, 0.03, 0.04));
        let body = builder.body(body("body", Some(floor), Pose::IDENTITY, Joint::fixed(), lump)).unwrap();
        let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
        for _ in 0..500 {
            world.step(1e-3).unwrap();
            let felt = world.joint_wrench(body).unwrap();
            assert_close_vec(felt.force, DVec3::Z * 0.83 * (G + acceleration), 1e-11);
            // Its centre lies beside the joint.
            let arm = DVec3::new(0.2, -0.1, 0.3);
            assert_close_vec(felt.torque, arm.cross(felt.force), 1e-11);
        }
    }
}

/// Pivot to centre, and carriage to pivot.
const ARM: f64 = 0.17;
const DROP: f64 = 0.23;

/// A carriage slides along x and tilts about y, both led; a pendulum hangs from it.
fn swung() -> (Model, [BodyId; 3], Inertia) {
    let bob = awkward(0.41, DVec3::new(0.0, 0.03, -ARM), DVec3::new(2e-3, 3e-3, 4e-3));
    let mut builder = ModelBuilder::new();
    let slide = Joint::prismatic(DVec3::X).with_motion(sine(0.08, 2.0, 0.3));
    let slide = builder.body(body("slide", None, Pose::IDENTITY, slide, Inertia::ZERO)).unwrap();
    let tilt = Joint::revolute(DVec3::Y).with_motion(sine(0.5, 1.25, -0.7));
    let heavy = awkward(3.0, DVec3::new(0.1, 0.2, 0.3), DVec3::new(0.2, 0.3, 0.4));
    let tilt = builder.body(body("tilt", Some(slide), Pose::IDENTITY, tilt, heavy)).unwrap();
    let below = Pose::from_translation(DVec3::NEG_Z * DROP);
    let bob_body = builder.body(body("bob", Some(tilt), below, Joint::revolute(DVec3::Y), bob)).unwrap();
    (builder.build().unwrap(), [slide, tilt, bob_body], bob)
}

/// Angle of the pendulum against the vertical: its pivot is shaken and turned.
fn reference(bob: Inertia, time: f64) -> f64 {
    let (x, b) = (sine(0.08, 2.0, 0.3), sine(0.5, 1.25, -0.7));
    let inertia = bob.about_centre.y_axis.y + bob.mass * ARM * ARM;
    let start = [b.at(0.0).position, b.at(0.0).velocity];
    integrate(start, time, 16_000, 1e-11, |t, &[phi, w]| {
        let (x, b) = (x.at(t), b.at(t));
        let ((sin, cos), (db, ddb)) = (b.position.sin_cos(), (b.velocity, b.acceleration));
        // Pivot at x − d sin β, −d cos β.
        let px = x.acceleration - DROP * (cos * ddb - sin * db * db);
        let pz = DROP * (sin * ddb + cos * db * db);
        [w, bob.mass * ARM * (phi.cos() * px - phi.sin() * (pz + G)) / inertia]
    })[0]
}

#[test]
fn a_pendulum_on_a_base_that_is_led_swings_as_lagrange_says() {
    const TIME: f64 = 1.6; // the motions swell until 0.5 and 0.8 s
    let (model, [slide, tilt, bob], inertia) = swung();
    let expected = reference(inertia, TIME);
    for (stepping, steps) in [(Stepping::Newton, 400), (Stepping::Explicit, 4000)] {
        let smallest = assert_order(stepping, steps, |steps| {
            let mut world = World::new(model.clone()).with_stepping(stepping);
            run(&mut world, TIME, steps);
            // What is led is where it is led, to the last bit.
            let t = world.state().time;
            assert_eq!(world.joint_position(slide).unwrap(), sine(0.08, 2.0, 0.3).at(t).position);
            assert_eq!(world.joint_velocity(tilt).unwrap(), sine(0.5, 1.25, -0.7).at(t).velocity);
            (world.joint_position(tilt).unwrap() + world.joint_position(bob).unwrap() - expected).abs()
        });
        assert!(smallest < if stepping == Stepping::Newton { 3e-4 } else { 3e-3 }, "{smallest}");
    }
}

#[test]
fn an_arm_held_still_carries_its_bodies_by_their_weights_and_arms() {
    let hold = |at: f64| Trajectory::hold(at).unwrap();
    let mut builder = ModelBuilder::new();
    let part = |mass: f64| awkward(mass, DVec3::new(0.15, 0.02, -0.01), DVec3::new(0.01, 0.02, 0.02));
    let ahead = Pose::new(DQuat::from_rotation_x(0.4), DVec3::new(0.3, 0.0, 0.05));
    let masses = [2.3, 1.1, 0.4];
    let joints = [
        Joint::revolute(DVec3::Z).with_motion(hold(0.7)),
        Joint::revolute(DVec3::Y).with_motion(hold(-0.9)),
        Joint::prismatic(DVec3::X).with_motion(hold(0.13)),
    ];
    let mut parent = None;
    let mut bodies = Vec::new();
    for (i, (mass, joint)) in masses.into_iter().zip(joints).enumerate() {
        let pose = if i == 0 { askew() } else { ahead };
        let id = builder.body(body(&format!("body {i}"), parent, pose, joint, part(mass))).unwrap();
        (parent, bodies) = (Some(id), [bodies, vec![id]].concat());
    }
    // A fourth hangs on a ball joint and is at rest only by a wrist that is welded.
    let cup = builder.body(body("cup", parent, ahead, Joint::fixed(), part(0.2))).unwrap();
    bodies.push(cup);
    let model = builder.build().unwrap();
    for stepping in BOTH {
        let mut world = World::new(model.clone()).with_stepping(stepping);
        world.step(2e-3).unwrap();
        for (i, &joint) in bodies.iter().enumerate() {
            let origin = world.pose(joint).unwrap().translation;
            let (mut force, mut torque) = (DVec3::ZERO, DVec3::ZERO);
            for (j, &carried) in bodies.iter().enumerate().skip(i) {
                let weight = DVec3::Z * G * [2.3, 1.1, 0.4, 0.2][j];
                let centre = world.pose(carried).unwrap().transform_point(part(1.0).centre);
                force += weight;
                torque += (centre - origin).cross(weight);
            }
            let felt = world.joint_wrench(joint).unwrap();
            assert_close_vec(felt.force, force, 1e-12);
            assert_close_vec(felt.torque, torque, 1e-12);
            assert_eq!(felt.point, origin);
        }
    }
}

#[test]
fn a_turning_arm_pulls_its_load_inwards_and_turns_its_momentum() {
    const SPEED: f64 = 5.3;
    let turn = Trapezoid { from: 0.0, to: 100.0, start: 0.0, speed: SPEED, acceleration: 1e3 };
    let mut builder = ModelBuilder::new();
    let joint = Joint::revolute(DVec3::Z).with_motion(Trajectory::trapezoid(turn).unwrap());
    let arm = builder.body(body("arm", None, Pose::IDENTITY, joint, Inertia::ZERO)).unwrap();
    let lump = awkward(0.6, DVec3::new(0.1, 0.05, -0.2), DVec3::new(0.02, 0.03, 0.04));
    let out = Pose::new(DQuat::from_rotation_y(0.8), DVec3::new(0.4, 0.0, 0.1));
    let wrist = builder.body(body("wrist", Some(arm), out, Joint::fixed(), lump)).unwrap();
    let model = builder.build().unwrap();
    for stepping in BOTH {
        let mut world = World::new(model.clone()).with_stepping(stepping);
        run(&mut world, 0.1, 100);
        for _ in 0..100 {
            let begin = world.state().time;
            world.step(1e-3).unwrap();
            // The wrench belongs to the middle of a Newton step and to the start of an explicit one.
            let at = if stepping == Stepping::Newton { begin + 0.5e-3 } else { begin };
            let turned =
                Pose::from_axis_angle(DVec3::Z, Trajectory::trapezoid(turn).unwrap().at(at).position);
            let pose = turned * out;
            let centre = pose.transform_point(lump.centre);
            let omega = DVec3::Z * SPEED;
            let force = (omega.cross(omega.cross(centre)) + DVec3::Z * G) * 0.6;
            let r = pose.rotation_matrix();
            let momentum = r * (lump.about_centre * (r.transpose() * omega));
            let torque = omega.cross(momentum) + (centre - pose.translation).cross(force);
            let felt = world.joint_wrench(wrist).unwrap();
            assert_close_vec(felt.force, force, 1e-10); // of 7 N; the speed is 5.3 to 1e-13 and (v' − v)/h a thousand times worse
            assert_close_vec(felt.torque, torque, 1e-10);
        }
    }
}

#[test]
fn a_spring_between_what_is_led_and_what_is_free_is_driven_at_the_trajectorys_frequency() {
    // Far below resonance the load follows; the closed form of a driven oscillator, once the swell is damped away.
    const K: f64 = 900.0;
    const M: f64 = 0.5;
    const C: f64 = 6.0;
    let (amplitude, frequency) = (0.02, 3.0);
    let mut builder = ModelBuilder::new();
    builder.gravity(DVec3::ZERO);
    let motion =
        Trajectory::sine(Sine { centre: 0.0, amplitude, frequency, start: 0.0, phase: 0.0 }).unwrap();
    let hand = Joint::prismatic(DVec3::X).with_motion(motion);
    let hand = builder.body(body("hand", None, Pose::IDENTITY, hand, Inertia::ZERO)).unwrap();
    let spring = Joint::prismatic(DVec3::X).with_spring(Spring { stiffness: K, rest: 0.0 }).with_damping(C);
    let load = awkward(M, DVec3::ZERO, DVec3::splat(1e-3));
    let load = builder.body(body("load", Some(hand), Pose::IDENTITY, spring, load)).unwrap();
    let model = builder.build().unwrap();
    let omega = std::f64::consts::TAU * frequency;
    let error = |h: f64| {
        let mut world = World::new(model.clone());
        let mut worst = 0.0_f64;
        for step in 1..=(7.0 / h) as usize {
            world.step(h).unwrap();
            let t = h * step as f64;
            if t > 6.0 {
                // M ÿ + C ẏ + K y = M A ω² sin ωt for the stretch y; exp(−6 · 6) of the swell is left.
                let (real, imaginary) = (K - M * omega * omega, C * omega);
                let size = M * amplitude * omega * omega / real.hypot(imaginary);
                let expected = size * (omega * t - imaginary.atan2(real)).sin();
                worst = worst.max((world.joint_position(load).unwrap() - expected).abs() / size);
            }
        }
        worst
    };
    let (coarse, fine) = (error(1e-3), error(5e-4));
    assert!(fine < 1e-4 && (3.8..4.2).contains(&(coarse / fine)), "{coarse} {fine}");
}
