//! Grasping by touch, after Romano, Hsiao, Niemeyer, Chitta and Kuchenbecker, "Human-inspired robotic grasp control with tactile sensing", IEEE
//! Transactions on Robotics 27(6), 2011.
//!
//! A [`GraspController`] moves the fingers of a [`GraspHand`] through the [states](GraspState) of a grasp, driven by tactile [cues](Cue). A client asks for
//! grasps and moves the arm; a [`GraspTask`] is a client made of steps. [`GripPolicy`] says how hard to grip: by the hardness of the first contact, as in the paper, or with a
//! margin above what would slip. [`FullEffort`] is the baseline that feels nothing.
//!
//! ```
//! use bristle_control::grasp::{Cue, GraspConstants, GraspState, dot};
//!
//! assert_eq!(GraspConstants::paper().slip_gain, 1.08);
//! assert_eq!(GraspState::Replace.after(Cue::Vibration), Some(GraspState::Unload));
//! assert!(dot().contains("\"load\" -> \"lift and hold\" [label = \"StableContact\"]"));
//! ```

mod centring;
mod constants;
mod controller;
mod cue;
mod full_effort;
mod grasper;
mod hand;
mod margin;
mod parameters;
mod policy;
mod servo;
mod signals;
mod state;
mod task;

pub use centring::{Centring, CentringStep};
pub use constants::GraspConstants;
pub use controller::{GraspController, GraspReadout};
pub use cue::Cue;
pub use full_effort::FullEffort;
pub use grasper::Grasper;
pub use hand::{Actuator, Drive, GraspHand, Pad};
pub use margin::GripMargin;
pub use parameters::grasper_from_parameters;
pub use policy::GripPolicy;
pub use state::{GraspState, TRANSITIONS, Transition, dot, mermaid};
pub use task::{ArmPositions, GraspTask, PlaceBy, TaskStep};
