//! Numbers as a person reads them.

pub(crate) use bristle_picture::words::quantity;

/// Four digits, without the zeros that say nothing.
pub(crate) fn digits(value: f64) -> String {
    bristle_picture::words::number(value, 4)
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
    fn columns_are_flush() {
        let rows = [vec!["a".into(), "12".into()], vec!["bcd".into(), "3".into()]];
        assert_eq!(table(&rows), "  a    12\n  bcd   3\n");
    }
}
