//! Where the texels of a skin are.

use super::MeshFile;
use crate::describe::{Kind, Range, Unit, described, integer, number};
use bristle_geometry::mesh::generate::FingertipSize;
use std::f64::consts::{FRAC_PI_2, PI};

described! {
    /// Where the texels are; one of these.
    pub enum Layout as "layout" {
        /// a flat array
        Grid(Grid) as "grid";
        /// a texel at every vertex of a mesh
        Vertices(MeshFile) as "vertices";
        /// a texel on every triangle of a mesh
        Faces(MeshFile) as "faces";
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
