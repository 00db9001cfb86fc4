//! XML documents whose elements know their place, for readers that say where something is wrong.

use crate::access::Text;
use crate::error::{ErrorKind, Result, SceneError, shown};
use glam::DVec3;
use roxmltree::{Document, Node, ParsingOptions};

/// How many nodes a document may have.
const MOST_NODES: u32 = 4_000_000;
/// How many attributes one element may have: finding repeated ones takes time that grows with the square.
const MOST_ATTRIBUTES: usize = 500;
/// How deep elements may nest: those who read them go down step by step.
const DEEPEST: usize = 200;

/// A parsed document.
#[derive(Debug)]
pub(crate) struct Xml<'t> {
    document: Document<'t>,
    text: &'t Text,
}

impl<'t> Xml<'t> {
    /// Parses a text. Entities of its own, with which a file can blow up, are not allowed.
    pub(crate) fn parse(text: &'t Text) -> Result<Self> {
        check_size(text)?;
        let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..Default::default() };
        let document = Document::parse_with_options(&text.content, options).map_err(|error| {
            let at = error.pos();
            let offset = text.offset(at.row as usize, at.col as usize);
            let fault = text.error(ErrorKind::Syntax, offset..offset, format!("not valid XML: {error}"));
            match error {
                roxmltree::Error::DtdDetected => {
                    fault.with_note("help: entities of a document type are not read; write them out")
                }
                roxmltree::Error::UnknownNamespace(..) => {
                    fault.with_note("help: declare the prefix at the root, as xmlns:prefix=\"…\"")
                }
                _ => fault,
            }
        })?;
        Ok(Self { document, text })
    }

    /// The root element.
    pub(crate) fn root(&self) -> El<'_> {
        El { node: self.document.root_element(), text: self.text }
    }
}

/// Closing tags that say another name than the opening ones, put right: some programs never look at them. Gives the text and where it was changed.
pub(crate) fn with_closing_tags(mut text: Text) -> (Text, Vec<String>) {
    const MOST: usize = 16;
    let mut places = Vec::new();
    while places.len() < MOST && check_size(&text).is_ok() {
        let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..Default::default() };
        let Err(roxmltree::Error::UnexpectedCloseTag(open, closing, at)) =
            Document::parse_with_options(&text.content, options)
        else {
            break;
        };
        let offset = text.offset(at.row as usize, at.col as usize);
        let wrong = format!("</{closing}");
        if !text.content[offset..].starts_with(&wrong) {
            break;
        }
        places.push(text.at(offset));
        text = text.replaced(offset..offset + wrong.len(), &format!("</{open}"));
    }
    (text, places)
}

/// One pass over the text before anything is built: depth, and attributes per element.
fn check_size(text: &Text) -> Result<()> {
    let bytes = text.content.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    let refuse = |at: usize, what: String| Err(text.error(ErrorKind::TooMany, at..at + 1, what));
    while let Some(found) = memchr(b'<', &bytes[at..]) {
        let start = at + found;
        let rest = &bytes[start..];
        let skip = |end: &[u8]| find(end, rest).map_or(bytes.len(), |i| start + i + end.len());
        at = if rest.starts_with(b"<!--") {
            skip(b"-->")
        } else if rest.starts_with(b"<![CDATA[") {
            skip(b"]]>")
        } else if rest.starts_with(b"<?") {
            skip(b"?>")
        } else if rest.starts_with(b"</") {
            depth = depth.saturating_sub(1);
            skip(b">")
        } else {
            let (length, attributes, closed) = tag(rest);
            if attributes > MOST_ATTRIBUTES {
                return refuse(
                    start,
                    format!("an element with {attributes} attributes; at most {MOST_ATTRIBUTES} are read"),
                );
            }
            depth += usize::from(!closed);
            if depth > DEEPEST {
                return refuse(start, format!("elements nest more than {DEEPEST} deep"));
            }
            start + length
        };
    }
    Ok(())
}

/// Length of the tag at the start, its attributes, and whether it closes itself.
fn tag(bytes: &[u8]) -> (usize, usize, bool) {
    let (mut quote, mut attributes) = (None, 0);
    for (i, &byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'=') => attributes += 1,
            (None, b'>') => return (i + 1, attributes, i > 0 && bytes[i - 1] == b'/'),
            _ => {}
        }
    }
    (bytes.len(), attributes, true)
}

