//! Joints that follow others: parallel jaws, gears, fingers with a tendon.

use crate::mechanics::*;
use bristle_geometry::{Pose, Wrench};
use bristle_world::trajectory::Sine;
use bristle_world::{BodyId, Inertia, Joint, Mimic, Model, ModelBuilder, Motor, Stepping, Trajectory, World};
use glam::DVec3;

const BOTH: [Stepping; 2] = [Stepping::Newton, Stepping::Explicit];

fn follow(body: BodyId, ratio: f64, offset: f64) -> Mimic {
    Mimic { body, ratio, offset }
}

/// Two jaws that open along ±x, the right one following the left; both weigh differently.
fn jaws() -> (Model, [BodyId; 2]) {
    let mut builder = ModelBuilder::new();
    builder.gravity(DVec3::ZERO);
    let jaw = |mass| awkward(mass, DVec3::new(0.01, 0.02, 0.03), DVec3::new(2e-5, 3e-5, 4e-5));
    let left =
        builder.body(body("left", None, Pose::IDENTITY, Joint::prismatic(DVec3::X), jaw(0.31))).unwrap();
    let joint = Joint::prismatic(DVec3::NEG_X).with_mimic(follow(left, 1.0, 0.004));
    let right = builder.body(body("right", None, Pose::IDENTITY, joint, jaw(0.17))).unwrap();
    builder.motor(Motor::builder("drive", left).effort_limit(100.0).build().unwrap()).unwrap();
    (builder.build().unwrap(), [left, right])
}

fn push(world: &mut World, body: BodyId, force: DVec3) {
    world.apply(body, Wrench { force, ..Default::default() }).unwrap();
}

#[test]
fn parallel_jaws_move_equally_whichever_of_them_is_pushed() {
    let (model, [left, right]) = jaws();
    for stepping in BOTH {
        for (body, force) in [(left, DVec3::X * 1.3), (right, DVec3::NEG_X * 1.3)] {
            let mut world = World::new(model.clone()).with_stepping(stepping);
            push(&mut world, body, force);
            for _ in 0..100 {
                world.step(1e-3).unwrap();
                let [l, r] = [left, right].map(|j| world.joint_position(j).unwrap());
                assert_eq!(r, l + 0.004);
                assert_eq!(world.pose(right).unwrap().translation.x, -r);
                assert_eq!(world.joint_velocity(left).unwrap(), world.joint_velocity(right).unwrap());
            }
            // F = (m₁ + m₂) a; the velocity is exact for a constant force.
            assert_close(world.joint_velocity(left).unwrap(), 1.3 / (0.31 + 0.17) * 0.1, 1e-14);
        }
    }
}

#[test]
fn parallel_jaws_share_the_force_of_one_motor() {
    let (model, [left, right]) = jaws();
    for stepping in BOTH {
        let mut world = World::new(model.clone()).with_stepping(stepping);
        // What is gripped pushes both jaws apart with 3.7 N; the motor closes with twice that.
        push(&mut world, left, DVec3::X * 3.7);
        push(&mut world, right, DVec3::NEG_X * 3.7);
        world.command(model.motor_named("drive").unwrap(), bristle_world::Command::Effort(-7.4)).unwrap();
        for _ in 0..50 {
            world.step(1e-3).unwrap();
        }
        // At rest, to the rounding of 7.4 N on half a kilogram.
        assert_close(world.joint_velocity(left).unwrap(), 0.0, 1e-15);
        // Each jaw is held by its own guide with its own share.
        assert_close(world.joint_wrench(left).unwrap().force.x, -3.7, 1e-12);
        assert_close(world.joint_wrench(right).unwrap().force.x, 3.7, 1e-12);
    }
}

#[test]
fn a_gear_reflects_inertia_by_the_square_of_its_ratio_and_torque_by_the_ratio() {
    for (ratio, stepping) in [(3.7, BOTH[0]), (-0.43, BOTH[0]), (3.7, BOTH[1])] {
        let mut builder = ModelBuilder::new();
        builder.gravity(DVec3::ZERO);
        let [big, small] = [0.013, 0.0021].map(|i| awkward(0.2, DVec3::ZERO, DVec3::splat(i)));
        let arm = builder.body(body("arm", None, askew(), Joint::revolute(DVec3::Y), big)).unwrap();
        let joint = Joint::revolute(DVec3::Z).with_mimic(follow(arm, ratio, 0.3)).with_armature(7e-4);
        let rotor = builder.body(body("rotor", None, askew(), joint, small)).unwrap();
        let mut world = World::new(builder.build().unwrap()).with_stepping(stepping);
        // Half a newton metre on the arm, and a little on the rotor.
        let torque =
            |axis: DVec3, size: f64| Wrench { torque: askew().rotation * axis * size, ..Default::default() };
        world.apply(arm, torque(DVec3::Y, 0.5)).unwrap();
        world.apply(rotor, torque(DVec3::Z, 0.07)).unwrap();
        run(&mut world, 0.1, 100);
        let expected = (0.5 + ratio * 0.07) / (0.013 + ratio * ratio * (0.0021 + 7e-4)) * 0.1;
        assert_close(world.joint_velocity(arm).unwrap(), expected, 1e-12 * expected.abs());
        assert_eq!(world.joint_velocity(rotor).unwrap(), ratio * world.joint_velocity(arm).unwrap());
    }
}

