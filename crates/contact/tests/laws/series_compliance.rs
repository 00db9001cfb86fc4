//! Pad and target share the penetration so that both push equally hard.

use crate::sampling::{decades, normal_law, runner};
use bristle_contact::{
    Exponent, HuntCrossley, LinearSpringDamper, NormalLaw, PowerLaw, Tabulated, in_series_with,
};
use proptest::prelude::*;

#[test]
fn linear_pad_and_target_add_their_compliances() {
    let (k, c, k2, p, rate) = (1100.0, 7.0, 430.0, 1.3e-3, -0.7e-2);
    let table = Tabulated::new(&[(0.7e-3, k * 0.7e-3), (2.1e-3, k * 2.1e-3)], c).unwrap();
    let linear = Exponent::new(1.0).unwrap();
    // The table takes the iterative way to the same answer.
    for law in [
        NormalLaw::from(LinearSpringDamper::new(k, c).unwrap()),
        NormalLaw::from(PowerLaw::new(k, linear, c).unwrap()),
        NormalLaw::from(table),
    ] {
        let shared = in_series_with(&law, k2, p, rate);
        let share = k2 / (k + k2);
        let near = |actual: f64, expected: f64| (actual - expected).abs() <= 1e-14 * expected.abs();
        assert!(near(shared.compression, share * p));
        assert!(near(shared.force.elastic, p / (1.0 / k + 1.0 / k2)));
        assert!(near(shared.force.damping, c * share * share * rate));
        assert!(near(shared.force.d_penetration, 1.0 / (1.0 / k + 1.0 / k2)), "{:?}", shared.force);
        assert!(near(shared.force.d_rate, c * share * share));
    }
}

#[test]
fn quadratic_pad_and_target_meet_at_the_root_of_the_quadratic() {
    for (k, k2) in [(1.1e6, 430.0), (3e3, 7e5), (2e8, 11.0)] {
        let law = NormalLaw::from(HuntCrossley::new(k, Exponent::new(2.0).unwrap(), 0.3).unwrap());
        for p in [1e-7, 0.3e-3, 1.1e-3, 7e-3] {
            // k x² + k2 x − k2 p = 0, in the form without cancellation.
            let x = 2.0 * p / (1.0 + (1.0 + 4.0 * k * p / k2).sqrt());
            let found = in_series_with(&law, k2, p, 0.0).compression;
            assert!((found - x).abs() <= 1e-14 * x, "k {k} k2 {k2} p {p}: {found:e} {x:e}");
        }
    }
}

#[test]
fn pad_and_target_forces_balance_for_every_law() {
    runner(5000)
        .run(&(normal_law(), decades(0.0, 9.0), decades(-9.0, -1.7)), |(law, k2, p)| {
            let x = in_series_with(&law, k2, p, 0.0).compression;
            prop_assert!((0.0..=p).contains(&x));
            let elastic = law.elastic(x);
            let residual = elastic.force - k2 * (p - x);
            // What one rounding of x and of p − x does to the two forces.
            let tolerance = 1e-14 * (elastic.slope * x + elastic.force + k2 * p);
            prop_assert!(residual.abs() <= tolerance, "residual {residual:e} at x {x:e}");
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_very_stiff_target_leaves_the_pad_alone() {
    runner(500)
        .run(&(normal_law(), 0.1e-3..5e-3f64, -0.3..0.3f64), |(law, p, rate)| {
            let alone = law.force(p, rate);
            let k2 = 1e18;
            let shared = in_series_with(&law, k2, p, rate);
            // The target takes f/k2 of the penetration.
            let tolerance = 1e-9;
            prop_assert!((shared.force.elastic - alone.elastic).abs() <= tolerance * alone.elastic);
            prop_assert!((shared.force.damping - alone.damping).abs() <= tolerance * alone.damping.abs());
            Ok(())
        })
        .unwrap();
}
