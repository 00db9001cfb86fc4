//! What the numbers of a picture are, and the unit they are written in.

/// A measured quantity: its name and its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    name: String,
    unit: String,
    prefixed: bool,
}

impl Quantity {
    /// A quantity in an SI unit, which may be written with a prefix: `mN` when all forces are below 10 mN.
    pub fn si(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { name: name.into(), unit: unit.into(), prefixed: true }
    }

    /// A quantity in a unit that takes no prefix, such as `counts`.
    pub fn plain(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { name: name.into(), unit: unit.into(), prefixed: false }
    }

    /// Normal force in newtons, what a tactile image shows unless told otherwise.
    pub fn normal_force() -> Self {
        Self::si("normal force", "N")
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// How to write values up to `top`.
    pub(crate) fn written_up_to(&self, top: f64) -> Written {
        // The plain unit is kept over a wide range: 0.05 N reads better than 50 mN beside a table in newtons.
        const PREFIXES: [(f64, &str, f64); 7] = [
            (1e-8, "n", 1e9),
            (1e-5, "µ", 1e6),
            (1e-2, "m", 1e3),
            (1e4, "", 1.0),
            (1e7, "k", 1e-3),
            (1e10, "M", 1e-6),
            (1e13, "G", 1e-9),
        ];
        let fits = |row: &&(f64, &str, f64)| top < row.0;
        let (prefix, factor) = match PREFIXES.iter().find(fits) {
            Some(&(_, prefix, factor)) if self.prefixed => (prefix, factor),
            _ => ("", 1.0),
        };
        Written { unit: format!("{prefix}{}", self.unit), factor }
    }
}

/// A choice of prefix: multiply by `factor` to write a value in `unit`.
pub(crate) struct Written {
    pub(crate) unit: String,
    pub(crate) factor: f64,
}

impl Written {
    /// `name [unit]`, the label of an axis.
    pub(crate) fn axis(&self, name: &str) -> String {
        if self.unit.is_empty() { name.to_owned() } else { format!("{name} [{}]", self.unit) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_forces_are_written_in_small_units() {
        for (top, unit) in
            [(0.3, "N"), (0.05, "N"), (0.0043, "mN"), (7e-6, "µN"), (9999.0, "N"), (2.5e4, "kN")]
        {
            let written = Quantity::normal_force().written_up_to(top);
            assert_eq!(written.unit, unit, "{top}");
        }
        assert_eq!(Quantity::normal_force().written_up_to(0.0043).factor * 0.0043, 4.3);
    }

    #[test]
    fn counts_are_never_kilocounts() {
        let written = Quantity::plain("reading", "counts").written_up_to(4.0e6);
        assert_eq!((written.unit.as_str(), written.factor), ("counts", 1.0));
    }
}
