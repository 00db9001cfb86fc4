use crate::support::{Wire, refusal};
use bristle_transduction::{Counts, Layer, Noise, Sampling};

fn sampling(rate: f64) -> Layer {
    Layer::Sampling(Sampling { rate })
}

/// The signal: straight lines between multiples of 1/8 s.
fn signal(t: f64) -> f64 {
    let (k, share) = ((8.0 * t).floor(), (8.0 * t).fract());
    let corner = |k: f64| (k * 1.7).sin();
    corner(k) + share * (corner(k + 1.0) - corner(k))
}

#[test]
fn frames_do_not_depend_on_the_step() {
    let rate = 31.3;
    for dt in [1.0 / 8.0, 1.0 / 64.0, 1.0 / 4096.0] {
        let mut wire = Wire::new(&[sampling(rate)]);
        let mut last = 0.0;
        while wire.time < 3.0 {
            let y = wire.step(dt, signal(wire.time + dt));
            let frame = (wire.time * rate + 1e-9).floor();
            assert_eq!(wire.state.frames() as f64, frame);
            // The very first line begins at 0, not at signal(0) = 0: the same.
            let expected = signal(frame / rate);
            assert!((y - expected).abs() < 1e-10, "{dt} at {}: {y} for {expected}", wire.time);
            last = y;
        }
        assert!(last != 0.0);
    }
}

#[test]
fn values_are_held_between_frames() {
    let mut wire = Wire::new(&[sampling(10.0)]);
    let mut seen = Vec::new();
    for step in 1..=1000 {
        seen.push(wire.step(1e-3, f64::from(step)));
    }
    seen.dedup();
    // Nothing, then ten frames.
    assert_eq!(seen.len(), 11, "{seen:?}");
    assert_eq!(wire.state.frames(), 10);
}

#[test]
fn noise_behind_a_sampler_is_the_same_for_every_step() {
    let chain = [
        sampling(31.3),
        Layer::Noise(Noise { deviation: 7.0, correlation_time: 0.0, seed: 3 }),
        Layer::Counts(Counts { full_scale: 1e3, bits: 12, threshold: 0, subtract_threshold: false }),
    ];
    let (mut coarse, mut fine) = (Wire::new(&chain), Wire::new(&chain));
    for _ in 0..20 {
        let expected = coarse.step(0.125, 430.0);
        let mut found = 0.0;
        for _ in 0..125 {
            found = fine.step(1e-3, 430.0);
        }
        // The first step is a rise from 0, whose shape the step decides.
        if coarse.time > 0.13 {
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn impossible_rates_are_refused() {
    for rate in [0.0, -31.3, f64::NAN, 1e9] {
        assert!(refusal(sampling(rate)).contains("rate is"), "{rate}");
    }
}
