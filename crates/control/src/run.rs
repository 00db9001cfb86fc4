//! The loop between a controller and a robot.

use crate::{Controller, Hardware, HardwareError, Orders, Percept};
use thiserror::Error;

/// What happened in one turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// What was sensed.
    pub percept: &'a Percept,
    /// What was ordered in answer.
    pub orders: &'a Orders,
    /// What the controller was doing, before and after it decided.
    pub phase: &'a str,
    /// Whether it was the last turn.
    pub last: bool,
}

/// Why the loop ended without an outcome.
#[derive(Debug, Error)]
pub enum RunError {
    /// The robot does not do its part.
    #[error(transparent)]
    Hardware(#[from] HardwareError),
    /// The controller does not come to an end.
    #[error("the controller has not come to an end within {limit} s; it is in phase `{phase}`")]
    TooLong {
        /// The longest time allowed \[s\].
        limit: f64,
        /// What it was doing.
        phase: String,
    },
}

/// Lets a controller drive a robot until it has done its work, or for `limit` \[s\] at the longest.
///
/// `watch` is told every turn, after the orders were sent; it can look at the hardware but not change it.
pub fn run<C: Controller, H: Hardware>(
    controller: &mut C,
    hardware: &mut H,
    limit: f64,
    mut watch: impl FnMut(Turn<'_>, &H),
) -> Result<C::Outcome, RunError> {
    let mut began = None;
    loop {
        let percept = hardware.read()?;
        let since = percept.time - *began.get_or_insert(percept.time);
        let decision = controller.decide(&percept);
        hardware.send(&decision.orders)?;
        let last = decision.outcome.is_some();
        watch(
            Turn { percept: &percept, orders: &decision.orders, phase: controller.phase(), last },
            hardware,
        );
        if let Some(outcome) = decision.outcome {
            return Ok(outcome);
        }
        // Written so that a clock which is not a number ends the loop, too.
        if !(since < limit) {
            return Err(RunError::TooLong { limit, phase: controller.phase().to_owned() });
        }
    }
}
