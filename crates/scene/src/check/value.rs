//! One value against its kind.

use super::names::check_name;
use super::{check_table, in_unit, join, nearest, quoted, shown};
use crate::data::read_device;
use crate::describe::{Kind, Range, TableSpec, Unit};
use crate::error::{ErrorKind, Fault};
use crate::node::{Node, Value};

/// No list of a scene is longer than this.
const LONGEST_LIST: usize = 100_000;

pub(crate) fn check(kind: &Kind, node: &Node, path: &str) -> Result<(), Fault> {
    match kind {
        Kind::Number(range, unit) => check_number(node, range, *unit, path),
        Kind::Numbers(count, range, unit) => check_numbers(node, *count, range, *unit, path),
        Kind::Series(unit) => {
            let items = list(node, path, "an array of numbers")?;
            if items.is_empty() {
                return Err(Fault::new(ErrorKind::OutOfRange, node.at, format!("`{path}` is empty"))
                    .note("allowed: at least 1 number"));
            }
            items.iter().try_for_each(|item| check_number(item, &Range::ANY, *unit, path))
        }
        Kind::Integer { least, most } => check_integer(node, *least, *most, path),
        Kind::Flag => match node.value {
            Value::Flag(_) => Ok(()),
            _ => Err(wrong_type(node, path, "true or false")),
        },
        Kind::Text => text(node, path, "a string").map(|_| ()),
        Kind::Line(may_be_empty) => check_line(node, *may_be_empty, path),
        Kind::File => match text(node, path, "the path of a file, as a string")? {
            "" => Err(Fault::new(ErrorKind::OutOfRange, node.at, format!("`{path}` is empty"))
                .note("allowed: the path of a file")),
            _ => Ok(()),
        },
        Kind::Name(space) => {
            let words = format!("the name of a {}, as a string", space.word());
            text(node, path, &words).map(|_| ())
        }
        Kind::Choice(words) => check_choice(node, words, path),
        Kind::ChoiceOr(words, spec) => match &node.value {
            Value::Table(table) => check_table(spec, table, node.at, path),
            Value::Text(_) => check_choice_or_kind(node, words, spec, path),
            _ => Err(wrong_type(node, path, &format!("one of {} or a table", quoted(words)))),
        },
        Kind::TextOr(spec) => match &node.value {
            Value::Table(table) => check_table(spec, table, node.at, path),
            Value::Text(_) => Ok(()),
            _ => Err(wrong_type(node, path, "a string or a table")),
        },
        Kind::Table(spec) => match &node.value {
            Value::Table(table) => check_table(spec, table, node.at, path),
            _ => Err(wrong_type(node, path, "a table").note(format!(
                "allowed: {}",
                spec.keys.iter().map(|k| k.name).collect::<Vec<_>>().join(", ")
            ))),
        },
        Kind::List(inner) => {
            for (index, item) in list(node, path, "an array")?.iter().enumerate() {
                check(inner, item, &format!("{path}[{index}]"))?;
            }
            Ok(())
        }
        Kind::Defines(space, inner) => {
            let Value::Table(table) = &node.value else {
                let words = format!("a table of {} by name", space.words());
                return Err(wrong_type(node, path, &words));
            };
            for entry in &table.entries {
                check_name(*space, &entry.key, entry.key_at)?;
                check(inner, &entry.node, &join(path, &entry.key))?;
            }
            Ok(())
        }
        Kind::Refers(space, inner) => {
            let Value::Table(table) = &node.value else {
                return Err(wrong_type(node, path, &format!("a table with a key per {}", space.word())));
            };
            table.entries.iter().try_for_each(|entry| check(inner, &entry.node, &join(path, &entry.key)))
        }
        Kind::Device => match &node.value {
            Value::Text(name) if name.is_empty() => {
                Err(Fault::new(ErrorKind::OutOfRange, node.at, format!("`{path}` is empty"))
                    .note("allowed: `lib:devices/…`, the path of a device profile, or a table with `layers`"))
            }
            Value::Text(_) => Ok(()),
            Value::Table(_) => read_device(node, path).map(|_| ()),
            _ => {
                Err(wrong_type(node, path, "the name or path of a device profile, or a table with `layers`"))
            }
        },
        Kind::Overlay => match node.value {
            Value::Table(_) => Ok(()),
            _ => Err(wrong_type(node, path, "a table that is built like a scene")),
        },
        Kind::Parameters => match node.value {
            Value::Table(_) => Ok(()),
            _ => Err(wrong_type(node, path, "a table of parameters")),
        },
    }
}

