//! Numbers as people read them.

/// Digits that are shown.
const DIGITS: i32 = 7;

/// A number with seven significant digits, without trailing zeros; very large and very small ones as 1.5e-12.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    if !(1e-4..1e7).contains(&size) {
        return format!("{:.3e}", value).replace(".000e", "e");
    }
    let before_point = size.log10().floor() as i32 + 1;
    let decimals = (DIGITS - before_point).clamp(0, 12) as usize;
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A difference with its sign and two digits.
pub fn difference(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if (1e-3..1e4).contains(&value.abs()) {
        let decimals = (1 - value.abs().log10().floor() as i32).max(0) as usize;
        return format!("{value:+.decimals$}");
    }
    format!("{value:+.1e}")
}

/// A number and its unit.
pub fn with_unit(number: &str, unit: &str) -> String {
    if unit.is_empty() { number.to_owned() } else { format!("{number} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_seven_digits_and_no_idle_zeros() {
        let told = [
            (0.0, "0"),
            (0.98, "0.98"),
            (97.989_921_3, "97.98992"),
            (-9.799_993, "-9.799993"),
            (1200.0, "1200"),
            (1.5e-13, "1.500e-13"),
            (2e-9, "2e-9"),
            (12_345_678.0, "1.235e7"),
        ];
        for (value, words) in told {
            assert_eq!(number(value), words);
        }
    }

    #[test]
    fn differences_have_a_sign_and_two_digits() {
        for (value, words) in
            [(0.0, "0"), (9.3e-5, "+9.3e-5"), (-0.0123, "-0.012"), (36.4, "+36"), (-2.94e5, "-2.9e5")]
        {
            assert_eq!(difference(value), words);
        }
    }
}
