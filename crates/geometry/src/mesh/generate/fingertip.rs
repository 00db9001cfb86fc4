//! The pad of a human fingertip.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::DVec3;

use super::arc_length::ArcTable;
use super::error::{GenerateError, check_between, check_length, check_triangles};
use super::zipper::zip_rows;
use crate::TriangleMesh;

/// How far the axis of the tip bends towards the nail, in half thicknesses: the pad's underside curves up to
/// the nail's edge while the back of the finger stays nearly straight.
const BEND_TO_NAIL: f64 = 0.5;

/// Straight pieces in which curves are measured; vertices still lie on the curve itself.
const CURVE_STEPS: usize = 1024;

/// Measures of the last phalanx of a finger.
///
/// The default is a typical adult index finger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FingertipSize {
    /// From the last crease to the tip \[m\].
    pub length: f64,
    /// From side to side \[m\].
    pub width: f64,
    /// From the pad to the back \[m\].
    pub thickness: f64,
    /// The part of `length` over which the tip is rounded, at most all of it \[m\].
    pub rounding: f64,
    /// How far the pad wraps around the finger to either side of its middle line, as the angle of the
    /// elliptic section, less than π; π/2 is the palmar half \[rad\].
    pub wrap_angle: f64,
}

impl Default for FingertipSize {
    fn default() -> Self {
        Self { length: 0.025, width: 0.017, thickness: 0.014, rounding: 0.012, wrap_angle: PI * 2.0 / 3.0 }
    }
}

/// The open palmar surface of a fingertip.
///
/// The finger points along +x and presses along +z; the origin is the middle of the section at the last
/// crease. Sections across the finger are ellipses, which shrink over the rounding and drift towards the
/// nail. Vertices come in rows across the finger, about evenly spaced both ways; the last vertex is the tip.
///
/// * `spacing`: wanted distance between neighbouring vertices, at most a quarter of the smallest measure \[m\].
pub fn fingertip(size: FingertipSize, spacing: f64) -> Result<TriangleMesh, GenerateError> {
    let FingertipSize { length, width, thickness, rounding, wrap_angle } = size;
    check_length("length", length)?;
    check_length("width", width)?;
    check_length("thickness", thickness)?;
    if rounding != length {
        check_between("rounding [m]", rounding, 0.0, length)?;
    }
    check_between("wrap_angle [rad]", wrap_angle, 0.0, PI)?;
    check_length("spacing", spacing)?;
    let coarsest = 0.25 * length.min(width).min(thickness);
    if spacing != coarsest {
        check_between("spacing [m]", spacing, 0.0, coarsest)?;
    }

    let palmar_line = ArcTable::new(|t| size.section(t).point(0.0), 0.0, 1.0, CURVE_STEPS);
    let widest = ArcTable::new(|angle| size.section(0.0).point(angle), -wrap_angle, wrap_angle, CURVE_STEPS);
    let rows = (palmar_line.total() / spacing).round().max(2.0) as usize;
    check_triangles([2, rows, (widest.total() / spacing).ceil() as usize])?;

    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    let mut last_row = 0..0;
    for (number, t) in palmar_line.divide(rows).into_iter().enumerate() {
        let section = size.section(t);
        let first = vertices.len() as u32;
        if number == rows {
            vertices.push(section.point(0.0));
        } else {
            let across = ArcTable::new(|angle| section.point(angle), -wrap_angle, wrap_angle, CURVE_STEPS);
            let parts = (across.total() / spacing).round().max(2.0) as usize;
            vertices.extend(across.divide(parts).into_iter().map(|angle| section.point(angle)));
        }
        let row = first..vertices.len() as u32;
        if number > 0 {
            zip_rows(last_row, row.clone(), &mut triangles);
        }
        last_row = row;
    }
    Ok(TriangleMesh { vertices, triangles })
}

/// An ellipse across the finger.
struct Section {
    x: f64,
    half_width: f64,
    half_thickness: f64,
    centre_z: f64,
}

impl Section {
    /// The point at `angle` from the middle of the pad towards +y.
    fn point(&self, angle: f64) -> DVec3 {
        let (sine, cosine) = angle.sin_cos();
        DVec3::new(self.x, self.half_width * sine, self.centre_z + self.half_thickness * cosine)
    }
}

impl FingertipSize {
    /// The section at `t`: 0 is the crease, ½ where the rounding begins, 1 the tip.
    fn section(&self, t: f64) -> Section {
        let straight = self.length - self.rounding;
        let (x, shrink) = if t < 0.5 {
            (2.0 * t * straight, 1.0)
        } else {
            let (sine, cosine) = ((2.0 * t - 1.0) * FRAC_PI_2).sin_cos();
            // The cosine of a right angle is not quite zero, but the tip is a point.
            (straight + self.rounding * sine, if t < 1.0 { cosine } else { 0.0 })
        };
        let half_thickness = 0.5 * self.thickness;
        Section {
            x,
            half_width: 0.5 * self.width * shrink,
            half_thickness: half_thickness * shrink,
            centre_z: -BEND_TO_NAIL * half_thickness * (1.0 - shrink),
        }
    }
}
