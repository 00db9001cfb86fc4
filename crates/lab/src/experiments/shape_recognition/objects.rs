//! What is explored: four kinds of object, of any size and pose.

use crate::LabError;
use bristle_geometry::mesh::generate;
use bristle_geometry::shape::{Cuboid, Cylinder, Sphere};
use bristle_geometry::{MeshSurface, Pose, Shape};
use glam::{DQuat, DVec3};
use rand::SeedableRng;
use rand_distr::{Distribution, StandardNormal, StandardUniform};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::{FRAC_PI_2, TAU};

/// The kinds, as in Fig. 10 of the 2013 paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Sphere,
    Box,
    Cylinder,
    Bottle,
}

impl Kind {
    pub(super) const ALL: [Self; 4] = [Self::Sphere, Self::Box, Self::Cylinder, Self::Bottle];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sphere => "sphere",
            Self::Box => "box",
            Self::Cylinder => "cylinder",
            Self::Bottle => "bottle",
        }
    }
}

/// Triangles of the bottle: enough that facets are smaller than what a texel feels.
const BOTTLE_TRIANGLES: usize = 6000;
/// Sizes vary by this share either way.
const SIZES: f64 = 0.15;
/// How far the object lies beside the middle of the pads \[m\], either way and along each.
const BESIDE: f64 = 4e-3;
/// How far the object may be turned away from lying flat between the fingers \[rad\]: fingers turn it, and are not perfect.
const ASKEW: f64 = 0.06;

/// Seeded chance: numbers of a run depend on its seed alone.
pub(super) struct Chance(Pcg64Mcg);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Evenly between −1 and 1.
    pub(super) fn either_way(&mut self) -> f64 {
        let share: f64 = StandardUniform.sample(&mut self.0);
        2.0 * share - 1.0
    }

    /// Evenly from `low` to `high`.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        let share: f64 = StandardUniform.sample(&mut self.0);
        low + share * (high - low)
    }

    /// Of mean 0 and variance 1.
    pub(super) fn normal(&mut self) -> f64 {
        StandardNormal.sample(&mut self.0)
    }
}

/// An object to be explored, its axis along z.
pub(super) struct Object {
    pub(super) kind: Kind,
    pub(super) shape: Shape,
    /// Of its size, against that of the library's \[1\].
    scale: f64,
    /// Nothing that a pad can meet is farther from its axis, or its origin, than this \[m\].
    pub(super) reach: f64,
}

impl Object {
    /// An object of a random size.
    pub(super) fn random(kind: Kind, chance: &mut Chance) -> Result<Self, LabError> {
        let scale = 1.0 + SIZES * chance.either_way();
        let (shape, reach): (Shape, f64) = match kind {
            Kind::Sphere => (Sphere::new(0.027 * scale)?.into(), 0.027),
            Kind::Box => (Cuboid::new(DVec3::new(0.03, 0.02, 0.05) * scale)?.into(), 0.062),
            Kind::Cylinder => (Cylinder::new(0.028 * scale, 0.05 * scale)?.into(), 0.058),
            Kind::Bottle => {
                let mut mesh = generate::spray_bottle(BOTTLE_TRIANGLES)?;
                mesh.vertices.iter_mut().for_each(|vertex| *vertex *= scale);
                (MeshSurface::new(&mesh)?.into(), 0.045)
            }
        };
        Ok(Self { kind, shape, scale, reach: reach * scale })
    }

    /// A random pose between fingers that close along x, in which it can be grasped.
    pub(super) fn random_pose(&self, chance: &mut Chance) -> Pose {
        let quarter = FRAC_PI_2 * chance.between(0.0, 4.0).floor();
        // Which side is grasped, and where along its axis [m].
        let (yaw, along) = match self.kind {
            Kind::Sphere => (chance.between(0.0, TAU), 0.0),
            Kind::Box => (quarter, 0.02 * chance.either_way()),
            Kind::Cylinder => (chance.between(0.0, TAU), 0.02 * chance.either_way()),
            // By the waist, which is what makes it a bottle.
            Kind::Bottle => (quarter, -(0.125 + 0.012 * chance.either_way()) * self.scale),
        };
        // Its axis points anywhere across the pads.
        let roll = DQuat::from_rotation_x(chance.between(0.0, TAU));
        let askew = DQuat::from_rotation_y(ASKEW * chance.either_way())
            * DQuat::from_rotation_z(ASKEW * chance.either_way());
        let rotation = askew * roll * DQuat::from_rotation_z(yaw);
        let beside = DVec3::new(0.0, BESIDE * chance.either_way(), BESIDE * chance.either_way());
        Pose::new(rotation, rotation * (along * DVec3::Z) + beside)
    }
}
