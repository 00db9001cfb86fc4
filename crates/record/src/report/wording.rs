//! Numbers as a person reads them.

use crate::{FactValue, Unit};

/// A number with its unit, four digits and a prefix that keeps it between 1 and 1000: `1.73 mm`.
pub(super) fn quantity(value: f64, unit: Unit) -> String {
    let symbol = unit.symbol();
    if symbol.is_empty() {
        return digits(value);
    }
    let (factor, prefix) = match value.abs() {
        // Kilograms carry a prefix already; powers and angles are best left alone.
        _ if matches!(unit, Unit::Kilogram | Unit::SquareMetre | Unit::Radian | Unit::RadianPerSecond) => {
            (1.0, "")
        }
        size if size == 0.0 || !size.is_finite() => (1.0, ""),
        size if size < 1e-6 => (1e9, "n"),
        size if size < 1e-3 => (1e6, "µ"),
        size if size < 0.1 => (1e3, "m"),
        size if size >= 1e4 && unit != Unit::Second => (1e-3, "k"),
        _ => (1.0, ""),
    };
    format!("{}\u{a0}{prefix}{symbol}", digits(value * factor))
}

/// A number in four digits.
pub(super) fn digits(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() || !(1e-4..1e6).contains(&size) {
        return minus(format!("{value:.3e}"));
    }
    let decimals = (3 - size.log10().floor() as i32).clamp(0, 7) as usize;
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    minus(text.to_owned())
}

/// Typography: a minus is as wide as a plus.
fn minus(text: String) -> String {
    text.replace('-', "\u{2212}")
}

/// A share as percent.
pub(super) fn percent(share: f64) -> String {
    format!("{}\u{a0}%", digits((share * 1000.0).round() / 10.0))
}

/// A count with thin spaces between thousands.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) && digits.len() > 4 {
            out.push('\u{202f}');
        }
        out.push(c);
    }
    out
}

/// What a fact says.
pub(super) fn fact(value: &FactValue) -> String {
    match value {
        FactValue::Count(number) => count(*number),
        FactValue::Number { value, unit } => quantity(*value, *unit),
        FactValue::Text(text) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_four_digits_and_a_fitting_prefix() {
        assert_eq!(quantity(0.0017321, Unit::Metre), "1.732\u{a0}mm");
        assert_eq!(quantity(-12.34567, Unit::Newton), "\u{2212}12.35\u{a0}N");
        assert_eq!(quantity(0.3, Unit::Newton), "0.3\u{a0}N");
        assert_eq!(quantity(0.002, Unit::Kilogram), "0.002\u{a0}kg");
        assert_eq!(quantity(0.0, Unit::Joule), "0\u{a0}J");
        assert_eq!(quantity(3e-8, Unit::Metre), "30\u{a0}nm");
        assert_eq!(digits(9999.6), "10000");
        assert_eq!(digits(1e-9), "1.000e\u{2212}9");
    }

    #[test]
    fn counts_are_grouped_from_five_digits_on() {
        assert_eq!(count(4321), "4321");
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
    }
}
