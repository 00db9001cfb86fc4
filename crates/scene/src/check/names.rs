//! Names: which are allowed, and whether those that are used are there.

use super::{nearest, shown};
use crate::SceneData;
use crate::describe::{Kind, Space, Thing, each_value};
use crate::error::{ErrorKind, Fault};
use crate::node::{Node, Table, Value};
use crate::source::Span;
use std::collections::HashMap;

/// Letters, digits, `_`, `-`; not too long to print.
pub(crate) fn is_name(word: &str) -> bool {
    let fine = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    (1..=100).contains(&word.len()) && word.chars().all(fine)
}

pub(super) fn check_name(space: Space, name: &str, at: Span) -> Result<(), Fault> {
    let refuse = |why: &str| {
        let message = format!("`{}` cannot be the name of a {}", shown(name), space.word());
        Err(Fault::new(ErrorKind::OutOfRange, at, message).note(why))
    };
    if !is_name(name) {
        return refuse("allowed: letters, digits, `_` and `-`, at most 100 bytes");
    }
    if space == Space::Body && name == "world" {
        return refuse("the world is what bodies without a parent belong to");
    }
    Ok(())
}

/// Looks up every name that the merged scene uses.
pub(crate) fn check_references(scene: &mut Table) -> Result<(), Fault> {
    let names = |space: Space| {
        let table = space.table().and_then(|home| scene.get(home)).and_then(Node::as_table);
        (space, table.into_iter().flat_map(|t| t.entries.iter().map(|e| e.key.clone())).collect())
    };
    let known: HashMap<Space, Vec<String>> = Space::ALL.into_iter().map(names).collect();
    let look_up = |space: Space, name: &str, at: Span, path: &str| match known.get(&space) {
        // Shapes are named within their body; whoever reads the key looks them up.
        Some(names) if space.table().is_some() && names.iter().all(|known| known != name) => {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            Err(unknown_name(space, name, at, path, &names))
        }
        _ => Ok(()),
    };
    each_value(SceneData::spec(), scene, "", &mut |kind, node, path| match (kind, &node.value) {
        (Kind::Name(space), Value::Text(name)) => look_up(*space, name, node.at, path),
        (Kind::Refers(space, _), Value::Table(table)) => {
            table.entries.iter().try_for_each(|entry| look_up(*space, &entry.key, entry.key_at, path))
        }
        _ => Ok(()),
    })
}

/// There is nothing of that name.
pub(crate) fn unknown_name(space: Space, name: &str, at: Span, path: &str, names: &[&str]) -> Fault {
    let word = space.word();
    let message = format!("`{path}` names the {word} `{}`, which does not exist", shown(name));
    let list = match names {
        [] => format!("there are no {} in the scene", space.words()),
        _ => format!("known: {}", names.iter().take(20).copied().collect::<Vec<_>>().join(", ")),
    };
    Fault::new(ErrorKind::UnknownName, at, message).note(list).suggest(nearest(name, names.iter().copied()))
}
