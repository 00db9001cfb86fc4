use super::rig::{Facts, encoder};
use crate::sensor::{Response, SensorValue};

fn turning(speed: f64, response: Response, rate: Option<f64>, steps: usize) -> Vec<SensorValue> {
    let mut sensor = encoder(response);
    if let Some(rate) = rate {
        sensor = sensor.with_rate(rate).unwrap();
    }
    let mut state = sensor.start();
    (1..=steps)
        .map(|i| {
            let time = i as f64 * 1e-3;
            let facts = Facts { time, position: 0.3 + speed * time, ..Facts::at_rest() };
            facts.show(|truth| sensor.measure(truth, &mut state).unwrap().clone())
        })
        .collect()
}

#[test]
fn velocity_is_the_difference_of_two_samples_over_their_time() {
    for rate in [None, Some(100.0), Some(333.0)] {
        let told = turning(-0.7, Response::IDEAL, rate, 200);
        assert_eq!(told[0].get("velocity"), Some(0.0), "one sample has no difference");
        // Positions near 0.3 are good to 6e-17, over at least 1 ms.
        assert!((told[199].get("velocity").unwrap() + 0.7).abs() < 1e-12, "{}", told[199]);
    }
}

#[test]
fn a_coarse_encoder_has_a_coarse_velocity() {
    // 1000 counts per turn, 0.0063 rad: at 0.7 rad/s a count passes every 9 steps, and the velocity is one count per
    // step or none; its mean is the truth.
    let count = std::f64::consts::TAU / 1000.0;
    let told = turning(0.7, Response { resolution: Some(count), ..Response::IDEAL }, None, 5000);
    let speeds: Vec<f64> = told.iter().skip(1).map(|t| t.get("velocity").unwrap()).collect();
    assert!(speeds.iter().all(|&v| v.abs() < 1e-9 || (v / (count / 1e-3) - 1.0).abs() < 1e-9));
    let mean = speeds.iter().sum::<f64>() / speeds.len() as f64;
    // The sum telescopes to the travel, good to a count over 5 s.
    assert!((mean - 0.7).abs() < count / 4.999, "{mean}");
}

#[test]
fn taring_an_encoder_leaves_its_velocity() {
    let sensor = encoder(Response::IDEAL);
    let mut state = sensor.start();
    for i in 1..=20 {
        let time = i as f64 * 1e-3;
        if i == 11 {
            sensor.tare(&mut state);
            assert_eq!(state.value().get("position"), Some(0.0));
        }
        let facts = Facts { time, position: 0.3 - 0.7 * time, ..Facts::at_rest() };
        let read = facts.show(|truth| sensor.measure(truth, &mut state).unwrap().clone());
        assert!(i == 1 || (read.get("velocity").unwrap() + 0.7).abs() < 1e-12, "{i}: {read}");
    }
    assert!((state.value().get("position").unwrap() + 0.7 * 0.01).abs() < 1e-15);
}
