//! Outcomes as tables of words.

use super::run_all::Ran;
use bristle_lab::words::{number, with_unit};
use bristle_lab::{Experiment, LabError, Results, Status, Value};
use std::fmt::Write as _;
use std::path::Path;

/// Notes are broken at this width.
const WIDTH: usize = 100;
/// Notes stand below their value, this far in.
const INDENT: &str = "      ";
/// Longer names have the numbers beside their last line.
const LONGEST_NAME: usize = 52;

/// An experiment's values, what the paper has, and whether they agree.
pub(super) fn of(experiment: &Experiment, results: &Results) -> String {
    let mut out = format!("{}\n  {}: {}\n\n", experiment.title, experiment.id, experiment.source);
    let header = ["value", "ours", "published", "error", "tolerance", "status"].map(str::to_owned);
    let rows: Vec<[String; 6]> = std::iter::once(header).chain(results.values.iter().map(cells)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0).min(LONGEST_NAME), width(1), width(2), width(3), width(4)];
    let mut last_note = "";
    for (index, [name, ours, published, error, tolerance, status]) in rows.iter().enumerate() {
        let [n, o, p, e, t] = widths;
        let _ = writeln!(
            out,
            "  {name:<n$}  {ours:>o$}  {published:>p$}  {error:>e$}  {tolerance:>t$}  {status}"
        );
        let note = index.checked_sub(1).map_or("", |i| results.values[i].note.as_str());
        // What was just said of the line above need not be said again.
        if !note.is_empty() && note != last_note {
            out += &wrapped(note);
        }
        last_note = note;
    }
    for remark in &results.remarks {
        out.push('\n');
        out += &wrapped(remark);
    }
    out
}

fn cells(value: &Value) -> [String; 6] {
    [
        value.name.clone(),
        with_unit(&number(value.value), value.unit),
        value.published_in_words(),
        value.error_in_words(),
        value.tolerance_in_words(),
        value.status.words().to_owned(),
    ]
}

/// Words in lines, set in.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + word.chars().count() + INDENT.len() >= WIDTH {
            let _ = writeln!(out, "{INDENT}{line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(out, "{INDENT}{line}");
    out
}

/// An experiment that could not be run.
pub(super) fn failed(experiment: &Experiment, error: &LabError) -> String {
    format!("{}\n  {}: could not be run: {error}\n", experiment.title, experiment.id)
}

/// All experiments in one line each.
pub(super) fn summary(ran: &[Ran]) -> String {
    let ids = ran.iter().map(|one| one.experiment.id.chars().count()).max().unwrap_or(0);
    let mut out = String::from("\nIn all\n");
    for one in ran {
        let told = match &one.results {
            Err(_) => "could not be run".to_owned(),
            Ok(results) => {
                let of = |status| results.count(status);
                let (agree, differ) = (of(Status::Reproduced), of(Status::Differs));
                let recovered = match of(Status::Recovered) {
                    0 => String::new(),
                    some => format!("{some:>2} recovered, "),
                };
                format!(
                    "{agree:>3} reproduced, {recovered}{differ:>2} differ, {:>3} not stated",
                    of(Status::NotStated)
                )
            }
        };
        let _ = writeln!(out, "  {:<ids$}  {told}  {:>6.1} s", one.experiment.id, one.seconds);
    }
    out
}

/// Where everything was written, and how long it took.
pub(super) fn files(report: Option<&Path>, seconds: f64) -> String {
    match report {
        Some(report) => format!("\n{:.1} s; figures and report: {}\n", seconds, report.display()),
        None => format!("\n{seconds:.1} s\n"),
    }
}
