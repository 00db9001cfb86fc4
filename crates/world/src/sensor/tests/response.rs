use super::rig::{Facts, LINK, accelerometer};
use crate::sensor::{Response, Sensor};
use bristle_geometry::{Pose, Twist};
use glam::DVec3;
use std::f64::consts::TAU;

fn shaken(a: f64) -> Facts<'static> {
    Facts { acceleration: Twist::from_linear(DVec3::new(a, 0.0, 0.0)), ..Facts::at_rest() }
}

#[test]
fn values_are_whole_steps_of_the_resolution_and_the_nearest_ones() {
    let sensor = accelerometer(Pose::IDENTITY, Response { resolution: Some(0.15), ..Response::IDEAL });
    for i in -400..400 {
        let a = 0.0137 * i as f64;
        let read = shaken(a).seen_by(&sensor).get("ax").unwrap();
        let steps = read / 0.15;
        // A multiple up to 37 of 0.15, rounded once.
        assert!((steps - steps.round()).abs() < 1e-14 && (read - a).abs() <= 0.075 + 1e-15, "{a} {read}");
    }
}

#[test]
fn beyond_its_range_a_sensor_stays_there_and_says_so() {
    let response = Response { range: Some(78.0), resolution: Some(0.15), noise: 0.0 };
    let sensor = accelerometer(Pose::IDENTITY, response);
    let within = shaken(-77.0).seen_by(&sensor);
    assert!(!within.saturated);
    for a in [78.1, 1e300] {
        let beyond = shaken(-a).seen_by(&sensor);
        assert!(beyond.saturated && beyond.get("ax") == Some(-78.0), "{beyond}");
    }
    // A range of 2.5 steps ends at the last whole one within.
    let odd = accelerometer(Pose::IDENTITY, Response { range: Some(1.0), resolution: Some(0.4), noise: 0.0 });
    assert_eq!(shaken(5.0).seen_by(&odd).get("ax"), Some(0.8));
}

#[test]
fn the_accelerometer_of_the_pr2_has_its_published_figures() {
    let sensor = Sensor::pr2_palm_accelerometer("palm", LINK, Pose::IDENTITY).unwrap();
    assert_eq!((sensor.rate(), sensor.bandwidth()), (Some(3e3), Some(1.5e3)));
    // 9.81 is 65.4 steps of 0.15.
    assert_eq!(Facts::at_rest().seen_by(&sensor).get("az"), Some(65.0 * 0.15));
}

#[test]
fn a_low_pass_lets_its_bandwidth_through_at_minus_3_db() {
    let (bandwidth, h) = (50.0, 1e-5);
    let sensor = accelerometer(Pose::IDENTITY, Response::IDEAL).with_bandwidth(bandwidth).unwrap();
    let mut state = sensor.start();
    let mut largest: f64 = 0.0;
    for i in 1..40_000 {
        let t = i as f64 * h;
        let facts = Facts { time: t, h, ..shaken((TAU * bandwidth * t).sin()) };
        let read = facts.show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
        if t > 0.2 {
            largest = largest.max(read.get("ax").unwrap());
        }
    }
    // Steps of h delay by half a step: ωh/2 = 1.6e-3 of the gain at most.
    assert!((largest - 0.5f64.sqrt()).abs() < 1.6e-3, "{largest}");
}

#[test]
fn a_low_pass_answers_a_step_with_one_minus_exp_and_at_any_step_size() {
    for h in [1e-4, 1e-3, 5e-3] {
        let sensor = accelerometer(Pose::IDENTITY, Response::IDEAL).with_bandwidth(11.0).unwrap();
        let mut state = sensor.start();
        shaken(0.3).show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
        let mut read = state.value().clone();
        assert_eq!(read.get("ax"), Some(0.3), "settled at first");
        for i in 1..=(0.02 / h) as usize {
            let facts = Facts { time: i as f64 * h, h, ..shaken(1.0) };
            read = facts.show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
        }
        let expected = 1.0 - 0.7 * (-TAU * 11.0 * 0.02f64).exp();
        assert!((read.get("ax").unwrap() - expected).abs() < 1e-13, "{h}");
    }
}

#[test]
fn a_bias_shifts_every_value() {
    let sensor = accelerometer(Pose::IDENTITY, Response::IDEAL).with_bias(&[0.3, -0.7, 1.1]).unwrap();
    let read = Facts::at_rest().seen_by(&sensor);
    assert_eq!(read.values(), [0.3, -0.7, 9.81 + 1.1]);
}

#[test]
fn a_value_prints_its_names_and_units() {
    let response = Response { range: Some(1.0), ..Response::IDEAL };
    let read = shaken(0.25).seen_by(&accelerometer(Pose::IDENTITY, response));
    assert_eq!(format!("{read:.2}"), "ax 0.25 m/s², ay 0.00 m/s², az 1.00 m/s² (saturated)");
}
