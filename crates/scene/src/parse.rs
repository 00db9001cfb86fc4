//! TOML text into a tree of places and values.

use crate::error::{ErrorKind, Fault};
use crate::node::{Entry, Node, Table, Value};
use crate::source::Span;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The document `text`, which is text number `source`.
pub(crate) fn document(text: &str, source: usize) -> Result<Node, Fault> {
    let whole = Span { source, start: 0, end: 0 };
    let parsed = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(whole, |range| Span { source, start: range.start, end: range.end });
        Fault::new(ErrorKind::Syntax, at, format!("not valid TOML: {}", error.message()))
    })?;
    Ok(Node { at: whole, value: Value::Table(table(parsed.into_inner(), source)?) })
}

// The parser nests no deeper than 80, so this recursion is shallow.
fn node(value: Spanned<DeValue<'_>>, source: usize) -> Result<Node, Fault> {
    let range = value.span();
    let at = Span { source, start: range.start, end: range.end };
    let value = match value.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
            Ok(integer) => Value::Integer(integer),
            Err(_) => {
                let message = "this integer does not fit into 64 bits";
                return Err(Fault::new(ErrorKind::OutOfRange, at, message)
                    .note("help: write a number with an exponent, such as 1e20"));
            }
        },
        // Overflow gives infinity, which the check of ranges refuses with the others.
        DeValue::Float(digits) => Value::Float(digits.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => Value::Flag(flag),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(items) => {
            Value::List(items.into_iter().map(|item| node(item, source)).collect::<Result<_, _>>()?)
        }
        DeValue::Table(entries) => Value::Table(table(entries, source)?),
    };
    Ok(Node { at, value })
}

fn table(entries: DeTable<'_>, source: usize) -> Result<Table, Fault> {
    let mut entries = entries
        .into_iter()
        .map(|(key, value)| {
            let range = key.span();
            let key_at = Span { source, start: range.start, end: range.end };
            Ok(Entry { key: key.into_inner().into_owned(), key_at, node: node(value, source)? })
        })
        .collect::<Result<Vec<_>, Fault>>()?;
    // The parser sorts by name; a person expects the order of the file.
    entries.sort_by_key(|entry| entry.key_at.start);
    Ok(Table { entries })
}
