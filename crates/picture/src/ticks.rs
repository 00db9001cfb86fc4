//! Round numbers along an axis: steps of 1, 2 or 5 times a power of ten, and of whole decades.

use crate::canvas::lettering::superscript;

/// A value and what is written beside it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) value: f64,
    pub(crate) label: String,
}

/// A step `digit * 10^exponent` with digit 1, 2 or 5. Its multiples are computed by one multiplication or one
/// division by an exact power of ten, so that 3 steps of 0.1 are 0.3 and not 0.30000000000000004.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoundStep {
    digit: i64,
    exponent: i32,
}

impl RoundStep {
    /// The smallest round step with which `span` holds at most `intervals` of them. `span` is finite and above 0.
    pub(crate) fn for_span(span: f64, intervals: usize) -> Self {
        let least = span / intervals.max(1) as f64;
        let exponent = least.log10().floor() as i32;
        // The tolerance forgives log10 and the division their last bits: 1.0 split in 5 is steps of 0.2.
        let fits = |step: &Self| step.times(1) >= least * (1.0 - 1e-9);
        let candidates = [(1, 0), (2, 0), (5, 0), (1, 1), (2, 1)]
            .map(|(digit, up)| Self { digit, exponent: exponent + up });
        candidates.into_iter().find(fits).unwrap_or(Self { digit: 5, exponent: exponent + 1 })
    }

    pub(crate) fn times(self, count: i64) -> f64 {
        let whole = (self.digit * count) as f64;
        if self.exponent >= 0 {
            whole * 10f64.powi(self.exponent)
        } else {
            whole / 10f64.powi(-self.exponent)
        }
    }

    /// Whole multiples of the step from `low` to `high`, both included to within a billionth of a step.
    pub(crate) fn within(self, low: f64, high: f64) -> Vec<Tick> {
        let step = self.times(1);
        let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
        self.ticks(first, last)
    }

    /// The multiples of the step that enclose `low` to `high`.
    pub(crate) fn around(self, low: f64, high: f64) -> Vec<Tick> {
        let step = self.times(1);
        let (first, last) = ((low / step + 1e-9).floor() as i64, (high / step - 1e-9).ceil() as i64);
        self.ticks(first, last.max(first + 1))
    }

    fn ticks(self, first: i64, last: i64) -> Vec<Tick> {
        // Steps too fine for the numbers they divide could make the range huge.
        let last = last.min(first.saturating_add(1000));
        let largest = self.times(first).abs().max(self.times(last).abs());
        let tick = |count| Tick { value: self.times(count), label: self.label(count, largest) };
        (first..=last).map(tick).collect()
    }

    /// The multiple in digits: as many as the step needs, and powers of ten where plain digits would be long.
    fn label(self, count: i64, largest: f64) -> String {
        if count == 0 {
            return "0".to_owned();
        }
        if self.exponent >= -4 && largest < 1e5 {
            return minus(format!("{:.*}", (-self.exponent).max(0) as usize, self.times(count)));
        }
        let power = largest.log10().floor() as i32;
        let decimals = (power - self.exponent).max(0) as usize;
        let mantissa = (self.digit * count) as f64 / 10f64.powi(power - self.exponent);
        minus(format!("{mantissa:.decimals$}×10{}", superscript(power)))
    }
}

/// The finest round ticks from 0 to `top` whose labels fit beside each other: `room` px long in all, each label as
/// long as `extent` says. If not even two fit, the lone 0 remains.
pub(crate) fn fitting(top: f64, room: f64, extent: impl Fn(&str) -> f64) -> Vec<Tick> {
    let fits = |ticks: &[Tick]| {
        ticks.windows(2).all(|pair| {
            let apart = (pair[1].value - pair[0].value) / top * room;
            apart >= (extent(&pair[0].label) + extent(&pair[1].label)) / 2.0
        })
    };
    let candidates = (1..=8).rev().map(|intervals| RoundStep::for_span(top, intervals).within(0.0, top));
    let mut fitting = candidates.filter(|ticks| fits(ticks));
    fitting.next().unwrap_or_else(|| RoundStep::for_span(top, 1).within(0.0, 0.0))
}

/// The largest round number that is at most `value` (finite, above 0), and its label.
pub(crate) fn round_below(value: f64) -> Tick {
    let step = RoundStep::for_span(value, 1);
    let exact = step.times(1) <= value * (1.0 + 1e-9);
    let below = match (exact, step.digit) {
        (true, _) => step,
        (_, 1) => RoundStep { digit: 5, exponent: step.exponent - 1 },
        (_, 2) => RoundStep { digit: 1, ..step },
        _ => RoundStep { digit: 2, ..step },
    };
    Tick { value: below.times(1), label: below.label(1, below.times(1)) }
}

/// Ticks of a logarithmic axis from `low` to `high` (both above 0): powers of ten, with 2 and 5 between them if
/// there are few, thinned out if there are more than `most`.
pub(crate) fn decades(low: f64, high: f64, most: usize) -> Vec<Tick> {
    let exponents = (low.log10() - 1e-9).ceil() as i32..=(high.log10() + 1e-9).floor() as i32;
    let count = exponents.clone().count();
    if count >= 3 {
        let every = count.div_ceil(most.max(2)) as i32;
        let plain = *exponents.start() >= -2 && *exponents.end() <= 3;
        let shown = exponents.filter(|e| e.rem_euclid(every) == 0);
        return shown.map(|e| decade_tick(1, e, plain)).collect();
    }
    let plain = low >= 1e-3 && high < 1e5;
    let mut ticks: Vec<_> = (low.log10().floor() as i32..=high.log10().floor() as i32)
        .flat_map(|e| [1, 2, 5].map(|digit| decade_tick(digit, e, plain)))
        .collect();
    ticks.retain(|tick| tick.value >= low * (1.0 - 1e-9) && tick.value <= high * (1.0 + 1e-9));
    if ticks.len() >= 2 { ticks } else { RoundStep::for_span(high - low, most.min(5)).within(low, high) }
}

