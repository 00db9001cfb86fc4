//! The page as a whole.

use super::{Entry, section};
use crate::{LabError, Status};
use bristle_picture::markup::escape;
use std::fmt::Write as _;

/// The page of some experiments, complete.
pub fn write(title: &str, program: &str, entries: &[Entry<'_>]) -> Result<String, LabError> {
    let title = escape(title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{}</style>\n</head>\n<body>\n<header><h1>{title}</h1>\n",
        include_str!("style.css")
    );
    out.push_str(
        "<p class=\"by\">Each value beside the one that was published. <b>Reproduced</b>: within the stated tolerance. \
         <b>Recovered</b>: found from data that were made with the published value, which tests the method, not the paper. <b>Differs</b>: not within it, for the reason given. <b>Not stated</b>: the paper gives no number to compare with.</p>\n",
    );
    cards(&mut out, entries);
    out.push_str("</header>\n");
    if entries.len() > 1 {
        contents(&mut out, entries);
    }
    out.push_str("<main>\n");
    for entry in entries {
        section::write(&mut out, entry)?;
    }
    let seconds: f64 = entries.iter().map(|entry| entry.seconds).sum();
    let _ = write!(
        out,
        "</main>\n<footer>{} · {seconds:.1} s of computing · SI units</footer>\n</body>\n</html>\n",
        escape(program)
    );
    Ok(out)
}

fn total(entries: &[Entry<'_>], status: Status) -> usize {
    entries.iter().filter_map(|entry| entry.results.ok()).map(|results| results.count(status)).sum()
}

fn cards(out: &mut String, entries: &[Entry<'_>]) {
    let failed = entries.iter().filter(|entry| entry.results.is_err()).count();
    let experiments = if entries.len() == 1 { "experiment" } else { "experiments" };
    let mut all = vec![
        ("plain", entries.len(), experiments),
        ("good", total(entries, Status::Reproduced), "values reproduced"),
        ("good", total(entries, Status::Recovered), "recovered from synthetic data"),
        ("differs", total(entries, Status::Differs), "differ, with the reason"),
        ("plain", total(entries, Status::NotStated), "not stated in the papers"),
    ];
    if failed > 0 {
        all.push(("bad", failed, "could not be run"));
    }
    out.push_str("<dl class=\"cards\">\n");
    for (class, count, words) in all {
        let _ = writeln!(out, "<div class=\"{class}\"><dt>{words}</dt><dd>{count}</dd></div>");
    }
    out.push_str("</dl>\n");
}

fn contents(out: &mut String, entries: &[Entry<'_>]) {
    out.push_str("<nav><ul>\n");
    for entry in entries {
        let experiment = entry.experiment;
        let told = match entry.results {
            Err(_) => "<span class=\"badge bad\">failed</span>".to_owned(),
            Ok(results) => section::badges(results),
        };
        let _ = writeln!(
            out,
            "<li><a href=\"#{}\">{}</a> <small>{}</small> {told}</li>",
            experiment.id,
            escape(experiment.title),
            escape(experiment.source),
        );
    }
    out.push_str("</ul></nav>\n");
}
