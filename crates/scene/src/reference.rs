//! The reference of all keys, as it stands in `docs/scenes.md`.

use crate::SceneData;
use crate::describe::{Kind, Need, TableSpec, Thing, Unit};
use std::fmt::Write;

/// All tables and their keys, as Markdown.
pub fn reference() -> String {
    let mut text = String::new();
    SceneData::spec().and_below().into_iter().for_each(|spec| section(spec, &mut text));
    text
}

fn section(spec: &TableSpec, text: &mut String) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "### {}\n\n{}\n", spec.name, spec.doc);
    if spec.keys.is_empty() {
        return;
    }
    let _ = writeln!(text, "| key | value | default | meaning |\n|---|---|---|---|");
    for key in &spec.keys {
        let spellings: Vec<String> = key.spellings().map(|s| format!("`{s}`")).collect();
        let default = match &key.need {
            Need::Required => "needed".to_owned(),
            Need::Optional => "–".to_owned(),
            Need::Default(value) => format!("`{}`", value.in_short()),
        };
        let value = in_words(&key.kind).replace('|', "\\|");
        let _ = writeln!(
            text,
            "| {} | {value} | {default} | {} |",
            spellings.join(", "),
            key.doc.replace('|', "\\|")
        );
    }
    for group in &spec.exactly_one {
        let _ = writeln!(text, "\nExactly one of {}.", names(group));
    }
    for group in &spec.at_most_one {
        let _ = writeln!(text, "\nAt most one of {}.", names(group));
    }
    text.push('\n');
}

fn names(group: &[&str]) -> String {
    group.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn in_words(kind: &Kind) -> String {
    let unit = |unit: Unit| match unit.symbol() {
        "" => String::new(),
        symbol => format!(" \\[{symbol}\\]"),
    };
    match kind {
        Kind::Number(range, u) => format!("number{}, {}", unit(*u), range.in_words()),
        Kind::Numbers(count, _, u) => format!("{count} numbers{}", unit(*u)),
        Kind::Series(u) => format!("array of numbers{}", unit(*u)),
        Kind::Integer { least, most } if *most > 1_000_000_000 => format!("integer, at least {least}"),
        Kind::Integer { least, most } => format!("integer, from {least} to {most}"),
        Kind::Flag => "true or false".into(),
        Kind::Text => "string".into(),
        Kind::Line(_) => "string of one line".into(),
        Kind::File => "path of a file".into(),
        Kind::Choice(words) => words.iter().map(|w| format!("`\"{w}\"`")).collect::<Vec<_>>().join(", "),
        Kind::Name(space) => format!("name of a {}", space.word()),
        Kind::ChoiceOr(words, spec) => {
            let words: Vec<String> = words.iter().map(|w| format!("`\"{w}\"`")).collect();
            format!("{} or table {}", words.join(", "), link(spec))
        }
        Kind::TextOr(spec) => format!("string or table {}", link(spec)),
        Kind::Table(spec) => format!("table {}", link(spec)),
        Kind::List(inner) => format!("array of: {}", in_words(inner)),
        Kind::Defines(space, inner) => format!("by name of the {}: {}", space.word(), in_words(inner)),
        Kind::Refers(space, inner) => format!("by name of a {}: {}", space.word(), in_words(inner)),
        Kind::Device => {
            "`\"lib:devices/…\"`, path of a [device profile](transduction.md), or table with its `layers`"
                .into()
        }
        Kind::Overlay => "table like a scene".into(),
        Kind::Parameters => "table".into(),
    }
}

fn link(spec: &TableSpec) -> String {
    format!("[{0}](#{0})", spec.name)
}
