//! Controllers driven by touch, which cannot tell a simulated robot from a real one.
//!
//! A [`Controller`] turns a [`Percept`] (opening, current, arm, tactile frames) into [`Orders`] (for gripper and arm) and
//! sees nothing else. [`Hardware`] gives percepts and takes orders: the simulator is one ([`simulated`]), a
//! recorded log another ([`log::LogPlayer`]), a real gripper a third that a laboratory writes. [`run`] is the loop between the two.
//!
//! The [`ActionController`] carries out an [`AbstractAction`]: primitives such as approach, grasp, lift, move down and
//! release with the transitions between them, stated without regard to any gripper. An [`Embodiment`] translates them
//! into a gripper's own commands: velocity until the first touch, then force by the motor's current limit, with the
//! tactile sums as feedback. The idea is that of Laaksonen, Felip, Morales and Kyrki, "Embodiment independent manipulation
//! through action abstraction", ICRA 2010.
//!
//! ```
//! use bristle_control::{AbstractAction, ActionController, ParallelGripper, SkinSense, Senses, WorkCycle};
//!
//! let senses = Senses::new(["left_dsa", "right_dsa"].map(|name| SkinSense::grid(name, 14, 6)));
//! let action = AbstractAction::work_cycle(&WorkCycle { force: 12.0, ..WorkCycle::default() })?;
//! let controller = ActionController::new(action, ParallelGripper::pg70(), &senses)?;
//! assert_eq!(controller.step().name, "approach");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod action_controller;
mod command;
mod controller;
mod embodiment;
mod force_control;
mod hardware;
pub mod log;
mod outcome;
mod parallel_gripper;
mod percept;
mod primitive;
mod run;
#[cfg(feature = "simulated")]
pub mod simulated;

pub use action::{AbstractAction, ActionError, Next, Step, WorkCycle};
pub use action_controller::ActionController;
pub use command::{ArmCommand, GripperCommand, Orders};
pub use controller::{Controller, Decision};
pub use embodiment::{Embodiment, EmbodimentError, Grip};
pub use force_control::{ForceControl, ForceGains};
pub use hardware::{Hardware, HardwareError};
pub use outcome::{Event, Failure, Happening, Outcome};
pub use parallel_gripper::ParallelGripper;
pub use percept::{ArmState, GripperState, Percept, Senses, SkinSense, Tactile, WristLoad};
pub use primitive::Primitive;
pub use run::{RunError, Turn, run};