fn check_number(node: &Node, range: &Range, unit: Unit, path: &str) -> Result<(), Fault> {
    let Some(number) = node.as_number() else { return Err(wrong_type(node, path, "a number")) };
    // Ranges are in SI; what is written may not be.
    let factor = if path.ends_with("_mm") {
        1e3
    } else if path.ends_with("_deg") {
        180.0 / std::f64::consts::PI
    } else {
        1.0
    };
    let range = match *range {
        Range::ANY => Range::ANY,
        Range { low, high, above_low } => {
            Range { low: low * factor, high: (high * factor).min(1e12), above_low }
        }
    };
    if range.holds(number) {
        return Ok(());
    }
    let symbol = if path.ends_with("_mm") {
        "mm"
    } else if path.ends_with("_deg") {
        "deg"
    } else {
        unit.symbol()
    };
    Err(Fault::new(
        ErrorKind::OutOfRange,
        node.at,
        format!("`{path}` is {}, which is out of range", plain(number)),
    )
    .note(format!("allowed: {}{}", range.in_words(), in_unit(symbol))))
}

fn plain(number: f64) -> String {
    if number == 0.0 || (1e-4..1e7).contains(&number.abs()) {
        format!("{number}")
    } else {
        format!("{number:e}").replace("NaN", "nan")
    }
}

fn check_numbers(node: &Node, count: usize, range: &Range, unit: Unit, path: &str) -> Result<(), Fault> {
    let words = format!("an array of {count} numbers");
    let items = list(node, path, &words)?;
    if items.len() != count {
        let message = format!("`{path}` has {} numbers, but {count} are needed", items.len());
        return Err(Fault::new(ErrorKind::WrongType, node.at, message));
    }
    items.iter().try_for_each(|item| check_number(item, range, unit, path))
}

/// Reports, tables and terminals show it on one line.
fn check_line(node: &Node, may_be_empty: bool, path: &str) -> Result<(), Fault> {
    let line = text(node, path, "a string")?;
    let refuse = |why: &str| Err(Fault::new(ErrorKind::OutOfRange, node.at, format!("`{path}` {why}")));
    if line.chars().any(char::is_control) {
        return refuse("has a line break or another control character")
            .map_err(|fault| fault.note("allowed: one line of text"));
    }
    if !may_be_empty && line.trim().is_empty() {
        return refuse("is empty").map_err(|fault| fault.note("allowed: at least one visible character"));
    }
    Ok(())
}

fn check_integer(node: &Node, least: i64, most: i64, path: &str) -> Result<(), Fault> {
    let Value::Integer(integer) = node.value else { return Err(wrong_type(node, path, "an integer")) };
    if (least..=most).contains(&integer) {
        return Ok(());
    }
    Err(Fault::new(ErrorKind::OutOfRange, node.at, format!("`{path}` is {integer}, which is out of range"))
        .note(format!("allowed: from {least} to {most}")))
}

fn check_choice(node: &Node, words: &[&str], path: &str) -> Result<(), Fault> {
    let word = text(node, path, &format!("one of {}", quoted(words)))?;
    if words.contains(&word) {
        return Ok(());
    }
    Err(Fault::new(
        ErrorKind::OutOfRange,
        node.at,
        format!("`{path}` is \"{}\", which is not a choice", shown(word)),
    )
    .note(format!("allowed: {}", words.join(", ")))
    .suggest(nearest(word, words.iter().copied())))
}

/// A word that stands for a table without options. One that is, or nearly is, a kind with options is told to be written as a table.
fn check_choice_or_kind(node: &Node, words: &[&str], spec: &TableSpec, path: &str) -> Result<(), Fault> {
    let word = text(node, path, &format!("one of {}", quoted(words)))?;
    let kinds = spec.keys.iter().find_map(|key| match &key.kind {
        Kind::Choice(kinds) if key.name == "kind" => Some(*kinds),
        _ => None,
    });
    let Some(kinds) = kinds.filter(|_| !words.contains(&word)) else {
        return check_choice(node, words, path);
    };
    let of_table: Vec<&str> = kinds.iter().copied().filter(|kind| !words.contains(kind)).collect();
    let near = nearest(word, kinds.iter().copied());
    let fault = Fault::new(
        ErrorKind::OutOfRange,
        node.at,
        format!("`{path}` is \"{}\", which is not a choice", shown(word)),
    )
    .note(format!("allowed: {}, or a table whose kind is {}", words.join(", "), of_table.join(" or ")));
    Err(match near.filter(|near| of_table.contains(near)) {
        Some(near) => fault.note(format!("help: did you mean `{{ kind = \"{near}\", axis = [0, 0, 1] }}`?")),
        None => fault.suggest(near),
    })
}

fn text<'a>(node: &'a Node, path: &str, expected: &str) -> Result<&'a str, Fault> {
    node.as_text().ok_or_else(|| wrong_type(node, path, expected))
}

fn list<'a>(node: &'a Node, path: &str, expected: &str) -> Result<&'a [Node], Fault> {
    let items = node.as_list().ok_or_else(|| wrong_type(node, path, expected))?;
    if items.len() > LONGEST_LIST {
        let message = format!("`{path}` has {} items", items.len());
        return Err(
            Fault::new(ErrorKind::TooMany, node.at, message).note(format!("allowed: at most {LONGEST_LIST}"))
        );
    }
    Ok(items)
}

fn wrong_type(node: &Node, path: &str, expected: &str) -> Fault {
    let message = format!("`{path}` must be {expected}, but it is {}", node.type_in_words());
    Fault::new(ErrorKind::WrongType, node.at, message)
}
