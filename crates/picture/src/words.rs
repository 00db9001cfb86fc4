//! Numbers as people read them: in pictures, on pages, on the command line.

/// A number with `digits` significant digits, without idle zeros; very large and very small ones with four and an exponent, as 1.5e-12.
pub fn number(value: f64, digits: usize) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    if !(1e-4..1e7).contains(&size) {
        let text = format!("{value:.3e}");
        return match text.split_once('e') {
            Some((mantissa, exponent)) => format!("{}e{exponent}", without_idle_zeros(mantissa)),
            None => text,
        };
    }
    let decimals = (digits as i32 - 1 - size.log10().floor() as i32).clamp(0, 12) as usize;
    without_idle_zeros(&format!("{value:.decimals$}")).to_owned()
}

pub(crate) fn without_idle_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// Four digits and a prefix that keeps the number readable: `1.732 mm`. `unit` is a plain SI unit, or empty.
pub fn quantity(value: f64, unit: &str) -> String {
    // Kilograms carry a prefix already; angles and powers are best left alone.
    let fixed = unit.is_empty() || unit.starts_with("kg") || unit.starts_with("rad") || unit == "m²";
    let (factor, prefix) = match value.abs() {
        _ if fixed => (1.0, ""),
        size if size < 1e-12 || !size.is_finite() => (1.0, ""),
        size if size < 1e-9 => (1e12, "p"),
        size if size < 1e-6 => (1e9, "n"),
        size if size < 1e-3 => (1e6, "µ"),
        size if size < 0.1 => (1e3, "m"),
        size if size >= 1e4 && unit != "s" => (1e-3, "k"),
        _ => (1.0, ""),
    };
    with_unit(&number(value * factor, 4), &format!("{prefix}{unit}"))
}

/// A number and its unit.
pub fn with_unit(number: &str, unit: &str) -> String {
    if unit.is_empty() { number.to_owned() } else { format!("{number} {unit}") }
}

/// Typography for pages and pictures: a minus is as wide as a plus, and no line ends between a number and its unit.
pub fn typeset(text: &str) -> String {
    text.replace('-', "\u{2212}").replace(' ', "\u{a0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_digits_and_no_idle_zeros() {
        let told = [
            (0.0, "0"),
            (0.98, "0.98"),
            (97.989_921_3, "97.98992"),
            (-9.799_993, "-9.799993"),
            (1200.0, "1200"),
            (1.5e-13, "1.5e-13"),
            (2e-9, "2e-9"),
            (12_345_678.0, "1.235e7"),
            (f64::NAN, "NaN"),
        ];
        for (value, words) in told {
            assert_eq!(number(value, 7), words);
        }
        assert_eq!(number(9999.6, 4), "10000");
    }

    #[test]
    fn quantities_have_four_digits_and_a_fitting_prefix() {
        let told = [
            (0.0017321, "m", "1.732 mm"),
            (-12.34567, "N", "-12.35 N"),
            (0.3, "N", "0.3 N"),
            (0.002, "kg", "0.002 kg"),
            (0.0, "J", "0 J"),
            (3e-8, "m", "30 nm"),
            (3e-16, "m", "3e-16 m"),
            (12_000.0, "s", "12000 s"),
            (0.03, "", "0.03"),
        ];
        for (value, unit, words) in told {
            assert_eq!(quantity(value, unit), words);
        }
        assert_eq!(typeset("-3 N"), "\u{2212}3\u{a0}N");
    }
}
