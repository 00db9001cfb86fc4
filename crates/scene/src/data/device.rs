//! Devices: what stands between the truth of a skin and its readings.
//!
//! Their layers are described by `bristle-transduction`, in files of their own as well as in scenes.

use crate::Tree;
use crate::describe::{Field, Kind};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_transduction::Profile;
use serde::Deserialize;
use toml::Value;

impl Field for Profile {
    fn kind() -> Kind {
        Kind::Device
    }

    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault> {
        let Some(node) = view.get(key) else { return Ok(None) };
        let refuse = |why: String| {
            Fault::new(ErrorKind::Refused, node.at, format!("this device cannot be used: {}", why.trim_end()))
                .note("allowed: layers as in a device profile, see docs/transduction.md")
        };
        if let Some(name) = node.as_text() {
            let profile = if name.starts_with("lib:") {
                Self::named(name)
            } else {
                Self::parse(&read(name).map_err(refuse)?)
            };
            return profile.map(Some).map_err(|error| refuse(error.to_string()));
        }
        let mut value = value_of(Tree::from(node));
        if let Value::Table(table) = &mut value {
            table.entry("name").or_insert_with(|| Value::String("device".to_owned()));
        }
        let profile = Self::deserialize(value).map_err(|error| refuse(error.to_string()))?;
        profile.check().map_err(|error| refuse(error.to_string()))?;
        Ok(Some(profile))
    }

    fn tree(&self) -> Tree {
        // A profile that was read can be written: it holds numbers, words and lists of them.
        Value::try_from(self).map_or(Tree::Table(Vec::new()), tree_of)
    }

    fn unset() -> Self {
        Self { name: String::new(), about: String::new(), source: String::new(), layers: Vec::new() }
    }
}

/// How large a profile may be.
const LARGEST: u64 = 1 << 20;

fn read(path: &str) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("cannot read `{path}`: {error}");
    let metadata = std::fs::metadata(path).map_err(failed)?;
    if !metadata.is_file() || metadata.len() > LARGEST {
        return Err(format!("`{path}` is not a regular file of at most {LARGEST} bytes"));
    }
    std::fs::read_to_string(path).map_err(failed)
}

fn value_of(tree: Tree) -> Value {
    match tree {
        Tree::Text(text) => Value::String(text),
        Tree::Integer(integer) => Value::Integer(integer),
        Tree::Float(number) => Value::Float(number),
        Tree::Flag(flag) => Value::Boolean(flag),
        Tree::List(items) => Value::Array(items.into_iter().map(value_of).collect()),
        Tree::Table(entries) => {
            Value::Table(entries.into_iter().map(|(key, tree)| (key, value_of(tree))).collect())
        }
    }
}

fn tree_of(value: Value) -> Tree {
    match value {
        Value::String(text) => Tree::Text(text),
        Value::Integer(integer) => Tree::Integer(integer),
        Value::Float(number) => Tree::Float(number),
        Value::Boolean(flag) => Tree::Flag(flag),
        Value::Datetime(date) => Tree::Text(date.to_string()),
        Value::Array(items) => Tree::List(items.into_iter().map(tree_of).collect()),
        Value::Table(entries) => {
            Tree::Table(entries.into_iter().map(|(key, value)| (key, tree_of(value))).collect())
        }
    }
}
