use super::rig::{Facts, LINK, accelerometer, tilted};
use crate::sensor::{Response, Sensor, SensorKind};
use bristle_geometry::{Pose, Twist, Wrench};
use glam::{DQuat, DVec3};

/// Round-off of a few rotations of numbers near 10.
const ROUND_OFF: f64 = 2e-14;

#[test]
fn an_accelerometer_at_rest_reads_gravity_upward_in_its_own_tilted_frame() {
    let body = Pose::new(DQuat::from_xyzw(-0.2, 0.5, 0.1, 0.9), DVec3::new(1.1, 0.3, -0.7));
    let facts = Facts { pose: body, ..Facts::at_rest() };
    let read = facts.seen_by(&accelerometer(tilted(), Response::IDEAL)).vector().unwrap();
    let up = (body * tilted()).inverse().transform_vector(DVec3::Z);
    assert!((read - 9.81 * up).length() < ROUND_OFF, "{read}");
    assert!((read.length() - 9.81).abs() < ROUND_OFF);
}

#[test]
fn an_accelerometer_in_free_fall_reads_nothing() {
    let falling = Twist::from_linear(DVec3::new(0.0, 0.0, -9.81));
    let facts = Facts { acceleration: falling, pose: tilted(), ..Facts::at_rest() };
    let read = facts.seen_by(&accelerometer(Pose::IDENTITY, Response::IDEAL));
    assert_eq!(read.vector().unwrap(), DVec3::ZERO);
}

#[test]
fn on_a_turning_body_it_reads_the_centripetal_and_tangential_acceleration() {
    let (omega, alpha, r) = (7.0, -3.0, 0.3);
    let facts = Facts {
        twist: Twist { linear: DVec3::ZERO, angular: DVec3::new(0.0, 0.0, omega) },
        acceleration: Twist { linear: DVec3::ZERO, angular: DVec3::new(0.0, 0.0, alpha) },
        pose: Pose::from_axis_angle(DVec3::Z, 1.1),
        ..Facts::at_rest()
    };
    let at = Pose::from_translation(DVec3::new(r, 0.0, 0.2));
    let read = facts.seen_by(&accelerometer(at, Response::IDEAL)).vector().unwrap();
    // Towards the axis ω²r, along the turn αr, and gravity upward.
    let expected = DVec3::new(-omega * omega * r, alpha * r, 9.81);
    assert!((read - expected).length() < ROUND_OFF, "{read} {expected}");
}

#[test]
fn a_gyro_reads_the_turn_in_its_own_frame() {
    let angular = DVec3::new(0.3, -0.7, 1.1);
    let facts = Facts { twist: Twist { linear: DVec3::X, angular }, pose: tilted(), ..Facts::at_rest() };
    let pose = Pose::from_axis_angle(DVec3::Y, 0.7);
    let gyro = Sensor::new("g", SensorKind::Gyro { body: LINK, pose, response: Response::IDEAL }).unwrap();
    let read = facts.seen_by(&gyro).vector().unwrap();
    assert!(((tilted() * pose).transform_vector(read) - angular).length() < 1e-15);
    // About an axis of its own it reads that axis alone.
    let about = Facts {
        twist: Twist { linear: DVec3::ZERO, angular: (tilted() * pose).transform_vector(DVec3::X) },
        ..facts
    };
    assert!((about.seen_by(&gyro).vector().unwrap() - DVec3::X).length() < 1e-15);
}

#[test]
fn a_wrist_at_rest_reads_the_weight_of_the_hand_and_its_moment() {
    // A hand of 1.3 kg whose centre lies 0.11 m out along the body's x; the wrist bears its weight.
    let (weight, centre) = (DVec3::new(0.0, 0.0, -1.3 * 9.81), DVec3::new(0.11, 0.0, 0.0));
    let carried = Wrench { force: -weight, torque: -centre.cross(weight), point: DVec3::ZERO };
    let facts = Facts { joint_wrench: carried, ..Facts::at_rest() };
    let sensor = |pose: Pose| {
        let (force, torque) = (Response::IDEAL, Response::IDEAL);
        Sensor::new("wrist", SensorKind::ForceTorque { body: LINK, pose, force, torque }).unwrap()
    };
    let at_joint = facts.seen_by(&sensor(Pose::IDENTITY));
    assert_eq!(at_joint.vector().unwrap(), weight);
    assert_eq!(at_joint.torque().unwrap(), centre.cross(weight));
    // In the centre of mass there is no moment, whatever way the sensor is turned.
    let there = Pose::new(DQuat::from_xyzw(0.3, -0.7, 0.2, 1.1), centre);
    let at_centre = facts.seen_by(&sensor(there));
    assert!(at_centre.torque().unwrap().length() < 1e-15);
    assert!((there.transform_vector(at_centre.vector().unwrap()) - weight).length() < ROUND_OFF);
}

#[test]
fn a_tared_wrist_reads_what_has_come_since() {
    let (force, torque) = (Response { resolution: Some(0.1), ..Response::IDEAL }, Response::IDEAL);
    let kind = SensorKind::ForceTorque { body: LINK, pose: Pose::IDENTITY, force, torque };
    let sensor = Sensor::new("wrist", kind).unwrap().with_bias(&[0.33, 0.0, -0.7, 0.0, 0.01, 0.0]).unwrap();
    let mut state = sensor.start();
    let carrying = |z: f64| Facts {
        joint_wrench: Wrench { force: DVec3::new(0.0, 0.0, z), ..Wrench::default() },
        ..Facts::at_rest()
    };
    carrying(12.3).show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
    sensor.tare(&mut state);
    assert_eq!(state.value().vector(), Some(DVec3::ZERO));
    carrying(12.3).show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
    assert_eq!((state.value().vector(), state.value().torque()), (Some(DVec3::ZERO), Some(DVec3::ZERO)));
    let more = carrying(14.3).show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
    assert!((more.get("fz").unwrap() + 2.0).abs() < 1e-14, "{more}");
}
