//! Logs of percepts and commands, and their replay.
//!
//! A log is one CSV file, a line per turn: what was sensed, then what was commanded in answer. Before its head a line that begins with
//! `# senses ` has the robot's [`Senses`](crate::Senses) as JSON. Numbers are written with as
//! many digits as it takes to read back the same bits, so a controller that is given a log has to decide as it did when
//! the log was made; [`LogPlayer`] says where it does not. Columns, in this order:
//!
//! | column | meaning |
//! |---|---|
//! | `time` | since the hardware was started \[s\] |
//! | `phase` | what the controller was doing; free text |
//! | `joint.NAME.position`, `.velocity`, `.effort` | of each joint |
//! | `motor.NAME.effort`, `.current`, `.voltage` | of each motor; empty without a winding |
//! | `skin.NAME.frame`, `.new` | number of the frame; 1 if it is new in this turn, else 0 |
//! | `skin.NAME.values`, `.shear` | the cells row by row, with a space between numbers; shear has three per cell, or none |
//! | `sensor.NAME` | samples since the last turn: a time and the values, with spaces; `;` between samples |
//! | `command.NAME` | what each motor was told, such as `position 0.1`, see [`Command`](crate::Command); empty for nothing new |

mod columns;
mod player;
mod read;
mod write;

pub use player::{Agreement, LogPlayer, Parting};
pub use read::{Log, LogError, LoggedTurn};
pub use write::LogWriter;
