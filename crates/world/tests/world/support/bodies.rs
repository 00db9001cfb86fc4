//! Bodies with a shape or a skin, in one line each.

use super::G;
use bristle_contact::ContactMaterial;
use bristle_geometry::shape::{Cuboid, HalfSpace, Sphere};
use bristle_geometry::{Pose, Shape};
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use bristle_world::{Body, BodyId, Inertia, Joint, Mass, ModelBuilder, SkinId, Surface};
use glam::DVec3;

/// Texels of the pad of Moisio et al. (2013) along x and y, and their pitch \[m\].
pub(crate) const ROWS: usize = 14;
/// See [`ROWS`].
pub(crate) const COLUMNS: usize = 6;
/// See [`ROWS`].
pub(crate) const PITCH: f64 = 3.4e-3;
/// See [`ROWS`].
pub(crate) const TEXELS: f64 = (ROWS * COLUMNS) as f64;

/// How far beyond its surface a skin looks here \[m\]: farther than anything moves in a step.
pub(crate) const LOOK_AHEAD: f64 = 4e-3;

/// An empty model whose gravity points down with [`G`].
pub(crate) fn under_gravity() -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.gravity(DVec3::NEG_Z * G);
    builder
}

/// An empty model without gravity.
pub(crate) fn weightless() -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.gravity(DVec3::ZERO);
    builder
}

pub(crate) fn cuboid(half_extents: DVec3) -> Shape {
    Cuboid::new(half_extents).unwrap().into()
}

pub(crate) fn cube(side: f64) -> Shape {
    cuboid(DVec3::splat(0.5 * side))
}

pub(crate) fn sphere(radius: f64) -> Shape {
    Sphere::new(radius).unwrap().into()
}

/// A body of the world that carries nothing yet.
pub(crate) fn body(
    builder: &mut ModelBuilder,
    name: &str,
    pose: Pose,
    joint: Joint,
    inertia: Inertia,
) -> BodyId {
    builder.body(Body { name: name.into(), parent: None, pose, joint, inertia }).unwrap()
}

/// A body that stays where it is.
pub(crate) fn fixed(builder: &mut ModelBuilder, name: &str, pose: Pose) -> BodyId {
    body(builder, name, pose, Joint::fixed(), Inertia::ZERO)
}

/// A homogeneous free body.
pub(crate) fn free(builder: &mut ModelBuilder, name: &str, shape: Shape, mass: f64, pose: Pose) -> BodyId {
    let inertia = Inertia::of_shape(&shape, Mass::Total(mass)).unwrap();
    let body = body(builder, name, pose, Joint::free(), inertia);
    builder.shape(body, name, shape, Pose::IDENTITY).unwrap();
    body
}

/// An endless table; its top is the plane z = 0 of `pose`.
pub(crate) fn table(builder: &mut ModelBuilder, pose: Pose) -> BodyId {
    let table = fixed(builder, "table", pose);
    builder.shape(table, "table", HalfSpace.into(), Pose::IDENTITY).unwrap();
    table
}

/// Options with the look-ahead that steps of 5 ms need.
pub(crate) fn looking_ahead() -> SkinOptions {
    SkinOptions { look_ahead: Some(LOOK_AHEAD), ..Default::default() }
}

/// The 14 × 6 pad; it looks along +z.
pub(crate) fn pad(material: ContactMaterial) -> Skin {
    Skin::new(&SkinLayout::grid(ROWS, COLUMNS, PITCH).unwrap(), material, looking_ahead()).unwrap()
}

/// The 14 × 6 pad fixed to the world, its skin in the plane z = 0 of `pose`.
pub(crate) fn fixed_pad(builder: &mut ModelBuilder, pose: Pose, material: ContactMaterial) -> SkinId {
    let carrier = fixed(builder, "pad", pose);
    builder.skin(carrier, "pad", pad(material), Pose::IDENTITY).unwrap()
}

/// Covers a plain body with a material, per area.
pub(crate) fn coat(builder: &mut ModelBuilder, body: BodyId, material: ContactMaterial) {
    builder.surface(body, Some(Surface::new(material))).unwrap();
}
