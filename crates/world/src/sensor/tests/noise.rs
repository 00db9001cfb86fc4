use super::rig::{Facts, LINK, accelerometer};
use crate::sensor::{Response, Sensor, SensorKind};
use bristle_geometry::Pose;

const SIGMA: f64 = 0.43;
const COUNT: usize = 200_000;

fn noisy(name: &str, seed: u64) -> Sensor {
    let response = Response { noise: SIGMA, ..Response::IDEAL };
    let kind = SensorKind::Accelerometer { body: LINK, pose: Pose::IDENTITY, response };
    Sensor::new(name, kind).unwrap().with_seed(seed)
}

/// The channels' noise, in units of its deviation.
fn deviates(sensor: &Sensor, count: usize) -> Vec<[f64; 3]> {
    let mut state = sensor.start();
    let facts = Facts::at_rest();
    (0..count)
        .map(|_| {
            let read = facts.show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
            let v = read.values();
            [v[0] / SIGMA, v[1] / SIGMA, (v[2] - 9.81) / SIGMA]
        })
        .collect()
}

fn mean(list: impl Iterator<Item = f64>) -> f64 {
    list.sum::<f64>() / COUNT as f64
}

#[test]
fn noise_has_the_moments_of_a_normal_distribution() {
    let all = deviates(&noisy("palm", 7), COUNT);
    let root = (COUNT as f64).sqrt();
    for channel in 0..3 {
        let x = || all.iter().map(|v| v[channel]);
        // Standard errors over N samples: 1, √2, √15, √96 over √N for the first four moments. Five of them: a false
        // alarm in one of two million such tests.
        assert!(mean(x()).abs() < 5.0 / root);
        assert!((mean(x().map(|v| v.powi(2))) - 1.0).abs() < 5.0 * 2f64.sqrt() / root);
        assert!(mean(x().map(|v| v.powi(3))).abs() < 5.0 * 15f64.sqrt() / root);
        assert!((mean(x().map(|v| v.powi(4))) - 3.0).abs() < 5.0 * 96f64.sqrt() / root);
        // And the tails: 0.27 % beyond three deviations.
        let beyond = x().filter(|v| v.abs() > 3.0).count() as f64;
        let expected = 0.002_699_796 * COUNT as f64;
        assert!((beyond - expected).abs() < 5.0 * expected.sqrt(), "{beyond}");
    }
}

#[test]
fn samples_channels_names_and_seeds_are_unrelated() {
    let all = deviates(&noisy("palm", 7), COUNT);
    let root = (COUNT as f64).sqrt();
    let related = |a: &[[f64; 3]], i: usize, b: &[[f64; 3]], j: usize| {
        mean(a.iter().zip(b).map(|(a, b)| a[i] * b[j])).abs() > 5.0 / root
    };
    for lag in 1..4 {
        assert!(!related(&all, 0, &all[lag..], 0));
    }
    assert!(!related(&all, 0, &all, 1) && !related(&all, 1, &all, 2) && !related(&all, 0, &all, 2));
    for other in [noisy("palm", 8), noisy("palm2", 7), noisy("", 0)] {
        assert!(!related(&all, 0, &deviates(&other, COUNT), 0));
    }
    assert!(related(&all, 0, &all, 0), "or this test could not fail");
}

#[test]
fn same_seed_same_bits_also_after_a_restart_in_the_middle() {
    let sensor = noisy("palm", 7);
    assert_eq!(deviates(&sensor, 1000), deviates(&sensor.clone(), 1000));
    let facts = Facts::at_rest();
    let mut state = sensor.start();
    for _ in 0..500 {
        facts.show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
    }
    let mut restored = state.clone();
    for _ in 0..500 {
        let went_on = facts.show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
        assert_eq!(facts.show(|truth| sensor.measure(truth, &mut restored).unwrap().clone()), went_on);
    }
    assert_eq!(state, restored);
    assert_ne!(deviates(&sensor, 1), deviates(&noisy("palm", 8), 1));
}

#[test]
fn a_quiet_sensor_has_no_noise() {
    let read = Facts::at_rest().seen_by(&accelerometer(Pose::IDENTITY, Response::IDEAL).with_seed(7));
    assert_eq!(read.values(), [0.0, 0.0, 9.81]);
}

#[test]
fn a_density_fills_the_band_up_to_half_the_rate() {
    // 300 µg/√Hz at 3 kHz: 300e-6 · 9.81 · √1500.
    let sigma = Response::noise_of_density(300e-6 * 9.81, 3e3);
    assert!((sigma - 0.113_98).abs() < 1e-5, "{sigma}");
}

#[test]
fn noise_of_drives_grows_with_their_speed_and_adds_up_in_squares() {
    let per_speed = [3.7, 1.9];
    let sensor = per_speed.iter().fold(noisy("palm", 7), |s, &gain| s.with_drive_noise(LINK, gain).unwrap());
    for velocity in [0.0, -0.21] {
        let facts = Facts { velocity, ..Facts::at_rest() };
        let mut state = sensor.start();
        let squares = (0..COUNT).map(|_| {
            let read = facts.show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
            read.values()[0].powi(2)
        });
        let found = mean(squares);
        let expected = SIGMA.powi(2) + per_speed.iter().map(|gain| (gain * velocity).powi(2)).sum::<f64>();
        // Five standard errors of a variance.
        assert!((found / expected - 1.0).abs() < 5.0 * (2.0 / COUNT as f64).sqrt(), "{found} {expected}");
    }
    // At rest it is the sensor without drives, bit for bit.
    assert_eq!(Facts::at_rest().seen_by(&sensor), Facts::at_rest().seen_by(&noisy("palm", 7)));
    let message = noisy("palm", 7).with_drive_noise(LINK, -1.0).unwrap_err().to_string();
    assert!(message.contains("drive noise per speed"), "{message}");
}
