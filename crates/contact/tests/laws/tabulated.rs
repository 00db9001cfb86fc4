//! A measured curve is followed exactly, never falls, and is the monotone cubic everybody knows.

use crate::sampling::{normal_law, runner};
use bristle_contact::{NormalLaw, Tabulated};
use proptest::prelude::*;

/// Computed with SciPy 1.17.1, `PchipInterpolator(x, y)`, its `derivative()` and `antiderivative()`:
/// (compression, value, slope, integral).
const POINTS: [(f64, f64); 5] =
    [(0.3e-3, 110.0), (0.7e-3, 370.0), (1.1e-3, 370.0), (1.9e-3, 1500.0), (2.6e-3, 4300.0)];
const SCIPY: [(f64, f64, f64, f64); 8] = [
    (5e-05, 13.450082952201598, 292060.1291364003, 0.0003264974834095597),
    (0.0003, 110.0, 462711.8644067798, 0.014868946731234864),
    (0.00041, 184.92654661016954, 836269.0677966103, 0.030713236614709444),
    (0.00093, 370.0, 0.0, 0.20213843825665861),
    (0.00123, 412.48583789244856, 634752.4911006066, 0.3150060746280344),
    (0.0019, 1500.0, 2110177.404295052, 0.9004956433609226),
    (0.00237, 3158.9058944958942, 4641394.448731875, 1.9487430414744502),
    (0.0026, 4300.0, 5207500.000000001, 2.8040216373696367),
];
/// The same for (0, 0), (1 mm, 0.1), (1.1 mm, 20), (4 mm, 50), where both end slopes are held at zero: (x, y).
const STEEP: [(f64, f64); 3] = [(1e-3, 0.1), (1.1e-3, 20.0), (4e-3, 50.0)];
const SCIPY_STEEP: [(f64, f64); 3] =
    [(0.4e-3, 0.008823195682189026), (1.04e-3, 6.846393663897159), (3.3e-3, 49.103176478011484)];

fn close(actual: f64, expected: f64, size: f64) -> bool {
    // Both sides evaluate the same cubic in different forms: a few roundings of the largest term.
    (actual - expected).abs() <= 1e-14 * size
}

#[test]
fn tabulated_law_agrees_with_scipy_pchip() {
    let law = NormalLaw::from(Tabulated::new(&POINTS, 0.0).unwrap());
    for (x, value, slope, integral) in SCIPY {
        let f = law.force(x, 0.0);
        assert!(close(f.elastic, value, 4300.0), "value at {x}: {} {value}", f.elastic);
        assert!(close(f.d_penetration, slope, 4300.0 / 0.7e-3), "slope at {x}: {} {slope}", f.d_penetration);
        assert!(
            close(law.energy(x), integral, 4300.0 * 2.6e-3),
            "integral at {x}: {} {integral}",
            law.energy(x)
        );
    }
    let law = NormalLaw::from(Tabulated::new(&STEEP, 0.0).unwrap());
    for (x, value) in SCIPY_STEEP {
        assert!(close(law.force(x, 0.0).elastic, value, 50.0), "value at {x}");
    }
    assert_eq!(law.force(5e-3, 0.0).d_penetration, 0.0, "a curve that ends flat stays flat");
}

#[test]
fn tabulated_law_is_exact_on_a_straight_line_and_beyond_it() {
    let k = 1.1e6;
    let points: Vec<_> = [0.3e-3, 0.7e-3, 1.1e-3, 2.9e-3].iter().map(|&x| (x, k * x)).collect();
    for points in [&points[..], &points[..1], &[&[(0.0, 0.0)], &points[..]].concat()] {
        let law = NormalLaw::from(Tabulated::new(points, 3.0).unwrap());
        for x in [1e-7, 0.2e-3, 0.5e-3, 1.9e-3, 2.9e-3, 7.0e-3] {
            let f = law.force(x, -0.7);
            // Secants of points with relative spacing 0.3 carry a few roundings each.
            assert!((f.elastic - k * x).abs() <= 1e-14 * k * x.max(1e-3), "{x}");
            assert!((f.d_penetration - k).abs() <= 1e-13 * k, "{x}");
            assert!((law.energy(x) - 0.5 * k * x * x).abs() <= 1e-14 * k * x.max(1e-3) * x.max(1e-3), "{x}");
            assert_eq!((f.damping, f.d_rate), (3.0 * -0.7, 3.0));
        }
    }
}

#[test]
fn tabulated_law_never_falls_and_never_leaves_its_points() {
    runner(400)
        .run(&normal_law().prop_filter("tables only", |law| matches!(law, NormalLaw::Tabulated(_))), |law| {
            let NormalLaw::Tabulated(table) = &law else { unreachable!() };
            let points: Vec<_> = table.points().collect();
            let (end, highest) = points[points.len() - 1];
            for &(x, y) in &points[1..] {
                prop_assert!((law.force(x, 0.0).elastic - y).abs() <= 1e-14 * highest);
            }
            let mut last = 0.0;
            for i in 1..=1000 {
                let x = 1.2 * end * f64::from(i) / 1000.0;
                let f = law.force(x, 0.0);
                // Round-off of the cubic's terms; a true overshoot would be many orders larger.
                prop_assert!(f.elastic >= last - 1e-13 * highest, "falls at {x}");
                prop_assert!(
                    f.d_penetration >= -1e-12 * highest / 0.1e-3,
                    "slope {} at {x}",
                    f.d_penetration
                );
                last = f.elastic;
            }
            Ok(())
        })
        .unwrap();
}
