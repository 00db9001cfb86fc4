//! What a format has no words for, kept beside what it has: the difference between a scene and what the file alone would give.
//!
//! Other programs pass over it. What the format can say is said in the format alone, so that a change made there counts.

use crate::error::Result;
use bristle_scene::Tree;
use std::collections::HashMap;

/// Numbers that differ by less, relative to their size, are the same: angles and quaternions are not the same digits.
const NEAR: f64 = 1e-12;

/// What has to be laid over `found` to give `wanted`, if they differ.
pub(crate) fn difference(wanted: &Tree, found: &Tree) -> Option<Tree> {
    let texts = |words: Vec<String>| Tree::List(words.into_iter().map(Tree::Text).collect());
    let mut removed = Vec::new();
    let set = changes(wanted, found, "", &mut removed);
    let mut entries = Vec::new();
    if !removed.is_empty() {
        entries.push(("removed".to_owned(), texts(removed)));
    }
    entries.extend(set.map(|set| ("set".to_owned(), set)));
    let so_far = laid_over(found.clone(), &Tree::Table(entries.clone()));
    let order = ORDERED.iter().filter_map(|table| {
        let order = names(wanted, table);
        (order != names(&so_far, table)).then(|| ((*table).to_owned(), texts(order)))
    });
    let order: Vec<(String, Tree)> = order.collect();
    if !order.is_empty() {
        entries.push(("order".to_owned(), Tree::Table(order)));
    }
    (!entries.is_empty()).then_some(Tree::Table(entries))
}

/// Tables whose order is that of readings and recordings.
const ORDERED: [&str; 6] = ["bodies", "skins", "motors", "sensors", "loops", "tendons"];

/// The names in a table of a scene.
fn names(scene: &Tree, table: &str) -> Vec<String> {
    let Tree::Table(entries) = scene else { return Vec::new() };
    match entries.iter().find(|(key, _)| key == table) {
        Some((_, Tree::Table(things))) => things.iter().map(|(name, _)| name.clone()).collect(),
        _ => Vec::new(),
    }
}

/// Puts the things of a table into an order; those that it does not name stay at the end.
fn put_in_order(scene: &mut Tree, table: &str, order: &[Tree]) {
    let Tree::Table(entries) = scene else { return };
    if let Some((_, Tree::Table(things))) = entries.iter_mut().find(|(key, _)| key == table) {
        let place: HashMap<&str, usize> = order
            .iter()
            .enumerate()
            .filter_map(|(i, name)| if let Tree::Text(name) = name { Some((name.as_str(), i)) } else { None })
            .collect();
        things.sort_by_key(|(name, _)| place.get(name.as_str()).copied().unwrap_or(usize::MAX));
    }
}

fn changes(wanted: &Tree, found: &Tree, path: &str, removed: &mut Vec<String>) -> Option<Tree> {
    let (Tree::Table(wanted), Tree::Table(found)) = (wanted, found) else {
        return (!near(wanted, found)).then(|| wanted.clone());
    };
    let mut set = Vec::new();
    for (key, value) in wanted {
        let here = join(path, key);
        // A mesh is the business of the file: it may have been copied, or converted.
        let is_mesh = key == "mesh";
        match found.iter().find(|(other, _)| other == key) {
            None => set.push((key.clone(), value.clone())),
            Some(_) if is_mesh => {}
            Some((_, other)) => {
                set.extend(changes(value, other, &here, removed).map(|value| (key.clone(), value)))
            }
        }
    }
    let gone = found.iter().filter(|(key, _)| wanted.iter().all(|(other, _)| other != key));
    removed.extend(gone.map(|(key, _)| join(path, key)));
    (!set.is_empty()).then_some(Tree::Table(set))
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Whether two values are the same but for rounding.
pub(crate) fn near(a: &Tree, b: &Tree) -> bool {
    let number = |tree: &Tree| match tree {
        Tree::Float(x) => Some(*x),
        Tree::Integer(i) => Some(*i as f64),
        _ => None,
    };
    if let (Some(a), Some(b)) = (number(a), number(b)) {
        return a == b || (a - b).abs() <= NEAR * a.abs().max(b.abs()).max(1e-3);
    }
    match (a, b) {
        (Tree::List(a), Tree::List(b)) => {
            let same = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| near(a, b));
            same || opposite_quaternions(a, b)
        }
        (Tree::Table(a), Tree::Table(b)) => {
            let found =
                |(key, value): &(String, Tree)| b.iter().any(|(other, of)| other == key && near(value, of));
            a.len() == b.len() && a.iter().all(found)
        }
        _ => a == b,
    }
}

