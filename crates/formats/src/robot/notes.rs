//! What was dropped, guessed or repaired, so that nobody is surprised later.

use std::fmt;

/// What happened to something of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NoteKind {
    /// It is not in the scene.
    Dropped,
    /// The file did not say, so something likely was taken.
    Guessed,
    /// It could not be, so it was changed.
    Repaired,
    /// It has another name.
    Renamed,
    /// It was taken as it is, though it is hardly meant.
    Doubtful,
}

impl fmt::Display for NoteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dropped => "dropped",
            Self::Guessed => "guessed",
            Self::Repaired => "repaired",
            Self::Renamed => "renamed",
            Self::Doubtful => "doubtful",
        })
    }
}

/// A remark. Those of one kind and wording are counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What happened.
    pub kind: NoteKind,
    /// To what, and why.
    pub text: String,
    /// Where in the file, such as `robot.urdf:12`; empty if nowhere.
    pub at: String,
    /// How many more there are of the same wording.
    pub more: usize,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.text)?;
        match (self.at.as_str(), self.more) {
            ("", _) => Ok(()),
            (at, 0) => write!(f, " ({at})"),
            (at, more) => write!(f, " ({at} and {more} more)"),
        }
    }
}

/// Remarks in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes(Vec<Note>);

impl Notes {
    /// Adds a remark. The same words twice are one remark.
    pub fn add(&mut self, kind: NoteKind, at: impl Into<String>, text: impl Into<String>) {
        let (at, text) = (at.into(), text.into());
        match self.0.iter_mut().find(|note| note.kind == kind && note.text == text) {
            Some(note) => note.more += 1,
            None => self.0.push(Note { kind, text, at, more: 0 }),
        }
    }

    /// Something is not in the scene.
    pub fn dropped(&mut self, at: impl Into<String>, text: impl Into<String>) {
        self.add(NoteKind::Dropped, at, text);
    }

    /// Something likely was taken.
    pub fn guessed(&mut self, at: impl Into<String>, text: impl Into<String>) {
        self.add(NoteKind::Guessed, at, text);
    }

    /// Something was changed.
    pub fn repaired(&mut self, at: impl Into<String>, text: impl Into<String>) {
        self.add(NoteKind::Repaired, at, text);
    }

    /// Something was taken as it is, though it is hardly meant.
    pub fn doubtful(&mut self, at: impl Into<String>, text: impl Into<String>) {
        self.add(NoteKind::Doubtful, at, text);
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Note> {
        self.0.iter()
    }
}
