//! What happens on a stage.

use std::fmt;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When \[s\]: a phase begins at the end of a step, a disturbance at the begin of one.
    pub time: f64,
    /// What.
    pub what: Happening,
}

/// What happened. Displayed, it says so in words.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Happening {
    /// A phase of the script begins.
    Phase {
        /// Its name.
        name: String,
        /// Why the one before ended; none for the first.
        before: Option<EndedBy>,
    },
    /// A push, a shake or an added mass begins or ends, in words.
    Disturbance(String),
}

/// Why a phase ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// Its time was over.
    Time,
    /// What it waited for happened.
    Event,
    /// What it waited for did not happen in time.
    Patience,
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Phase { name, before } => f.write_str(name).and_then(|()| match before {
                Some(EndedBy::Event) => f.write_str("; what the one before waited for has happened"),
                Some(EndedBy::Patience) => {
                    f.write_str("; what the one before waited for did not happen in time")
                }
                Some(EndedBy::Time) | None => Ok(()),
            }),
            Self::Disturbance(words) => f.write_str(words),
        }
    }
}
