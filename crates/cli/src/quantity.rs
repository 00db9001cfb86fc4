//! Numbers as a person reads them.

/// Four digits and a prefix that keeps the number readable: `1.732 mm`. `unit` is a plain SI unit.
pub(crate) fn quantity(value: f64, unit: &str) -> String {
    let (factor, prefix) = match value.abs() {
        size if size == 0.0 || !size.is_finite() || unit == "kg" => (1.0, ""),
        size if size < 1e-12 => (1.0, ""),
        size if size < 1e-9 => (1e12, "p"),
        size if size < 1e-6 => (1e9, "n"),
        size if size < 1e-3 => (1e6, "µ"),
        size if size < 0.1 => (1e3, "m"),
        size if size >= 1e4 && unit != "s" => (1e-3, "k"),
        _ => (1.0, ""),
    };
    format!("{} {prefix}{unit}", digits(value * factor))
}

/// Four digits, without the zeros that say nothing.
pub(crate) fn digits(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() || !(1e-4..1e6).contains(&size) {
        return format!("{value:.2e}");
    }
    let decimals = (3 - size.log10().floor() as i32).clamp(0, 7) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Lines of columns, each as wide as its widest cell; the first column is flush left, the others flush right.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text += "  ";
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_four_digits_and_a_fitting_prefix() {
        assert_eq!(quantity(0.0017321, "m"), "1.732 mm");
        assert_eq!(quantity(-12.34567, "N"), "-12.35 N");
        assert_eq!(quantity(0.3, "N"), "0.3 N");
        assert_eq!(quantity(0.002, "kg"), "0.002 kg");
        assert_eq!(quantity(0.0, "m"), "0 m");
        assert_eq!(quantity(3e-8, "m"), "30 nm");
        assert_eq!(quantity(3e-16, "m"), "3.00e-16 m");
    }

    #[test]
    fn columns_are_flush() {
        let rows = [vec!["a".into(), "12".into()], vec!["bcd".into(), "3".into()]];
        assert_eq!(table(&rows), "  a    12\n  bcd   3\n");
    }
}
