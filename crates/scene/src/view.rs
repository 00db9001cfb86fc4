//! Typed access to a checked table.

use crate::error::{ErrorKind, Fault};
use crate::node::{Entry, Node, Table, Value};
use crate::source::Span;

/// From the unit that a number is written in.
type ToSi = fn(f64) -> f64;

/// A table whose keys were checked and whose defaults were filled in. Lengths come out in metres and angles in radians,
/// however they were written.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    table: &'a Table,
    at: Span,
    label: &'a str,
}

impl<'a> View<'a> {
    pub(crate) fn new(table: &'a Table, at: Span, label: &'a str) -> Self {
        Self { table, at, label }
    }

    /// The place of the whole table.
    pub(crate) fn at(&self) -> Span {
        self.at
    }

    /// The name under which the table is found, if it is one of many.
    pub(crate) fn label(&self) -> &'a str {
        self.label
    }

    /// The place of a key's value, or else of the table.
    pub(crate) fn at_key(&self, key: &str) -> Span {
        self.found(key).map_or(self.at, |(node, _)| node.at)
    }

    pub(crate) fn missing(&self, key: &str) -> Fault {
        Fault::new(ErrorKind::Missing, self.at, format!("`{key}` is needed here"))
    }

    /// A mistake in the value of a key.
    pub(crate) fn fault(&self, kind: ErrorKind, key: &str, message: impl Into<String>) -> Fault {
        Fault::new(kind, self.at_key(key), message)
    }

    /// The value of a key and the way from its unit to SI.
    fn found(&self, key: &str) -> Option<(&'a Node, ToSi)> {
        if let Some(node) = self.table.get(key) {
            return Some((node, |x| x));
        }
        if let Some(node) = self.table.get(&format!("{key}_mm")) {
            return Some((node, |x| x / 1000.0));
        }
        self.table.get(&format!("{key}_deg")).map(|node| (node, f64::to_radians as ToSi))
    }

    /// The value of a key without a unit.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Node> {
        self.table.get(key)
    }

    /// Whether the key is there, in whatever unit.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.found(key).is_some()
    }

    /// Whether the key is written in a unit for lengths (`mm`) or angles (`deg`).
    pub(crate) fn suffix(&self, key: &str) -> Option<&'static str> {
        ["mm", "deg"].into_iter().find(|unit| self.table.has(&format!("{key}_{unit}")))
    }

    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        self.found(key).and_then(|(node, to_si)| node.as_number().map(to_si))
    }

    pub(crate) fn numbers(&self, key: &str) -> Option<Vec<f64>> {
        let (node, to_si) = self.found(key)?;
        node.as_list()?.iter().map(|item| item.as_number().map(to_si)).collect()
    }

    /// The numbers of a table, by their names.
    pub(crate) fn named_numbers(&self, key: &str) -> Option<Vec<(String, f64)>> {
        let (node, to_si) = self.found(key)?;
        let number = |entry: &Entry| Some((entry.key.clone(), to_si(entry.node.as_number()?)));
        node.as_table()?.entries.iter().map(number).collect()
    }

    /// A list of lists.
    pub(crate) fn lists<T>(&self, key: &str, read: impl Fn(&[Node]) -> Option<T>) -> Option<Vec<T>> {
        self.get(key)?.as_list()?.iter().map(|item| read(item.as_list()?)).collect()
    }

    pub(crate) fn integer(&self, key: &str) -> Option<i64> {
        self.get(key)?.as_integer()
    }

    pub(crate) fn flag(&self, key: &str) -> Option<bool> {
        match self.get(key)?.value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    pub(crate) fn text(&self, key: &str) -> Option<&'a str> {
        self.get(key).and_then(Node::as_text)
    }

    pub(crate) fn table(&self, key: &str) -> Option<View<'a>> {
        let node = self.get(key)?;
        node.as_table().map(|table| View { table, at: node.at, label: "" })
    }

    /// The table of that name below a key, with the place of its name.
    pub(crate) fn named(&self, key: &str, name: &str) -> Option<(Span, View<'a>)> {
        let entry = self.get(key)?.as_table()?.entry(name)?;
        Some((entry.key_at, View { table: entry.node.as_table()?, at: entry.node.at, label: &entry.key }))
    }

    /// The nodes of a list.
    pub(crate) fn list(&self, key: &str) -> &'a [Node] {
        self.get(key).and_then(Node::as_list).unwrap_or_default()
    }

    /// The tables of a list.
    pub(crate) fn tables(&self, key: &str) -> impl Iterator<Item = View<'a>> + use<'a> {
        let view = |node: &'a Node| node.as_table().map(|table| View { table, at: node.at, label: "" });
        self.list(key).iter().filter_map(view)
    }
}
