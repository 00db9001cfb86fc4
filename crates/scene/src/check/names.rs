//! Names: which are allowed, and whether those that are used are there.

use super::{join, nearest, shown};
use crate::SceneData;
use crate::describe::{Kind, Space, TableSpec, Thing};
use crate::error::{ErrorKind, Fault};
use crate::node::{Node, Table, Value};
use crate::source::Span;

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
pub(crate) fn check_references(scene: &Table) -> Result<(), Fault> {
    References { scene }.table(SceneData::spec(), scene, "")
}

struct References<'a> {
    scene: &'a Table,
}

impl References<'_> {
    fn table(&self, spec: &TableSpec, table: &Table, path: &str) -> Result<(), Fault> {
        for entry in &table.entries {
            if let Some(key) = spec.key(&entry.key) {
                self.value(&key.kind, &entry.node, &join(path, &entry.key))?;
            }
        }
        Ok(())
    }

    fn value(&self, kind: &Kind, node: &Node, path: &str) -> Result<(), Fault> {
        match (kind, &node.value) {
            (Kind::Name(space), Value::Text(name)) => self.look_up(*space, name, node.at, path),
            (Kind::Table(spec) | Kind::ChoiceOr(_, spec) | Kind::TextOr(spec), Value::Table(table)) => {
                self.table(spec, table, path)
            }
            (Kind::List(inner), Value::List(items)) => items
                .iter()
                .enumerate()
                .try_for_each(|(i, item)| self.value(inner, item, &format!("{path}[{i}]"))),
            (Kind::Defines(_, inner), Value::Table(table)) => {
                table.entries.iter().try_for_each(|e| self.value(inner, &e.node, &join(path, &e.key)))
            }
            (Kind::Refers(space, inner), Value::Table(table)) => {
                for entry in &table.entries {
                    self.look_up(*space, &entry.key, entry.key_at, path)?;
                    self.value(inner, &entry.node, &join(path, &entry.key))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn look_up(&self, space: Space, name: &str, at: Span, path: &str) -> Result<(), Fault> {
        // Shapes are named within their body; whoever reads the key looks them up.
        let Some(home) = space.table() else { return Ok(()) };
        let known = self.scene.get(home).and_then(Node::as_table);
        if known.is_some_and(|table| table.has(name)) {
            return Ok(());
        }
        let names: Vec<&str> =
            known.into_iter().flat_map(|t| t.entries.iter().map(|e| e.key.as_str())).collect();
        Err(unknown_name(space, name, at, path, &names))
    }
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
