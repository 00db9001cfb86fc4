//! Targets, and where to put them so that they press the flat pad (which looks along +z) by a given depth.

use bristle_geometry::mesh::generate::bumpy_sphere;
use bristle_geometry::shape::{Cuboid, Cylinder, Ellipsoid, HalfSpace, Sphere};
use bristle_geometry::{MeshSurface, Pose, Shape, TriangleMesh};
use glam::{DQuat, DVec3};
use std::f64::consts::FRAC_PI_2;

pub(crate) fn sphere(radius: f64) -> Shape {
    Sphere::new(radius).unwrap().into()
}

pub(crate) fn cuboid(half_extents: DVec3) -> Shape {
    Cuboid::new(half_extents).unwrap().into()
}

pub(crate) fn cylinder(radius: f64, half_height: f64) -> Shape {
    Cylinder::new(radius, half_height).unwrap().into()
}

pub(crate) fn ellipsoid(semi_axes: DVec3) -> Shape {
    Ellipsoid::new(semi_axes).unwrap().into()
}

pub(crate) fn mesh(mesh: &TriangleMesh) -> Shape {
    MeshSurface::new(mesh).unwrap().into()
}

/// A body of 15 mm with gentle hills, in the given number of triangles.
pub(crate) fn bumpy(triangles: usize) -> Shape {
    mesh(&bumpy_sphere(15e-3, 0.4e-3, triangles).unwrap())
}

pub(crate) fn half_space() -> Shape {
    HalfSpace.into()
}

/// An endless plate that faces down at the pad and presses it by `depth` everywhere.
pub(crate) fn plate_pressing(depth: f64) -> Pose {
    // Half a turn about x, to the last bit: a plate that slides for metres must not sink by their round-off.
    Pose { rotation: DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0), translation: DVec3::NEG_Z * depth }
}

/// A solid that reaches `extent` below its own origin, over the point (x, y) of the pad, pressed in by
/// `depth`.
pub(crate) fn pressing(x: f64, y: f64, extent: f64, depth: f64) -> Pose {
    Pose::from_translation(DVec3::new(x, y, extent - depth))
}

/// A cylinder of `radius` that lies along the pad's y axis and presses by `depth`.
pub(crate) fn lying_along_y(radius: f64, depth: f64) -> Pose {
    Pose { rotation: DQuat::from_rotation_x(FRAC_PI_2), translation: DVec3::Z * (radius - depth) }
}

/// A cylinder of `radius` that lies along the pad's x axis and presses by `depth`.
pub(crate) fn lying_along_x(radius: f64, depth: f64) -> Pose {
    Pose { rotation: DQuat::from_rotation_y(FRAC_PI_2), translation: DVec3::Z * (radius - depth) }
}
