//! What can be wrong with a scene, and how it is said.

use crate::source::{Place, Sources, Span};
use std::fmt;
use thiserror::Error;

/// What kind of mistake it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A file cannot be read.
    Unreadable,
    /// The text is not TOML.
    Syntax,
    /// A key that the table does not have.
    UnknownKey,
    /// A value of another type.
    WrongType,
    /// A number or word that is not allowed.
    OutOfRange,
    /// A key that is needed.
    Missing,
    /// Two things that exclude each other.
    Conflict,
    /// A name that is given twice.
    Duplicate,
    /// A name that nothing has.
    UnknownName,
    /// Things that lean on one another in a ring.
    Cycle,
    /// Too many or too deeply nested files.
    TooMany,
    /// There is not enough memory for it.
    Memory,
    /// What the text says cannot be built.
    Refused,
}

/// A mistake while it is on its way to the caller: the texts are not at hand yet.
#[derive(Clone, Debug)]
pub(crate) struct Fault(Box<FaultParts>);

#[derive(Clone, Debug)]
struct FaultParts {
    kind: ErrorKind,
    message: String,
    at: Option<Span>,
    notes: Vec<String>,
}

impl Fault {
    pub(crate) fn new(kind: ErrorKind, at: impl Into<Option<Span>>, message: impl Into<String>) -> Self {
        Self(Box::new(FaultParts { kind, message: message.into(), at: at.into(), notes: Vec::new() }))
    }

    /// Adds a line of advice.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.0.notes.push(note.into());
        self
    }

    /// Adds `did you mean …?`, if there is anything near.
    pub(crate) fn suggest(self, near: Option<&str>) -> Self {
        match near {
            Some(name) => self.note(format!("help: did you mean `{name}`?")),
            None => self,
        }
    }

    /// Looks the place up.
    pub(crate) fn in_sources(self, sources: &Sources) -> SceneError {
        let FaultParts { kind, message, at, notes } = *self.0;
        let mut included_from = Vec::new();
        let mut next = at.and_then(|span| sources.get(span.source)).and_then(|s| s.included_at);
        while let Some(span) = next {
            included_from.extend(sources.locate(span));
            next = sources.get(span.source).and_then(|s| s.included_at);
        }
        let place = at.and_then(|span| sources.locate(span));
        SceneError(Box::new(Report { kind, message, place, notes, included_from }))
    }
}

/// Why a scene cannot be used. `Display` gives the whole story: what, where, the line itself, what is allowed.
///
/// ```text
/// error: unknown key `stifness` in `materials.pad.normal.linear`
///   --> pick.toml:7:23
///    |
///  7 | normal = { linear = { stifness = 1000.0 } }
///    |                       ^^^^^^^^
///    = allowed: stiffness, damping
///    = help: did you mean `stiffness`?
/// ```
#[derive(Clone, Debug, Error)]
#[error("{0}")]
pub struct SceneError(Box<Report>);

#[derive(Clone, Debug)]
struct Report {
    kind: ErrorKind,
    message: String,
    place: Option<Place>,
    notes: Vec<String>,
    included_from: Vec<Place>,
}

impl SceneError {
    /// What kind of mistake it is.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The mistake in one line, without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Where it is, if it is in a text at all.
    pub fn place(&self) -> Option<&Place> {
        self.0.place.as_ref()
    }

    /// What is allowed and what may help, a line each.
    pub fn notes(&self) -> &[String] {
        &self.0.notes
    }
}

/// Longer lines are shown around the place only.
const WIDEST: usize = 160;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        let mut gutter = 2;
        if let Some(Place { file, line: 0, text, .. }) = &self.place {
            write!(f, "\n{:gutter$}--> {file}: {text}", "")?;
        } else if let Some(place) = &self.place {
            let number = place.line.to_string();
            gutter = number.len() + 1;
            let (text, column) = excerpt(place);
            write!(f, "\n{:gutter$}--> {}:{}:{}", "", place.file, place.line, place.column)?;
            write!(f, "\n{:gutter$} |\n {number} | {text}", "")?;
            write!(f, "\n{:gutter$} | {:column$}{}", "", "", "^".repeat(place.width.min(WIDEST)))?;
        }
        for note in &self.notes {
            write!(f, "\n{:gutter$} = {note}", "")?;
        }
        for Place { file, line, column, text, .. } in &self.included_from {
            write!(f, "\n{:gutter$} = included from ", "")?;
            match line {
                0 => write!(f, "{file}: {text}")?,
                _ => write!(f, "{file}:{line}:{column}")?,
            }
        }
        Ok(())
    }
}

/// The line without tabs and control characters, cut if it is very long, and the column in it, from 0.
fn excerpt(place: &Place) -> (String, usize) {
    let plain = place.text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let column = place.column - 1;
    let begin = column.saturating_sub(WIDEST / 2);
    (plain.skip(begin).take(WIDEST).collect(), column - begin)
}
