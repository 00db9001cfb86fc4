//! The translation of primitives into the commands of one kind of hand.

use crate::{ForceGains, GripperCommand, Percept, Senses};
use glam::DVec3;
use thiserror::Error;

/// What a hand's touch says about its grip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Grip {
    /// Mean over the sides of the hand of their tactile sums \[N\].
    pub force: f64,
    /// Of the side that feels least \[N\].
    pub weakest: f64,
    /// Of the side that feels most \[N\].
    pub strongest: f64,
}

/// A kind of hand: turns what a primitive wants into its own commands, and its percepts into what primitives ask for.
pub trait Embodiment {
    /// Finds its skins among the robot's and checks its own numbers. Called once, before all else.
    fn bind(&mut self, senses: &Senses) -> Result<(), EmbodimentError>;

    /// Where its skins stand in a percept.
    fn skins(&self) -> &[usize];

    /// Opens it: 0 closed, 1 as far as it goes.
    fn open(&self, aperture: f64) -> GripperCommand;

    /// Closes it under velocity control.
    fn close(&self) -> GripperCommand;

    /// Closes it with a current limit \[A\].
    fn squeeze(&self, current: f64) -> GripperCommand;

    /// What is felt.
    fn grip(&self, percept: &Percept) -> Grip;

    /// Sum of a skin's frame above which it touches \[N\].
    fn touch_force(&self) -> f64;

    /// Whether it has been opened so far.
    fn is_open(&self, percept: &Percept, aperture: f64) -> bool;

    /// Whether it is closed so far that nothing can be in it.
    fn is_shut(&self, percept: &Percept) -> bool;

    /// Whether the arm has come to rest at a point.
    fn arm_is_at(&self, percept: &Percept, goal: DVec3) -> bool;

    /// How its force is controlled.
    fn force_gains(&self) -> ForceGains;
}

/// Why a hand cannot be used.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum EmbodimentError {
    /// The robot lacks a skin.
    #[error("the hand needs the skin `{skin}`, which the robot does not have; it has {known}")]
    NoSkin {
        /// What the hand needs.
        skin: String,
        /// What there is.
        known: String,
    },
    /// A number that cannot be.
    #[error("{what} is {value}; it must be {allowed}")]
    Number {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What is allowed.
        allowed: &'static str,
    },
}
