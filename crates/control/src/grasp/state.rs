//! The states of a grasp, and what leads from one to the next: Fig. 2 of Romano et al. (2011).

use super::Cue;
use std::fmt::Write as _;

/// What the grasp controller is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraspState {
    /// Nothing: it holds its fingers where they are, and waits for a request.
    Idle,
    /// Finds the zero of the cells, then closes at constant speed.
    Close,
    /// Waits for the force of the contact, chooses a grip force by it, and builds that up.
    Load,
    /// Holds the object, and grips harder when it slips.
    LiftAndHold,
    /// Holds the object, and waits for it to meet the table.
    Replace,
    /// Lets the force fall to 0.
    Unload,
    /// Opens at constant speed.
    Open,
}

/// What leads from a state to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// From this state,
    pub from: GraspState,
    /// with this cue,
    pub cue: Cue,
    /// to this one.
    pub to: GraspState,
}

impl GraspState {
    /// All states, in the order of a grasp.
    pub const ALL: [Self; 7] =
        [Self::Idle, Self::Close, Self::Load, Self::LiftAndHold, Self::Replace, Self::Unload, Self::Open];

    /// What Fig. 2 calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Close => "close",
            Self::Load => "load",
            Self::LiftAndHold => "lift and hold",
            Self::Replace => "replace",
            Self::Unload => "unload",
            Self::Open => "open",
        }
    }

    /// What is controlled in it, and how.
    pub const fn control(self) -> &'static str {
        match self {
            Self::Idle => "position: as it is",
            Self::Close => "position: v = −VCLOSE",
            Self::Load => "position: x = x_c for TSETTLE, then force: F = F_c",
            Self::LiftAndHold => "force: F = F_c, with every Slip F_c ← F_c · KSLIP",
            Self::Replace => "force: F = F_c",
            Self::Unload => "force: F_c falls to 0 in TUNLOAD",
            Self::Open => "position: v = VOPEN",
        }
    }

    /// Where a cue leads from here; `None` if it leads nowhere.
    pub fn after(self, cue: Cue) -> Option<Self> {
        TRANSITIONS.iter().find(|t| t.from == self && t.cue == cue).map(|t| t.to)
    }
}

const fn from(from: GraspState, cue: Cue, to: GraspState) -> Transition {
    Transition { from, cue, to }
}

/// All transitions. The controller goes by this table, and so does its drawing.
pub const TRANSITIONS: &[Transition] = &[
    from(GraspState::Idle, Cue::Grasp, GraspState::Close),
    from(GraspState::Close, Cue::AllContact, GraspState::Load),
    from(GraspState::Load, Cue::StableContact, GraspState::LiftAndHold),
    from(GraspState::LiftAndHold, Cue::Place, GraspState::Replace),
    from(GraspState::Replace, Cue::Slip, GraspState::Unload),
    from(GraspState::Replace, Cue::Vibration, GraspState::Unload),
    from(GraspState::Unload, Cue::Unloaded, GraspState::Open),
    from(GraspState::Open, Cue::Opened, GraspState::Idle),
    // A client may let go at any time.
    from(GraspState::Close, Cue::Release, GraspState::Open),
    from(GraspState::Load, Cue::Release, GraspState::Unload),
    from(GraspState::LiftAndHold, Cue::Release, GraspState::Unload),
    from(GraspState::Replace, Cue::Release, GraspState::Unload),
    from(GraspState::Idle, Cue::Release, GraspState::Open),
];

/// The state machine in the language of Graphviz, from the table that the controller goes by.
pub fn dot() -> String {
    let mut out = String::from("digraph grasp {\n  rankdir = LR;\n  node [shape = box, style = rounded];\n");
    for state in GraspState::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  \"{}\" [label = \"{}\\n{}\"];", state.name(), state.name(), state.control());
    }
    for Transition { from, cue, to } in TRANSITIONS {
        let _ = writeln!(out, "  \"{}\" -> \"{}\" [label = \"{cue}\"];", from.name(), to.name());
    }
    out.push_str("}\n");
    out
}

/// The state machine as a Mermaid diagram, which code hosts draw in Markdown, from the same table.
pub fn mermaid() -> String {
    let id = |state: GraspState| state.name().replace(' ', "_");
    let mut out = String::from("stateDiagram-v2\n");
    for state in GraspState::ALL {
        let _ = writeln!(out, "    state \"{}\" as {}", state.name(), id(state));
    }
    for Transition { from, cue, to } in TRANSITIONS {
        let _ = writeln!(out, "    {} --> {}: {cue}", id(*from), id(*to));
    }
    out
}
