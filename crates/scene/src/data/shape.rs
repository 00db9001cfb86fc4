//! Solids.

use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_geometry::Pose;
use bristle_geometry::files::{LoadOptions, Unit, UpAxis};
use glam::DVec3;
use std::path::PathBuf;

/// A solid on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeDescription {
    /// Its name within the body.
    pub name: String,
    /// What it is.
    pub kind: ShapeKind,
    /// Where it is on the body.
    pub pose: Pose,
}

/// Kinds of solids; lengths in \[m\].
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeKind {
    /// A ball about the origin.
    Sphere {
        /// Radius \[m\].
        radius: f64,
    },
    /// A box about the origin.
    Box {
        /// Whole sides \[m\].
        size: DVec3,
    },
    /// A cylinder about the z axis.
    Cylinder {
        /// Radius \[m\].
        radius: f64,
        /// Whole height \[m\].
        height: f64,
    },
    /// A cylinder with round ends.
    Capsule {
        /// Radius \[m\].
        radius: f64,
        /// Distance of the ends' centres \[m\].
        height: f64,
    },
    /// A stretched ball.
    Ellipsoid {
        /// Whole axes \[m\].
        size: DVec3,
    },
    /// Everything below z = 0.
    HalfSpace,
    /// A mesh from a file.
    Mesh(MeshFile),
    /// The spray bottle that is made by formula.
    SprayBottle {
        /// About how many triangles.
        triangles: usize,
    },
}

/// A mesh file and how to read it.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshFile {
    /// The file.
    pub path: PathBuf,
    /// Unit, up axis and scale.
    pub options: LoadOptions,
}

impl MeshFile {
    pub(super) fn read(view: View<'_>) -> Result<Self, Fault> {
        let path = PathBuf::from(view.text("file")?);
        if !path.is_file() {
            let message = format!("there is no file `{}`", path.display());
            return Err(Fault::new(ErrorKind::Unreadable, view.at_key("file"), message)
                .note("help: paths are relative to the file that names them"));
        }
        let unit = match view.text("unit")? {
            "m" => Unit::Metre,
            "cm" => Unit::Centimetre,
            "mm" => Unit::Millimetre,
            "inch" => Unit::Inch,
            _ => Unit::FromFile,
        };
        let up_axis = match view.text("up")? {
            "x" => UpAxis::X,
            "y" => UpAxis::Y,
            "z" => UpAxis::Z,
            _ => UpAxis::FromFile,
        };
        let scale = view.vector("scale")?;
        if scale.cmpeq(DVec3::ZERO).any() {
            return Err(Fault::new(
                ErrorKind::OutOfRange,
                view.at_key("scale"),
                "a scale of zero leaves nothing",
            )
            .note("allowed: factors that are not zero"));
        }
        Ok(Self { path, options: LoadOptions { unit, scale, up_axis } })
    }
}

const KINDS: [&str; 8] =
    ["sphere", "box", "cylinder", "capsule", "ellipsoid", "half_space", "mesh", "spray_bottle"];

impl ShapeDescription {
    pub(super) fn read(name: &str, view: View<'_>) -> Result<Self, Fault> {
        let (tag, of) = view.tag(&KINDS)?;
        let kind = match tag {
            "sphere" => ShapeKind::Sphere { radius: of.number("radius")? },
            "box" => ShapeKind::Box { size: of.vector("size")? },
            "cylinder" => ShapeKind::Cylinder { radius: of.number("radius")?, height: of.number("height")? },
            "capsule" => ShapeKind::Capsule { radius: of.number("radius")?, height: of.number("height")? },
            "ellipsoid" => ShapeKind::Ellipsoid { size: of.vector("size")? },
            "half_space" => ShapeKind::HalfSpace,
            "mesh" => ShapeKind::Mesh(MeshFile::read(of)?),
            _ => ShapeKind::SprayBottle { triangles: of.count("triangles")? },
        };
        Ok(Self { name: name.to_owned(), kind, pose: view.pose("pose")? })
    }
}
