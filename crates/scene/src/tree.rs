//! A scene as a tree of values, as a file, a dictionary of Python or another format would hold it.

use crate::SceneError;
use crate::node::{Entry, Node, Table, Value};
use crate::parse;
use crate::source::{Content, Source, Sources, Span};
use crate::write;

/// A value of a scene: what a TOML file can hold, without a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// A string.
    Text(String),
    /// An integer.
    Integer(i64),
    /// A number.
    Float(f64),
    /// True or false.
    Flag(bool),
    /// An array.
    List(Vec<Tree>),
    /// Keys and values, in an order that is kept.
    Table(Vec<(String, Tree)>),
}

impl Tree {
    /// The tree of a TOML document; `origin` is what errors call it.
    pub fn parse(text: &str, origin: &str) -> Result<Self, SceneError> {
        let mut sources = Sources::default();
        let content = Content::Text(text.to_owned());
        let source = sources.add(Source { name: origin.to_owned(), content, included_at: None });
        let document = parse::document(text, source).map_err(|fault| fault.in_sources(&sources))?;
        Ok(Self::from(&document))
    }

    /// The tree as TOML: a document if it is a table, else the value alone.
    pub fn to_toml(&self) -> String {
        match self.clone().at(Span::NOWHERE).value {
            Value::Table(table) => write::document(&table),
            value => write::inline(&Node { at: Span::NOWHERE, value }),
        }
    }

    /// The tree as JSON. Numbers that JSON does not have become null.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match self {
            Self::Text(text) => Json::from(text.as_str()),
            Self::Integer(integer) => Json::from(*integer),
            Self::Float(number) => Json::from(*number),
            Self::Flag(flag) => Json::from(*flag),
            Self::List(items) => items.iter().map(Self::to_json).collect(),
            Self::Table(entries) => entries
                .iter()
                .map(|(key, tree)| (key.clone(), tree.to_json()))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }

    /// As a default is shown to people: of a table, that it may be empty.
    pub(crate) fn in_short(&self) -> String {
        if matches!(self, Self::Table(_)) { "{}".to_owned() } else { self.to_toml() }
    }

    /// The tree with one place for all of it.
    pub(crate) fn at(self, at: Span) -> Node {
        self.placed("", &mut |_| at)
    }

    /// The tree with a place for every value, by its path.
    pub(crate) fn placed(self, path: &str, place: &mut impl FnMut(&str) -> Span) -> Node {
        let at = place(path);
        let value = match self {
            Self::Text(text) => Value::Text(text),
            Self::Integer(integer) => Value::Integer(integer),
            Self::Float(number) => Value::Float(number),
            Self::Flag(flag) => Value::Flag(flag),
            Self::List(items) => Value::List(
                items
                    .into_iter()
                    .enumerate()
                    .map(|(i, item)| item.placed(&format!("{path}[{i}]"), place))
                    .collect(),
            ),
            Self::Table(entries) => {
                let entry = |(key, tree): (String, Self)| {
                    let node = tree.placed(&crate::check::join(path, &key), place);
                    Entry { key, key_at: node.at, node }
                };
                Value::Table(Table { entries: entries.into_iter().map(entry).collect() })
            }
        };
        Node { at, value }
    }
}

impl From<&Node> for Tree {
    fn from(node: &Node) -> Self {
        match &node.value {
            Value::Text(text) => Self::Text(text.clone()),
            Value::Integer(integer) => Self::Integer(*integer),
            Value::Float(number) => Self::Float(*number),
            Value::Flag(flag) => Self::Flag(*flag),
            // Refused by every check.
            Value::Date => Self::Text(String::new()),
            Value::List(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Table(table) => {
                Self::Table(table.entries.iter().map(|e| (e.key.clone(), Self::from(&e.node))).collect())
            }
        }
    }
}
