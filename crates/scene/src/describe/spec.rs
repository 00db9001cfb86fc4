//! What a table of a scene may hold, as data.

use super::Thing;
use crate::Tree;
pub(crate) use bristle_contact::Range;

/// A table and the keys it may have.
#[derive(Debug)]
pub(crate) struct TableSpec {
    /// What the schema and the reference call it.
    pub(crate) name: &'static str,
    /// What it is for.
    pub(crate) doc: &'static str,
    pub(crate) keys: Vec<Key>,
    /// Groups of keys of which exactly one must be there.
    pub(crate) exactly_one: Vec<Vec<&'static str>>,
    /// Groups of keys of which not more than one may be there.
    pub(crate) at_most_one: Vec<Vec<&'static str>>,
}

impl TableSpec {
    /// A table without keys as yet.
    pub(crate) fn new(name: &'static str, doc: &'static str) -> Self {
        Self { name, doc, keys: Vec::new(), exactly_one: Vec::new(), at_most_one: Vec::new() }
    }

    pub(crate) fn of<T: Thing>(name: &'static str, doc: &'static str) -> Self {
        let mut spec = Self::new(name, doc);
        T::describe(&mut spec);
        spec
    }

    /// This table and all tables below it, each after the one that holds it.
    pub(crate) fn and_below(&'static self) -> Vec<&'static Self> {
        let mut tables = vec![self];
        let mut next = 0;
        while let Some(&spec) = tables.get(next) {
            next += 1;
            for found in spec.keys.iter().filter_map(|key| key.kind.table()) {
                if tables.iter().all(|known| known.name != found.name) {
                    tables.push(found);
                }
            }
        }
        tables
    }

    /// The key that `written` stands for; `radius_mm` stands for `radius`.
    pub(crate) fn key(&self, written: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.spellings().any(|spelling| spelling == written))
    }
}

/// A key of a table.
#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) need: Need,
    pub(crate) doc: &'static str,
}

impl Key {
    /// The ways to write the key: lengths also as `…_mm`, angles as `…_deg`.
    pub(crate) fn spellings(&self) -> impl Iterator<Item = String> + use<> {
        let name = self.name;
        self.kind.suffixes().iter().map(move |suffix| format!("{name}{suffix}"))
    }
}

/// Whether a key must be there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Need {
    Required,
    Optional,
    Default(Tree),
}

/// What a value must be.
#[derive(Debug)]
pub(crate) enum Kind {
    Number(Range, Unit),
    /// `[x, y, …]` of this many numbers.
    Numbers(usize, Range, Unit),
    /// A list of numbers of any length from one on.
    Series(Unit),
    Integer {
        least: i64,
        most: i64,
    },
    Flag,
    Text,
    /// A text that can be shown on a line of its own; `true` if it may be empty.
    Line(bool),
    /// A file, relative to the one that names it.
    File,
    Choice(&'static [&'static str]),
    /// The name of something.
    Name(Space),
    /// One of these words, or a table.
    ChoiceOr(&'static [&'static str], &'static TableSpec),
    /// Any string, or a table.
    TextOr(&'static TableSpec),
    Table(&'static TableSpec),
    List(Box<Kind>),
    /// A table whose keys are new names.
    Defines(Space, Box<Kind>),
    /// A table whose keys are names of other things.
    Refers(Space, Box<Kind>),
    /// A device: the path of its profile, `lib:devices/…`, or a table with its layers.
    Device,
    /// A piece of a scene, checked where it is laid over another.
    Overlay,
    /// A table for somebody else, who checks it.
    Parameters,
}

impl Kind {
    pub(crate) fn unit(&self) -> Unit {
        match self {
            Self::Number(_, unit) | Self::Numbers(_, _, unit) | Self::Series(unit) => *unit,
            Self::Refers(_, inner) => inner.unit(),
            _ => Unit::NONE,
        }
    }

    /// The table that it holds, or a list of it.
    pub(crate) fn table(&self) -> Option<&'static TableSpec> {
        match self {
            Self::Table(spec) | Self::ChoiceOr(_, spec) | Self::TextOr(spec) => Some(spec),
            Self::List(kind) | Self::Defines(_, kind) | Self::Refers(_, kind) => kind.table(),
            _ => None,
        }
    }

    /// What may be appended to a key of this kind.
    pub(crate) fn suffixes(&self) -> &'static [&'static str] {
        match self.unit() {
            Unit::Length => &["", "_mm"],
            Unit::Angle => &["", "_deg"],
            Unit::Travel => &["", "_mm", "_deg"],
            Unit::Plain(_) => &[""],
        }
    }
}

