//! Units that titles may name.

/// Standard gravity \[m/s²\]: what a gram of load weighs, unless another value is given.
pub(crate) const STANDARD_GRAVITY: f64 = 9.80665;

/// What a column is a measure of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dimension {
    Length,
    /// Grams count as the weight of that mass.
    Force,
    Pressure,
    Speed,
    Time,
    /// Counted, without a unit.
    Number,
}

impl Dimension {
    /// Units and their size in SI, the plain one first; a size of `None` is for weights, which gravity decides.
    fn units(self) -> &'static [(&'static str, f64)] {
        match self {
            Self::Length => {
                &[("m", 1.0), ("cm", 1e-2), ("mm", 1e-3), ("um", 1e-6), ("µm", 1e-6), ("μm", 1e-6)]
            }
            Self::Force => &[("N", 1.0), ("mN", 1e-3), ("kN", 1e3)],
            Self::Pressure => {
                &[("Pa", 1.0), ("hPa", 1e2), ("kPa", 1e3), ("MPa", 1e6), ("bar", 1e5), ("mbar", 1e2)]
            }
            Self::Speed => &[("m/s", 1.0), ("cm/s", 1e-2), ("mm/s", 1e-3), ("um/s", 1e-6), ("µm/s", 1e-6)],
            Self::Number => &[("", 1.0)],
            Self::Time => &[("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("µs", 1e-6), ("min", 60.0)],
        }
    }

    /// Masses whose weight is meant \[kg\].
    fn weights(self) -> &'static [(&'static str, f64)] {
        match self {
            Self::Force => &[("g", 1e-3), ("kg", 1.0), ("gf", 1e-3), ("kgf", 1.0)],
            _ => &[],
        }
    }

    /// The size of a unit in SI, if this dimension knows it.
    pub(crate) fn size_of(self, unit: &str, gravity: f64) -> Option<f64> {
        let unit = if self == Self::Speed { plain_speed(unit) } else { unit.to_owned() };
        let find = |list: &[(&str, f64)]| list.iter().find(|(name, _)| *name == unit).map(|&(_, size)| size);
        find(self.units()).or_else(|| find(self.weights()).map(|mass| mass * gravity))
    }

    /// All units in one line.
    pub(crate) fn list(self) -> String {
        let all = self.units().iter().chain(self.weights());
        let names: Vec<&str> = all.map(|&(name, _)| name).filter(|name| name.is_ascii()).collect();
        names.join(", ")
    }

    /// The unit that is meant if only its case is wrong.
    pub(crate) fn near(self, unit: &str) -> Option<&'static str> {
        let all = self.units().iter().chain(self.weights());
        all.map(|&(name, _)| name).find(|name| name.eq_ignore_ascii_case(unit))
    }
}

/// `mm_s`, `mm_per_s` and `mmps` are other spellings of `mm/s`.
fn plain_speed(unit: &str) -> String {
    let unit = unit.replace("_per_", "/").replace('_', "/");
    match unit.strip_suffix("ps") {
        Some(length) if !length.is_empty() => format!("{length}/s"),
        _ => unit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_have_many_spellings() {
        for unit in ["mm/s", "mm_s", "mm_per_s", "mmps"] {
            assert_eq!(Dimension::Speed.size_of(unit, 9.8), Some(1e-3), "{unit}");
        }
        assert_eq!(Dimension::Speed.size_of("mph", 9.8), None);
    }

    #[test]
    fn grams_of_load_weigh_what_gravity_says() {
        assert_eq!(Dimension::Force.size_of("g", 9.81), Some(1e-3 * 9.81));
        assert_eq!(Dimension::Force.size_of("N", 9.81), Some(1.0));
        assert_eq!(Dimension::Length.size_of("g", 9.81), None);
        assert_eq!(Dimension::Force.near("n"), Some("N"));
    }
}
