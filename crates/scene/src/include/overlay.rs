//! Values of an included file, replaced by the including one.

use crate::SceneData;
use crate::check::{check_table, join, nearest, shown};
use crate::describe::{Kind, TableSpec, Thing};
use crate::error::{ErrorKind, Fault};
use crate::node::{Node, Table, Value};
use crate::source::Span;

/// Lays `set` over `part` and checks the outcome.
pub(crate) fn lay_over(part: &mut Table, set: &Table) -> Result<(), Fault> {
    if let Some(entry) = set.entry("include") {
        return Err(Fault::new(
            ErrorKind::UnknownKey,
            entry.key_at,
            "`set` cannot change what a file includes",
        ));
    }
    lay_table(SceneData::spec(), part, set, "", NewNames::Refused)?;
    let top = Span { source: set.entries.first().map_or(0, |e| e.key_at.source), start: 0, end: 0 };
    check_table(SceneData::spec(), part, top, "")
}

/// The same, with things that are not there yet.
pub(crate) fn lay_more(part: &mut Table, set: &Table) -> Result<(), Fault> {
    if let Some(entry) = set.entry("include") {
        let message = "a running world cannot include further files: name what is to be added";
        return Err(Fault::new(ErrorKind::UnknownKey, entry.key_at, message));
    }
    lay_table(SceneData::spec(), part, set, "", NewNames::Allowed)
}

/// Whether what is laid over may bring new things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NewNames {
    Allowed,
    Refused,
}

pub(super) fn lay_table(
    spec: &TableSpec,
    old: &mut Table,
    new: &Table,
    path: &str,
    names: NewNames,
) -> Result<(), Fault> {
    for entry in &new.entries {
        let Some(key) = spec.key(&entry.key) else {
            // The check of the whole says it best.
            old.set(&entry.key, entry.node.clone());
            continue;
        };
        // `radius` replaces `radius_mm`, and `density` replaces `mass`.
        for spelling in key.spellings().filter(|s| *s != entry.key) {
            old.remove(&spelling);
        }
        for group in
            spec.exactly_one.iter().chain(&spec.at_most_one).filter(|group| group.contains(&key.name))
        {
            for rival in group.iter().filter(|rival| **rival != key.name).filter_map(|rival| spec.key(rival))
            {
                rival.spellings().for_each(|spelling| drop(old.remove(&spelling)));
            }
        }
        let path = join(path, &entry.key);
        match old.get_mut(&entry.key) {
            Some(node) => lay_value(&key.kind, node, &entry.node, &path, names)?,
            None => {
                old.set(&entry.key, entry.node.clone());
                if let Some(set) = old.entries.last_mut() {
                    set.key_at = entry.key_at;
                }
            }
        }
    }
    Ok(())
}

fn lay_value(kind: &Kind, old: &mut Node, new: &Node, path: &str, new_names: NewNames) -> Result<(), Fault> {
    match (kind, &mut old.value, &new.value) {
        (Kind::Table(spec) | Kind::ChoiceOr(_, spec), Value::Table(old), Value::Table(new)) => {
            lay_table(spec, old, new, path, new_names)
        }
        (Kind::Defines(space, inner), Value::Table(old), Value::Table(new)) => {
            for entry in &new.entries {
                let names: Vec<String> = old.entries.iter().map(|e| e.key.clone()).collect();
                match old.get_mut(&entry.key) {
                    Some(node) => lay_value(inner, node, &entry.node, &join(path, &entry.key), new_names)?,
                    None if new_names == NewNames::Allowed => old.entries.push(entry.clone()),
                    // A new thing belongs in the scene; here it is a typing error.
                    None => {
                        let message = format!(
                            "`set` names the {} `{}`, which the file does not have",
                            space.word(),
                            shown(&entry.key)
                        );
                        return Err(Fault::new(ErrorKind::UnknownName, entry.key_at, message)
                            .note(format!("known: {}", names.join(", ")))
                            .suggest(nearest(&entry.key, names.iter().map(String::as_str))));
                    }
                }
            }
            Ok(())
        }
        _ => {
            *old = new.clone();
            Ok(())
        }
    }
}
