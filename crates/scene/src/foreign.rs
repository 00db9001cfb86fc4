//! Values for types that other crates describe to serde. What does not fit is told with its place.

use crate::check::{join, nearest, quoted, shown};
use crate::error::{ErrorKind, Fault};
use crate::node::{Entry, Node, Value};
use crate::source::Span;
use serde::de::value::MapAccessDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use std::fmt::Display;

/// Reads the value that stands at `path`.
pub(crate) fn read<T: DeserializeOwned>(node: &Node, path: &str) -> Result<T, Fault> {
    T::deserialize(At { node, path: path.to_owned() }).map_err(|refusal| refusal.fault(node.at, path))
}

struct At<'a> {
    node: &'a Node,
    path: String,
}

/// Why a value is refused, with [`PATH`] for its path, and where it is as soon as that is known.
#[derive(Debug, thiserror::Error)]
#[error("{words}")]
struct Refusal {
    kind: ErrorKind,
    words: String,
    notes: Vec<String>,
    place: Option<(Span, String)>,
}

/// No path holds it.
const PATH: &str = "\0";

impl Refusal {
    fn new(kind: ErrorKind, words: String) -> Self {
        Self { kind, words, notes: Vec::new(), place: None }
    }

    fn at(self, at: Span, path: &str) -> Self {
        Self { place: self.place.or_else(|| Some((at, path.to_owned()))), ..self }
    }

    fn fault(self, at: Span, path: &str) -> Fault {
        let (at, path) = self.place.unwrap_or((at, path.to_owned()));
        let fault = Fault::new(self.kind, at, self.words.replace(PATH, &path));
        self.notes.into_iter().fold(fault, Fault::note)
    }
}

impl Error for Refusal {
    fn custom<T: Display>(words: T) -> Self {
        Self::new(ErrorKind::Refused, format!("`{PATH}`: {words}"))
    }

    fn unknown_field(word: &str, known: &'static [&'static str]) -> Self {
        let near = nearest(word, known.iter().copied()).map(|near| format!("help: did you mean `{near}`?"));
        let notes = [format!("allowed: {}", known.join(", "))].into_iter().chain(near).collect();
        let words = format!("unknown key `{}` in `{PATH}`", shown(word));
        Self { notes, ..Self::new(ErrorKind::UnknownKey, words) }
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        Self::unknown_field(word, known)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(ErrorKind::Missing, format!("`{PATH}` needs `{field}`"))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        // In words of those who write scenes, not Rust.
        let expected = match expected.to_string().as_str() {
            "f64" => "a number".to_owned(),
            "u64" | "u32" | "usize" => "a whole number that is not negative".to_owned(),
            words if words.starts_with("struct ") => "a table".to_owned(),
            words => words.replace("a sequence", "an array"),
        };
        let found = match found {
            Unexpected::Map => "a table".to_owned(),
            Unexpected::Seq => "an array".to_owned(),
            other => other.to_string(),
        };
        Self::new(ErrorKind::WrongType, format!("`{PATH}` must be {expected}, but it is {found}"))
    }
}

impl<'de> Deserializer<'de> for At<'de> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        let Self { node, path } = self;
        let read = match &node.value {
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::Integer(integer) => visitor.visit_i64(*integer),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Flag(flag) => visitor.visit_bool(*flag),
            Value::Date => Err(Refusal::custom("scenes have no dates")),
            Value::List(items) => visitor.visit_seq(Items { items: items.iter(), number: 0, path: &path }),
            Value::Table(table) => {
                visitor.visit_map(Entries { entries: table.entries.iter(), value: None, path: &path })
            }
        };
        read.map_err(|refusal| refusal.at(node.at, &path))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let Self { node, path } = self;
        let read = match &node.value {
            Value::Text(word) => visitor.visit_enum(word.as_str().into_deserializer()),
            Value::Table(table) if table.entries.len() == 1 => {
                visitor.visit_enum(MapAccessDeserializer::new(Entries {
                    entries: table.entries.iter(),
                    value: None,
                    path: &path,
                }))
            }
            _ => {
                let words = format!("`{PATH}` must be a table with one of {}", quoted(known));
                Err(Refusal::new(ErrorKind::WrongType, words))
            }
        };
        read.map_err(|refusal: Refusal| refusal.at(node.at, &path))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct newtype_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Items<'de, 'p> {
    items: std::slice::Iter<'de, Node>,
    number: usize,
    path: &'p str,
}

impl<'de> SeqAccess<'de> for Items<'de, '_> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Refusal> {
        let Some(node) = self.items.next() else { return Ok(None) };
        let path = format!("{}[{}]", self.path, self.number);
        self.number += 1;
        seed.deserialize(At { node, path }).map(Some)
    }
}

struct Entries<'de, 'p> {
    entries: std::slice::Iter<'de, Entry>,
    /// That of the key which was read last.
    value: Option<&'de Entry>,
    path: &'p str,
}

impl<'de> MapAccess<'de> for Entries<'de, '_> {
    type Error = Refusal;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Refusal> {
        self.value = self.entries.next();
        let Some(entry) = self.value else { return Ok(None) };
        let key = seed.deserialize(entry.key.as_str().into_deserializer());
        key.map(Some).map_err(|refusal: Refusal| refusal.at(entry.key_at, self.path))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Refusal> {
        let Some(entry) = self.value else { return Err(Refusal::custom("a value without its key")) };
        seed.deserialize(At { node: &entry.node, path: join(self.path, &entry.key) })
    }
}
