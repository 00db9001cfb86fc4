//! `NormalForce::d_*` are the derivatives of the force, for every law, with and without a yielding target.

use crate::sampling::{decades, normal_law, runner};
use bristle_contact::{NormalForce, NormalLaw, in_series_with};
use proptest::prelude::*;

/// Central differences with a step of 1e-5 of the scale `L` on which the force varies are wrong by
/// (1e-5)²/6·f/L from truncation and 2e-16/1e-5·f/L from round-off: below 1e-9·f/L, doubled here for cubic pieces
/// whose third derivative is large.
const STEP: f64 = 1e-5;
const TOLERANCE: f64 = 1e-8;

fn check(
    force: impl Fn(f64, f64) -> NormalForce,
    p: f64,
    rate: f64,
    length: f64,
) -> Result<(), TestCaseError> {
    let sum = |p: f64, rate: f64| {
        let f = force(p, rate);
        f.elastic + f.damping
    };
    let here = force(p, rate);
    let size = here.elastic + here.damping.abs();

    let dp = STEP * length;
    let numeric = (sum(p + dp, rate) - sum(p - dp, rate)) / (2.0 * dp);
    let error = (numeric - here.d_penetration).abs();
    prop_assert!(
        error <= TOLERANCE * (size / length + here.d_penetration.abs()),
        "d_penetration: {here:?} {numeric}"
    );

    let dv = STEP * (1.0 + rate.abs());
    let numeric = (sum(p, rate + dv) - sum(p, rate - dv)) / (2.0 * dv);
    let error = (numeric - here.d_rate).abs();
    prop_assert!(error <= TOLERANCE * (size + here.d_rate), "d_rate: {here:?} {numeric}");
    Ok(())
}

/// Cubic pieces are C¹: the second derivative jumps at a knot, so differences across one are only first order.
fn near_knot(law: &NormalLaw, x: f64, reach: f64) -> bool {
    matches!(law, NormalLaw::Tabulated(table) if table.points().any(|(knot, _)| (x - knot).abs() < reach))
}

#[test]
fn normal_force_derivatives_match_central_differences() {
    let skipped = std::cell::Cell::new(0);
    let cases = 4000;
    runner(cases)
        .run(&(normal_law(), 0.05e-3..9e-3f64, -0.5..0.5f64), |(law, p, rate)| {
            if near_knot(&law, p, STEP * 0.05e-3) {
                skipped.set(skipped.get() + 1);
                return Ok(());
            }
            check(|p, rate| law.force(p, rate), p, rate, 0.05e-3)
        })
        .unwrap();
    assert!(skipped.get() * 100 < cases, "{} of {cases} skipped", skipped.get());
}

#[test]
fn series_force_derivatives_match_central_differences() {
    let skipped = std::cell::Cell::new(0);
    let cases = 4000;
    runner(cases)
        .run(&(normal_law(), decades(2.0, 6.0), 0.05e-3..9e-3f64, -0.5..0.5f64), |(law, k2, p, rate)| {
            let x = in_series_with(&law, k2, p, rate).compression;
            // The force varies on the scale of the pad's own compression, which a soft target makes small.
            let length = x.min(0.05e-3);
            if near_knot(&law, x, 2.0 * STEP * length) {
                skipped.set(skipped.get() + 1);
                return Ok(());
            }
            check(|p, rate| in_series_with(&law, k2, p, rate).force, p, rate, length)
        })
        .unwrap();
    assert!(skipped.get() * 100 < cases, "{} of {cases} skipped", skipped.get());
}

#[test]
fn clamped_derivatives_vanish_exactly_where_the_pad_would_pull() {
    let clamped = std::cell::Cell::new(0);
    runner(2000)
        .run(&(normal_law(), 1e-6..2e-3f64, -9.0..3.0f64), |(law, p, rate)| {
            let f = law.force(p, rate);
            let sum = f.elastic + f.damping;
            if sum < 0.0 {
                clamped.set(clamped.get() + 1);
                prop_assert_eq!((f.total(), f.total_d_penetration(), f.total_d_rate()), (0.0, 0.0, 0.0));
            } else {
                let expected = (sum, f.d_penetration, f.d_rate);
                prop_assert_eq!((f.total(), f.total_d_penetration(), f.total_d_rate()), expected);
            }
            Ok(())
        })
        .unwrap();
    assert!(
        (100..1900).contains(&clamped.get()),
        "both sides of the clamp must be visited: {}",
        clamped.get()
    );
}

#[test]
fn a_pad_that_is_not_touched_does_not_push() {
    runner(500)
        .run(&(normal_law(), -2e-3..=0.0f64, -0.5..0.5f64), |(law, p, rate)| {
            prop_assert_eq!(law.force(p, rate), NormalForce::ZERO);
            prop_assert_eq!(law.energy(p), 0.0);
            prop_assert_eq!(in_series_with(&law, 1100.0, p, rate).force, NormalForce::ZERO);
            Ok(())
        })
        .unwrap();
}
