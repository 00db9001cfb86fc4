//! An arm of prismatic axes: what moves a hand along straight lines.

use crate::{Command, Commands, EmbodimentError, JointMotion, Percept, Senses};
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Largest part of a way \[m\] that no axis of the arm leads along.
const OFF_AXIS: f64 = 1e-9;

/// An arm of prismatic axes at right angles to each other; without axes, a hand that stands still.
///
/// As a parameter it is a table with a direction for each motor, such as `{ lift = [0, 0, 1] }`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<String, [f64; 3]>", into = "BTreeMap<String, [f64; 3]>")]
pub struct Arm {
    /// Its axes.
    pub axes: Vec<ArmAxis>,
    /// Motor and joint of each axis in a percept, once they were found.
    bound: Vec<(usize, usize)>,
}

/// A prismatic axis of an arm.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmAxis {
    /// Its motor.
    pub motor: String,
    /// Where its joint moves the hand, in world axes; a unit vector.
    pub direction: DVec3,
}

impl ArmAxis {
    /// An axis whose motor has that name.
    pub fn new(motor: impl Into<String>, direction: DVec3) -> Self {
        Self { motor: motor.into(), direction }
    }
}

impl From<BTreeMap<String, [f64; 3]>> for Arm {
    fn from(axes: BTreeMap<String, [f64; 3]>) -> Self {
        Self::new(axes.into_iter().map(|(motor, direction)| ArmAxis::new(motor, direction.into())))
    }
}

impl From<Arm> for BTreeMap<String, [f64; 3]> {
    fn from(arm: Arm) -> Self {
        arm.axes.into_iter().map(|axis| (axis.motor, axis.direction.to_array())).collect()
    }
}

impl Arm {
    /// An arm with these axes.
    pub fn new(axes: impl IntoIterator<Item = ArmAxis>) -> Self {
        Self { axes: axes.into_iter().collect(), bound: Vec::new() }
    }

    /// Finds its motors and checks its axes.
    pub(crate) fn bind(&mut self, senses: &Senses) -> Result<(), EmbodimentError> {
        self.bound.clear();
        for (index, axis) in self.axes.iter().enumerate() {
            let direction = axis.direction;
            let motor = senses.motor(&axis.motor)?;
            let joint = senses.motors[motor].joint;
            let number = |what, value: f64, holds: bool, allowed| match holds {
                true => Ok(()),
                false => Err(EmbodimentError::Number { what, value, allowed }),
            };
            let length = direction.length();
            number("the length of an arm axis' direction", length, (length - 1.0).abs() < 1e-9, "1")?;
            for before in &self.axes[..index] {
                let cosine = direction.dot(before.direction);
                let what = "the cosine between two axes of the arm";
                number(what, cosine, cosine.abs() < 1e-9, "0: axes stand at right angles")?;
            }
            if senses.joints.get(joint).is_none_or(|joint| joint.motion != JointMotion::Prismatic) {
                let why = format!(
                    "the motor `{}` drives no prismatic joint, as an axis of the arm must",
                    axis.motor
                );
                return Err(EmbodimentError::Unfit(why));
            }
            self.bound.push((motor, joint));
        }
        Ok(())
    }

    /// Where it holds the hand, from its zero in world axes \[m\].
    pub fn position(&self, percept: &Percept) -> DVec3 {
        self.sum(percept, |joint| joint.position)
    }

    /// How fast it moves the hand \[m/s\].
    pub fn velocity(&self, percept: &Percept) -> DVec3 {
        self.sum(percept, |joint| joint.velocity)
    }

    fn sum(&self, percept: &Percept, value: impl Fn(&crate::JointState) -> f64) -> DVec3 {
        let mut sum = DVec3::ZERO;
        for (axis, &(_, joint)) in self.axes.iter().zip(&self.bound) {
            sum += axis.direction * percept.joints.get(joint).map_or(0.0, &value);
        }
        sum
    }

    /// Refuses a way that it cannot go.
    pub fn check_way(&self, by: DVec3) -> Result<(), EmbodimentError> {
        let directions = || self.axes.iter().map(|axis| axis.direction);
        let left = by - directions().map(|axis| by.dot(axis) * axis).sum::<DVec3>();
        if left.length() <= OFF_AXIS {
            return Ok(());
        }
        let why = format!(
            "the way ({}, {}, {}) m cannot be gone: ({}, {}, {}) m of it is along no axis of the arm; move along its axes only, or \
             name the motor of another axis",
            by.x, by.y, by.z, left.x, left.y, left.z
        );
        Err(EmbodimentError::Unfit(why))
    }

    /// Moves the hand to a point and stays there.
    pub fn move_to(&self, to: DVec3, commands: &mut Commands) {
        for (axis, &(motor, _)) in self.axes.iter().zip(&self.bound) {
            commands.set(motor, Command::Position(to.dot(axis.direction)));
        }
    }

    /// Holds the hand where it is.
    pub fn hold(&self, percept: &Percept, commands: &mut Commands) {
        for &(motor, joint) in &self.bound {
            // Where it is may be unknown: a percept that is not a number ends an action, too.
            if let Some(joint) = percept.joints.get(joint).filter(|joint| joint.position.is_finite()) {
                commands.set(motor, Command::Position(joint.position));
            }
        }
    }
}
