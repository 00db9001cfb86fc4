//! What a robot has: known before the first percept, and never changing.

use crate::Percept;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Joints, motors, skins and sensors of a robot, each list in the order of a [`Percept`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Senses {
    /// Joints with one degree of freedom.
    pub joints: Vec<JointSense>,
    /// Motors. A command names one by its place in this list.
    pub motors: Vec<MotorSense>,
    /// Tactile skins.
    pub skins: Vec<SkinSense>,
    /// Force–torque sensors, accelerometers, gyros, encoders, …
    pub sensors: Vec<SensorSense>,
}

/// A joint as a controller knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointSense {
    /// Its name: that of the body which it carries.
    pub name: String,
    /// How it moves, which decides its units.
    pub motion: JointMotion,
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JointMotion {
    /// Along an axis: m, m/s, N.
    Prismatic,
    /// About an axis: rad, rad/s, N·m.
    Revolute,
}

/// A motor as a controller knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MotorSense {
    /// Its name.
    pub name: String,
    /// The joint that it drives: its place in [`Senses::joints`].
    pub joint: usize,
    /// Effort at the joint per current of the winding \[N/A | N·m/A\]; `None` without a winding, whose current could be told.
    pub effort_per_ampere: Option<f64>,
}

/// A tactile skin as a controller knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkinSense {
    /// Its name.
    pub name: String,
    /// Rows of cells; for cells that form no array, their number.
    pub rows: usize,
    /// Cells per row; 1 for cells that form no array.
    pub columns: usize,
    /// Row and column of each cell where some are missing or they are not numbered row by row; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cell_of: Vec<[u32; 2]>,
    /// Where each cell is, in the frame of the skin \[m\]; empty if the robot does not tell.
    pub places: Vec<[f64; 3]>,
    /// What its values are.
    pub unit: TactileUnit,
    /// Whether it measures shear.
    pub shear: bool,
    /// Whether it tells how much of its friction each cell uses, which only a simulated skin knows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub utilisation: bool,
    /// Frames per second \[Hz\]; `None` for one in every turn.
    pub rate: Option<f64>,
}

/// What the values of a tactile frame are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TactileUnit {
    /// Forces \[N\].
    Newtons,
    /// What a device makes of forces, before any converter: a voltage, say.
    Signal,
    /// Counts of the device.
    Counts,
}

impl TactileUnit {
    /// `N`, `signal` or `counts`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Newtons => "N",
            Self::Signal => "signal",
            Self::Counts => "counts",
        }
    }
}

/// A sensor other than a skin, as a controller knows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SensorSense {
    /// Its name.
    pub name: String,
    /// What each value of a sample is.
    pub channels: Vec<ChannelSense>,
    /// Samples per second \[Hz\]; `None` for as many as the robot takes.
    pub rate: Option<f64>,
}

/// One value of a sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelSense {
    /// Its name, such as `fx`.
    pub name: String,
    /// Its unit; empty for a plain number.
    pub unit: String,
}

/// A name that the robot does not have.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the robot has no {what} `{name}`; it has {known}")]
pub struct UnknownName {
    /// A joint, a motor, a skin or a sensor.
    pub what: &'static str,
    /// What was asked for.
    pub name: String,
    /// What there is.
    pub known: String,
}

impl SkinSense {
    /// An array of cells that tells forces in every turn, and no shear.
    pub fn grid(name: impl Into<String>, rows: usize, columns: usize) -> Self {
        let (unit, places, cell_of) = (TactileUnit::Newtons, Vec::new(), Vec::new());
        Self {
            name: name.into(),
            rows,
            columns,
            cell_of,
            places,
            unit,
            shear: false,
            utilisation: false,
            rate: None,
        }
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        if self.cell_of.is_empty() { self.rows.saturating_mul(self.columns) } else { self.cell_of.len() }
    }
}

impl Senses {
    /// Where the joint of that name stands in a percept.
    pub fn joint(&self, name: &str) -> Result<usize, UnknownName> {
        find("joint", name, self.joints.iter().map(|joint| joint.name.as_str()))
    }

    /// Where the motor of that name stands in a percept, and how a command names it.
    pub fn motor(&self, name: &str) -> Result<usize, UnknownName> {
        find("motor", name, self.motors.iter().map(|motor| motor.name.as_str()))
    }

    /// Where the skin of that name stands in a percept.
    pub fn skin(&self, name: &str) -> Result<usize, UnknownName> {
        find("skin", name, self.skins.iter().map(|skin| skin.name.as_str()))
    }

    /// Where the sensor of that name stands in a percept.
    pub fn sensor(&self, name: &str) -> Result<usize, UnknownName> {
        find("sensor", name, self.sensors.iter().map(|sensor| sensor.name.as_str()))
    }

    /// Whether a percept has all that the robot has, and every number of joints, motors and skins is finite.
    pub fn are_all_in(&self, percept: &Percept) -> bool {
        let Percept { time, joints, motors, skins, sensors } = percept;
        time.is_finite()
            && (joints.len(), motors.len()) == (self.joints.len(), self.motors.len())
            && (skins.len(), sensors.len()) == (self.skins.len(), self.sensors.len())
            && joints.iter().all(|j| [j.position, j.velocity, j.effort].iter().all(|x| x.is_finite()))
            && motors.iter().all(|m| m.effort.is_finite() && m.current.is_none_or(f64::is_finite))
            && self.skins.iter().zip(skins).all(|(sense, skin)| {
                let told = |tells: bool| if tells { sense.cells() } else { 0 };
                (sense.cells(), told(sense.shear), told(sense.utilisation))
                    == (skin.values.len(), skin.shear.len(), skin.utilisation.len())
                    && skin.sum.is_finite()
            })
    }
}

fn find<'a>(
    what: &'static str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Result<usize, UnknownName> {
    names.clone().position(|known| known == name).ok_or_else(|| {
        let known: Vec<_> = names.map(|name| format!("`{name}`")).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        UnknownName { what, name: name.to_owned(), known }
    })
}
