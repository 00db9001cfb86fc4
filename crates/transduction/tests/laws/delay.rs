use crate::support::{Wire, refusal};
use bristle_transduction::{Delay, Layer, Sampling};

fn delay(time: f64) -> Layer {
    Layer::Delay(Delay { time })
}

#[test]
fn straight_lines_come_out_late_and_otherwise_unchanged() {
    for dt in [1e-3, 0.7e-3, 0.013, 0.11] {
        let mut wire = Wire::new(&[delay(0.043)]);
        for step in 1..500 {
            let t = f64::from(step) * dt;
            let y = wire.step(dt, 1.1 * t);
            let expected = 1.1 * (t - 0.043).max(0.0);
            assert!((y - expected).abs() < 1e-12, "{dt} at {t}: {y} for {expected}");
        }
    }
}

#[test]
fn whole_steps_of_delay_give_the_old_values_back() {
    // Multiples of a power of two, so that no time is rounded.
    let dt = 1.0 / 1024.0;
    let mut wire = Wire::new(&[delay(20.0 * dt)]);
    let signal = |step: i32| (f64::from(step * step) * 0.3).sin();
    for step in 1..300 {
        let y = wire.step(dt, signal(step));
        assert_eq!(y, if step > 20 { signal(step - 20) } else { 0.0 });
    }
}

#[test]
fn steps_of_any_length_mix() {
    let mut wire = Wire::new(&[delay(0.3)]);
    for i in 0..4000 {
        let dt = 1e-3 * f64::from(1 + (i * 7) % 13);
        let y = wire.step(dt, 0.7 * (wire.time + dt));
        assert!((y - 0.7 * (wire.time - 0.3).max(0.0)).abs() < 1e-11);
    }
}

#[test]
fn memory_stays_bounded_for_tiny_steps() {
    let mut wire = Wire::new(&[delay(0.1)]);
    let mut y = 0.0;
    for step in 1..=200_000 {
        y = wire.step(1e-6, 1e-6 * f64::from(step));
    }
    assert!((y - 0.1).abs() < 1e-9, "{y}");
    assert!(wire.state.memory() < 300_000, "{}", wire.state.memory());
}

#[test]
fn behind_a_sampler_a_delay_is_whole_frames() {
    // 0.25 s at 10 Hz: three frames.
    let mut wire = Wire::new(&[Layer::Sampling(Sampling { rate: 10.0 }), delay(0.25)]);
    for frame in 1..40 {
        let y = wire.step(0.1, f64::from(frame));
        let expected = f64::from((frame - 3).max(0));
        assert!((y - expected).abs() < 1e-6, "{frame}: {y}");
    }
}

#[test]
fn impossible_delays_are_refused() {
    assert!(refusal(delay(-1e-3)).contains("time is -0.001"));
    assert!(refusal(delay(f64::INFINITY)).contains("time is inf"));
}
