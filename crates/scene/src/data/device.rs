//! Devices: what stands between the truth of a skin and its readings.
//!
//! Their layers are described by `bristle-transduction`, in files of their own as well as in scenes.

use crate::Tree;
use crate::describe::{Field, Kind};
use crate::error::{ErrorKind, Fault};
use crate::foreign;
use crate::node::Node;
use crate::view::View;
use bristle_transduction::{ChainError, Layer, Profile, ProfileError};
use serde::Deserialize;
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
        let refuse = |why: String| {
            Fault::new(ErrorKind::Refused, node.at, format!("this device cannot be used: {}", why.trim_end()))
                .note("allowed: `lib:devices/…`, the path of a device profile, or a table with `layers`, see docs/transduction.md")
        };
        let profile = if name.starts_with("lib:") {
            Profile::named(name)
        } else {
            Profile::parse(&read(name).map_err(refuse)?)
        };
        return profile.map_err(|error| refuse(error.to_string()));
    }
    let InPlace { name, about, source, layers } = foreign::read(node, path)?;
    let profile = Profile { name, about, source, layers };
    profile.check().map(|()| profile).map_err(|error| {
        let (place, message, allowed) = match error {
            ProfileError::Layer {
                source: ChainError::Parameter { number, layer, parameter, value, allowed },
                ..
            } => {
                let place = format!("layers[{}].{layer}.{parameter}", number - 1);
                let message = format!("`{path}.{place}` is {value}, which is out of range");
                (place, message, Some(allowed))
            }
            ProfileError::Layer { source: ChainError::Refused { number, layer, what }, .. } => {
                let place = format!("layers[{}].{layer}", number - 1);
                let message = format!("`{path}.{place}`: {what}");
                (place, message, None)
            }
            other => (String::new(), format!("`{path}`: {other}"), None),
        };
        let fault = Fault::new(ErrorKind::OutOfRange, node.deepest(&place).at, message);
        allowed.into_iter().fold(fault, |fault, allowed| fault.note(format!("allowed: {allowed}")))
    })
}

/// A profile whose name does not matter: that of the skin tells enough.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InPlace {
    #[serde(default = "unnamed")]
    name: String,
    #[serde(default)]
    about: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    layers: Vec<Layer>,
}

fn unnamed() -> String {
    "device".to_owned()
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
