//! The pads and objects that are measured.

use bristle_contact::{Basis, BristleParameters, ContactMaterial, ElastoPlastic, LinearSpringDamper};
use bristle_geometry::mesh::generate::bumpy_sphere;
use bristle_geometry::shape::{Capsule, Cuboid, Cylinder, Ellipsoid, HalfSpace, Sphere};
use bristle_geometry::{MeshSurface, Pose, Shape};
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use glam::{DQuat, DVec3};
use std::error::Error;
use std::f64::consts::{FRAC_PI_2, PI};

/// Side of a texel of the 14×6 pad \[m\].
pub const PITCH: f64 = 0.0034;
/// Radius of the bumpy sphere \[m\].
pub const RADIUS: f64 = 0.040;
/// How deep objects are pressed \[m\].
pub const DEPTH: f64 = 0.002;

/// A silicone-like pad of the given rows and columns, always about 48 mm long; friction with a Stribeck drop.
pub fn pad(rows: usize, columns: usize) -> Result<Skin, Box<dyn Error>> {
    let k = 1000.0 / (PITCH * PITCH);
    let bristle = BristleParameters {
        stiffness: 20.0 * k,
        damping: 0.1 * k,
        viscosity: 0.0,
        mu_static: 0.6,
        mu_dynamic: 0.5,
        stribeck_speed: 0.1,
    };
    let material = ContactMaterial::new(
        LinearSpringDamper::new(k, 0.01 * k)?,
        ElastoPlastic::new(bristle)?,
        0.005,
        Basis::PerArea,
    )?;
    let layout = SkinLayout::grid(rows, columns, PITCH * 14.0 / rows as f64)?;
    Ok(Skin::new(&layout, material, SkinOptions::default())?)
}

/// Pads from 84 to about 100 000 texels over the same length.
pub const PADS: [(usize, usize); 4] = [(14, 6), (42, 24), (128, 80), (400, 250)];

/// Triangles of the bumpy spheres that are measured.
pub const TRIANGLES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Names of the [`solids`].
pub const SOLIDS: [&str; 6] = ["half-space", "sphere", "box", "cylinder", "capsule", "ellipsoid"];

/// A solid with its name and the pose that presses it into the pad.
pub type PressedSolid = (&'static str, Shape, Pose);

/// Analytic solids, each pressed [`DEPTH`] into the pad at z = 0 so that every texel touches.
pub fn solids() -> Result<Vec<PressedSolid>, Box<dyn Error>> {
    let above = |z: f64| Pose::from_translation(DVec3::new(0.0, 0.0, z - DEPTH));
    let turned = |rotation: DQuat, z: f64| Pose::new(rotation, DVec3::new(0.0, 0.0, z - DEPTH));
    let lying = DQuat::from_rotation_y(FRAC_PI_2);
    Ok(vec![
        ("half-space", HalfSpace.into(), turned(DQuat::from_rotation_x(PI), 0.0)),
        ("sphere", Sphere::new(0.2)?.into(), above(0.2)),
        ("box", Cuboid::new(DVec3::splat(0.05))?.into(), above(0.05)),
        ("cylinder", Cylinder::new(0.1, 0.05)?.into(), turned(lying, 0.1)),
        ("capsule", Capsule::new(0.1, 0.05)?.into(), turned(lying, 0.1)),
        ("ellipsoid", Ellipsoid::new(DVec3::new(0.3, 0.2, 0.15))?.into(), above(0.15)),
    ])
}

/// The bumpy sphere with about so many triangles.
pub fn bumpy(triangles: usize) -> Result<Shape, Box<dyn Error>> {
    Ok(MeshSurface::new(&bumpy_sphere(RADIUS, 0.001, triangles)?)?.into())
}
