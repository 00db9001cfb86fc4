//! Fills in what a scene leaves out, so that the scene as run shows every number.

use crate::check::given;
use crate::describe::{Kind, Need, TableSpec};
use crate::node::{Node, Table, Value};
use crate::source::Span;

/// Adds the defaults of `spec` to `table` and all tables below it.
pub(crate) fn fill(spec: &TableSpec, table: &mut Table, at: Span) {
    for key in &spec.keys {
        if let Need::Default(value) = &key.need
            && !given(spec, table, key.name)
        {
            table.set(key.name, value.clone().at(at));
        }
    }
    for entry in &mut table.entries {
        if let Some(key) = spec.key(&entry.key) {
            fill_value(&key.kind, &mut entry.node);
        }
    }
}

fn fill_value(kind: &Kind, node: &mut Node) {
    let at = node.at;
    match (kind, &mut node.value) {
        (Kind::Table(spec) | Kind::ChoiceOr(_, spec) | Kind::TextOr(spec), Value::Table(table)) => {
            fill(spec, table, at);
        }
        (Kind::List(inner), Value::List(items)) => {
            items.iter_mut().for_each(|item| fill_value(inner, item));
        }
        (Kind::Defines(_, inner) | Kind::Refers(_, inner), Value::Table(table)) => {
            table.entries.iter_mut().for_each(|entry| fill_value(inner, &mut entry.node));
        }
        _ => {}
    }
}
