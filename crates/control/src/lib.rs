//! Controllers driven by touch, which cannot tell a simulated robot from a real one.
//!
//! A [`Controller`] turns a [`Percept`] (joints, motors, tactile frames, samples of other sensors) into [`Commands`] for motors and
//! sees nothing else. [`Hardware`] gives percepts and takes commands: the simulator is one ([`simulated`]), a
//! recorded log another ([`log::LogPlayer`]), a real robot a third that a laboratory writes. [`run`] is the loop between the two.
//! [`Senses`] say what a robot has, before the first percept.
//!
//! The [`ActionController`] carries out an [`AbstractAction`]: primitives such as approach, grasp, lift, move down and
//! release with the transitions between them, stated without regard to any hand. An [`Embodiment`] translates them
//! into commands: [`ParallelGripper`] for two jaws on one motor, [`FingerHand`] for fingers with a motor each. The hand closes with a
//! velocity until it touches, then with a force, with the tactile sums as feedback. The idea is that of Laaksonen, Felip, Morales and Kyrki,
//! "Embodiment independent manipulation through action abstraction", ICRA 2010.
//!
//! ```
//! use bristle_control::{AbstractAction, ActionController, JointMotion, JointSense, MotorSense, ParallelGripper, Senses, SkinSense, WorkCycle};
//!
//! let senses = Senses {
//!     joints: vec![JointSense { name: "left_jaw".into(), motion: JointMotion::Prismatic }],
//!     motors: vec![MotorSense { name: "jaws".into(), joint: 0, effort_per_ampere: Some(37.7) }],
//!     skins: ["left_dsa", "right_dsa"].map(|name| SkinSense::grid(name, 14, 6)).to_vec(),
//!     ..Senses::default()
//! };
//! let action = AbstractAction::work_cycle(&WorkCycle { descend: 0.0, height: 0.0, force: 12.0, ..WorkCycle::default() })?;
//! let controller = ActionController::new(action, ParallelGripper::pg70(), &senses)?;
//! assert_eq!(controller.step().name, "approach");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod action_controller;
mod arm;
mod command;
mod controller;
mod controllers;
mod embodiment;
mod ending;
mod finger_hand;
mod force_control;
pub mod grasp;
mod hardware;
pub mod log;
mod parallel_gripper;
mod parameters;
mod percept;
mod primitive;
mod run;
mod senses;
pub mod signal;
#[cfg(feature = "simulated")]
pub mod simulated;
mod together;

pub use action::{AbstractAction, ActionError, Next, Step, WorkCycle};
pub use action_controller::ActionController;
pub use arm::{Arm, ArmAxis};
pub use command::{Command, Commands, Limit, MotorCommand, NoCommand};
pub use controller::{Controller, Decision};
pub use controllers::{ControllerFactory, Controllers};
pub use embodiment::{Embodiment, EmbodimentError, Grip};
pub use ending::{Ending, Event, Failure, Happening};
pub use finger_hand::{Finger, FingerHand, Spread};
pub use force_control::{ForceControl, ForceGains};
pub use hardware::{Hardware, HardwareError};
pub use parallel_gripper::ParallelGripper;
pub use parameters::ParameterError;
pub use percept::{JointState, MotorState, Percept, Sample, Samples, Tactile};
pub use primitive::{OneSided, Primitive};
pub use run::{RunError, Turn, run};
pub use senses::{
    ChannelSense, JointMotion, JointSense, MotorSense, Senses, SensorSense, SkinSense, TactileUnit,
    UnknownName,
};
pub use together::Together;
