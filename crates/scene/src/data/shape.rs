//! Solids.

use super::check_readable;
use crate::describe::{Kind, Label, Range, Space, Unit, described, integer, number, numbers};
use crate::error::{ErrorKind, Fault};
use crate::view::View;
use bristle_geometry::Pose;
use bristle_geometry::files::{FileReach, LoadOptions, Unit as FileUnit, UpAxis};
use bristle_geometry::shape::HalfSpace;
use glam::DVec3;
use std::path::PathBuf;

const SIZE: Range = Range::within(1e-6, 1e6);

fn length() -> Kind {
    number(SIZE, Unit::Length)
}

described! {
    /// A solid, fixed to its body; one of these kinds.
    pub struct ShapeDescription as "shape" {
        /// its name within the body
        name: String = label(Label::Defines(Space::Shape));
        /// what it is
        kind: ShapeKind = flat;
        /// where it is on its body
        pose: Pose = maybe;
    }

    /// Kinds of solids.
    pub enum ShapeKind as "shape_kind" {
        /// a ball about the origin
        Sphere(Sphere) as "sphere";
        /// a box about the origin
        Box(Cuboid) as "box";
        /// about the z axis, the origin in its middle
        Cylinder(Cylinder) as "cylinder";
        /// a cylinder with round ends; `height` is that between the ends' centres
        Capsule(Cylinder) as "capsule";
        /// a ball stretched along the axes
        Ellipsoid(Ellipsoid) as "ellipsoid";
        /// everything below z = 0: a floor or a table without edges
        HalfSpace(HalfSpace) as "half_space";
        /// a mesh from a file
        Mesh(MeshFile) as "mesh";
        /// a bottle with a waist, made by formula, 25 cm high
        SprayBottle(SprayBottle) as "spray_bottle";
    }

    /// A ball.
    #[derive(Copy)]
    pub struct Sphere as "sphere" {
        /// radius
        radius: f64 = needed, length();
    }

    /// A box.
    #[derive(Copy)]
    pub struct Cuboid as "box" {
        /// whole sides along x, y, z
        size: DVec3 = needed, numbers(3, SIZE, Unit::Length);
    }

    /// Round about the z axis.
    #[derive(Copy)]
    pub struct Cylinder as "cylinder" {
        /// radius
        radius: f64 = needed, length();
        /// whole height along z
        height: f64 = needed, length();
    }

    /// An ellipsoid.
    #[derive(Copy)]
    pub struct Ellipsoid as "ellipsoid" {
        /// whole axes along x, y, z
        size: DVec3 = needed, numbers(3, SIZE, Unit::Length);
    }

    /// It has no measures.
    impl struct HalfSpace as "half_space" {}

    /// A spray bottle.
    #[derive(Copy)]
    pub struct SprayBottle as "spray_bottle" {
        /// about how many triangles
        triangles: usize = or(10_000), integer(500, 1_000_000);
    }

    /// A mesh file: STL, OBJ, PLY, glTF or COLLADA.
    pub struct MeshFile as "mesh", check(check_mesh) {
        /// relative to the file that names it
        path as "file": PathBuf = needed;
        /// how to read it
        options: LoadOptions = flat;
    }

    /// How a mesh file is read.
    impl struct LoadOptions as "mesh_options" {
        /// unit of length; metres where the file does not say
        unit: FileUnit = or(FileUnit::FromFile);
        /// the axis that points up
        up_axis as "up": UpAxis = or(UpAxis::FromFile);
        /// factors along the axes of the result
        scale: DVec3 = or(DVec3::ONE), numbers(3, Range::within(-1e6, 1e6), "");
        /// where the buffers of a glTF file may be: in its folder or below, or anywhere, if you trust the file
        buffers: FileReach = or(FileReach::Folder);
    }

    impl words FileUnit {
        FromFile as "from_file";
        Metre as "m";
        Centimetre as "cm";
        Millimetre as "mm";
        Inch as "inch";
    }
}

described! { impl words FileReach { Folder as "folder"; Anywhere as "anywhere"; } }
described! { impl words UpAxis { FromFile as "from_file"; X as "x"; Y as "y"; Z as "z"; } }

fn check_mesh(mesh: &MeshFile, view: View<'_>) -> Result<(), Fault> {
    check_readable(&mesh.path, view)?;
    if mesh.options.scale.cmpeq(DVec3::ZERO).any() {
        return Err(view
            .fault(ErrorKind::OutOfRange, "scale", "a scale of zero leaves nothing")
            .note("allowed: factors that are not zero"));
    }
    Ok(())
}
