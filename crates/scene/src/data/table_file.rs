//! Measured curves in CSV files.

use bristle_system::input;
use std::path::Path;

/// Larger files are no curves \[bytes\].
const LARGEST: u64 = 1 << 24;
/// A curve has no more points than this.
const MOST_POINTS: usize = 100_000;

/// Pairs of numbers from a CSV file: one pair per line, by comma, semicolon or space. Lines that begin with `#` are passed
/// over, and so is a first line of titles.
pub(super) fn read_pairs(path: &Path) -> Result<Vec<(f64, f64)>, String> {
    let refuse = |reason: String| format!("cannot use `{}`: {reason}", path.display());
    let text = input::read_text(path, LARGEST).map_err(|problem| refuse(problem.to_string()))?;
    let mut pairs = Vec::new();
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        match pair(line) {
            Some(pair) => pairs.push(pair),
            None if pairs.is_empty()
                && !line.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.') => {}
            None => return Err(refuse(format!("line {number} is not a pair of finite numbers"))),
        }
        if pairs.len() > MOST_POINTS {
            return Err(refuse(format!("it has more than {MOST_POINTS} points")));
        }
    }
    Ok(pairs)
}

fn pair(line: &str) -> Option<(f64, f64)> {
    let mut numbers =
        line.split([',', ';', ' ', '\t']).filter(|word| !word.is_empty()).map(str::parse::<f64>);
    let pair = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    (numbers.next().is_none() && pair.0.is_finite() && pair.1.is_finite()).then_some(pair)
}
