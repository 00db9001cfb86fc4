//! The translation of primitives into the commands of one kind of hand.

use crate::{Arm, Commands, ForceGains, OneSided, Percept, Senses, TactileUnit, UnknownName};
use glam::DVec3;
use std::fmt;
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

/// A kind of hand: turns what a primitive wants into commands for its motors, and percepts into what primitives ask for.
///
/// A hand has *sides* that close on an object: the jaws of a gripper, the fingers of a hand.
pub trait Embodiment: Send + Sync + fmt::Debug {
    /// Finds its motors and skins among the robot's and checks its own numbers. Called once, before all else.
    fn bind(&mut self, senses: &Senses) -> Result<(), EmbodimentError>;

    /// The arm that carries it.
    fn arm(&self) -> &Arm;

    /// For each of its sides, where its skins stand in a percept.
    fn sides(&self) -> &[Vec<usize>];

    /// Where a side is, seen from the middle of the hand, in world axes; a unit vector.
    fn direction(&self, side: usize) -> DVec3;

    /// How fast the pad of a side moves towards the middle of the hand \[m/s\].
    fn pad_speed(&self, percept: &Percept, side: usize) -> f64;

    /// Refuses what it cannot do while some sides touch and others do not.
    fn check_one_sided(&self, reaction: OneSided) -> Result<(), EmbodimentError>;

    /// Opens it: 0 closed, 1 as far as it goes.
    fn open(&self, aperture: f64, commands: &mut Commands);

    /// Closes it under velocity control; sides that wait stay where they touched.
    fn close(&self, waiting: &[bool], commands: &mut Commands);

    /// Whether it can squeeze with these sides touching.
    fn can_squeeze(&self, touching: &[bool], reaction: OneSided) -> bool;

    /// Notes that a side has touched: where its fingers are then.
    fn note_touch(&mut self, _percept: &Percept, _side: usize) {}

    /// Notes where its fingers are as a squeeze begins.
    fn begin_squeeze(&mut self, _percept: &Percept) {}

    /// Squeezes with what its force is set by, see [`ForceGains`].
    fn squeeze(&self, drive: f64, commands: &mut Commands);

    /// Stops its fingers where they are.
    fn halt(&self, commands: &mut Commands);

    /// Whether it has been opened so far.
    fn is_open(&self, percept: &Percept, aperture: f64) -> bool;

    /// Whether it is closed so far that nothing can be in it.
    fn is_shut(&self, percept: &Percept) -> bool;

    /// Sum of a side's frames above which it touches \[N\].
    fn touch_force(&self) -> f64;

    /// How far from its goal \[m\], and how fast \[m/s\], the arm may be to count as there.
    fn arm_tolerance(&self) -> (f64, f64);

    /// How its force is controlled.
    fn force_gains(&self) -> ForceGains;

    /// Unit of what its force is set by: `A`, `N·m`, `rad`.
    fn drive_unit(&self) -> &'static str;

    /// A copy of it.
    fn boxed_clone(&self) -> Box<dyn Embodiment>;

    /// Newtons per value of its skins' frames: 1 for skins that tell forces.
    fn newtons_per_value(&self) -> f64 {
        1.0
    }

    /// What a side feels \[N\].
    fn felt(&self, percept: &Percept, side: usize) -> f64 {
        let skins = self.sides().get(side).into_iter().flatten();
        let sum: f64 = skins.filter_map(|&skin| percept.skins.get(skin)).map(|skin| skin.sum).sum();
        sum * self.newtons_per_value()
    }

    /// What all sides feel.
    fn grip(&self, percept: &Percept) -> Grip {
        let sides = self.sides().len();
        let (mut sum, mut weakest, mut strongest) = (0.0, f64::INFINITY, 0.0_f64);
        for felt in (0..sides).map(|side| self.felt(percept, side)) {
            sum += felt;
            weakest = felt.min(weakest);
            strongest = felt.max(strongest);
        }
        Grip { force: sum / sides.max(1) as f64, weakest: if sides == 0 { 0.0 } else { weakest }, strongest }
    }

    /// Whether the arm has come to rest at a point.
    fn arm_is_at(&self, percept: &Percept, goal: DVec3) -> bool {
        let (distance, speed) = self.arm_tolerance();
        let arm = self.arm();
        arm.position(percept).distance(goal) <= distance && arm.velocity(percept).length() <= speed
    }
}

impl Clone for Box<dyn Embodiment> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// Why a hand cannot be used.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum EmbodimentError {
    /// The robot lacks a motor or a skin.
    #[error("the hand does not fit: {0}")]
    Unknown(#[from] UnknownName),
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
    /// Anything else, with the way out.
    #[error("{0}")]
    Unfit(String),
}

/// Newtons per value of the frames of a hand's sides. Counts have a force only if somebody says which.
pub(crate) fn newtons_per_value(
    senses: &Senses,
    sides: &[Vec<usize>],
    per_count: Option<f64>,
) -> Result<f64, EmbodimentError> {
    let mut skins = sides.iter().flatten().map(|&skin| &senses.skins[skin]);
    let Some(device) = skins.clone().find(|skin| skin.unit != TactileUnit::Newtons) else { return Ok(1.0) };
    if let Some(forces) = skins.find(|skin| skin.unit == TactileUnit::Newtons) {
        return Err(EmbodimentError::Unfit(format!(
            "the skin `{}` tells {} and `{}` forces; give all skins of a hand a device, or none",
            device.name,
            device.unit.symbol(),
            forces.name
        )));
    }
    let per_count = per_count.ok_or_else(|| {
        EmbodimentError::Unfit(format!(
            "the skin `{}` tells {}; say what force one of them is with the hand's `newtons_per_count`",
            device.name,
            device.unit.symbol()
        ))
    })?;
    EmbodimentError::unless_positive(&[("the force of a count [N]", per_count)])?;
    Ok(per_count)
}

impl EmbodimentError {
    /// Refuses a number that is not positive and finite.
    pub(crate) fn unless_positive(numbers: &[(&'static str, f64)]) -> Result<(), Self> {
        match numbers.iter().find(|(_, value)| !(*value > 0.0 && value.is_finite())) {
            Some(&(what, value)) => Err(Self::Number { what, value, allowed: "positive and finite" }),
            None => Ok(()),
        }
    }
}
