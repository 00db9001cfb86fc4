//! A scene without what goes without saying, for people to read.

use crate::describe::{Kind, Need, TableSpec, Thing};
use crate::{SceneData, Tree};

/// The tree of a scene without values that are defaults anyway. It says the same.
pub fn brief(tree: &Tree) -> Tree {
    match tree {
        Tree::Table(entries) => Tree::Table(brief_table(SceneData::spec(), entries)),
        other => other.clone(),
    }
}

fn brief_table(spec: &TableSpec, entries: &[(String, Tree)]) -> Vec<(String, Tree)> {
    let mut kept = Vec::new();
    for (key, value) in entries {
        let Some(known) = spec.key(key) else {
            kept.push((key.clone(), value.clone()));
            continue;
        };
        let value = brief_value(&known.kind, value);
        let is_default = match &known.need {
            Need::Default(default) => key == known.name && same(&brief_value(&known.kind, default), &value),
            // A table without anything says nothing, unless it is a choice.
            Need::Optional => empty(&value) && !chosen(spec, known.name),
            Need::Required => false,
        };
        if !is_default {
            kept.push((key.clone(), value));
        }
    }
    kept
}

fn empty(value: &Tree) -> bool {
    matches!(value, Tree::Table(entries) if entries.is_empty())
}

fn chosen(spec: &TableSpec, name: &str) -> bool {
    spec.exactly_one.iter().any(|group| group.contains(&name))
}

/// The same value, whether a number is written with a point or without.
fn same(a: &Tree, b: &Tree) -> bool {
    match (a, b) {
        (Tree::Integer(i), Tree::Float(x)) | (Tree::Float(x), Tree::Integer(i)) => *i as f64 == *x,
        (Tree::List(a), Tree::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        _ => a == b,
    }
}

fn brief_value(kind: &Kind, value: &Tree) -> Tree {
    match (kind, value) {
        (Kind::Table(spec) | Kind::ChoiceOr(_, spec) | Kind::TextOr(spec), Tree::Table(entries)) => {
            Tree::Table(brief_table(spec, entries))
        }
        (Kind::Defines(_, inner) | Kind::Refers(_, inner), Tree::Table(entries)) => Tree::Table(
            entries.iter().map(|(name, value)| (name.clone(), brief_value(inner, value))).collect(),
        ),
        (Kind::List(inner), Tree::List(items)) => {
            Tree::List(items.iter().map(|item| brief_value(inner, item)).collect())
        }
        _ => value.clone(),
    }
}
