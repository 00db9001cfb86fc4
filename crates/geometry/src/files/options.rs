//! How a file is to be read: its unit, its up axis and a scale.

use super::MeshFileProblem;
use glam::{DMat3, DVec3};
use std::fmt;

/// How the numbers in a file become metres with z up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadOptions {
    /// The unit of length of the file.
    pub unit: Unit,
    /// Factors along x, y and z of the result. A mirror (a negative product) keeps outsides out.
    pub scale: DVec3,
    /// The axis of the file that points up; the result has z up.
    pub up_axis: UpAxis,
    /// Where the buffers of a glTF file may be.
    pub buffers: FileReach,
}

/// Where the files may be that a mesh file names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileReach {
    /// In its folder, or below it.
    #[default]
    Folder,
    /// Anywhere: for files that are trusted.
    Anywhere,
}

impl Default for LoadOptions {
    /// Unit and up axis from the file, scale one, no files outside of its folder.
    fn default() -> Self {
        LoadOptions {
            unit: Unit::FromFile,
            scale: DVec3::ONE,
            up_axis: UpAxis::FromFile,
            buffers: FileReach::Folder,
        }
    }
}

impl LoadOptions {
    pub(super) fn check(&self) -> Result<(), MeshFileProblem> {
        let usable = self.scale.is_finite() && self.scale.cmpne(DVec3::ZERO).all();
        if usable { Ok(()) } else { Err(MeshFileProblem::BadScale(self.scale.to_array())) }
    }
}

/// The unit of length of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// What the file says: COLLADA states its unit, glTF is in metres; the others say nothing and are taken as
    /// metres.
    #[default]
    FromFile,
    /// 1 m.
    Metre,
    /// 0.01 m.
    Centimetre,
    /// 0.001 m.
    Millimetre,
    /// 0.0254 m.
    Inch,
}

impl Unit {
    /// The length of one unit \[m\]; `None` when the file has the word.
    pub fn metres(self) -> Option<f64> {
        match self {
            Unit::FromFile => None,
            Unit::Metre => Some(1.0),
            Unit::Centimetre => Some(0.01),
            Unit::Millimetre => Some(0.001),
            Unit::Inch => Some(0.0254),
        }
    }
}

/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// What the file says: COLLADA states its up axis, glTF has y up; the others say nothing and are taken as z up.
    #[default]
    FromFile,
    /// x points up, and right is −y.
    X,
    /// y points up, and right is x.
    Y,
    /// z points up, and right is x: nothing is turned.
    Z,
}

impl fmt::Display for UpAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UpAxis::FromFile => "from file",
            UpAxis::X => "x",
            UpAxis::Y => "y",
            UpAxis::Z => "z",
        })
    }
}

impl UpAxis {
    /// The rotation from the axes of the file to z up, with right, up and towards the viewer kept in place.
    pub(super) fn to_z_up(self) -> DMat3 {
        match self {
            UpAxis::FromFile | UpAxis::Z => DMat3::IDENTITY,
            UpAxis::Y => DMat3::from_cols(DVec3::X, DVec3::Z, DVec3::NEG_Y),
            UpAxis::X => DMat3::from_cols(DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y),
        }
    }
}
