use crate::support::{Wire, refusal};
use bristle_transduction::{Creep, CreepTerm, Layer};

const TERMS: [(f64, f64); 3] = [(0.3, 0.7), (0.43, 11.0), (-0.2, 0.05)];

fn creep(terms: &[(f64, f64)]) -> Layer {
    let terms = terms.iter().map(|&(share, time)| CreepTerm { share, time }).collect();
    Layer::Creep(Creep { terms })
}

/// Response to a load that grows evenly to `load` within `ramp` and then stays.
fn closed_form(load: f64, ramp: f64, t: f64) -> f64 {
    let lag = |time: f64| {
        let of_ramp = |t: f64| (t - time * (1.0 - (-t / time).exp())) / ramp;
        load * (of_ramp(t) - if t > ramp { of_ramp(t - ramp) } else { 0.0 })
    };
    load * (t / ramp).min(1.0) + TERMS.iter().map(|&(share, time)| share * lag(time)).sum::<f64>()
}

#[test]
fn creep_is_its_closed_form_whatever_the_step() {
    let (load, ramp) = (1.1, 0.5);
    for steps_per_ramp in [1, 2, 7, 50, 5000] {
        let dt = ramp / f64::from(steps_per_ramp);
        let mut wire = Wire::new(&[creep(&TERMS)]);
        for step in 1..=steps_per_ramp * 24 {
            let t = f64::from(step) * dt;
            let y = wire.step(dt, load * (t / ramp).min(1.0));
            let expected = closed_form(load, ramp, t);
            // Rounding of up to 120 000 steps, of which each is half a unit in the last place.
            assert!((y - expected).abs() < 1e-11, "{dt} at {t}: {y} for {expected}");
        }
    }
}

#[test]
fn steps_of_any_length_mix() {
    let mut wire = Wire::new(&[creep(&TERMS)]);
    wire.step(0.5, 1.1);
    let mut y = 0.0;
    for i in 0..40 {
        y = wire.step(1e-6 * f64::from(1 << (i % 20)), 1.1);
    }
    let expected = closed_form(1.1, 0.5, wire.time);
    assert!((y - expected).abs() < 1e-13, "{y} for {expected}");
}

#[test]
fn creep_ends_at_its_shares_and_relaxation_below_the_load() {
    let mut wire = Wire::new(&[creep(&[(0.3, 0.7), (0.2, 5.0)])]);
    let mut relaxing = Wire::new(&[creep(&[(-0.43, 1.1)])]);
    wire.step(1.0, 0.7);
    relaxing.step(1.0, 0.7);
    assert!((wire.step(1000.0, 0.7) - 0.7 * 1.5).abs() < 1e-3);
    assert!((relaxing.step(3600.0, 0.7) - 0.7 * 0.57).abs() < 1e-3);
    // And all is forgotten in the end.
    wire.step(1e-3, 0.0);
    assert!(wire.step(1000.0, 0.0).abs() < 1e-5);
}

#[test]
fn impossible_creeps_are_refused() {
    assert!(refusal(creep(&[(0.1, 1.0), (0.1, 0.0)])).contains("terms[1].time is 0"));
    assert!(refusal(creep(&[(f64::INFINITY, 1.0)])).contains("terms[0].share"));
    assert!(refusal(creep(&[(-0.7, 1.0), (-0.43, 2.0)])).contains("no more can relax"));
}