#[test]
fn a_finger_whose_tip_follows_its_base_swings_as_lagrange_says() {
    // One degree of freedom q: angles against the vertical are q and (1 + r) q + o.
    const R: f64 = 0.8;
    const O: f64 = 0.35;
    const L: f64 = 0.21;
    const TIME: f64 = 0.8;
    let (base, tip) = (
        awkward(0.23, DVec3::new(0.0, 0.02, -0.12), DVec3::new(8e-4, 9e-4, 4e-4)),
        awkward(0.11, DVec3::new(0.0, -0.01, -0.08), DVec3::new(3e-4, 2e-4, 2e-4)),
    );
    let mut builder = ModelBuilder::new();
    let hinge = Joint::revolute(DVec3::Y);
    let a = builder.body(body("base", None, Pose::IDENTITY, hinge.clone(), base)).unwrap();
    let joint = hinge.with_mimic(follow(a, R, O));
    let place = Pose::from_translation(DVec3::NEG_Z * L);
    let b = builder.body(body("tip", Some(a), place, joint, tip)).unwrap();
    let model = builder.build().unwrap();

    let (arm, g) = (0.08, 9.81);
    let own = base.about_centre.y_axis.y + base.mass * 0.12 * 0.12 + tip.mass * L * L;
    let far = tip.about_centre.y_axis.y + tip.mass * arm * arm;
    let cross = tip.mass * L * arm;
    let s = 1.0 + R;
    // T = ½ M(q) q̇² with M = own + s² far + 2 s cross cos(R q + O).
    let [q, _] = integrate([1.1, 0.0], TIME, 8000, 1e-12, |_, &[q, w]| {
        let (sin, cos) = (R * q + O).sin_cos();
        let mass = own + s * s * far + 2.0 * s * cross * cos;
        let slope = -2.0 * s * cross * sin * R;
        let gravity =
            (base.mass * 0.12 + tip.mass * L) * g * q.sin() + tip.mass * arm * g * s * (s * q + O).sin();
        [w, (-0.5 * slope * w * w - gravity) / mass]
    });
    let smallest = assert_order(Stepping::Newton, 200, |steps| {
        let mut world = World::new(model.clone());
        world.edit(|model, state| state.set_joint_position(model, a, &[1.1])).unwrap();
        run(&mut world, TIME, steps);
        assert_eq!(world.joint_position(b).unwrap(), R * world.joint_position(a).unwrap() + O);
        (world.joint_position(a).unwrap() - q).abs()
    });
    assert!(smallest < 1e-4, "{smallest}"); // (hω)² with 1 ms and 8 rad/s
}

#[test]
fn a_joint_that_follows_a_prescribed_one_is_prescribed_too() {
    let motion = Sine { centre: 0.2, amplitude: 0.07, frequency: 1.3, start: 0.0, phase: 0.4 };
    let motion = Trajectory::sine(motion).unwrap();
    let mut builder = ModelBuilder::new();
    let lump = Inertia { mass: 0.6, ..awkward(0.6, DVec3::ZERO, DVec3::splat(1e-3)) };
    let leader = Joint::prismatic(DVec3::X).with_motion(motion.clone());
    let a = builder.body(body("leader", None, Pose::IDENTITY, leader, lump)).unwrap();
    let follower = Joint::prismatic(DVec3::Z).with_mimic(follow(a, -1.7, 0.05));
    let b = builder.body(body("follower", None, Pose::IDENTITY, follower, lump)).unwrap();
    let model = builder.build().unwrap();
    assert_eq!(model.dofs(), 0);
    for stepping in BOTH {
        let mut world = World::new(model.clone()).with_stepping(stepping);
        for _ in 0..900 {
            let before = world.joint_velocity(b).unwrap();
            world.step(1e-3).unwrap();
            let now = motion.at(world.state().time);
            assert_eq!(world.joint_position(a).unwrap(), now.position);
            assert_eq!(world.joint_position(b).unwrap(), -1.7 * now.position + 0.05);
            assert_eq!(world.joint_velocity(b).unwrap(), -1.7 * now.velocity);
            // It takes m (g + a) to carry it, a being the mean of the step.
            let a = (world.joint_velocity(b).unwrap() - before) / 1e-3;
            assert_close(world.joint_wrench(b).unwrap().force.z, 0.6 * (9.81 + a), 1e-12);
        }
    }
}
