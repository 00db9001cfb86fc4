//! What a controller is.

use crate::{Commands, Ending, Event, Percept};

/// Turns percepts into commands.
///
/// A decision depends on the percepts given so far and on nothing else, no clock and no chance, so that the same percepts give the
/// same decisions on a robot, in simulation and from a log, to the last bit. What the robot has, its
/// [`Senses`](crate::Senses), a controller is given when it is made.
pub trait Controller: Send + Sync {
    /// Decides on the commands of this turn.
    fn decide(&mut self, percept: &Percept) -> Decision;

    /// What it is doing, for logs and plots.
    fn phase(&self) -> &str;

    /// What has happened so far, for reports.
    fn events(&self) -> &[Event] {
        &[]
    }

    /// A copy that decides on as it does, for snapshots of a simulation; `None` if it cannot be copied.
    fn boxed_clone(&self) -> Option<Box<dyn Controller>> {
        None
    }
}

/// What was decided in one turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What to do now.
    pub commands: Commands,
    /// Set when the controller has done its work; its commands are still to be carried out.
    pub ending: Option<Ending>,
}

impl Decision {
    /// Goes on.
    pub fn go_on(commands: Commands) -> Self {
        Self { commands, ending: None }
    }

    /// Ends, with last commands.
    pub fn end(commands: Commands, ending: Ending) -> Self {
        Self { commands, ending: Some(ending) }
    }
}

impl<C: Controller + ?Sized> Controller for Box<C> {
    fn decide(&mut self, percept: &Percept) -> Decision {
        (**self).decide(percept)
    }

    fn phase(&self) -> &str {
        (**self).phase()
    }

    fn events(&self) -> &[Event] {
        (**self).events()
    }

    fn boxed_clone(&self) -> Option<Box<dyn Controller>> {
        (**self).boxed_clone()
    }
}
