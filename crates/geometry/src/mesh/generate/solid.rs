//! The surface of any solid, for pictures and for points of contact.

use super::error::GenerateError;
use super::{cuboid_divided, icosphere, surface_of_revolution};
use crate::{Shape, TriangleMesh};
use glam::{DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, TAU};

/// More triangles than this on one solid mean a wrong unit.
const MOST: usize = 1_000_000;

/// How finely a surface is divided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fineness {
    /// As pictures need it: round to the eye, of few triangles.
    Drawn,
    /// In triangles with sides of about this length \[m\].
    Spacing(f64),
}

impl Fineness {
    /// Pieces of a straight line.
    fn parts(self, length: f64) -> f64 {
        match self {
            Self::Drawn => 1.0,
            Self::Spacing(spacing) => (length / spacing).ceil().max(1.0),
        }
    }

    /// Pieces of a quarter of a circle.
    fn bands(self, radius: f64) -> f64 {
        match self {
            Self::Drawn => 12.0,
            Self::Spacing(_) => self.parts(FRAC_PI_2 * radius).max(2.0),
        }
    }

    /// Pieces of a circle.
    fn segments(self, radius: f64) -> f64 {
        match self {
            Self::Drawn => 48.0,
            Self::Spacing(_) => self.parts(TAU * radius).max(8.0),
        }
    }

    /// Pieces of an icosahedron's side, which is 1.0515 of its radius.
    fn frequency(self, radius: f64) -> f64 {
        match self {
            Self::Drawn => 10.0,
            Self::Spacing(_) => self.parts(1.0515 * radius),
        }
    }

    /// Pieces of a box's sides. Drawn ones are cut up too, so that the painter's order of large faces cannot go wrong.
    fn divisions(self, sides: DVec3) -> [f64; 3] {
        match self {
            Self::Drawn => [6.0, 4.0, 4.0],
            Self::Spacing(_) => sides.to_array().map(|side| self.parts(side)),
        }
    }
}

/// The surface of a solid, inscribed: its vertices lie on the true surface. `None` for a half-space, which has no end, and for a mesh, of
/// which the shape does not keep the triangles.
pub fn solid(shape: &Shape, fineness: Fineness) -> Result<Option<TriangleMesh>, GenerateError> {
    match shape {
        Shape::HalfSpace(_) | Shape::Mesh(_) => return Ok(None),
        Shape::Cuboid(s) => {
            let [x, y, z] = fineness.divisions(s.half_extents() * 2.0);
            few_enough(4.0 * (x * y + y * z + z * x))?;
            cuboid_divided(s.half_extents(), [x, y, z].map(|parts| parts as usize))
        }
        Shape::Sphere(s) => ball(DVec3::splat(s.radius()), fineness),
        Shape::Ellipsoid(s) => ball(s.semi_axes(), fineness),
        Shape::Cylinder(s) => {
            let (r, h) = (s.radius(), s.half_height());
            let [bottom, top] = [-h, h].map(|z| DVec2::new(r, z));
            let profile = line(DVec2::new(0.0, -h), bottom, fineness)
                .chain(line(bottom, top, fineness))
                .chain(line(top, DVec2::new(0.0, h), fineness))
                .chain([DVec2::new(0.0, h)]);
            turned(profile, r, fineness)
        }
        Shape::Capsule(s) => {
            let (r, h) = (s.radius(), s.half_height());
            let bands = fineness.bands(r);
            let arc = |centre: f64, i: usize, sign: f64| {
                let (sin, cos) = (FRAC_PI_2 * i as f64 / bands).sin_cos();
                DVec2::new(r * sin, centre + sign * r * cos)
            };
            let profile = (0..bands as usize)
                .map(|i| arc(-h, i, -1.0))
                .chain(line(DVec2::new(r, -h), DVec2::new(r, h), fineness))
                .chain((1..=bands as usize).rev().map(|i| arc(h, i, 1.0)))
                .chain([DVec2::new(0.0, h + r)]);
            turned(profile, r, fineness)
        }
    }
    .map(Some)
}

/// Refuses more than [`MOST`].
pub(super) fn few_enough(triangles: f64) -> Result<(), GenerateError> {
    if triangles <= MOST as f64 {
        return Ok(());
    }
    Err(GenerateError::TooFine { triangles: triangles as usize, most: MOST })
}

fn ball(axes: DVec3, fineness: Fineness) -> Result<TriangleMesh, GenerateError> {
    let frequency = fineness.frequency(axes.max_element());
    few_enough(20.0 * frequency * frequency)?;
    let mut mesh = icosphere(1.0, frequency as usize)?;
    mesh.vertices.iter_mut().for_each(|v| *v *= axes);
    Ok(mesh)
}

/// From `a` up to, but without, `b`.
fn line(a: DVec2, b: DVec2, fineness: Fineness) -> impl Iterator<Item = DVec2> {
    let parts = fineness.parts(a.distance(b));
    (0..parts as usize).map(move |i| a.lerp(b, i as f64 / parts))
}

fn turned(
    profile: impl Iterator<Item = DVec2>,
    radius: f64,
    fineness: Fineness,
) -> Result<TriangleMesh, GenerateError> {
    let profile: Vec<DVec2> = profile.take(MOST).collect();
    let segments = fineness.segments(radius);
    few_enough(2.0 * profile.len() as f64 * segments)?;
    surface_of_revolution(&profile, segments as usize)
}
