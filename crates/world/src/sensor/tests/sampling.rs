use super::rig::{Facts, encoder};
use crate::sensor::Response;

/// Times at which a sensor of `rate` samples, with steps of `h`, times summed up as a stepper does.
fn samples(rate: f64, h: f64, seconds: f64) -> Vec<f64> {
    let sensor = encoder(Response::IDEAL).with_rate(rate).unwrap();
    let mut state = sensor.start();
    let mut time = 0.0;
    let mut taken: Vec<f64> = Vec::new();
    for _ in 0..(seconds / h).round() as usize {
        time += h;
        let read = Facts { time, h, position: time, ..Facts::at_rest() }
            .show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
        let sampled = read.time.unwrap_or(0.0);
        if read.time.is_some() && taken.last() != Some(&sampled) {
            assert_eq!(sampled, time, "a sample is of now");
            assert_eq!(read.get("position"), Some(time));
            taken.push(sampled);
        } else if let Some(last) = taken.last() {
            assert_eq!(read.get("position"), Some(*last), "held in between");
        }
    }
    taken
}

#[test]
fn a_schedule_does_not_drift_over_an_hour() {
    for (rate, h) in [(24.4, 1e-3), (100.0, 1e-3), (333.3, 1e-3)] {
        let taken = samples(rate, h, 3600.0);
        let expected = 3600.0 * rate;
        assert!((taken.len() as f64 - expected).abs() <= 1.0, "{rate} Hz: {} of {expected}", taken.len());
        for (k, time) in taken.iter().enumerate().skip(1).step_by(997) {
            // The first sample was number 0; each is taken in the step that reaches its time.
            let late = time - k as f64 / rate;
            assert!((-1.1e-3 * h..h * 1.001).contains(&late), "{rate} Hz: sample {k} is {late} s late");
        }
    }
}

#[test]
fn a_sensor_as_fast_as_the_steps_samples_in_each() {
    // Sums of 0.001 are off by 1e-11 s after 100 s, and far less than a thousandth of a step.
    assert_eq!(samples(1e3, 1e-3, 100.0).len(), 100_000);
}

#[test]
fn a_sensor_faster_than_the_steps_samples_once_in_each() {
    assert_eq!(samples(3e3, 1e-3, 1.0).len(), 1000);
}

#[test]
fn a_sensor_without_a_rate_tells_every_step() {
    let sensor = encoder(Response::IDEAL);
    let mut state = sensor.start();
    assert_eq!(state.value().time, None);
    for i in 1..10 {
        let time = 1.1e-3 * i as f64;
        let facts = Facts { time, position: -0.7 * time, ..Facts::at_rest() };
        let read = facts.show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
        assert_eq!((read.time, read.get("position")), (Some(time), Some(-0.7 * time)));
    }
}
