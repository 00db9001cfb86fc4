//! Fills in what a scene leaves out, so that the scene as run shows every number.

use crate::check::given;
use crate::error::Fault;
use crate::node::{Node, Table, Value};
use crate::parse::value_at;
use crate::source::Span;
use crate::spec::{Kind, Need, TableSpec};

/// Adds the defaults of `spec` to `table` and all tables below it.
pub(crate) fn fill(spec: &TableSpec, table: &mut Table, at: Span) -> Result<(), Fault> {
    for key in spec.keys {
        if let Need::Default(text) = key.need
            && !given(spec, table, key.name)
        {
            table.set(key.name, value_at(text, at)?);
        }
    }
    for entry in &mut table.entries {
        if let Some(key) = spec.key(&entry.key) {
            fill_value(&key.kind, &mut entry.node)?;
        }
    }
    Ok(())
}

fn fill_value(kind: &Kind, node: &mut Node) -> Result<(), Fault> {
    let at = node.at;
    match (kind, &mut node.value) {
        (Kind::Table(spec) | Kind::ChoiceOr(_, spec) | Kind::TextOr(spec), Value::Table(table)) => {
            fill(spec, table, at)
        }
        (Kind::List(inner), Value::List(items)) => {
            items.iter_mut().try_for_each(|item| fill_value(inner, item))
        }
        (Kind::Defines(_, inner) | Kind::Refers(_, inner), Value::Table(table)) => {
            table.entries.iter_mut().try_for_each(|entry| fill_value(inner, &mut entry.node))
        }
        _ => Ok(()),
    }
}