/// A tick in plain digits, or as a power of ten; one axis uses one way for all.
fn decade_tick(digit: i64, exponent: i32, plain: bool) -> Tick {
    let value = RoundStep { digit, exponent }.times(1);
    let label = match digit {
        _ if plain => format!("{:.*}", (-exponent).max(0) as usize, value),
        1 => format!("10{}", superscript(exponent)),
        _ => format!("{digit}×10{}", superscript(exponent)),
    };
    Tick { value, label }
}

/// Values between the decades, where a logarithmic axis has short unlabelled ticks.
pub(crate) fn between_decades(low: f64, high: f64) -> Vec<f64> {
    let exponents = low.log10().floor() as i32..=high.log10().floor() as i32;
    let all = exponents.flat_map(|exponent| (2..10).map(move |digit| RoundStep { digit, exponent }.times(1)));
    all.filter(|&value| value > low && value < high).collect()
}

/// A true minus sign, as wide as a plus.
fn minus(text: String) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ticks: &[Tick]) -> Vec<&str> {
        ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn steps_are_one_two_or_five_times_a_power_of_ten() {
        for span in [0.0031, 0.07, 0.3, 1.0, 1.1, 2.6, 43.0, 97.98992, 1.7e7, 3.1e-9] {
            let step = RoundStep::for_span(span, 5);
            assert!([1, 2, 5].contains(&step.digit), "{span}: {step:?}");
            assert!(span / step.times(1) <= 5.0 + 1e-6, "{span}: more than five intervals of {step:?}");
            // A round step is at most 2.5 times the next finer one, so two intervals always remain.
            assert!(span / step.times(1) > 1.99, "{span}: needlessly coarse {step:?}");
        }
    }

    #[test]
    fn ticks_are_the_nearest_numbers_to_their_labels() {
        for (low, high) in [(0.0, 0.7), (-0.43, 1.1), (2.9, 3.4), (0.0, 1e-3)] {
            for tick in RoundStep::for_span(high - low, 6).within(low, high) {
                let read: f64 = tick.label.replace('−', "-").parse().unwrap();
                assert_eq!(read, tick.value, "{}", tick.label);
            }
        }
    }

    #[test]
    fn enclosing_ticks_cover_the_range_and_inner_ticks_stay_inside() {
        for (low, high) in [(0.0, 0.73), (-0.43, 1.1), (97.1, 98.2), (-3e-7, -1e-7), (0.2, 0.6)] {
            let step = RoundStep::for_span(high - low, 5);
            let slack = 1e-9 * step.times(1);
            let around = step.around(low, high);
            assert!(around[0].value <= low + slack && around[around.len() - 1].value >= high - slack);
            assert!(around[1].value > low, "the first interval holds data");
            let within = step.within(low, high);
            assert!(within.iter().all(|t| t.value >= low - slack && t.value <= high + slack));
            assert!(
                within[0].value - low < step.times(1)
                    && high - within[within.len() - 1].value < step.times(1)
            );
        }
    }

    #[test]
    fn labels_carry_just_the_digits_they_need() {
        let write = |low: f64, high: f64| RoundStep::for_span(high - low, 5).within(low, high);
        assert_eq!(labels(&write(0.0, 1.0)), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(&write(-40.0, 25.0)), ["−40", "−20", "0", "20"]);
        assert_eq!(labels(&write(0.0, 2.2e6)), ["0", "0.5×10⁶", "1.0×10⁶", "1.5×10⁶", "2.0×10⁶"]);
        assert_eq!(labels(&write(0.0, 3e-7)), ["0", "1×10⁻⁷", "2×10⁻⁷", "3×10⁻⁷"]);
    }

    #[test]
    fn logarithmic_axes_show_powers_of_ten() {
        assert_eq!(
            labels(&decades(1e-4, 1e3, 8)),
            ["10⁻⁴", "10⁻³", "10⁻²", "10⁻¹", "10⁰", "10¹", "10²", "10³"]
        );
        assert_eq!(labels(&decades(0.009, 40.0, 8)), ["0.01", "0.1", "1", "10"]);
        assert_eq!(labels(&decades(0.3, 7.0, 8)), ["0.5", "1", "2", "5"]);
        assert_eq!(labels(&decades(1.1, 1.4, 8)), ["1.1", "1.2", "1.3", "1.4"]);
        assert!(decades(1e-30, 1e30, 8).len() <= 8);
    }

    #[test]
    fn labels_that_do_not_fit_make_way_for_fewer() {
        let wide = |label: &str| 7.0 * label.chars().count() as f64;
        assert_eq!(labels(&fitting(0.43, 180.0, wide)), ["0", "0.1", "0.2", "0.3", "0.4"]);
        assert_eq!(labels(&fitting(0.43, 60.0, wide)), ["0", "0.2", "0.4"]);
        assert_eq!(labels(&fitting(0.43, 5.0, wide)), ["0"]);
    }

    #[test]
    fn a_round_number_below_never_exceeds() {
        for (value, expected) in [(0.3, 0.2), (0.5, 0.5), (0.99, 0.5), (1.0, 1.0), (43.0, 20.0), (7e-5, 5e-5)]
        {
            assert_eq!(round_below(value).value, expected, "{value}");
        }
        assert_eq!(round_below(0.073).label, "0.05");
    }
}
