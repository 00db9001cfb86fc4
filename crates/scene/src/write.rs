//! A tree of values as TOML text.

use crate::node::{Node, Table, Value};
use std::fmt::Write;

/// How deep tables get headers of their own; below, they stand on one line.
const HEADERS: usize = 2;

/// The whole document.
pub(crate) fn document(table: &Table) -> String {
    let mut text = String::new();
    section(table, &mut Vec::new(), &mut text);
    text
}

fn section(table: &Table, path: &mut Vec<String>, text: &mut String) {
    let shallow = path.len() < HEADERS;
    let has_header = |node: &Node| match &node.value {
        Value::Table(inner) => shallow && !inner.entries.is_empty(),
        Value::List(items) => {
            shallow && !items.is_empty() && items.iter().all(|item| item.as_table().is_some())
        }
        _ => false,
    };
    // Plain keys come first: after a header they would belong to it.
    for entry in table.entries.iter().filter(|entry| !has_header(&entry.node)) {
        // A table of tables has a line for each: `shapes.tip = { … }`. Writing to a string cannot fail.
        match entry.node.as_table().filter(|inner| path.len() == HEADERS && inner.entries.len() > 1) {
            Some(inner) if inner.entries.iter().all(|e| e.node.as_table().is_some()) => {
                for below in &inner.entries {
                    let _ =
                        writeln!(text, "{}.{} = {}", key(&entry.key), key(&below.key), inline(&below.node));
                }
            }
            _ => {
                let _ = writeln!(text, "{} = {}", key(&entry.key), inline(&entry.node));
            }
        }
    }
    for entry in table.entries.iter().filter(|entry| has_header(&entry.node)) {
        path.push(key(&entry.key));
        match &entry.node.value {
            Value::Table(inner) => {
                // A table that holds nothing but tables with headers needs none itself.
                let is_full_table =
                    |node: &Node| node.as_table().is_some_and(|table| !table.entries.is_empty());
                let only_tables =
                    path.len() < HEADERS && inner.entries.iter().all(|e| is_full_table(&e.node));
                if !only_tables {
                    let _ = writeln!(text, "\n[{}]", path.join("."));
                }
                section(inner, path, text);
            }
            Value::List(items) => {
                for item in items.iter().filter_map(Node::as_table) {
                    let _ = writeln!(text, "\n[[{}]]", path.join("."));
                    for inner in &item.entries {
                        let _ = writeln!(text, "{} = {}", key(&inner.key), inline(&inner.node));
                    }
                }
            }
            _ => {}
        }
        path.pop();
    }
}

fn key(word: &str) -> String {
    let bare = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if bare { word.to_owned() } else { quoted(word) }
}

fn quoted(word: &str) -> String {
    toml::Value::String(word.to_owned()).to_string()
}

pub(crate) fn inline(node: &Node) -> String {
    match &node.value {
        Value::Text(word) => quoted(word),
        Value::Integer(integer) => integer.to_string(),
        // The shortest digits that read back as the same number.
        Value::Float(number) => format!("{number:?}"),
        Value::Flag(flag) => flag.to_string(),
        // Refused by the check long before.
        Value::Date => "\"\"".to_owned(),
        Value::List(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Table(table) if table.entries.is_empty() => "{}".to_owned(),
        Value::Table(table) => {
            let entries = table.entries.iter().map(|e| format!("{} = {}", key(&e.key), inline(&e.node)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}
