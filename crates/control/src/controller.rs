//! What a controller is.

use crate::{Orders, Percept};

/// Turns percepts into orders.
///
/// A decision depends on the percepts given so far and on nothing else, no clock and no chance, so that the same percepts give the
/// same decisions on a robot, in simulation and from a log, to the last bit.
pub trait Controller {
    /// What it ends with.
    type Outcome;

    /// Decides on the orders of this turn.
    fn decide(&mut self, percept: &Percept) -> Decision<Self::Outcome>;

    /// What it is doing, for logs and plots.
    fn phase(&self) -> &str;
}

/// What was decided in one turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<O> {
    /// What to do now.
    pub orders: Orders,
    /// Set when the controller has done its work; its orders are still to be carried out.
    pub outcome: Option<O>,
}

impl<O> Decision<O> {
    /// Goes on.
    pub fn go_on(orders: Orders) -> Self {
        Self { orders, outcome: None }
    }

    /// Ends, with last orders.
    pub fn end(orders: Orders, outcome: O) -> Self {
        Self { orders, outcome: Some(outcome) }
    }
}
