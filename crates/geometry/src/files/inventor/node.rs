//! Nodes with their fields.

use super::token::{Kind, Token, Tokens, syntax, unexpected};
use crate::files::MeshFileProblem;
use std::collections::HashMap;

/// How deep nodes may nest: those who read them go down step by step.
const DEEPEST: usize = 150;

/// A node. Children stand among the fields of Inventor, and in fields of VRML 2.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: String,
    pub(super) line: usize,
    fields: Vec<(String, Field)>,
    /// Indices of the nodes in it, whatever field they are in.
    pub(super) children: Vec<usize>,
}

/// What a field holds.
#[derive(Debug, Default)]
struct Field {
    numbers: Vec<f64>,
    words: Vec<String>,
    nodes: Vec<usize>,
}

impl Field {
    fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.words.is_empty() && self.nodes.is_empty()
    }
}

/// All nodes of a file.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    /// Those at the top.
    pub(super) roots: Vec<usize>,
    named: HashMap<String, usize>,
}

impl Nodes {
    pub(super) fn parse(text: &str) -> Result<Self, MeshFileProblem> {
        let mut nodes = Self::default();
        let mut tokens = Tokens::new(text);
        while let Some(token) = tokens.next()? {
            match &token.kind {
                Kind::Word("ROUTE") => (0..3).try_for_each(|_| tokens.next().map(drop))?,
                Kind::Word(word @ ("PROTO" | "EXTERNPROTO")) => {
                    let feature = format!("{word} (line {})", token.line);
                    return Err(MeshFileProblem::Unsupported { feature });
                }
                Kind::Word(_) => {
                    let root = nodes.node(&token, &mut tokens, 0)?;
                    nodes.roots.push(root);
                }
                // One brace too many at the end, as people leave it.
                Kind::CloseBrace if !nodes.roots.is_empty() => {}
                _ => return Err(unexpected(&token, "the name of a node")),
            }
        }
        Ok(nodes)
    }

