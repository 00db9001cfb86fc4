//! Why no calibration came of the data.

use bristle_contact::MaterialError;
use bristle_picture::PictureError;
use std::fmt;

/// Why a calibration was not carried out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CalibrateError {
    /// The data cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// An option is missing, out of range, or at odds with the data.
    #[error("{problem}\n  fix: {fix}")]
    Option {
        /// What is wrong.
        problem: String,
        /// What to do about it.
        fix: String,
    },
    /// The data do not follow any law that can be used.
    #[error(
        "{problem}\n  fix: check the columns and the zero, or measure over a wider range; --accept-poor-fit goes on all the same"
    )]
    PoorFit {
        /// What is wrong.
        problem: String,
    },
    /// A law refuses what was fitted.
    #[error("the fitted values make no material: {0}\n  fix: look at the data, or choose another law")]
    Material(#[from] MaterialError),
    /// A picture could not be drawn.
    #[error("cannot draw the fit: {0}")]
    Picture(#[from] PictureError),
}

/// What is wrong with a file of measurements, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct DataError {
    /// The file, as its reader called it.
    pub file: Box<str>,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column, as its title says.
    pub column: Option<Box<str>>,
    /// The kind of mistake.
    pub kind: DataProblem,
    /// What was found.
    pub problem: Box<str>,
    /// What is allowed.
    pub allowed: Box<str>,
    /// What to do about it.
    pub fix: Box<str>,
}

/// Kinds of mistakes in data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataProblem {
    /// The file is no text.
    NotText,
    /// There is no title line, or no row under it.
    Empty,
    /// A column that is needed is not there.
    MissingColumn,
    /// Two columns of one title or of one quantity.
    RepeatedColumn,
    /// A title without a unit, or with one that is not known.
    Unit,
    /// A row with more or fewer fields than there are titles.
    RowLength,
    /// A field that is no finite number.
    NotANumber,
    /// A number outside its range.
    OutOfRange,
    /// A number that is possible, but looks like the wrong unit.
    Implausible,
    /// Too few rows.
    TooFew,
    /// Rows that do not vary, so that nothing follows from them.
    NothingToFit,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(column) = &self.column {
            write!(f, ", column `{column}`")?;
        }
        write!(f, ": {}\n  allowed: {}\n  fix: {}", self.problem, self.allowed, self.fix)
    }
}
