//! A scene's text as a tree of values that know where they stand.

use crate::source::Span;
use std::collections::HashSet;

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) at: Span,
    pub(crate) value: Value,
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Integer(i64),
    Float(f64),
    Flag(bool),
    /// TOML has dates; scenes have no use for them.
    Date,
    List(Vec<Node>),
    Table(Table),
}

impl Node {
    /// The type, as a person would call it.
    pub(crate) fn type_in_words(&self) -> &'static str {
        match self.value {
            Value::Text(_) => "a string",
            Value::Integer(_) => "an integer",
            Value::Float(_) => "a number",
            Value::Flag(_) => "a boolean",
            Value::Date => "a date",
            Value::List(_) => "an array",
            Value::Table(_) => "a table",
        }
    }

    /// The value at a path such as `layers[1].noise`, or the last one on the way to it.
    pub(crate) fn deepest(&self, path: &str) -> &Self {
        let steps = path.split(['.', '[']).map(|step| step.trim_end_matches(']'));
        let mut node = self;
        for step in steps.filter(|step| !step.is_empty()) {
            let below = match &node.value {
                Value::Table(table) => table.get(step),
                Value::List(items) => step.parse::<usize>().ok().and_then(|index| items.get(index)),
                _ => None,
            };
            let Some(below) = below else { break };
            node = below;
        }
        node
    }

    pub(crate) fn as_table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn as_table_mut(&mut self) -> Option<&mut Table> {
        match &mut self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    pub(crate) fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A key that a table of it has twice.
    pub(crate) fn key_given_twice(&self) -> Option<&Entry> {
        match &self.value {
            Value::List(items) => items.iter().find_map(Self::key_given_twice),
            Value::Table(table) => {
                let mut seen = HashSet::new();
                let twice = table.entries.iter().find(|entry| !seen.insert(&entry.key));
                twice.or_else(|| table.entries.iter().find_map(|entry| entry.node.key_given_twice()))
            }
            _ => None,
        }
    }

    /// Whether the values are equal, wherever they stand.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        match (&self.value, &other.value) {
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a == b,
            (Value::Flag(a), Value::Flag(b)) => a == b,
            (Value::List(a), Value::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.says_the_same(b))
            }
            (Value::Table(a), Value::Table(b)) => {
                let found =
                    |entry: &Entry| b.get(&entry.key).is_some_and(|node| node.says_the_same(&entry.node));
                a.entries.len() == b.entries.len() && a.entries.iter().all(found)
            }
            _ => false,
        }
    }

    /// The whole number.
    pub(crate) fn as_integer(&self) -> Option<i64> {
        match self.value {
            Value::Integer(integer) => Some(integer),
            _ => None,
        }
    }

    /// The number, whether it is written with a point or without.
    pub(crate) fn as_number(&self) -> Option<f64> {
        match self.value {
            Value::Float(x) => Some(x),
            Value::Integer(i) => Some(i as f64),
            _ => None,
        }
    }
}

/// Entries in the order of the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) entries: Vec<Entry>,
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_at: Span,
    pub(crate) node: Node,
}

impl Table {
    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.node)
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.entry(key).is_some()
    }

    pub(crate) fn remove(&mut self, key: &str) -> Option<Entry> {
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(index))
    }

    /// Gives `key` the value `node`, in its old place if it has one.
    pub(crate) fn set(&mut self, key: &str, node: Node) {
        match self.get_mut(key) {
            Some(old) => *old = node,
            None => self.entries.push(Entry { key: key.to_owned(), key_at: node.at, node }),
        }
    }
}
