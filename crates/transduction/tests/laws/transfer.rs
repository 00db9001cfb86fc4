use crate::support::refusal;
use bristle_transduction::{Divider, Layer, Points, Transfer};
use proptest::prelude::*;

fn divider(half_force: f64, exponent: f64) -> Transfer {
    Transfer::Divider(Divider { full_scale: 4095.0, half_force, exponent, leak: 0.0 })
}

#[test]
fn divider_gives_half_at_its_half_force_and_a_power_far_below() {
    let curve = divider(0.7, 1.8);
    assert!((curve.of_force(0.7) - 2047.5).abs() < 1e-9);
    let slope = (curve.of_force(2e-4) / curve.of_force(1e-4)).log2();
    assert!((slope - 1.8).abs() < 1e-4, "{slope}");
    assert_eq!(curve.of_force(0.0), 0.0);
    assert_eq!(curve.of_force(-0.3), 0.0);
    assert!((curve.of_force(1e9) - 4095.0).abs() < 1e-9);
}

#[test]
fn unloaded_cell_shows_its_leak() {
    let curve = Transfer::Divider(Divider { full_scale: 4095.0, half_force: 0.7, exponent: 1.8, leak: 0.02 });
    assert!((curve.of_force(0.0) - 4095.0 * 0.02 / 1.02).abs() < 1e-10);
    assert!((curve.of_force(1e300) - 4095.0).abs() < 1e-9);
}

#[test]
fn points_are_met_and_joined_by_straight_lines() {
    let curve = Transfer::Points(Points { forces: vec![0.1, 0.3, 1.1], signals: vec![5.0, 5.0, 77.0] });
    for (force, signal) in
        [(-1.0, 5.0), (0.1, 5.0), (0.2, 5.0), (0.3, 5.0), (0.7, 41.0), (1.1, 77.0), (9.0, 77.0)]
    {
        assert!((curve.of_force(force) - signal).abs() < 1e-12, "{force}: {}", curve.of_force(force));
    }
}

proptest! {
    #[test]
    fn divider_never_falls(half in 1e-3..1e2_f64, power in 0.05..20.0_f64, f in 0.0..1e3_f64, more in 0.0..1e3_f64) {
        let curve = divider(half, power);
        prop_assert!(curve.of_force(f + more) >= curve.of_force(f));
        prop_assert!((0.0..=4095.0).contains(&curve.of_force(f)));
    }
}

#[test]
fn impossible_curves_are_refused() {
    assert!(refusal(Layer::Transfer(divider(0.0, 1.0))).contains("divider.half_force is 0"));
    assert!(refusal(Layer::Transfer(divider(1.0, f64::NAN))).contains("divider.exponent is NaN"));
    let points = |forces: &[f64], signals: &[f64]| {
        refusal(Layer::Transfer(Transfer::Points(Points {
            forces: forces.to_vec(),
            signals: signals.to_vec(),
        })))
    };
    assert!(points(&[0.1], &[1.0]).contains("at least two"));
    assert!(points(&[0.1, 0.2], &[1.0]).contains("2 forces and 1 signals"));
    assert!(points(&[0.1, 0.1], &[1.0, 2.0]).contains("above the one before"));
    assert!(points(&[0.1, 0.3], &[1.0, 0.7]).contains("never falls"));
}
