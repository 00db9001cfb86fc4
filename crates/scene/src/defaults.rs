//! Fills in what a scene leaves out, so that the scene as run shows every number.

use crate::check::given;
use crate::describe::{Kind, Need, TableSpec, each_value};
use crate::error::Fault;
use crate::node::{Table, Value};
use crate::source::Span;

/// Adds the defaults of `spec` to `table` and all tables below it.
pub(crate) fn fill(spec: &TableSpec, table: &mut Table, at: Span) -> Result<(), Fault> {
    fill_table(spec, table, at);
    each_value(spec, table, "", &mut |kind, node, _| {
        if let (Kind::Table(spec) | Kind::ChoiceOr(_, spec) | Kind::TextOr(spec), Value::Table(table)) =
            (kind, &mut node.value)
        {
            fill_table(spec, table, node.at);
        }
        Ok(())
    })
}

fn fill_table(spec: &TableSpec, table: &mut Table, at: Span) {
    for key in &spec.keys {
        if let Need::Default(value) = &key.need
            && !given(spec, table, key.name)
        {
            table.set(key.name, value.clone().at(at));
        }
    }
}
