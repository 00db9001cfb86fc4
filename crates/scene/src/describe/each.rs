//! Every value of a scene with its kind.

use super::{Kind, TableSpec};
use crate::check::join;
use crate::error::Fault;
use crate::node::{Node, Table, Value};

/// Calls `visit` with the kind, the value and the path of everything in a table, a table before what it holds.
pub(crate) fn each_value(
    spec: &TableSpec,
    table: &mut Table,
    path: &str,
    visit: &mut impl FnMut(&Kind, &mut Node, &str) -> Result<(), Fault>,
) -> Result<(), Fault> {
    table.entries.iter_mut().try_for_each(|entry| match spec.key(&entry.key) {
        Some(key) => value_and_below(&key.kind, &mut entry.node, &join(path, &entry.key), visit),
        None => Ok(()),
    })
}

fn value_and_below(
    kind: &Kind,
    node: &mut Node,
    path: &str,
    visit: &mut impl FnMut(&Kind, &mut Node, &str) -> Result<(), Fault>,
) -> Result<(), Fault> {
    visit(kind, node, path)?;
    match (kind, &mut node.value) {
        (Kind::Table(spec) | Kind::ChoiceOr(_, spec) | Kind::TextOr(spec), Value::Table(table)) => {
            each_value(spec, table, path, visit)
        }
        (Kind::List(inner), Value::List(items)) => items
            .iter_mut()
            .enumerate()
            .try_for_each(|(i, item)| value_and_below(inner, item, &format!("{path}[{i}]"), visit)),
        (Kind::Defines(_, inner) | Kind::Refers(_, inner), Value::Table(table)) => table
            .entries
            .iter_mut()
            .try_for_each(|entry| value_and_below(inner, &mut entry.node, &join(path, &entry.key), visit)),
        _ => Ok(()),
    }
}
