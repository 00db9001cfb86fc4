//! From a checked table to typed values and back.

use super::{Kind, Range, Space, TableSpec, Unit, list, numbers};
use crate::Tree;
use crate::error::Fault;
use crate::node::Node;
use crate::view::View;
use bristle_system::paths;
use glam::DVec3;
use std::path::PathBuf;

/// What the value of a key can be.
pub(crate) trait Field: Sized {
    /// What a text may hold, where the key does not say it more closely.
    fn kind() -> Kind;

    /// The value of a key that was checked against its kind, if it is there.
    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault>;

    /// The value as in a file, in SI units.
    fn tree(&self) -> Tree;

    /// What stands for a value that nobody gave. A check finds it, if it was needed.
    fn unset() -> Self;

    /// Whether it need not be written.
    fn is_unset(&self) -> bool {
        false
    }
}

/// Some keys of a table.
pub(crate) trait Part: Sized {
    /// Adds its keys.
    fn describe(spec: &mut TableSpec);

    /// Reads them from a checked table.
    fn read(view: View<'_>) -> Result<Self, Fault>;

    /// Writes them.
    fn write(&self, table: &mut Vec<(String, Tree)>);

    /// As of [`Field`].
    fn unset() -> Self;
}

/// A whole table.
pub(crate) trait Thing: Part {
    /// Its keys.
    fn spec() -> &'static TableSpec;

    /// What the names are if there are many, each with a name; else many are a list.
    fn labels() -> Option<Label> {
        None
    }

    /// Its name.
    fn label(&self) -> &str {
        ""
    }

    /// Which words may stand for a table.
    fn words() -> Words {
        Words::None
    }

    /// What a word stands for.
    fn of_word(_: &str) -> Self {
        Self::unset()
    }

    /// The word that stands for it, if there is one.
    fn word(&self) -> Option<&str> {
        None
    }
}

/// What the names of many tables are.
#[derive(Clone, Copy)]
pub(crate) enum Label {
    /// New names.
    Defines(Space),
    /// Names of other things.
    Refers(Space),
}

/// Words that may stand for a table.
#[derive(Clone, Copy)]
pub(crate) enum Words {
    None,
    These(&'static [&'static str]),
    Any,
}

/// A choice among keys.
pub(crate) trait OneOf: Part {
    const TAGS: &'static [&'static str];

    /// Adds the keys, without saying how many of them must be there.
    fn choices(spec: &mut TableSpec);
}

impl<T: OneOf> Part for Option<T> {
    fn describe(spec: &mut TableSpec) {
        T::choices(spec);
        spec.at_most_one.push(T::TAGS.to_vec());
    }

    fn read(view: View<'_>) -> Result<Self, Fault> {
        T::TAGS.iter().any(|tag| view.has(tag)).then(|| T::read(view)).transpose()
    }

    fn write(&self, table: &mut Vec<(String, Tree)>) {
        if let Some(value) = self {
            value.write(table);
        }
    }

    fn unset() -> Self {
        None
    }
}

impl<T: Thing> Field for T {
    fn kind() -> Kind {
        match T::words() {
            Words::None => Kind::Table(T::spec()),
            Words::These(words) => Kind::ChoiceOr(words, T::spec()),
            Words::Any => Kind::TextOr(T::spec()),
        }
    }

    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault> {
        view.get(key).map(|node| read_thing(node, "")).transpose()
    }

    fn tree(&self) -> Tree {
        if let Some(word) = self.word() {
            return Tree::Text(word.to_owned());
        }
        let mut entries = Vec::new();
        self.write(&mut entries);
        Tree::Table(entries)
    }

    fn unset() -> Self {
        Part::unset()
    }
}

fn read_thing<T: Thing>(node: &Node, label: &str) -> Result<T, Fault> {
    match (node.as_text(), node.as_table()) {
        (Some(word), _) => Ok(T::of_word(word)),
        (_, Some(table)) => T::read(View::new(table, node.at, label)),
        _ => Ok(T::unset()),
    }
}

impl<T: Thing> Field for Vec<T> {
    fn kind() -> Kind {
        match T::labels() {
            None => list(T::kind()),
            Some(Label::Defines(space)) => Kind::Defines(space, Box::new(T::kind())),
            Some(Label::Refers(space)) => Kind::Refers(space, Box::new(T::kind())),
        }
    }

    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault> {
        let Some(node) = view.get(key) else { return Ok(None) };
        if let Some(table) = node.as_table() {
            return table
                .entries
                .iter()
                .map(|e| read_thing(&e.node, &e.key))
                .collect::<Result<_, _>>()
                .map(Some);
        }
        node.as_list()
            .unwrap_or_default()
            .iter()
            .map(|item| read_thing(item, ""))
            .collect::<Result<_, _>>()
            .map(Some)
    }

