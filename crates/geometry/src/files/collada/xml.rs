//! Finding one's way in a COLLADA document.

use crate::files::text::shorten;
use crate::files::{Format, MeshFileProblem};
use roxmltree::{Document, Error, Node, NodeId, ParsingOptions};
use std::collections::HashMap;
use std::str::FromStr;

/// Parses the document; entities of its own, with which a file can blow up, are not allowed.
pub(super) fn parse(text: &str) -> Result<Document<'_>, MeshFileProblem> {
    let options = ParsingOptions { allow_dtd: false, ..Default::default() };
    Document::parse_with_options(text, options).map_err(|error| match error {
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            MeshFileProblem::Truncated { missing: format!("the XML ends too early: {error}") }
        }
        Error::NoRootNode => MeshFileProblem::NotThisFormat {
            format: Format::Collada,
            reason: "it has no root element".into(),
        },
        error => {
            let at = error.pos();
            MeshFileProblem::Syntax {
                place: format!("line {}, column {}", at.row, at.col),
                message: error.to_string(),
            }
        }
    })
}

/// The first child element of that name.
pub(super) fn child<'a, 'd>(node: Node<'a, 'd>, name: &str) -> Option<Node<'a, 'd>> {
    node.children().find(|c| c.has_tag_name_local(name))
}

/// COLLADA has a namespace per version; only the local name matters.
pub(super) trait LocalName {
    fn has_tag_name_local(&self, name: &str) -> bool;
}

impl LocalName for Node<'_, '_> {
    fn has_tag_name_local(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

/// Where an element is, for messages.
pub(super) fn place(node: Node) -> String {
    let at = node.document().text_pos_at(node.range().start);
    match node.attribute("id") {
        Some(id) => format!("line {}, <{} id=\"{}\">", at.row, node.tag_name().name(), shorten(id)),
        None => format!("line {}, <{}>", at.row, node.tag_name().name()),
    }
}

/// The numbers in an element's text.
pub(super) fn numbers<T: FromStr>(node: Node) -> Result<Vec<T>, MeshFileProblem> {
    let mut numbers = Vec::new();
    for text in node.children().filter_map(|c| if c.is_text() { c.text() } else { None }) {
        for word in text.split_ascii_whitespace() {
            numbers.push(word.parse().map_err(|_| MeshFileProblem::Syntax {
                place: place(node),
                message: format!("`{}` is not a number it may hold", shorten(word)),
            })?);
        }
    }
    Ok(numbers)
}

/// An attribute that counts something.
pub(super) fn count_attribute(node: Node, name: &str) -> Result<Option<usize>, MeshFileProblem> {
    let Some(written) = node.attribute(name) else { return Ok(None) };
    written.trim().parse().map(Some).map_err(|_| MeshFileProblem::Syntax {
        place: place(node),
        message: format!("`{name}=\"{}\"` is not a count", shorten(written)),
    })
}

/// Elements by their id and the geometry that they stand in, if any: some programs give one id to an element of every geometry.
pub(super) struct Ids<'a, 'd> {
    within: HashMap<(Option<NodeId>, &'a str), Vec<Node<'a, 'd>>>,
    anywhere: HashMap<&'a str, Vec<Node<'a, 'd>>>,
}

/// More elements of one id and place are not told apart.
const MOST_ALIKE: usize = 8;

impl<'a, 'd> Ids<'a, 'd> {
    pub(super) fn new(root: Node<'a, 'd>) -> Self {
        let mut ids = Ids { within: HashMap::new(), anywhere: HashMap::new() };
        let mut geometry: Option<(NodeId, usize)> = None;
        for node in root.descendants() {
            geometry = geometry.filter(|(_, end)| node.range().start < *end);
            if node.has_tag_name_local("geometry") {
                geometry = Some((node.id(), node.range().end));
            }
            let Some(id) = node.attribute("id") else { continue };
            let add = |list: &mut Vec<Node<'a, 'd>>| {
                if list.len() < MOST_ALIKE {
                    list.push(node);
                }
            };
            add(ids.within.entry((geometry.map(|(id, _)| id), id)).or_default());
            add(ids.anywhere.entry(id).or_default());
        }
        ids
    }

    /// The element that an attribute such as `url="#id"` names, which must be a `<kind>`. Of several, the one in the same geometry is meant;
    /// `#geometry/id` says so, too.
    pub(super) fn follow(
        &self,
        node: Node<'a, 'd>,
        attribute: &str,
        kind: &str,
    ) -> Result<Node<'a, 'd>, MeshFileProblem> {
        let url = node.attribute(attribute).unwrap_or_default();
        let missing = || MeshFileProblem::MissingReference {
            place: place(node),
            target: format!("<{kind}> `{}`", shorten(url)),
        };
        let id = url.strip_prefix('#').ok_or_else(missing)?;
        let of_kind = |list: Option<&Vec<Node<'a, 'd>>>, kind: &str| {
            list.into_iter().flatten().find(|found| found.has_tag_name_local(kind)).copied()
        };
        let own = node.ancestors().find(|above| above.has_tag_name_local("geometry")).map(|above| above.id());
        let near = || of_kind(self.within.get(&(own, id)), kind);
        let scoped = || {
            let (scope, inner) = id.split_once('/')?;
            let geometry = of_kind(self.anywhere.get(scope), "geometry")?.id();
            of_kind(self.within.get(&(Some(geometry), inner)), kind)
        };
        near().or_else(|| of_kind(self.anywhere.get(id), kind)).or_else(scoped).ok_or_else(missing)
    }
}
