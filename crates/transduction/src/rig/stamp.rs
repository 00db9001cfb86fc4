//! A stamp on a pad.

use crate::{AdvanceError, ChainError};
use bristle_contact::ContactMaterial;
use bristle_geometry::shape::{Cuboid, ShapeError};
use bristle_geometry::{Pose, Shape, Twist};
use bristle_skin::layout::{LayoutError, SamplePattern};
use bristle_skin::{
    Skin, SkinError, SkinLayout, SkinMemory, SkinOptions, SkinReading, SkinState, Target, UpdateError,
};
use glam::{DQuat, DVec2, DVec3};
use thiserror::Error;

/// Why a stamp could not be pressed on.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum RigError {
    /// The pad cannot be laid out.
    #[error("cannot build the pad: {0}")]
    Layout(#[from] LayoutError),
    /// The pad cannot be made.
    #[error("cannot build the pad: {0}")]
    Skin(#[from] SkinError),
    /// The stamp cannot be made.
    #[error("cannot build the stamp: {0}")]
    Shape(#[from] ShapeError),
    /// The press was refused.
    #[error("the press stopped: {0}")]
    Update(#[from] UpdateError),
    /// The device cannot be made.
    #[error("cannot build the device: {0}")]
    Chain(#[from] ChainError),
    /// The device stopped.
    #[error("the device stopped: {0}")]
    Advance(#[from] AdvanceError),
    /// The pad cannot carry so much.
    #[error(
        "the pad carries at most {most} N under this stamp; {force} N were asked for: place it on the pad, or load it less"
    )]
    TooHeavy {
        /// What was asked for \[N\].
        force: f64,
        /// What it carries when fully compressed \[N\].
        most: f64,
    },
    /// No force at all, or none that is a number.
    #[error("the force is {force} N; it must be above 0 and finite")]
    BadForce {
        /// What was asked for \[N\].
        force: f64,
    },
    /// A device without the layers that are to be fitted.
    #[error("the profile has no {layer} layer; the fit turns spread, creep and a transfer by divider")]
    NothingToTurn {
        /// What is missing.
        layer: &'static str,
    },
    /// Measurements that cannot be read.
    #[error("cannot read the measurements: {0}")]
    Data(String),
    /// Nothing to fit to.
    #[error("{points} loads are given for {knobs} parameters; give more loads than parameters")]
    TooFewLoads {
        /// Loads given.
        points: usize,
        /// Parameters to find.
        knobs: usize,
    },
}

/// A square stamp with its face down, and where it is put.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stamp {
    /// Side of its face \[m\].
    pub side: f64,
    /// Middle of its face on the pad, along x and y of the skin \[m\].
    pub offset: DVec2,
    /// Turned by this about the normal of the pad \[rad\].
    pub turned: f64,
}

/// A pad to press stamps on.
#[derive(Clone, Debug)]
pub struct Rig {
    layout: SkinLayout,
    skin: Skin,
}

/// Rays per texel and direction: a stamp's edge is seen to 1/8 of a texel.
const RAYS: usize = 8;

impl Rig {
    /// A flat pad in the plane z = 0 that looks along +z.
    pub fn new(layout: SkinLayout, material: ContactMaterial) -> Result<Self, RigError> {
        let layout = layout.with_samples(SamplePattern::Regular(RAYS))?;
        let skin = Skin::new(&layout, material, SkinOptions::default())?;
        Ok(Self { layout, skin })
    }

    /// Where its texels are.
    pub fn layout(&self) -> &SkinLayout {
        &self.layout
    }

    /// True elastic force of every texel \[N\] under a stamp that presses with `force` \[N\], flat and at rest.
    pub fn press(&self, stamp: Stamp, force: f64) -> Result<Vec<f64>, RigError> {
        if !(force > 0.0 && force.is_finite()) {
            return Err(RigError::BadForce { force });
        }
        // Tall enough to stand out of the pad at any depth.
        let half = DVec3::new(0.5 * stamp.side, 0.5 * stamp.side, self.skin.material().max_penetration());
        let shape = Shape::Cuboid(Cuboid::new(half)?);
        let mut press =
            Press { skin: &self.skin, shape: &shape, stamp, reading: SkinReading::new(&self.skin, 1) };
        let (mut low, mut high) = (0.0, self.skin.material().max_penetration());
        let most = press.force_at(high)?;
        if most < force {
            return Err(RigError::TooHeavy { force, most });
        }
        // False position after the Illinois rule: exact at once for a linear pad, quick for others.
        let (mut below, mut above) = (-force, most - force);
        let mut side = 0;
        for _ in 0..100 {
            let depth = (low * above - high * below) / (above - below);
            let excess = press.force_at(depth)? - force;
            if excess.abs() <= 1e-12 * force {
                break;
            }
            if excess > 0.0 {
                (high, above) = (depth, excess);
                below *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            } else {
                (low, below) = (depth, excess);
                above *= if side == -1 { 0.5 } else { 1.0 };
                side = -1;
            }
        }
        Ok(press.reading.texels.iter().map(|texel| texel.elastic_force).collect())
    }
}

/// One stamp at various depths.
struct Press<'r> {
    skin: &'r Skin,
    shape: &'r Shape,
    stamp: Stamp,
    reading: SkinReading,
}

impl Press<'_> {
    fn force_at(&mut self, depth: f64) -> Result<f64, RigError> {
        let lift = DVec3::Z * (self.skin.material().max_penetration() - depth);
        let pose = Pose {
            translation: self.stamp.offset.extend(0.0) + lift,
            rotation: DQuat::from_rotation_z(self.stamp.turned),
        };
        let targets = [Target::new(self.shape, pose, Twist::ZERO)];
        let (mut state, mut memory) = (SkinState::new(self.skin), SkinMemory::new(self.skin, &targets));
        let still = (Pose::IDENTITY, Twist::ZERO);
        self.skin.update(still.0, still.1, &targets, 1e-3, &mut state, &mut memory, &mut self.reading)?;
        Ok(self.reading.texels.iter().map(|texel| texel.elastic_force).sum())
    }
}