/// `q` and `−q` turn alike.
fn opposite_quaternions(a: &[Tree], b: &[Tree]) -> bool {
    let opposite = |(a, b): (&Tree, &Tree)| match (a, b) {
        (Tree::Float(a), Tree::Float(b)) => (a + b).abs() <= NEAR,
        _ => false,
    };
    a.len() == 4 && b.len() == 4 && a.iter().zip(b).all(opposite)
}

/// `base` with what an extension says laid over it.
pub(crate) fn laid_over(mut base: Tree, extension: &Tree) -> Tree {
    let Tree::Table(entries) = extension else { return base };
    for (key, value) in entries {
        match (key.as_str(), value) {
            ("removed", Tree::List(paths)) => {
                let paths = paths
                    .iter()
                    .filter_map(|path| if let Tree::Text(path) = path { Some(path) } else { None });
                paths.for_each(|path| remove(&mut base, &path.split('.').collect::<Vec<_>>()));
            }
            ("set", set) => lay(&mut base, set),
            ("order", Tree::Table(tables)) => {
                for (table, order) in tables {
                    if let Tree::List(order) = order {
                        put_in_order(&mut base, table, order);
                    }
                }
            }
            _ => {}
        }
    }
    base
}

fn remove(tree: &mut Tree, path: &[&str]) {
    let (Tree::Table(entries), Some((first, rest))) = (tree, path.split_first()) else { return };
    match rest {
        [] => entries.retain(|(key, _)| key != first),
        _ => entries.iter_mut().filter(|(key, _)| key == first).for_each(|(_, below)| remove(below, rest)),
    }
}

fn lay(base: &mut Tree, set: &Tree) {
    let (Tree::Table(entries), Tree::Table(set)) = (&mut *base, set) else {
        *base = set.clone();
        return;
    };
    for (key, value) in set {
        match entries.iter_mut().find(|(other, _)| other == key) {
            Some((_, old)) => lay(old, value),
            None => entries.push((key.clone(), value.clone())),
        }
    }
}

/// The text of an extension, and back.
pub(crate) fn to_text(extension: &Tree) -> String {
    extension.to_toml()
}

pub(crate) fn of_text(text: &str, origin: &str) -> Result<Tree> {
    Tree::parse(text, origin)
}

/// The same on one line, for attributes, which have no others.
pub(crate) fn to_line(extension: &Tree) -> String {
    crate::tree::on_one_line(extension)
}

pub(crate) fn of_line(line: &str, origin: &str) -> Result<Tree> {
    match Tree::parse(&format!("extension = {line}"), origin)? {
        Tree::Table(entries) => {
            Ok(entries.into_iter().next().map_or(Tree::Table(Vec::new()), |(_, tree)| tree))
        }
        other => Ok(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Tree {
        Tree::parse(text, "test").unwrap()
    }

    #[test]
    fn the_difference_laid_over_gives_what_was_wanted() {
        let wanted = tree("a = 1.5\nb = { c = [1, 2], d = { e = \"x\" } }\nf = { g = 3.0 }");
        let found =
            tree("a = 1.5\nb = { c = [1, 3], z = 0, d = { e = \"x\", y = 1 } }\nf = 7\nq = { r = 1 }");
        let extension = difference(&wanted, &found).unwrap();
        let text = to_text(&extension);
        assert!(!text.contains("1.5") && !text.contains("\"x\""), "what is the same is not repeated: {text}");
        assert!(near(&laid_over(found, &of_text(&text, "test").unwrap()), &wanted), "{text}");
        assert_eq!(of_line(&to_line(&extension), "test").unwrap(), extension);
        assert_eq!(difference(&wanted, &wanted), None);
    }

    #[test]
    fn rounding_and_meshes_are_no_difference() {
        let a = tree("pose = { quat = [0.1, 0.2, 0.3, 0.4] }\nmesh = { file = \"/a/b.stl\" }\nx = 0.3");
        let b = tree(
            "pose = { quat = [-0.1, -0.2, -0.3, -0.4] }\nmesh = { file = \"c.stl\" }\nx = 0.30000000000000004",
        );
        assert_eq!(difference(&a, &b), None);
        assert!(difference(&a, &tree("pose = {}\nmesh = {}\nx = 0.3000001")).is_some());
    }
}
