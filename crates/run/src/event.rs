//! What happens in a simulation.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// When \[s\]: a disturbance at the beginning of a step, all else at the end of one.
    pub time: f64,
    /// What.
    pub what: Happening,
}

/// What happened. Displayed, it says so in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Happening {
    /// A phase begins.
    Phase {
        /// Its name.
        name: String,
        /// The one before; none for the first.
        before: Option<EndedPhase>,
    },
    /// A tactile skin touches something for the first time.
    Touch {
        /// Its name.
        skin: String,
    },
    /// The surface of a body is pressed beyond what it bears, and stays deformed.
    Crush {
        /// The body.
        body: String,
    },
    /// A push, a shake or an added mass begins or ends, in words.
    Disturbance(String),
    /// A controller tells of something, in words.
    Controller(String),
    /// Something that may not be meant, or that results cannot be trusted after, in words.
    Warning(String),
}

/// A phase that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EndedPhase {
    /// Its name.
    pub name: String,
    /// When it began \[s\].
    pub began: f64,
    /// Why it ended.
    pub by: EndedBy,
}

/// Why a phase ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// Its time was over.
    Time,
    /// What it waited for happened.
    Event,
    /// What it waited for did not happen in time.
    AtMost,
    /// The controller went on to another, or ended.
    Controller,
    /// The run was over.
    RunEnd,
    /// A step could not be taken.
    Failure,
}

impl Happening {
    /// One word for the kind of it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Phase { .. } => "phase",
            Self::Touch { .. } => "touch",
            Self::Crush { .. } => "crush",
            Self::Disturbance(_) => "disturbance",
            Self::Controller(_) => "controller",
            Self::Warning(_) => "warning",
        }
    }
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Phase { name, before } => {
                f.write_str(name)?;
                match before.as_ref().map(|before| before.by) {
                    Some(EndedBy::Event) => f.write_str("; what the one before waited for has happened"),
                    Some(EndedBy::AtMost) => {
                        f.write_str("; what the one before waited for did not happen in time")
                    }
                    Some(EndedBy::Time | EndedBy::Controller | EndedBy::RunEnd | EndedBy::Failure) | None => {
                        Ok(())
                    }
                }
            }
            Self::Touch { skin } => write!(f, "{skin} touches"),
            Self::Crush { body } => write!(f, "{body} is crushed"),
            Self::Disturbance(words) | Self::Controller(words) => f.write_str(words),
            Self::Warning(words) => write!(f, "warning: {words}"),
        }
    }
}
