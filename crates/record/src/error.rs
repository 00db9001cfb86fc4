//! What can go wrong while recording and while reading back.

use bristle_system::input::Problem;
use std::io;
use std::path::PathBuf;

/// Why a schema cannot be recorded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// A time step that is none.
    #[error("the time step is {step} s; it must be above 0 and finite")]
    BadStep {
        /// The step given \[s\].
        step: f64,
    },
    /// A name that does not fit on one line.
    #[error("{name:?} cannot name a {what}: give it at least one visible character and no line breaks")]
    BadName {
        /// Kind of thing.
        what: &'static str,
        /// The name given.
        name: String,
    },
    /// Two channels that would share a column.
    #[error("channels {first:?} and {second:?} would both be the column {column:?}; rename one of them")]
    SameColumn {
        /// The one that came first.
        first: String,
        /// The one that came later.
        second: String,
        /// Their column.
        column: String,
    },
    /// Two skins of one name.
    #[error("two skins are called {name:?}; rename one of them")]
    SameSkin {
        /// Their name.
        name: String,
    },
    /// A skin without texels.
    #[error("skin {name:?} has no texels; leave it out of the recording")]
    NoTexels {
        /// The skin.
        name: String,
    },
    /// A texel that is nowhere, or looks nowhere.
    #[error(
        "texel {texel} of skin {name:?} needs a finite position and area, and a unit vector as direction"
    )]
    BadTexel {
        /// The skin.
        name: String,
        /// The texel.
        texel: usize,
    },
    /// An outline with a corner that is nowhere.
    #[error("the outline of texel {texel} of skin {name:?} needs finite corners")]
    BadOutline {
        /// The skin.
        name: String,
        /// The texel.
        texel: usize,
    },
    /// Outlines of some texels only.
    #[error("skin {name:?} has {texels} texels and {outlines} outlines; give one for each texel, or none")]
    OutlineMismatch {
        /// The skin.
        name: String,
        /// Outlines given.
        outlines: usize,
        /// Texels given.
        texels: usize,
    },
    /// A grid that does not fit its texels.
    #[error("skin {name:?} has {texels} texels, which are not {rows} rows of {columns}")]
    GridMismatch {
        /// The skin.
        name: String,
        /// Rows stated.
        rows: usize,
        /// Columns stated.
        columns: usize,
        /// Texels given.
        texels: usize,
    },
}

/// What of a recording is safe in its folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The folder.
    pub folder: PathBuf,
    /// Whole samples in it.
    pub samples: u64,
    /// Time of the last of them \[s\].
    pub until: Option<f64>,
}

impl std::fmt::Display for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let folder = self.folder.display();
        match (self.samples, self.until) {
            (0, _) | (_, None) => write!(f, "no sample was kept in {folder}"),
            (1, Some(until)) => write!(f, "1 sample at {until} s is kept in {folder} and can be read"),
            (n, Some(until)) => write!(f, "{n} samples up to {until} s are kept in {folder} and can be read"),
        }
    }
}

/// Why something could not be recorded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A schema that cannot be recorded.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// A folder with another recording in it.
    #[error("{} holds a recording already ({found}); choose another folder, or ask to replace it", .folder.display())]
    Occupied {
        /// The folder.
        folder: PathBuf,
        /// The file that gave it away.
        found: String,
    },
    /// A folder that is being recorded into.
    #[error("{} is in use: another run records into it; wait for it to end, or choose another folder", .folder.display())]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder that was to be replaced and is not a recording.
    #[error(
        "{} holds {found} but no run.json of a recording, so it is not replaced; choose another folder or empty this one",
        .folder.display()
    )]
    NotReplaced {
        /// The folder.
        folder: PathBuf,
        /// A file in it with one of our names.
        found: String,
    },
    /// A file that could not be made or written before anything was recorded, or beside what was.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Writing failed in the middle of a run.
    #[error("cannot write on to {}: {source}; {kept}{}", .path.display(), way_out(.source))]
    Stopped {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
        /// What is safe.
        kept: Kept,
    },
    /// The folder is not where it was.
    #[error(
        "{} was removed, renamed or replaced while it was recorded into; the {samples} samples of this run are not there any more",
        .folder.display()
    )]
    Gone {
        /// The folder.
        folder: PathBuf,
        /// Samples that were recorded.
        samples: u64,
    },
    /// A copy of the process that records, made by `fork`, tried to record too.
    #[error("{} is recorded into by process {process}, of which this one is a fork; record into a folder of its own", .folder.display())]
    Forked {
        /// The folder.
        folder: PathBuf,
        /// The process that records.
        process: u32,
    },
    /// A sample after writing had failed.
    #[error("recording has stopped after an earlier write error; {kept}")]
    StoppedBefore {
        /// What is safe.
        kept: Kept,
    },
    /// A sample that does not come after the one before.
    #[error("a sample at {time} s cannot follow one at {last} s: times must be finite and increase")]
    TimeOrder {
        /// Time of the sample \[s\].
        time: f64,
        /// Time of the one before \[s\]; minus infinity for the first.
        last: f64,
    },
    /// A sample with more or fewer values than the schema has.
    #[error("{what}: {found} values, the schema has {expected}")]
    WrongLength {
        /// What was given.
        what: String,
        /// Values given.
        found: usize,
        /// Values needed.
        expected: usize,
    },
    /// A name of an event that cannot be written.
    #[error(
        "{name:?} cannot name an event at {time} s: it needs a visible character, no line break, and a finite time"
    )]
    BadEvent {
        /// Time of the event \[s\].
        time: f64,
        /// The name given.
        name: String,
    },
    /// What was recorded cannot be read back.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A Parquet file could not be made; the CSV files are whole.
    #[error(
        "cannot write {}: {reason}; the CSV files beside it hold the same numbers, and recovering the folder makes it anew",
        .path.display()
    )]
    Parquet {
        /// The file.
        path: PathBuf,
        /// What the writer says.
        reason: String,
    },
}

/// What a user can do about an error of the system.
fn way_out(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; free some space, record less often, or choose another disk"
        }
        io::ErrorKind::FileTooLarge => "; record less often, or raise the limit on file sizes",
        _ => "",
    }
}

/// Why a recording cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// No recording where one was expected.
    #[error("{} is not a recording: {why}", .folder.display())]
    NotARecording {
        /// The folder.
        folder: PathBuf,
        /// What is missing.
        why: String,
    },
    /// A format that this version does not know.
    #[error("{} has format version {found}, this program reads {known}; use a newer version", .path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Version found.
        found: u64,
        /// Version known.
        known: u64,
    },
    /// A file that cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: Problem,
    },
    /// A line that does not say what it should.
    #[error("{}, line {line}: {what}", .path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
}
