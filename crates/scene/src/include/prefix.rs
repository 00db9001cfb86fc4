//! Names with something put before them, so that a file can be included twice.

use crate::SceneData;
use crate::describe::{Kind, Space, TableSpec, Thing};
use crate::error::Fault;
use crate::node::{Node, Table, Value};
use std::collections::HashSet;

/// Renames all that `part` defines. Names that it uses but does not define belong to the including file and stay.
pub(super) fn rename(part: &mut Table, prefix: &str) {
    let spaces = [Space::Material, Space::Body, Space::Skin, Space::Motor, Space::Sensor];
    let defined: HashSet<(&str, String)> = spaces
        .iter()
        .filter_map(|space| space.table())
        .flat_map(|home| {
            let table = part.get(home).and_then(Node::as_table);
            table.into_iter().flat_map(move |t| t.entries.iter().map(move |e| (home, e.key.clone())))
        })
        .collect();
    let mut visit = |space: Space, name: &mut String| {
        // Shapes are named within their body and need no prefix.
        if let Some(home) = space.table()
            && defined.contains(&(home, name.clone()))
        {
            name.insert_str(0, prefix);
        }
    };
    walk_table(SceneData::spec(), part, &mut visit);
}

fn walk_table(spec: &TableSpec, table: &mut Table, visit: &mut impl FnMut(Space, &mut String)) {
    for entry in &mut table.entries {
        if let Some(key) = spec.key(&entry.key) {
            walk(&key.kind, &mut entry.node, visit);
        }
    }
}

fn walk(kind: &Kind, node: &mut Node, visit: &mut impl FnMut(Space, &mut String)) {
    match (kind, &mut node.value) {
        (Kind::Name(space), Value::Text(name)) => visit(*space, name),
        (Kind::Table(spec) | Kind::ChoiceOr(_, spec) | Kind::TextOr(spec), Value::Table(table)) => {
            walk_table(spec, table, visit);
        }
        (Kind::List(inner), Value::List(items)) => items.iter_mut().for_each(|item| walk(inner, item, visit)),
        (Kind::Defines(space, inner) | Kind::Refers(space, inner), Value::Table(table)) => {
            for entry in &mut table.entries {
                visit(*space, &mut entry.key);
                walk(inner, &mut entry.node, visit);
            }
        }
        _ => {}
    }
}

/// Calls `visit` with every value that is the path of a file.
pub(super) fn for_each_file(
    table: &mut Table,
    visit: &mut impl FnMut(&mut Node) -> Result<(), Fault>,
) -> Result<(), Fault> {
    files_of_table(SceneData::spec(), table, visit)
}

fn files_of_table(
    spec: &TableSpec,
    table: &mut Table,
    visit: &mut impl FnMut(&mut Node) -> Result<(), Fault>,
) -> Result<(), Fault> {
    for entry in &mut table.entries {
        if let Some(key) = spec.key(&entry.key) {
            files(&key.kind, &mut entry.node, visit)?;
        }
    }
    Ok(())
}

fn files(
    kind: &Kind,
    node: &mut Node,
    visit: &mut impl FnMut(&mut Node) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if matches!(kind, Kind::File) {
        return visit(node);
    }
    match (kind, &mut node.value) {
        (Kind::Table(spec) | Kind::ChoiceOr(_, spec) | Kind::TextOr(spec), Value::Table(table)) => {
            files_of_table(spec, table, visit)
        }
        (Kind::List(inner), Value::List(items)) => {
            items.iter_mut().try_for_each(|item| files(inner, item, visit))
        }
        (Kind::Defines(_, inner) | Kind::Refers(_, inner), Value::Table(table)) => {
            table.entries.iter_mut().try_for_each(|entry| files(inner, &mut entry.node, visit))
        }
        _ => Ok(()),
    }
}
