//! Solids that a texel can feel.
//!
//! Every solid answers one question: where does a short segment first *enter* it? A segment that begins inside
//! has no entry (the surface in front of it faces away), so a thin solid is felt by the texel in front of it and
//! not by the one behind.

mod capsule;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod half_space;
mod inside;
mod sphere;

pub use capsule::Capsule;
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use half_space::HalfSpace;
pub use sphere::Sphere;

use crate::lanes::{Lanes, Vec3x};
use crate::{Hit, MeshSurface, Segment};
use glam::DVec3;
use std::sync::Arc;
use thiserror::Error;

/// A size that no solid can have.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("{shape} {parameter} is {value} m; it must be finite and lie within [1e-6, 1e6] m")]
pub struct ShapeError {
    /// Kind of solid.
    pub shape: &'static str,
    /// The offending size.
    pub parameter: &'static str,
    /// Its value \[m\].
    pub value: f64,
}

fn checked(shape: &'static str, parameter: &'static str, value: f64) -> Result<f64, ShapeError> {
    if (1e-6..=1e6).contains(&value) { Ok(value) } else { Err(ShapeError { shape, parameter, value }) }
}

/// One ray or four, in registers.
#[derive(Clone, Copy)]
pub struct LaneRay<L> {
    /// Where each begins \[m\].
    pub origin: Vec3x<L>,
    /// Unit directions.
    pub direction: Vec3x<L>,
    /// Lengths \[m\].
    pub length: L,
}

impl<L: Lanes> LaneRay<L> {
    /// The points at `distance` from the origins.
    #[inline(always)]
    pub fn at(&self, distance: L) -> Vec3x<L> {
        self.origin + self.direction * distance
    }
}

/// Where one ray or four first enter a solid.
#[derive(Clone, Copy)]
pub struct LaneHit<L: Lanes> {
    /// Which rays enter at all; where one does not, the rest means nothing.
    pub met: L::Mask,
    /// Distance from the origin \[m\].
    pub distance: L,
    /// Outward unit normal there.
    pub normal: Vec3x<L>,
}

/// A convex solid with a formula for the entry of a ray.
pub trait Solid {
    /// The first entry of each ray, however oblique.
    fn lane_entry<L: Lanes>(&self, ray: &LaneRay<L>) -> LaneHit<L>;

    /// How far a plane face goes on around points of it with these outward normals \[m\]; not at all where the surface is curved.
    #[inline(always)]
    fn room_on_face<L: Lanes>(&self, _point: Vec3x<L>, _normal: Vec3x<L>) -> L {
        L::splat(0.0)
    }

    /// The first entry of one segment, however oblique.
    fn entry(&self, segment: &Segment) -> Option<Hit> {
        let ray = LaneRay::<f64> {
            origin: Vec3x::splat(segment.origin),
            direction: Vec3x::splat(segment.direction),
            length: segment.length,
        };
        let LaneHit { met, distance, normal } = self.lane_entry(&ray);
        met.then(|| Hit { distance, normal: DVec3::new(normal.x, normal.y, normal.z), face: 0 })
    }
}

/// Any solid, in its own frame.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Everything below the plane z = 0.
    HalfSpace(HalfSpace),
    /// A ball about the origin.
    Sphere(Sphere),
    /// A box about the origin.
    Cuboid(Cuboid),
    /// A cylinder about the z axis.
    Cylinder(Cylinder),
    /// A cylinder about the z axis with round ends.
    Capsule(Capsule),
    /// A ball stretched along the axes.
    Ellipsoid(Ellipsoid),
    /// A triangle mesh; shared, since many bodies may have the same one.
    Mesh(Arc<MeshSurface>),
}

impl Shape {
    /// The first entry of `segment` into the solid, if it meets the surface with `κ ≥ min_cosine`.
    ///
    /// Meshes pass over triangles that are met more obliquely; a convex solid has but one entry.
    pub fn first_entry(&self, segment: &Segment, min_cosine: f64) -> Option<Hit> {
        match self {
            Self::HalfSpace(s) => s.entry(segment),
            Self::Sphere(s) => s.entry(segment),
            Self::Cuboid(s) => s.entry(segment),
            Self::Cylinder(s) => s.entry(segment),
            Self::Capsule(s) => s.entry(segment),
            Self::Ellipsoid(s) => s.entry(segment),
            Self::Mesh(m) => return m.first_entry(segment, min_cosine),
        }
        .filter(|hit| hit.squareness(segment.direction) >= min_cosine)
    }

    /// False only if no point of the solid lies within `radius` of `centre`: the cull of whole patches.
    pub fn may_touch_ball(&self, centre: DVec3, radius: f64) -> bool {
        match self {
            Self::HalfSpace(_) => centre.z <= radius,
            Self::Sphere(s) => centre.length_squared() <= (s.radius() + radius).powi(2),
            Self::Cuboid(s) => ball_meets_box(centre, radius, -s.half_extents(), s.half_extents()),
            Self::Cylinder(s) => {
                centre.z.abs() <= s.half_height() + radius
                    && centre.truncate().length_squared() <= (s.radius() + radius).powi(2)
            }
            Self::Capsule(s) => {
                let z = centre.z.clamp(-s.half_height(), s.half_height());
                (centre - DVec3::new(0.0, 0.0, z)).length_squared() <= (s.radius() + radius).powi(2)
            }
            Self::Ellipsoid(s) => ball_meets_box(centre, radius, -s.semi_axes(), s.semi_axes()),
            Self::Mesh(m) => ball_meets_box(centre, radius, m.lower(), m.upper()),
        }
    }
}

fn ball_meets_box(centre: DVec3, radius: f64, lower: DVec3, upper: DVec3) -> bool {
    (centre - centre.clamp(lower, upper)).length_squared() <= radius * radius
}

macro_rules! shape_from {
    ($($solid:ident),*) => {$(
        impl From<$solid> for Shape {
            fn from(solid: $solid) -> Self {
                Self::$solid(solid)
            }
        }
    )*};
}
shape_from!(HalfSpace, Sphere, Cuboid, Cylinder, Capsule, Ellipsoid);

impl From<MeshSurface> for Shape {
    fn from(mesh: MeshSurface) -> Self {
        Self::Mesh(Arc::new(mesh))
    }
}

#[cfg(test)]
mod tests;
