//! Devices: what stands between the truth of a skin and its readings.
//!
//! Their layers are described by `bristle-transduction`, in files of their own as well as in scenes.

use crate::Tree;
use crate::describe::{Field, Kind};
use crate::error::{ErrorKind, Fault};
use crate::foreign;
use crate::node::Node;
use crate::source::Span;
use crate::view::View;
use bristle_system::paths;
use bristle_transduction::{ChainError, Profile, ProfileError};
use toml::Value;

impl Field for Profile {
    fn kind() -> Kind {
        Kind::Device
    }

    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault> {
        view.get(key).map(|node| read_device(node, key)).transpose()
    }

    fn tree(&self) -> Tree {
        // A profile that was read can be written: it holds numbers, words and lists of them.
        Value::try_from(self).map_or(Tree::Table(Vec::new()), tree_of)
    }

    fn unset() -> Self {
        Self { name: String::new(), about: String::new(), source: String::new(), layers: Vec::new() }
    }
}

/// The device that stands at `path`: by its name, in a file, or with its layers in place.
pub(crate) fn read_device(node: &Node, path: &str) -> Result<Profile, Fault> {
    if let Some(name) = node.as_text() {
        let profile = if name.starts_with("lib:") {
            Profile::named(name)
        } else {
            Profile::load(paths::from_text(name))
        };
        return profile.map_err(|error| refused(node.at, &error.to_string()));
    }
    let mut node = node.clone();
    let at = node.at;
    if let Some(table) = node.as_table_mut().filter(|table| !table.has("name")) {
        table.set("name", Tree::Text("device".to_owned()).at(at));
    }
    let profile: Profile = foreign::read(&node, path)?;
    profile.check().map(|()| profile).map_err(|error| {
        let ProfileError::Layer { source, .. } = error else { return refused(at, &error.to_string()) };
        let (place, words, allowed) = match source {
            ChainError::Parameter { number, layer, parameter, value, allowed } => {
                let place = format!("layers[{}].{layer}.{parameter}", number - 1);
                (place, format!(" is {value}, which is out of range"), Some(allowed))
            }
            ChainError::Refused { number, layer, what } => {
                (format!("layers[{}].{layer}", number - 1), format!(": {what}"), None)
            }
            other => return refused(at, &other.to_string()),
        };
        let message = format!("`{path}.{place}`{words}");
        let fault = Fault::new(ErrorKind::OutOfRange, node.deepest(&place).at, message);
        allowed.into_iter().fold(fault, |fault, allowed| fault.note(format!("allowed: {allowed}")))
    })
}

fn refused(at: Span, why: &str) -> Fault {
    Fault::new(ErrorKind::Refused, at, format!("this device cannot be used: {}", why.trim_end()))
        .note("allowed: `lib:devices/…`, a file, or a table with `layers`, see docs/transduction.md")
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
