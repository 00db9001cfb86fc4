//! From a title to what its column holds.

use super::Dimension;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    Compression,
    Load,
    Pressure,
    /// Rate of compression, or speed of sliding.
    Velocity,
    Time,
    Friction,
    NormalForce,
    /// How far the target has been moved along the pad.
    Displacement,
    /// What a cell reads.
    Counts,
    /// Counts of several cells together.
    Sum,
    /// How many cells share a load.
    Cells,
    /// Number of a cell.
    Cell,
}

/// A column that a reader knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColumnSpec {
    pub(crate) quantity: Quantity,
    pub(crate) dimension: Dimension,
    /// Titles without their unit, the usual one first.
    pub(crate) names: &'static [&'static str],
}

/// What a title amounts to.
pub(crate) enum Title<'s> {
    Known(&'s ColumnSpec, String),
    WithoutUnit(&'s ColumnSpec),
    /// Nothing that the reader looks for.
    Other,
}

/// Finds what a title such as `load_N`, `load [N]` or `Load (N)` names.
pub(crate) fn understand<'s>(title: &str, specs: &'s [ColumnSpec]) -> Title<'s> {
    let bracketed = [('[', ']'), ('(', ')')].into_iter().find_map(|(open, close)| {
        let (name, unit) = title.strip_suffix(close)?.rsplit_once(open)?;
        Some((plain(name), unit.trim().to_owned()))
    });
    if let Some((name, unit)) = bracketed {
        return match specs.iter().find(|spec| spec.names.contains(&name.as_str())) {
            Some(spec) => Title::Known(spec, unit),
            None => Title::Other,
        };
    }
    let lower = plain(title);
    if let Some(spec) = specs.iter().find(|spec| spec.names.contains(&lower.as_str())) {
        if spec.dimension == Dimension::Number {
            return Title::Known(spec, String::new());
        }
        return Title::WithoutUnit(spec);
    }
    // The longest name wins: `normal_force_N` is not a `normal`.
    let named = specs.iter().flat_map(|spec| spec.names.iter().map(move |name| (spec, *name)));
    let fitting = named.filter(|(spec, name)| {
        spec.dimension != Dimension::Number
            && lower.strip_prefix(name).is_some_and(|rest| rest.starts_with('_'))
    });
    match fitting.max_by_key(|(_, name)| name.len()) {
        Some((spec, name)) => {
            let unit = title.trim()[name.len()..].trim_start_matches(['_', ' ']);
            // `load_cell_temperature` is a column of its own, and no load in a unit called cell_temperature.
            let is_unit = spec.dimension.size_of(unit, 1.0).is_some() || !unit.contains(['_', ' ']);
            if is_unit { Title::Known(spec, unit.to_owned()) } else { Title::Other }
        }
        None => Title::Other,
    }
}

fn plain(name: &str) -> String {
    name.trim().to_ascii_lowercase().replace([' ', '-'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[ColumnSpec] = &[
        ColumnSpec { quantity: Quantity::Load, dimension: Dimension::Force, names: &["load", "force"] },
        ColumnSpec { quantity: Quantity::NormalForce, dimension: Dimension::Force, names: &["normal_force"] },
        ColumnSpec { quantity: Quantity::Velocity, dimension: Dimension::Speed, names: &["velocity"] },
    ];

    fn known(title: &str) -> Option<(Quantity, String)> {
        match understand(title, SPECS) {
            Title::Known(spec, unit) => Some((spec.quantity, unit)),
            _ => None,
        }
    }

    #[test]
    fn titles_are_understood_in_their_usual_spellings() {
        for title in ["load_N", "Load_N", "load [N]", "Load (N)", "load[N]"] {
            assert_eq!(known(title), Some((Quantity::Load, "N".into())), "{title}");
        }
        assert_eq!(known("normal_force_mN"), Some((Quantity::NormalForce, "mN".into())));
        assert_eq!(known("Normal force [mN]"), Some((Quantity::NormalForce, "mN".into())));
        assert_eq!(known("velocity_mm_per_s"), Some((Quantity::Velocity, "mm_per_s".into())));
        assert_eq!(known("load_lbs"), Some((Quantity::Load, "lbs".into())));
    }

    #[test]
    fn other_columns_are_left_alone() {
        assert!(matches!(understand("load_cell_temperature", SPECS), Title::Other));
        assert!(matches!(understand("remark", SPECS), Title::Other));
        assert!(matches!(understand("force", SPECS), Title::WithoutUnit(_)));
    }
}
