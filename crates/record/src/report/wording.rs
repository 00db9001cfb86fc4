//! Numbers as a person reads them.

use crate::{FactValue, Unit};
use bristle_picture::words::{self, typeset};

/// A number with its unit, four digits and a prefix that keeps it between 1 and 1000: `1.73 mm`.
pub(super) fn quantity(value: f64, unit: Unit) -> String {
    typeset(&words::quantity(value, unit.symbol()))
}

/// A number in four digits.
pub(super) fn digits(value: f64) -> String {
    typeset(&words::number(value, 4))
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
    fn counts_are_grouped_from_five_digits_on() {
        assert_eq!(count(4321), "4321");
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
    }
}