fn memchr(byte: u8, bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|b| *b == byte)
}

fn find(needle: &[u8], bytes: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window == needle)
}

/// An element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct El<'a> {
    node: Node<'a, 'a>,
    text: &'a Text,
}

impl PartialEq for El<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<'a> El<'a> {
    /// Its name, without a prefix.
    pub(crate) fn name(self) -> &'a str {
        self.node.tag_name().name()
    }

    /// Whether it is called so, in whatever case.
    pub(crate) fn is(self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name)
    }

    /// Whether its name has this prefix.
    pub(crate) fn is_prefixed(self, prefix: &str) -> bool {
        let start = self.node.range().start + 1;
        self.text.content[start..].strip_prefix(prefix).is_some_and(|rest| rest.starts_with(':'))
    }

    /// A number that no other element of its document has.
    pub(crate) fn key(self) -> u32 {
        self.node.id().get()
    }

    /// The file that it is in.
    pub(crate) fn source(self) -> &'a Text {
        self.text
    }

    /// Where it is, in short: `robot.urdf:12`.
    pub(crate) fn at(self) -> String {
        self.text.at(self.node.range().start)
    }

    pub(crate) fn elements(self) -> impl Iterator<Item = Self> {
        let text = self.text;
        self.node.children().filter(Node::is_element).map(move |node| Self { node, text })
    }

    /// All elements below it, at any depth.
    pub(crate) fn below(self) -> impl Iterator<Item = Self> {
        let text = self.text;
        self.node.descendants().skip(1).filter(Node::is_element).map(move |node| Self { node, text })
    }

    pub(crate) fn parent(self) -> Option<Self> {
        self.node.parent_element().map(|node| Self { node, text: self.text })
    }

    /// Children of a name, in whatever case.
    pub(crate) fn all(self, name: &'a str) -> impl Iterator<Item = Self> {
        self.elements().filter(move |child| child.is(name))
    }

    /// The first child of a name.
    pub(crate) fn child(self, name: &str) -> Option<Self> {
        self.elements().find(|child| child.is(name))
    }

    /// The first child of a name, which has to be there.
    pub(crate) fn need_child(self, name: &str) -> Result<Self> {
        self.child(name)
            .ok_or_else(|| self.fault(ErrorKind::Missing, format!("<{}> needs a <{name}>", self.name())))
    }

    /// An attribute, in whatever case.
    pub(crate) fn attr(self, name: &str) -> Option<&'a str> {
        let found = self.node.attributes().find(|a| a.name() == name);
        found
            .or_else(|| self.node.attributes().find(|a| a.name().eq_ignore_ascii_case(name)))
            .map(|a| a.value())
    }

    pub(crate) fn need_attr(self, name: &str) -> Result<&'a str> {
        self.attr(name).ok_or_else(|| {
            self.fault(ErrorKind::Missing, format!("<{}> needs the attribute `{name}`", self.name()))
        })
    }

    /// The text in it, without that of its children.
    pub(crate) fn words(self) -> String {
        let parts = self.node.children().filter(Node::is_text).filter_map(|node| node.text());
        parts.collect::<Vec<_>>().join(" ").trim().to_owned()
    }

    /// An error about the whole element.
    pub(crate) fn fault(self, kind: ErrorKind, message: impl Into<String>) -> SceneError {
        let range = self.node.range();
        // Its opening tag.
        let end = self.text.content[range.clone()].find('>').map_or(range.end, |i| range.start + i + 1);
        self.text.error(kind, range.start..end, message)
    }

    /// An error about an attribute.
    pub(crate) fn fault_at(self, attribute: &str, kind: ErrorKind, message: impl Into<String>) -> SceneError {
        match self.node.attributes().find(|a| a.name().eq_ignore_ascii_case(attribute)) {
            Some(found) => self.text.error(kind, found.range_value(), message),
            None => self.fault(kind, message),
        }
    }

    /// The number of an attribute.
    pub(crate) fn number(self, attribute: &str) -> Result<Option<f64>> {
        let Some(text) = self.attr(attribute) else { return Ok(None) };
        match numbers_in(text) {
            Ok(numbers) if numbers.len() == 1 => Ok(Some(numbers[0])),
            Ok(numbers) => Err(self.wrong_count(attribute, numbers.len(), "1 number")),
            Err(word) => Err(self.not_a_number(attribute, word)),
        }
    }

    pub(crate) fn number_or(self, attribute: &str, otherwise: f64) -> Result<f64> {
        Ok(self.number(attribute)?.unwrap_or(otherwise))
    }

    pub(crate) fn need_number(self, attribute: &str) -> Result<f64> {
        self.need_attr(attribute)?;
        self.number_or(attribute, f64::NAN)
    }

    /// The numbers of an attribute.
    pub(crate) fn numbers(self, attribute: &str) -> Result<Option<Vec<f64>>> {
        let Some(text) = self.attr(attribute) else { return Ok(None) };
        numbers_in(text).map(Some).map_err(|word| self.not_a_number(attribute, word))
    }

    /// So many numbers of an attribute.
    pub(crate) fn exactly<const N: usize>(self, attribute: &str) -> Result<Option<[f64; N]>> {
        let Some(numbers) = self.numbers(attribute)? else { return Ok(None) };
        let count = numbers.len();
        let wrong = |_| self.wrong_count(attribute, count, &format!("{N} numbers"));
        numbers.try_into().map(Some).map_err(wrong)
    }

    pub(crate) fn vector(self, attribute: &str) -> Result<Option<DVec3>> {
        Ok(self.exactly::<3>(attribute)?.map(DVec3::from))
    }

    /// The numbers in its text.
    pub(crate) fn text_numbers(self) -> Result<Vec<f64>> {
        numbers_in(&self.words()).map_err(|word| {
            let message = format!("<{}> holds `{}`, which is no finite number", self.name(), shown(word));
            self.fault(ErrorKind::OutOfRange, message)
        })
    }

    /// So many numbers in its text.
    pub(crate) fn text_exactly<const N: usize>(self) -> Result<[f64; N]> {
        let numbers = self.text_numbers()?;
        let count = numbers.len();
        numbers.try_into().map_err(|_| {
            let message = format!("<{}> needs {N} numbers and has {count}", self.name());
            self.fault(ErrorKind::OutOfRange, message)
        })
    }

    pub(crate) fn text_number(self) -> Result<f64> {
        self.text_exactly::<1>().map(|[x]| x)
    }

    /// A yes or no in an attribute.
    pub(crate) fn flag(self, attribute: &str) -> Result<Option<bool>> {
        let Some(word) = self.attr(attribute) else { return Ok(None) };
        truth(word).map(Some).ok_or_else(|| {
            let message = format!("`{attribute}` is `{}`", shown(word));
            self.fault_at(attribute, ErrorKind::OutOfRange, message).with_note("allowed: true, false")
        })
    }

    fn wrong_count(self, attribute: &str, count: usize, needed: &str) -> SceneError {
        let message = format!("`{attribute}` of <{}> needs {needed} and has {count}", self.name());
        self.fault_at(attribute, ErrorKind::OutOfRange, message)
    }

    fn not_a_number(self, attribute: &str, word: &str) -> SceneError {
        let message =
            format!("`{attribute}` of <{}> holds `{}`, which is no finite number", self.name(), shown(word));
        self.fault_at(attribute, ErrorKind::OutOfRange, message)
    }
}

/// The numbers of a text, or the first word that is none.
pub(crate) fn numbers_in(text: &str) -> std::result::Result<Vec<f64>, &str> {
    let words = text.split(|c: char| c.is_ascii_whitespace() || c == ',').filter(|word| !word.is_empty());
    words.map(|word| number(word).ok_or(word)).collect()
}

/// A finite number, as people and programs write it.
pub(crate) fn number(word: &str) -> Option<f64> {
    let plain = word.strip_prefix('+').unwrap_or(word);
    // `1.` and `.5` are fine for Rust; words such as `inf` and `nan` are no numbers of robots.
    let starts = plain.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    plain.parse().ok().filter(|x: &f64| starts && x.is_finite())
}

/// What a word says about yes and no.
pub(crate) fn truth(word: &str) -> Option<bool> {
    match word.trim().to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Some(true),
        "false" | "0" | "no" | "off" => Some(false),
        _ => None,
    }
}