pub(crate) fn number(range: Range, unit: impl Into<Unit>) -> Kind {
    Kind::Number(range, unit.into())
}

pub(crate) fn numbers(count: usize, range: Range, unit: impl Into<Unit>) -> Kind {
    Kind::Numbers(count, range, unit.into())
}

pub(crate) fn series(unit: impl Into<Unit>) -> Kind {
    Kind::Series(unit.into())
}

pub(crate) fn integer(least: i64, most: i64) -> Kind {
    Kind::Integer { least, most }
}

pub(crate) fn name(space: Space) -> Kind {
    Kind::Name(space)
}

pub(crate) fn choice(words: &'static [&'static str]) -> Kind {
    Kind::Choice(words)
}

pub(crate) fn list(kind: Kind) -> Kind {
    Kind::List(Box::new(kind))
}

/// Things that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    Material,
    Body,
    Shape,
    Skin,
    Motor,
    Sensor,
    Loop,
    Tendon,
    Signal,
    Class,
    Chain,
    Configuration,
}

impl Space {
    pub(crate) const ALL: [Self; 12] = [
        Self::Material,
        Self::Body,
        Self::Shape,
        Self::Skin,
        Self::Motor,
        Self::Sensor,
        Self::Loop,
        Self::Tendon,
        Self::Signal,
        Self::Class,
        Self::Chain,
        Self::Configuration,
    ];

    /// The table of the scene that holds them; shapes are named within their body.
    pub(crate) fn table(self) -> Option<&'static str> {
        match self {
            Self::Material => Some("materials"),
            Self::Body => Some("bodies"),
            Self::Skin => Some("skins"),
            Self::Motor => Some("motors"),
            Self::Sensor => Some("sensors"),
            Self::Loop => Some("loops"),
            Self::Tendon => Some("tendons"),
            Self::Class => Some("classes"),
            Self::Chain => Some("chains"),
            Self::Configuration => Some("configurations"),
            Self::Signal => Some("signals"),
            Self::Shape => None,
        }
    }

    /// One of them, in words.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::Body => "body",
            Self::Shape => "shape",
            Self::Skin => "skin",
            Self::Motor => "motor",
            Self::Sensor => "sensor",
            Self::Loop => "loop",
            Self::Tendon => "tendon",
            Self::Class => "class",
            Self::Chain => "chain",
            Self::Configuration => "configuration",
            Self::Signal => "signal",
        }
    }

    /// Several of them, in words.
    pub(crate) fn words(self) -> String {
        match self {
            Self::Body => "bodies".to_owned(),
            Self::Class => "classes".to_owned(),
            _ => format!("{}s", self.word()),
        }
    }
}

/// What a number is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Plain(&'static str),
    /// Metres; `…_mm` may be written instead.
    Length,
    /// Radians; `…_deg` may be written instead.
    Angle,
    /// Metres or radians, as the joint has it.
    Travel,
}

impl From<&'static str> for Unit {
    fn from(symbol: &'static str) -> Self {
        Self::Plain(symbol)
    }
}

impl Unit {
    pub(crate) const NONE: Self = Self::Plain("");

    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Self::Plain(symbol) => symbol,
            Self::Length => "m",
            Self::Angle => "rad",
            Self::Travel => "m or rad",
        }
    }
}
