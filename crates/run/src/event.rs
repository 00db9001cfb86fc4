//! What happens in a simulation.

use bristle_record::EndedBy;
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
    /// A tactile skin touches something: for the first time, or after it had lost contact.
    Touch {
        /// Its name.
        skin: String,
    },
    /// A tactile skin that had gripped something touches nothing any more.
    ContactLost {
        /// Its name.
        skin: String,
    },
    /// On a tactile skin that stuck to what it touches, texels with more than half of the force slip now.
    SlipOnset {
        /// Its name.
        skin: String,
    },
    /// A body that skins alone held is supported by nothing.
    ObjectLost {
        /// The body.
        body: String,
        /// Since when \[s\].
        since: f64,
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

impl Happening {
    /// One word for the kind of it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Phase { .. } => "phase",
            Self::Touch { .. } => "touch",
            Self::ContactLost { .. } => "contact_lost",
            Self::SlipOnset { .. } => "slip_onset",
            Self::ObjectLost { .. } => "object_lost",
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
            Self::ContactLost { skin } => write!(f, "{skin} loses contact"),
            Self::SlipOnset { skin } => write!(f, "{skin} begins to slip"),
            Self::ObjectLost { body, since } => {
                write!(f, "{body} is lost: nothing has touched it since {since:.3} s")
            }
            Self::Crush { body } => write!(f, "{body} is crushed"),
            Self::Disturbance(words) | Self::Controller(words) => f.write_str(words),
            Self::Warning(words) => write!(f, "warning: {words}"),
        }
    }
}
