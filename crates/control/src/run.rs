//! The loop between a controller and a robot.

use crate::{Commands, Controller, Ending, Hardware, HardwareError, Percept};
use thiserror::Error;

/// What happened in one turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// What was sensed.
    pub percept: &'a Percept,
    /// What was commanded in answer.
    pub commands: &'a Commands,
    /// What the controller was doing, before and after it decided.
    pub phase: &'a str,
    /// Whether it was the last turn.
    pub last: bool,
}

/// Why the loop ended before the controller did.
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
/// `watch` is told every turn, after the commands were sent; it can look at the hardware but not change it.
pub fn run<C: Controller + ?Sized, H: Hardware>(
    controller: &mut C,
    hardware: &mut H,
    limit: f64,
    mut watch: impl FnMut(Turn<'_>, &H),
) -> Result<Ending, RunError> {
    let mut began = None;
    let mut percept = Percept::default();
    loop {
        hardware.read(&mut percept)?;
        let since = percept.time - *began.get_or_insert(percept.time);
        let decision = controller.decide(&percept);
        hardware.send(&decision.commands)?;
        hardware.note_phase(controller.phase());
        let last = decision.ending.is_some();
        let (commands, phase) = (&decision.commands, controller.phase());
        watch(Turn { percept: &percept, commands, phase, last }, hardware);
        if let Some(ending) = decision.ending {
            return Ok(ending);
        }
        // Written so that a clock which is not a number ends the loop, too.
        if !(since < limit) {
            return Err(RunError::TooLong { limit, phase: controller.phase().to_owned() });
        }
    }
}
