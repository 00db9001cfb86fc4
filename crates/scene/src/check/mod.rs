//! Holds a tree of values against what a scene may hold.

mod names;
mod value;

pub(crate) use bristle_world::nearest;
pub(crate) use names::{check_references, is_name};

use crate::describe::{Need, TableSpec};
use crate::error::{ErrorKind, Fault};
use crate::node::Table;
use crate::source::Span;

/// Checks keys, types, ranges and groups of a whole table, but no references: these may be to things in other files.
pub(crate) fn check_table(spec: &TableSpec, table: &Table, at: Span, path: &str) -> Result<(), Fault> {
    for entry in &table.entries {
        let Some(key) = spec.key(&entry.key) else {
            return Err(unknown_key(spec, &entry.key, entry.key_at, path));
        };
        if let Some(other) = key.spellings().find(|s| *s != entry.key && table.has(s)) {
            let message =
                format!("`{}` is given twice: as `{}` and as `{other}`", join(path, key.name), entry.key);
            return Err(Fault::new(ErrorKind::Conflict, entry.key_at, message).note("help: keep one of them"));
        }
        value::check(&key.kind, &entry.node, &join(path, &entry.key))?;
    }
    for key in spec.keys.iter().filter(|key| key.need == Need::Required) {
        if !given(spec, table, key.name) {
            let message = format!("{} needs `{}`", table_in_words(path), key.name);
            return Err(Fault::new(ErrorKind::Missing, at, message).note(format!(
                "{}: {}{}",
                key.name,
                key.doc,
                in_unit(key.kind.unit().symbol())
            )));
        }
    }
    for group in &spec.exactly_one {
        let present: Vec<&str> = group.iter().copied().filter(|name| given(spec, table, name)).collect();
        if present.is_empty() {
            let message = format!("{} needs one of {}", table_in_words(path), quoted(group));
            return Err(Fault::new(ErrorKind::Missing, at, message));
        }
        refuse_company(spec, table, &present, path)?;
    }
    for group in &spec.at_most_one {
        let present: Vec<&str> = group.iter().copied().filter(|name| given(spec, table, name)).collect();
        refuse_company(spec, table, &present, path)?;
    }
    Ok(())
}

/// Whether the key is there, in whatever unit.
pub(crate) fn given(spec: &TableSpec, table: &Table, name: &str) -> bool {
    spec.key(name).is_some_and(|key| key.spellings().any(|spelling| table.has(&spelling)))
}

fn refuse_company(spec: &TableSpec, table: &Table, present: &[&str], path: &str) -> Result<(), Fault> {
    let [first, second, ..] = present else { return Ok(()) };
    let at = spec
        .key(second)
        .and_then(|key| key.spellings().find_map(|spelling| table.entry(&spelling)))
        .map(|entry| entry.key_at);
    let message = format!("{} has both `{first}` and `{second}`", table_in_words(path));
    Err(Fault::new(ErrorKind::Conflict, at, message).note("help: keep one of them"))
}

fn unknown_key(spec: &TableSpec, key: &str, at: Span, path: &str) -> Fault {
    let allowed: Vec<&str> = spec.keys.iter().map(|key| key.name).collect();
    let spellings: Vec<String> = spec.keys.iter().flat_map(|key| key.spellings()).collect();
    let place = if path.is_empty() { "at the top of the scene".to_owned() } else { format!("in `{path}`") };
    let list = if allowed.is_empty() { "no keys at all".to_owned() } else { allowed.join(", ") };
    Fault::new(ErrorKind::UnknownKey, at, format!("unknown key `{}` {place}", shown(key)))
        .note(format!("allowed: {list}"))
        .suggest(nearest(key, spellings.iter().map(String::as_str)))
}

/// `path.key`, without a point at the top.
pub(crate) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

pub(crate) fn table_in_words(path: &str) -> String {
    if path.is_empty() { "the scene".to_owned() } else { format!("`{path}`") }
}

pub(crate) fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn in_unit(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" [{unit}]") }
}

/// A word of the file, short and printable.
pub(crate) fn shown(word: &str) -> String {
    let mut short: String = word.chars().take(40).flat_map(char::escape_debug).collect();
    if word.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}
