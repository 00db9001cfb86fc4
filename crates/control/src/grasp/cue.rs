//! What happens in a grasp.

use std::fmt;

/// A tactile event, or a request of the client: what moves the grasp controller from state to state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cue {
    /// The client asks for a grasp.
    Grasp,
    /// The client is about to put the object down.
    Place,
    /// The client lets go at once.
    Release,
    /// All fingers touch (eq. 8 and 9).
    AllContact,
    /// The wanted force is there, and the fingers are at rest (eq. 11).
    StableContact,
    /// The force is disturbed although it is not being changed (eq. 12).
    Slip,
    /// The hand vibrates (eq. 13).
    Vibration,
    /// The force has fallen to 0 (eq. 14).
    Unloaded,
    /// The hand is open.
    Opened,
}

impl Cue {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Grasp,
        Self::Place,
        Self::Release,
        Self::AllContact,
        Self::StableContact,
        Self::Slip,
        Self::Vibration,
        Self::Unloaded,
        Self::Opened,
    ];

    /// What the paper calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grasp => "Grasp()",
            Self::Place => "Place()",
            Self::Release => "Release()",
            Self::AllContact => "LeftContact && RightContact",
            Self::StableContact => "StableContact",
            Self::Slip => "Slip",
            Self::Vibration => "Vibration",
            Self::Unloaded => "F_des = 0",
            Self::Opened => "open",
        }
    }
}

impl fmt::Display for Cue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