    pub(super) fn get(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// The node in a field, if it holds one.
    pub(super) fn inside(&self, node: usize, field: &str) -> Option<usize> {
        self.nodes[node].field(field)?.nodes.first().copied()
    }

    /// All nodes in a field.
    pub(super) fn all_inside(&self, node: usize, field: &str) -> &[usize] {
        self.nodes[node].field(field).map_or(&[], |field| &field.nodes)
    }

    /// A node that begins with this word: `DEF name Kind { … }`, `USE name` or `Kind { … }`.
    fn node(
        &mut self,
        first: &Token<'_>,
        tokens: &mut Tokens<'_>,
        depth: usize,
    ) -> Result<usize, MeshFileProblem> {
        if depth > DEEPEST {
            return Err(MeshFileProblem::TooMany { what: "nodes within nodes", limit: DEEPEST });
        }
        let Kind::Word(word) = first.kind else { return Err(unexpected(first, "the name of a node")) };
        match word {
            "USE" => {
                let name = name(tokens)?;
                self.named.get(&name).copied().ok_or_else(|| MeshFileProblem::MissingReference {
                    place: format!("line {}, USE", first.line),
                    target: format!("the node `{}`", crate::files::text::shorten(&name)),
                })
            }
            "DEF" => {
                let name = name(tokens)?;
                let Some(next) = tokens.next()? else { return Err(ends(first.line)) };
                let index = self.node(&next, tokens, depth + 1)?;
                self.named.insert(name, index);
                Ok(index)
            }
            kind => {
                match tokens.next()? {
                    Some(Token { kind: Kind::OpenBrace, .. }) => {}
                    Some(other) => {
                        return Err(unexpected(
                            &other,
                            &format!("`{{` after `{}`", crate::files::text::shorten(kind)),
                        ));
                    }
                    None => return Err(ends(first.line)),
                }
                self.contents(kind, first.line, tokens, depth)
            }
        }
    }

    fn contents(
        &mut self,
        kind: &str,
        line: usize,
        tokens: &mut Tokens<'_>,
        depth: usize,
    ) -> Result<usize, MeshFileProblem> {
        let mut node = Node { kind: kind.to_owned(), line, fields: Vec::new(), children: Vec::new() };
        loop {
            let Some(token) = tokens.next()? else { return Err(ends(line)) };
            match &token.kind {
                Kind::CloseBrace => break,
                Kind::Word("ROUTE") => (0..3).try_for_each(|_| tokens.next().map(drop))?,
                Kind::Word(word) => {
                    let opens = matches!(tokens.peek()?, Some(Token { kind: Kind::OpenBrace, .. }));
                    if opens || ["DEF", "USE"].contains(word) {
                        let child = self.node(&token, tokens, depth + 1)?;
                        node.children.push(child);
                    } else {
                        let field = self.field(tokens, depth)?;
                        node.children.extend(&field.nodes);
                        node.fields.push(((*word).to_owned(), field));
                    }
                }
                // Stray values, as of fields that a file declares for itself.
                _ => {}
            }
        }
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    /// The values of a field: up to the name of the next, which is followed by no brace and begins with a small letter.
    fn field(&mut self, tokens: &mut Tokens<'_>, depth: usize) -> Result<Field, MeshFileProblem> {
        let mut field = Field::default();
        let mut open = 0_usize;
        loop {
            let line = tokens.line();
            let Some(token) = tokens.peek()? else { return Err(ends(line)) };
            match &token.kind {
                Kind::CloseBrace if open == 0 => return Ok(field),
                Kind::CloseBrace | Kind::OpenBrace => return Err(unexpected(token, "a value or `]`")),
                Kind::OpenBracket => open += 1,
                Kind::CloseBracket if open == 0 => return Err(unexpected(token, "a value")),
                Kind::CloseBracket => open -= 1,
                Kind::Number(number) => field.numbers.push(*number),
                Kind::Text(text) => field.words.push(text.clone()),
                Kind::Word(word) => {
                    let (word, is_next) =
                        ((*word).to_owned(), word.starts_with(|c: char| c.is_ascii_lowercase() || c == '_'));
                    // Values without brackets end where the next field begins; a name without quotes may be the first.
                    if open == 0 && is_next && !field.is_empty() {
                        return Ok(field);
                    }
                    let Some(token) = tokens.next()? else { return Err(ends(line)) };
                    let opens = matches!(tokens.peek()?, Some(Token { kind: Kind::OpenBrace, .. }));
                    if opens || ["DEF", "USE"].contains(&word.as_str()) {
                        // A child after the values of a field belongs to the node, wherever it is counted.
                        let node = self.node(&token, tokens, depth + 1)?;
                        field.nodes.push(node);
                        if open == 0 {
                            return Ok(field);
                        }
                    } else {
                        field.words.push(word);
                    }
                    continue;
                }
            }
            tokens.next()?;
            if open == 0 && matches!(tokens.peek()?, Some(Token { kind: Kind::CloseBrace, .. })) {
                return Ok(field);
            }
        }
    }
}

impl Node {
    fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().rev().find(|(field, _)| field == name).map(|(_, field)| field)
    }

    /// The numbers of a field.
    pub(super) fn numbers(&self, name: &str) -> Option<&[f64]> {
        self.field(name).map(|field| field.numbers.as_slice())
    }

    /// A single number of a field.
    pub(super) fn number(&self, name: &str, otherwise: f64) -> f64 {
        self.numbers(name).and_then(|numbers| numbers.first().copied()).unwrap_or(otherwise)
    }

    /// The first word of a field.
    pub(super) fn word(&self, name: &str) -> Option<&str> {
        self.field(name)?.words.first().map(String::as_str)
    }
}

fn name(tokens: &mut Tokens<'_>) -> Result<String, MeshFileProblem> {
    let line = tokens.line();
    match tokens.next()? {
        Some(Token { kind: Kind::Word(word), .. }) => Ok(word.to_owned()),
        Some(Token { kind: Kind::Number(number), .. }) => Ok(number.to_string()),
        Some(other) => Err(unexpected(&other, "a name")),
        None => Err(ends(line)),
    }
}

fn ends(line: usize) -> MeshFileProblem {
    match syntax(line, "") {
        MeshFileProblem::Syntax { place, .. } => {
            MeshFileProblem::Truncated { missing: format!("the node of {place} does not end") }
        }
        other => other,
    }
}
