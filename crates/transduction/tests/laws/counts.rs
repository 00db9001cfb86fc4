use crate::support::refusal;
use bristle_transduction::{Counts, Layer};
use proptest::prelude::*;

fn counts(threshold: u32, subtract_threshold: bool) -> Counts {
    Counts { full_scale: 5.0, bits: 12, threshold, subtract_threshold }
}

proptest! {
    #[test]
    fn counts_are_whole_and_half_a_step_from_the_truth(signal in 0.0..5.0_f64) {
        let count = counts(0, false).of_signal(signal);
        prop_assert_eq!(count, count.round());
        prop_assert!((count * 5.0 / 4095.0 - signal).abs() <= 0.5 * 5.0 / 4095.0 * (1.0 + 1e-12));
    }

    #[test]
    fn counts_never_fall(signal in -1.0..7.0_f64, more in 0.0..3.0_f64, threshold in 0u32..4000, subtract: bool) {
        let layer = counts(threshold, subtract);
        prop_assert!(layer.of_signal(signal + more) >= layer.of_signal(signal));
    }
}

#[test]
fn counts_end_at_zero_and_at_full_scale() {
    let layer = counts(0, false);
    assert_eq!(layer.of_signal(-0.3), 0.0);
    assert_eq!(layer.of_signal(5.0), 4095.0);
    assert_eq!(layer.of_signal(1e9), 4095.0);
}

#[test]
fn threshold_hides_what_is_not_above_it() {
    let at = |count: f64| count * 5.0 / 4095.0;
    assert_eq!(counts(100, false).of_signal(at(100.0)), 0.0);
    assert_eq!(counts(100, false).of_signal(at(101.0)), 101.0);
    assert_eq!(counts(100, true).of_signal(at(101.0)), 1.0);
    assert_eq!(counts(100, true).of_signal(9.0), 3995.0);
}

#[test]
fn impossible_converters_are_refused() {
    assert!(refusal(Layer::Counts(Counts { bits: 0, ..counts(0, false) })).contains("bits is 0"));
    assert!(refusal(Layer::Counts(Counts { bits: 40, ..counts(0, false) })).contains("within [1, 32]"));
    assert!(
        refusal(Layer::Counts(Counts { full_scale: 0.0, ..counts(0, false) })).contains("full_scale is 0")
    );
    assert!(refusal(Layer::Counts(counts(4095, false))).contains("below the greatest count, 4095"));
}
