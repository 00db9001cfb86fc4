//! What a client asks to grasp: one of the controllers of a hand.

use super::{FullEffort, GraspController, GraspReadout, GraspState};
use crate::{Commands, Event, Failure, Percept};

/// A controller of a hand.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one per robot")]
pub enum Grasper {
    /// By touch.
    ByTouch(GraspController),
    /// With full motor effort, feeling nothing.
    FullEffort(FullEffort),
}

impl Grasper {
    /// Asks for a grasp.
    pub fn grasp(&mut self) {
        match self {
            Self::ByTouch(inner) => inner.grasp(),
            Self::FullEffort(inner) => inner.grasp(),
        }
    }

    /// Says that the object is about to be put down; one that feels nothing does not care.
    pub fn place(&mut self) {
        if let Self::ByTouch(inner) = self {
            inner.place();
        }
    }

    /// Lets go.
    pub fn release(&mut self) {
        match self {
            Self::ByTouch(inner) => inner.release(),
            Self::FullEffort(inner) => inner.release(),
        }
    }

    /// Says how much harder than now the arm's next motion will load the grip, at most.
    pub fn expect_load(&mut self, factor: f64) {
        if let Self::ByTouch(inner) = self {
            inner.expect_load(factor);
        }
    }

    /// Whether something is held.
    pub fn is_holding(&self) -> bool {
        match self {
            Self::ByTouch(inner) => inner.is_holding(),
            Self::FullEffort(inner) => inner.is_holding(),
        }
    }

    /// Whether it waits for a request.
    pub fn is_idle(&self) -> bool {
        match self {
            Self::ByTouch(inner) => inner.state() == GraspState::Idle,
            Self::FullEffort(inner) => inner.is_idle(),
        }
    }

    /// Whether it lets go now.
    pub fn is_letting_go(&self) -> bool {
        match self {
            Self::ByTouch(inner) => matches!(inner.state(), GraspState::Unload | GraspState::Open),
            Self::FullEffort(inner) => inner.phase() == "open",
        }
    }

    /// Whether it can tell by touch that the object has met the table.
    pub fn feels(&self) -> bool {
        matches!(self, Self::ByTouch(_))
    }

    /// What it is doing.
    pub fn phase(&self) -> &'static str {
        match self {
            Self::ByTouch(inner) => inner.state().name(),
            Self::FullEffort(inner) => inner.phase(),
        }
    }

    /// What has happened so far.
    pub fn events(&self) -> &[Event] {
        match self {
            Self::ByTouch(inner) => inner.events(),
            Self::FullEffort(inner) => inner.events(),
        }
    }

    /// Why the grasp has failed, if it has.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::ByTouch(inner) => inner.failure(),
            Self::FullEffort(_) => None,
        }
    }

    /// What it saw in the last turn, as far as it looks.
    pub fn readout(&self, percept: &Percept) -> GraspReadout {
        match self {
            Self::ByTouch(inner) => inner.readout(percept),
            Self::FullEffort(inner) => {
                GraspReadout { time: percept.time, effort: inner.effort(percept), ..GraspReadout::default() }
            }
        }
    }

    /// One turn.
    pub fn turn(&mut self, percept: &Percept, commands: &mut Commands) {
        match self {
            Self::ByTouch(inner) => inner.turn(percept, commands),
            Self::FullEffort(inner) => inner.turn(percept, commands),
        }
    }
}
