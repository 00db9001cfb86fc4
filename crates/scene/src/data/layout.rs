//! Where the texels of a skin are.

use super::{MeshFile, check_readable};
use crate::describe::{Kind, Range, Space, Unit, described, integer, name, number};
use crate::error::Fault;
use crate::view::View;
use bristle_geometry::Pose;
use bristle_geometry::mesh::generate::FingertipSize;
use bristle_skin::layout::CylinderAxis;
use std::f64::consts::{FRAC_PI_2, PI};
use std::path::PathBuf;

described! {
    /// Where the texels are; one of these.
    pub enum Layout as "layout" {
        /// a flat array
        Grid(Grid) as "grid";
        /// a flat array bent over a surface, in cells of equal area
        BentGrid(BentGrid) as "bent_grid";
        /// the cells of a device from a table
        Cells(Cells) as "cells";
        /// a texel at every vertex of a mesh
        Vertices(MeshFile) as "vertices";
        /// a texel on every triangle of a mesh
        Faces(MeshFile) as "faces";
        /// a texel on every polygon of a mesh: a quad is one
        Polygons(MeshFile) as "polygons";
        /// the surface of the body that wears the skin
        Body(BodySurface) as "body";
        /// the pad of a human fingertip
        Fingertip(Fingertip) as "fingertip";
        /// a dome
        Cap(Cap) as "cap";
    }
}

fn length() -> Kind {
    number(Range::within(1e-6, 10.0), Unit::Length)
}

/// An angle to either side; all the way around would fold a surface onto itself.
fn less_than_all_around() -> Kind {
    number(Range::above(0.0, 0.999 * PI), Unit::Angle)
}

described! {
    /// Rows along x, columns along y, the middle at the origin.
    #[derive(Copy)]
    pub struct Grid as "grid" {
        /// texels along x
        rows: usize = needed, integer(1, 10_000);
        /// texels along y
        columns: usize = needed, integer(1, 10_000);
        /// distance of neighbours
        pitch: f64 = needed, length();
        /// distance along y, where it differs
        pitch_along_columns: Option<f64> = maybe, length();
    }
}

described! {
    /// Rows and columns as in a flat array.
    pub struct BentGrid as "bent_grid" {
        /// texels along x
        rows: usize = needed, integer(1, 10_000);
        /// texels along y
        columns: usize = needed, integer(1, 10_000);
        /// distance of neighbours along the surface
        pitch: f64 = needed, length();
        /// distance along y, where it differs
        pitch_along_columns: Option<f64> = maybe, length();
        /// what it is bent over
        over: BentOver = needed;
        /// over a mesh or body: where the flat array is before it is laid on, its z axis pointing out of the surface
        at: Pose = maybe;
    }
}

described! {
    /// What an array is bent over; one of these. A negative radius bends it inwards.
    pub enum BentOver as "over" {
        /// a cylinder
        Cylinder(BendingCylinder) as "cylinder";
        /// the cap of a ball
        Cap(BendingCap) as "cap";
        /// the side of a mesh that faces it
        Mesh(MeshFile) as "mesh";
        /// the side that faces it of the body that wears the skin
        Body(BendingBody) as "body";
    }
}

fn radius() -> Kind {
    number(Range::within(-10.0, 10.0), Unit::Length)
}

described! {
    /// A cylinder below an array.
    #[derive(Copy)]
    pub struct BendingCylinder as "over_cylinder" {
        /// of the cylinder
        radius: f64 = needed, radius();
        /// direction of its axis: along x it bends every row
        axis: CylinderAxis = or(CylinderAxis::X);
    }
}

described! { impl words CylinderAxis { X as "x"; Y as "y"; } }

described! {
    /// A ball below an array.
    #[derive(Copy)]
    pub struct BendingCap as "over_cap" {
        /// of the ball
        radius: f64 = needed, radius();
    }
}

described! {
    /// A shape of the body that wears the skin.
    pub struct BendingBody as "over_body" {
        /// which one; the only one, if left out
        shape: Option<String> = maybe, name(Space::Shape);
        /// size of the triangles that stand for a shape which is no mesh
        spacing: Option<f64> = maybe, length();
    }
}

described! {
    /// Texels on a shape of the body that wears the skin.
    pub struct BodySurface as "body_surface" {
        /// which one; the only one, if left out
        shape: Option<String> = maybe, name(Space::Shape);
        /// where the texels are on it
        texels: TexelsOn = or(TexelsOn::Vertices);
        /// about how far apart they are; needed for a shape that is no mesh, a mesh is taken as it is if left out
        spacing: Option<f64> = maybe, length();
    }
}

/// Parts of a mesh that are texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TexelsOn {
    /// Every vertex.
    Vertices,
    /// Every triangle.
    Faces,
    /// Every polygon of the file.
    Polygons,
}

described! { impl words TexelsOn { Vertices as "vertices"; Faces as "faces"; Polygons as "polygons"; } }

described! {
    /// A table of cells: comma-separated values titled `x_mm, y_mm, z_mm, nx, ny, nz, area_mm2, row, column`.
    pub struct Cells as "cells", exactly_one("file", "table"), check(check_cells) {
        /// a file, relative to the one that names it
        file: Option<PathBuf> = maybe;
        /// the table itself
        table: Option<String> = maybe;
    }
}

fn check_cells(cells: &Cells, view: View<'_>) -> Result<(), Fault> {
    cells.file.as_ref().map_or(Ok(()), |path| check_readable(path, view))
}

described! {
    /// The pad of a fingertip.
    #[derive(Copy)]
    pub struct Fingertip as "fingertip" {
        /// its measures
        size: FingertipSize = flat;
        /// distance of neighbours
        spacing: f64 = needed, length();
    }
}

described! {
    /// Measures of a fingertip.
    impl struct FingertipSize as "fingertip_size" {
        /// from the last crease to the tip
        length: f64 = or(0.025), length();
        /// from side to side
        width: f64 = or(0.018), length();
        /// from the pad to the back
        thickness: f64 = or(0.014), length();
        /// the part of the length over which the tip is rounded
        rounding: f64 = or(0.012), length();
        /// how far it wraps around
        wrap_angle as "wrap": f64 = or(FRAC_PI_2), less_than_all_around();
    }
}

described! {
    /// A dome about +z.
    #[derive(Copy)]
    pub struct Cap as "cap" {
        /// of the sphere
        radius: f64 = needed, length();
        /// angle from the axis to the rim
        opening: f64 = needed, less_than_all_around();
        /// rings of texels about the middle one
        rings: usize = needed, integer(1, 10_000);
        /// texels per ring
        segments: usize = needed, integer(3, 10_000);
    }
}
