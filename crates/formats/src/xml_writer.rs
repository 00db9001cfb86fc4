//! Writing XML: elements with attributes, indented.

use glam::DVec3;
use std::fmt::{Display, Write};

/// A text that grows by elements.
#[derive(Debug, Default)]
pub(crate) struct XmlWriter {
    text: String,
    open: Vec<&'static str>,
}

/// The attributes of an element.
pub(crate) type Attributes<'a> = &'a [(&'a str, String)];

impl XmlWriter {
    pub(crate) fn new() -> Self {
        Self { text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), open: Vec::new() }
    }

    fn begin(&mut self, name: &str, attributes: Attributes<'_>) {
        let _ = write!(self.text, "{:1$}<{name}", "", 2 * self.open.len());
        for (key, value) in attributes {
            let _ = write!(self.text, " {key}=\"{}\"", escaped(value));
        }
    }

    /// Opens an element; its children follow.
    pub(crate) fn open(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.begin(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub(crate) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            let _ = writeln!(self.text, "{:1$}</{name}>", "", 2 * self.open.len());
        }
    }

    /// An element without children.
    pub(crate) fn leaf(&mut self, name: &str, attributes: Attributes<'_>) {
        self.begin(name, attributes);
        self.text.push_str("/>\n");
    }

    /// An element that holds a text.
    pub(crate) fn text(&mut self, name: &str, attributes: Attributes<'_>, content: &str) {
        self.begin(name, attributes);
        let _ = writeln!(self.text, ">{}</{name}>", escaped(content));
    }

    /// An element that holds a text of several lines, as it is.
    pub(crate) fn block(&mut self, name: &str, attributes: Attributes<'_>, content: &str) {
        self.begin(name, attributes);
        // What would end the block is cut in two blocks.
        let _ = writeln!(self.text, "><![CDATA[\n{}]]></{name}>", content.replace("]]>", "]]]]><![CDATA[>"));
    }

    /// A remark for people.
    pub(crate) fn comment(&mut self, words: &str) {
        let _ = writeln!(self.text, "{:1$}<!-- {2} -->", "", 2 * self.open.len(), words.replace("--", "- -"));
    }

    /// The whole text.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // Readers make spaces of these, unless they are written so.
            '\n' => safe.push_str("&#10;"),
            '\r' => safe.push_str("&#13;"),
            '\t' => safe.push_str("&#9;"),
            // XML has no other control characters.
            c if c.is_control() && !matches!(c, '\n' | '\t' | '\r') => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// A number with the fewest digits that read back as the same.
pub(crate) fn number(x: f64) -> String {
    let x = x + 0.0; // no negative zero
    if x.fract() == 0.0 && x.abs() < 1e15 { format!("{x}") } else { format!("{x:?}") }
}

/// Numbers, with blanks between them.
pub(crate) fn list(numbers: impl IntoIterator<Item = f64>) -> String {
    numbers.into_iter().map(number).collect::<Vec<_>>().join(" ")
}

/// A vector.
pub(crate) fn vector(v: DVec3) -> String {
    list(v.to_array())
}

/// An attribute.
pub(crate) fn a(key: &str, value: impl Display) -> (&str, String) {
    (key, value.to_string())
}

/// An attribute that is a number.
pub(crate) fn n(key: &str, value: f64) -> (&str, String) {
    (key, number(value))
}