    fn tree(&self) -> Tree {
        match T::labels() {
            None => Tree::List(self.iter().map(Field::tree).collect()),
            Some(_) => {
                Tree::Table(self.iter().map(|thing| (thing.label().to_owned(), thing.tree())).collect())
            }
        }
    }

    fn unset() -> Self {
        Vec::new()
    }

    fn is_unset(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Field> Field for Option<T> {
    fn kind() -> Kind {
        T::kind()
    }

    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault> {
        T::get(view, key).map(|value| value.map(Some))
    }

    fn tree(&self) -> Tree {
        self.as_ref().map_or(Tree::Table(Vec::new()), Field::tree)
    }

    fn unset() -> Self {
        None
    }

    fn is_unset(&self) -> bool {
        self.is_none()
    }
}

/// A type that a [`Tree`] holds as one value.
macro_rules! plain {
    ($($ty:ty: $kind:expr, |$view:ident, $key:ident| $get:expr, |$this:ident| $tree:expr, $unset:expr;)*) => {
        $(impl Field for $ty {
            fn kind() -> Kind {
                $kind
            }

            fn get($view: View<'_>, $key: &str) -> Result<Option<Self>, Fault> {
                Ok($get)
            }

            fn tree(&self) -> Tree {
                let $this = self;
                $tree
            }

            fn unset() -> Self {
                $unset
            }
        })*
    };
}

fn floats(numbers: &[f64]) -> Tree {
    Tree::List(numbers.iter().map(|x| Tree::Float(*x)).collect())
}

const COUNT: Kind = Kind::Integer { least: 0, most: i64::MAX };

plain! {
    f64: Kind::Number(Range::ANY, Unit::NONE), |view, key| view.number(key), |x| Tree::Float(*x), f64::NAN;
    bool: Kind::Flag, |view, key| view.flag(key), |flag| Tree::Flag(*flag), false;
    usize: COUNT, |view, key| view.integer(key).and_then(|i| usize::try_from(i).ok()), |i| Tree::Integer(*i as i64), 0;
    // What does not fit becomes negative, which the check refuses.
    u64: COUNT, |view, key| view.integer(key).and_then(|i| u64::try_from(i).ok()), |i| Tree::Integer(*i as i64), 0;
    String: Kind::Text, |view, key| view.text(key).map(str::to_owned), |text| Tree::Text(text.clone()), String::new();
    PathBuf: Kind::File, |view, key| view.text(key).map(paths::from_text), |path| Tree::Text(paths::to_text(path).into_owned()), PathBuf::new();
    DVec3: numbers(3, Range::ANY, Unit::NONE),
        |view, key| view.numbers(key).and_then(|v| <[f64; 3]>::try_from(v).ok()).map(DVec3::from),
        |v| floats(&v.to_array()), DVec3::NAN;
    [f64; 2]: numbers(2, Range::ANY, Unit::NONE),
        |view, key| view.numbers(key).and_then(|v| v.try_into().ok()), |pair| floats(pair), [f64::NAN; 2];
    [f64; 4]: numbers(4, Range::ANY, Unit::NONE),
        |view, key| view.numbers(key).and_then(|v| v.try_into().ok()), |four| floats(four), [f64::NAN; 4];
    Vec<f64>: Kind::Series(Unit::NONE), |view, key| view.numbers(key), |series| floats(series), Vec::new();
    Vec<usize>: list(COUNT),
        |view, key| view.get(key).and_then(Node::as_list).map(|list| list.iter().filter_map(|node| usize::try_from(node.as_integer()?).ok()).collect()),
        |list| Tree::List(list.iter().map(|i| Tree::Integer(*i as i64)).collect()), Vec::new();
    Vec<[f64; 2]>: list(numbers(2, Range::ANY, Unit::NONE)),
        |view, key| view.lists(key, |item| Some([item.first()?.as_number()?, item.get(1)?.as_number()?])),
        |pairs| Tree::List(pairs.iter().map(|pair| floats(pair)).collect()), Vec::new();
    Vec<String>: list(Kind::Text),
        |view, key| view.get(key).and_then(Node::as_list).map(|names| names.iter().filter_map(Node::as_text).map(str::to_owned).collect()),
        |names| Tree::List(names.iter().cloned().map(Tree::Text).collect()), Vec::new();
    Tree: Kind::Overlay, |view, key| view.get(key).map(Tree::from), |tree| tree.clone(), Tree::Table(Vec::new());
}

impl Field for Vec<PathBuf> {
    fn kind() -> Kind {
        list(Kind::File)
    }

    fn get(view: View<'_>, key: &str) -> Result<Option<Self>, Fault> {
        let paths = view.get(key).and_then(Node::as_list);
        Ok(paths.map(|paths| paths.iter().filter_map(Node::as_text).map(PathBuf::from).collect()))
    }

    fn tree(&self) -> Tree {
        Tree::List(self.iter().map(Field::tree).collect())
    }

    fn unset() -> Self {
        Vec::new()
    }

    fn is_unset(&self) -> bool {
        self.is_empty()
    }
}
