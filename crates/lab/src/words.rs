//! Numbers as people read them.

pub use bristle_picture::words::with_unit;

/// A number with seven significant digits, without idle zeros; very large and very small ones as 1.5e-12.
pub fn number(value: f64) -> String {
    bristle_picture::words::number(value, 7)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_a_sign_and_two_digits() {
        for (value, words) in
            [(0.0, "0"), (9.3e-5, "+9.3e-5"), (-0.0123, "-0.012"), (36.4, "+36"), (-2.94e5, "-2.9e5")]
        {
            assert_eq!(difference(value), words);
        }
    }
}
