//! The texts a scene was read from, kept so that an error can show the line it speaks of.

use crate::Tree;
use crate::error::{ErrorKind, Fault};
use crate::node::{Entry, Node};

/// Where something stands: a range of bytes in one of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// Index of the text in its [`Sources`].
    pub(crate) source: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    /// The place of what was never written.
    pub(crate) const NOWHERE: Self = Self { source: usize::MAX, start: 0, end: 0 };
}

/// One text, and where it was included from.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// What a person calls it: a path, or `lib:…`.
    pub(crate) name: String,
    pub(crate) content: Content,
    pub(crate) included_at: Option<Span>,
}

/// What a span counts in.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// Bytes.
    Text(String),
    /// Values that were given without a text, by their paths.
    Paths(Vec<String>),
}

/// All texts of a scene; the scene itself comes first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources(Vec<Source>);

impl Sources {
    pub(crate) fn add(&mut self, source: Source) -> usize {
        self.0.push(source);
        self.0.len() - 1
    }

    /// Takes a tree over, so that its values have places. Unlike a text it may have a key twice.
    pub(crate) fn add_tree(&mut self, name: String, tree: Tree) -> Result<Node, Fault> {
        self.add_included_tree(name, tree, None)
    }

    /// The same for a tree that stands for a file which was included.
    pub(crate) fn add_included_tree(
        &mut self,
        name: String,
        tree: Tree,
        included_at: Option<Span>,
    ) -> Result<Node, Fault> {
        let (source, mut paths) = (self.0.len(), Vec::new());
        let node = tree.placed("", &mut |path| {
            paths.push(path.to_owned());
            let index = paths.len() - 1;
            Span { source, start: index, end: index }
        });
        self.add(Source { name, content: Content::Paths(paths), included_at });
        match node.key_given_twice() {
            None => Ok(node),
            Some(Entry { key, key_at, .. }) => {
                let message = format!("the name or key `{key}` is given twice");
                Err(Fault::new(ErrorKind::Duplicate, *key_at, message).note("help: keep one of them"))
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Source> {
        self.0.get(index)
    }

    /// Line and column of a span's begin, with the line itself.
    pub(crate) fn locate(&self, span: Span) -> Option<Place> {
        let source = self.get(span.source)?;
        let text = match &source.content {
            Content::Text(text) => text,
            Content::Paths(paths) => {
                let text = paths.get(span.start).filter(|path| !path.is_empty())?.clone();
                return Some(Place { file: source.name.clone(), line: 0, column: 0, text, width: 0 });
            }
        };
        let start = floor_to_char(text, span.start);
        let end = floor_to_char(text, span.end).max(start);
        let line_begin = text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
        let line = text[line_begin..line_end].trim_end_matches('\r');
        let column = text[line_begin..start].chars().count() + 1;
        let rest = line.chars().count() + 1 - column.min(line.chars().count() + 1);
        let width = text[start..end.min(line_end)].chars().count().clamp(1, rest.max(1));
        Some(Place {
            file: source.name.clone(),
            line: text[..line_begin].matches('\n').count() + 1,
            column,
            text: line.to_owned(),
            width,
        })
    }
}

/// A span in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, or the library's name of it.
    pub file: String,
    /// Line number, from 1; 0 if there is no text.
    pub line: usize,
    /// Column, from 1, in characters; 0 if there is no text.
    pub column: usize,
    /// The whole line; without a text, the path of the value, such as `bodies.arm.mass`.
    pub text: String,
    /// How many characters are meant.
    pub width: usize,
}

fn floor_to_char(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}
