//! One experiment on the page.

use super::Entry;
use crate::words::{number, with_unit};
use crate::{Figure, LabError, Results, Setting, Settings, Status, Value};
use bristle_picture::markup::escape;
use bristle_picture::words::typeset;
use std::fmt::Write as _;

pub(super) fn write(out: &mut String, entry: &Entry<'_>) -> Result<(), LabError> {
    let experiment = entry.experiment;
    let _ = write!(
        out,
        "<section id=\"{}\">\n<h2>{}</h2>\n<p class=\"by\"><code>{}</code> · {} · {:.1} s</p>\n<p>{}</p>\n",
        experiment.id,
        escape(experiment.title),
        experiment.id,
        escape(experiment.source),
        entry.seconds,
        escape(experiment.about),
    );
    match entry.results {
        Err(error) => {
            let _ = writeln!(out, "<p class=\"why\">It could not be run: {}</p>", escape(&error.to_string()));
        }
        Ok(results) => {
            table(out, results);
            for remark in &results.remarks {
                let _ = writeln!(out, "<p class=\"remark\">{}</p>", escape(remark));
            }
            out.push_str("<div class=\"figures\">\n");
            results.figures.iter().try_for_each(|drawn| figure(out, drawn))?;
            out.push_str("</div>\n");
        }
    }
    if !entry.recordings.is_empty() {
        let link =
            |(name, page): &(String, String)| format!("<a href=\"{}\">{}</a>", escape(page), escape(name));
        let links: Vec<String> = entry.recordings.iter().map(link).collect();
        let _ = writeln!(out, "<p>Recorded runs: {}</p>", links.join(", "));
    }
    repeat(out, entry);
    out.push_str("</section>\n");
    Ok(())
}

/// How many values have which status.
pub(super) fn badges(results: &Results) -> String {
    let mut out = String::new();
    for (status, class) in [
        (Status::Reproduced, "good"),
        (Status::Recovered, "good"),
        (Status::Differs, "differs"),
        (Status::NotStated, "plain"),
    ] {
        let count = results.count(status);
        if count > 0 {
            let _ = write!(out, "<span class=\"badge {class}\">{count} {}</span> ", status.words());
        }
    }
    out
}

/// A table longer than this would bury the figures: what the paper does not state is then folded away.
const LONGEST: usize = 16;

fn table(out: &mut String, results: &Results) {
    let all: Vec<&Value> = results.values.iter().collect();
    let (rest, first): (Vec<&Value>, Vec<&Value>) =
        all.iter().partition(|value| value.status == Status::NotStated);
    if all.len() <= LONGEST || first.is_empty() {
        return rows(out, &all);
    }
    rows(out, &first);
    let _ = writeln!(out, "<details><summary>{} values that the paper does not state</summary>", rest.len());
    rows(out, &rest);
    out.push_str("</details>\n");
}

fn rows(out: &mut String, values: &[&Value]) {
    out.push_str(
        "<div class=\"scroll\"><table>\n<thead><tr><th>value</th><th>ours</th><th>published</th><th>error</th>\
         <th>tolerance</th><th>status</th><th>note</th></tr></thead>\n<tbody>\n",
    );
    values.iter().for_each(|value| row(out, value));
    out.push_str("</tbody>\n</table></div>\n");
}

fn row(out: &mut String, value: &Value) {
    let class = match value.status {
        Status::Reproduced | Status::Recovered => "good",
        Status::Differs => "differs",
        Status::NotStated => "plain",
    };
    let _ = writeln!(
        out,
        "<tr><th>{}</th><td data-label=\"ours\">{}</td><td data-label=\"published\">{}</td><td data-label=\"error\">{}</td>\
         <td data-label=\"tolerance\">{}</td><td data-label=\"status\"><span class=\"badge {class}\">{}</span></td><td class=\"note\">{}</td></tr>",
        escape(&value.name),
        escape(&typeset(&with_unit(&number(value.value), value.unit))),
        escape(&typeset(&value.published_in_words())),
        escape(&typeset(&value.error_in_words())),
        escape(&value.tolerance_in_words()),
        value.status.words(),
        escape(&value.note),
    );
}

fn figure(out: &mut String, figure: &Figure) -> Result<(), LabError> {
    let wide = if figure.picture.width() > 700.0 { " class=\"wide\"" } else { "" };
    let alt = format!("{}: {}", figure.title, figure.caption);
    let _ = writeln!(
        out,
        "<figure{wide}><img src=\"{}\" alt=\"{}\" width=\"{:.0}\" height=\"{:.0}\" loading=\"lazy\">\
         <figcaption><b>{}.</b> {}</figcaption></figure>",
        figure.picture.data_uri()?,
        escape(&alt),
        figure.picture.width(),
        figure.picture.height(),
        escape(&figure.title),
        escape(&figure.caption),
    );
    Ok(())
}

/// The command that gives the same, and all settings.
fn repeat(out: &mut String, entry: &Entry<'_>) {
    let _ = write!(
        out,
        "<details><summary>Repeat it</summary>\n<pre><code>{}</code></pre>\n<div class=\"scroll\"><table><thead><tr>\
         <th>parameter</th><th>set to</th><th>allowed</th><th>meaning</th></tr></thead><tbody>\n",
        escape(&command(entry.experiment.id, entry.settings))
    );
    for (parameter, setting) in entry.settings.iter() {
        let _ = writeln!(
            out,
            "<tr><th><code>--{}</code></th><td class=\"break\">{}</td><td>{}</td><td>{}</td></tr>",
            parameter.name,
            escape(&with_unit(&setting.to_string(), parameter.unit)),
            escape(&parameter.allowed()),
            escape(parameter.help),
        );
    }
    out.push_str("</tbody></table></div>\n</details>\n");
}

/// What to type for these settings.
fn command(id: &str, settings: &Settings) -> String {
    let mut words = format!("bristle reproduce {id}");
    for (parameter, setting) in
        settings.iter().filter(|(parameter, setting)| **setting != parameter.default())
    {
        let _ = match setting {
            Setting::Flag(_) => write!(words, " --{}", parameter.name),
            _ => write!(words, " --{} {setting}", parameter.name),
        };
    }
    words
}
