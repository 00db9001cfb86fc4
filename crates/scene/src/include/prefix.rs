//! Names with something put before them, so that a file can be included twice.

use crate::SceneData;
use crate::describe::{Kind, Space, TableSpec, Thing, each_value};
use crate::error::Fault;
use crate::node::{Node, Table, Value};
use std::collections::HashSet;

/// Renames all that `part` defines. Names that it uses but does not define belong to the including file and stay.
pub(super) fn rename(part: &mut Table, prefix: &str) -> Result<(), Fault> {
    let defined: HashSet<(Space, String)> = Space::ALL
        .into_iter()
        .flat_map(|space| {
            let table = space.table().and_then(|home| part.get(home)).and_then(Node::as_table);
            table.into_iter().flat_map(move |t| t.entries.iter().map(move |e| (space, e.key.clone())))
        })
        .collect();
    // Shapes are named within their body and need no prefix.
    let prefixed = |space: Space, name: &mut String| {
        if defined.contains(&(space, name.clone())) {
            name.insert_str(0, prefix);
        }
    };
    each_value(SceneData::spec(), part, "", &mut |kind, node, _| {
        match (kind, &mut node.value) {
            (Kind::Name(space), Value::Text(name)) => prefixed(*space, name),
            (Kind::Defines(space, _) | Kind::Refers(space, _), Value::Table(table)) => {
                table.entries.iter_mut().for_each(|entry| prefixed(*space, &mut entry.key));
            }
            _ => {}
        }
        Ok(())
    })
}

/// Calls `visit` with every value that is the path of a file.
pub(super) fn for_each_file(
    spec: &TableSpec,
    table: &mut Table,
    visit: &mut impl FnMut(&mut Node) -> Result<(), Fault>,
) -> Result<(), Fault> {
    each_value(spec, table, "", &mut |kind, node, _| match (kind, &mut node.value) {
        (Kind::File, _) => visit(node),
        (Kind::Device, Value::Text(name)) if !name.starts_with("lib:") => visit(node),
        (Kind::Overlay, Value::Table(table)) => for_each_file(SceneData::spec(), table, visit),
        _ => Ok(()),
    })
}
