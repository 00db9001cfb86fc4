//! Numbers as people type them: checked before anything else happens.

use glam::{DVec2, DVec3};

/// Any finite number.
pub(crate) fn finite(text: &str) -> Result<f64, String> {
    let number: f64 = text.trim().parse().map_err(|_| format!("`{text}` is not a number"))?;
    if number.is_finite() { Ok(number) } else { Err("it must be a finite number".into()) }
}

/// Zero or more, and no farther than a metre: beyond it the unit is wrong.
pub(crate) fn up_to_a_metre(text: &str) -> Result<f64, String> {
    within(text, 0.0, 1000.0, "it must lie within 0 and 1000 mm")
}

/// A length that something can have \[mm\].
pub(crate) fn length_mm(text: &str) -> Result<f64, String> {
    within(text, 1e-3, 1e5, "it must lie within 0.001 and 100000 mm")
}

/// A time step \[ms\].
pub(crate) fn step_ms(text: &str) -> Result<f64, String> {
    within(text, 1e-3, 100.0, "it must lie within 0.001 and 100 ms")
}

/// A duration or a time step \[s\]; what a scene allows is narrower, and the scene says so.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    within(text, 1e-9, 1e9, "it must be above 0: from 1e-9 to 1e9 seconds")
}

/// A moment of a run \[s\].
pub(crate) fn moment(text: &str) -> Result<f64, String> {
    within(text, 0.0, 1e9, "it must be from 0 to 1e9 seconds")
}

/// Two finite numbers, `X,Y`.
pub(crate) fn pair(text: &str) -> Result<DVec2, String> {
    list::<2>(text, "X,Y", finite).map(DVec2::from_array)
}

/// Three finite numbers, `X,Y,Z`.
pub(crate) fn triple(text: &str) -> Result<DVec3, String> {
    list::<3>(text, "X,Y,Z", finite).map(DVec3::from_array)
}

/// Three lengths \[mm\], `X,Y,Z`.
pub(crate) fn sizes_mm(text: &str) -> Result<DVec3, String> {
    list::<3>(text, "X,Y,Z", length_mm).map(DVec3::from_array)
}

/// A direction: three numbers that are not all zero.
pub(crate) fn direction(text: &str) -> Result<DVec3, String> {
    triple(text)?.try_normalize().ok_or_else(|| "it must not be zero".into())
}

fn within(text: &str, low: f64, high: f64, allowed: &str) -> Result<f64, String> {
    let number = finite(text)?;
    if (low..=high).contains(&number) { Ok(number) } else { Err(allowed.into()) }
}

fn list<const N: usize>(
    text: &str,
    form: &str,
    number: impl Fn(&str) -> Result<f64, String>,
) -> Result<[f64; N], String> {
    let found = text.split(',').map(number).collect::<Result<Vec<f64>, String>>()?;
    let count = found.len();
    found.try_into().map_err(|_| format!("{count} numbers where {N} are needed; write {form} without spaces"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_numbers_pass() {
        assert_eq!(finite(" -0.7"), Ok(-0.7));
        for text in ["NaN", "inf", "-inf", "1e999", "", "two"] {
            assert!(finite(text).is_err(), "{text}");
        }
    }

    #[test]
    fn lists_have_their_length() {
        assert_eq!(triple("0.3,-0.7,1.1"), Ok(DVec3::new(0.3, -0.7, 1.1)));
        assert!(triple("0.3,-0.7").unwrap_err().contains("2 numbers where 3"));
        assert!(pair("0.3,-0.7,1.1").is_err());
        assert!(direction("0,0,0").is_err());
    }
}
