//! Classes of a file, written out where they are named.

use super::overlay::{NewNames, lay_table};
use crate::check::{check_value, join, nearest, shown};
use crate::data::{
    BodyDescription, Class, MotorDescription, SensorDescription, ShapeDescription, SkinDescription,
};
use crate::describe::{Field, Space, TableSpec, Thing};
use crate::error::{ErrorKind, Fault};
use crate::node::{Node, Table, Value};

/// How long a chain of classes may be.
const DEEPEST: usize = 32;

/// Gives the keys of a table.
type Spec = fn() -> &'static TableSpec;

/// Things that can name a class: their table, the key of a class that is for them, and their keys.
const KINDS: [(&str, &str, Spec); 4] = [
    ("bodies", "body", BodyDescription::spec),
    ("skins", "skin", SkinDescription::spec),
    ("motors", "motor", MotorDescription::spec),
    ("sensors", "sensor", SensorDescription::spec),
];

/// Gives every thing that names a class the keys of that class.
pub(super) fn write_out(document: &mut Node) -> Result<(), Fault> {
    let Some(scene) = document.as_table_mut() else { return Ok(()) };
    let classes = scene.remove("classes").map(|entry| entry.node);
    if let Some(classes) = &classes {
        check_value(&<Vec<Class> as Field>::kind(), classes, "classes")?;
    }
    let known = classes.as_ref().and_then(Node::as_table);
    for (home, kind, spec) in KINDS {
        let Some(things) = scene.get_mut(home).and_then(Node::as_table_mut) else { continue };
        for entry in &mut things.entries {
            let path = join(home, &entry.key);
            apply(&mut entry.node, known, kind, spec(), &path)?;
            let shapes =
                entry.node.as_table_mut().filter(|_| kind == "body").and_then(|body| body.get_mut("shapes"));
            for shape in
                shapes.and_then(Node::as_table_mut).map(|t| t.entries.iter_mut()).into_iter().flatten()
            {
                let path = format!("{path}.shapes.{}", shape.key);
                apply(&mut shape.node, known, "shape", ShapeDescription::spec(), &path)?;
            }
        }
    }
    Ok(())
}

fn apply(
    thing: &mut Node,
    classes: Option<&Table>,
    kind: &str,
    spec: &TableSpec,
    path: &str,
) -> Result<(), Fault> {
    let Some(table) = thing.as_table_mut() else { return Ok(()) };
    let Some(named) = table.remove("class") else { return Ok(()) };
    let mut whole = Table::default();
    for class in lineage(&named.node, classes)?.iter().rev() {
        if let Some(of) = class.get(kind).and_then(Node::as_table) {
            lay_table(spec, &mut whole, of, path, NewNames::Allowed)?;
        }
    }
    lay_table(spec, &mut whole, table, path, NewNames::Allowed)?;
    *table = whole;
    Ok(())
}

/// The class of a name, and those that it builds on.
fn lineage<'a>(name: &Node, classes: Option<&'a Table>) -> Result<Vec<&'a Table>, Fault> {
    let (mut next, mut found) = (Some(name.clone()), Vec::new());
    while let Some(Node { at, value }) = next {
        let Value::Text(word) = value else {
            let message = "`class` must be the name of a class, as a string";
            return Err(Fault::new(ErrorKind::WrongType, at, message));
        };
        let Some(class) = classes.and_then(|known| known.get(&word)).and_then(Node::as_table) else {
            let names: Vec<&str> = classes
                .map(|known| known.entries.iter().map(|e| e.key.as_str()).collect())
                .unwrap_or_default();
            let message = format!("there is no {} `{}` in this file", Space::Class.word(), shown(&word));
            let list = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(Fault::new(ErrorKind::UnknownName, at, message)
                .note(format!("known: {list}"))
                .suggest(nearest(&word, names.iter().copied())));
        };
        if found.len() >= DEEPEST {
            let message =
                format!("the class `{}` builds on itself, or on more than {DEEPEST} others", shown(&word));
            return Err(Fault::new(ErrorKind::Cycle, at, message));
        }
        found.push(class);
        next = class.get("class").cloned();
    }
    Ok(found)
}
