//! What is going to be recorded.

use crate::{DeviceSchema, Fact, SchemaError, Unit, names};
use bristle_skin::Skin;
use bristle_skin::layout::{Grid, Texel};
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// What is going to be recorded: the run, its scalar channels and its skins, in the order of every sample.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The run as a whole.
    pub run: RunInfo,
    /// The scalar series.
    pub channels: Vec<Channel>,
    /// The skins whose every texel is recorded.
    pub skins: Vec<SkinSchema>,
    /// The devices whose every frame is recorded.
    pub devices: Vec<DeviceSchema>,
}

/// The run as a whole: all that is needed to know it and to repeat it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// What a person calls it; the title of the report.
    pub title: String,
    /// Program and version, such as `bristle 0.1.0`.
    pub program: String,
    /// The command that repeats it; may be empty.
    pub command: String,
    /// Seed of all that is random.
    pub seed: u64,
    /// Time step of the simulation \[s\], above 0.
    #[serde(rename = "step_s")]
    pub step: f64,
    /// The scene as run, as the text of a TOML file; may be empty.
    #[serde(skip)]
    pub scene: String,
    /// What is known from the start: bodies, masses, texels.
    pub facts: Vec<Fact>,
}

/// A scalar series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    /// Its name, such as `left jaw`.
    pub name: String,
    /// Its unit.
    pub unit: Unit,
    /// What it is, so that the report knows where to plot it.
    pub kind: ChannelKind,
}

/// What a channel tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ChannelKind {
    /// Position of a joint.
    JointPosition,
    /// Velocity of a joint.
    JointVelocity,
    /// Force or torque of a motor.
    MotorEffort,
    /// A force or torque, such as a sum over a skin or a wrist sensor's reading.
    Force,
    /// A coordinate of a body.
    Pose,
    /// An energy.
    Energy,
    /// What the solver did.
    Solver,
    /// Anything else.
    Other,
}

impl Channel {
    /// A series with a name, a unit and a kind.
    pub fn new(name: impl Into<String>, unit: Unit, kind: ChannelKind) -> Self {
        Self { name: name.into(), unit, kind }
    }

    /// The name of its column: the name in lower case, anything but letters and digits an underscore, and the unit.
    pub fn column(&self) -> String {
        names::column(&self.name, self.unit)
    }
}

/// A skin whose every texel is recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinSchema {
    /// Its name, such as `left pad`.
    pub name: String,
    /// Rows and columns, if the device has them.
    pub grid: Option<Grid>,
    /// Where the texels are, in the order of readings.
    pub texels: Vec<Texel>,
    /// The corners of each texel's outline \[m\], counter-clockwise seen from outside; empty if unknown.
    pub outlines: Vec<Vec<DVec3>>,
}

impl SkinSchema {
    /// The schema of a skin.
    pub fn of(name: impl Into<String>, skin: &Skin) -> Self {
        let (grid, texels, outlines) = (skin.grid().cloned(), skin.texels().to_vec(), skin.outlines());
        Self { name: name.into(), grid, texels, outlines }
    }

    /// Distance of neighbouring columns and of neighbouring rows \[m\] of an array with two or more of each.
    pub fn pitch(&self) -> Option<(f64, f64)> {
        self.steps().map(|(_, right, below)| (right.length(), below.length()))
    }

    /// A texel with neighbours, and the ways to that in the next column and that in the next row \[m\].
    pub(crate) fn steps(&self) -> Option<(usize, DVec3, DVec3)> {
        let grid = self.grid.as_ref().filter(|grid| grid.rows > 1 && grid.columns > 1)?;
        let places = grid.image(&(0..self.texels.len()).map(Some).collect::<Vec<_>>(), None);
        let at = |index: usize| places.get(index).copied().flatten();
        let corner = (0..places.len()).find(|&i| {
            i % grid.columns + 1 < grid.columns
                && [i, i + 1, i + grid.columns].iter().all(|&i| at(i).is_some())
        })?;
        let (corner, right, below) = (at(corner)?, at(corner + 1)?, at(corner + grid.columns)?);
        let way = |to: usize| self.texels[to].position - self.texels[corner].position;
        let (right, below) = (way(right), way(below));
        (right.length() > 0.0 && below.length() > 0.0).then_some((corner, right, below))
    }

    /// Row and column of a texel, if the device has them.
    pub fn place(&self, texel: usize) -> Option<(usize, usize)> {
        self.grid.as_ref().map(|grid| grid.cell(texel))
    }
}

impl Schema {
    /// Names that can be told apart in a file, grids that fit their texels, a step above 0.
    pub(crate) fn check(&self) -> Result<(), SchemaError> {
        if !(self.run.step > 0.0 && self.run.step.is_finite()) {
            return Err(SchemaError::BadStep { step: self.run.step });
        }
        let mut columns = HashMap::from([(names::TIME.to_owned(), "the time")]);
        for channel in &self.channels {
            names::check("channel", &channel.name)?;
            let column = channel.column();
            if let Some(first) = columns.insert(column.clone(), &channel.name) {
                let (first, second) = (first.to_owned(), channel.name.clone());
                return Err(SchemaError::SameColumn { first, second, column });
            }
        }
        for (index, device) in self.devices.iter().enumerate() {
            names::check("device", &device.skin)?;
            let (name, texels) = (device.skin.clone(), device.texels);
            if self.devices[..index].iter().any(|other| other.skin == name) {
                return Err(SchemaError::SameSkin { name });
            }
            if texels == 0 {
                return Err(SchemaError::NoTexels { name });
            }
            let fits = |grid: Grid| grid.texels() == texels;
            if let Some((rows, columns)) = device.rows.zip(device.columns)
                && !device.grid().is_some_and(fits)
            {
                return Err(SchemaError::GridMismatch { name, rows, columns, texels });
            }
        }
        for (index, skin) in self.skins.iter().enumerate() {
            names::check("skin", &skin.name)?;
            if self.skins[..index].iter().any(|other| other.name == skin.name) {
                return Err(SchemaError::SameSkin { name: skin.name.clone() });
            }
            let (name, texels) = (skin.name.clone(), skin.texels.len());
            if texels == 0 {
                return Err(SchemaError::NoTexels { name });
            }
            let sound = |texel: &Texel| {
                texel.position.is_finite() && texel.direction.is_normalized() && texel.area.is_finite()
            };
            if let Some(texel) = skin.texels.iter().position(|texel| !sound(texel)) {
                return Err(SchemaError::BadTexel { name, texel });
            }
            let known = skin.outlines.len();
            if known != 0 && known != texels {
                return Err(SchemaError::OutlineMismatch { name, outlines: known, texels });
            }
            let off = |outline: &Vec<DVec3>| outline.iter().any(|corner| !corner.is_finite());
            if let Some(texel) = skin.outlines.iter().position(off) {
                return Err(SchemaError::BadOutline { name, texel });
            }
            if let Some(grid) = skin.grid.as_ref().filter(|grid| grid.texels() != texels) {
                let (rows, columns) = (grid.rows, grid.columns);
                return Err(SchemaError::GridMismatch { name, rows, columns, texels });
            }
        }
        Ok(())
    }
}
