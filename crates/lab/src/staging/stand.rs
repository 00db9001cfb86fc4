//! The test stand of the 2013 paper (Fig. 8): a cube of 50 mm on a finger's array of texels, level or tilted.

use super::friction_law;
use crate::LabError;
use bristle_contact::{Basis, BristleParameters, ContactMaterial, LinearSpringDamper};
use bristle_geometry::shape::Cuboid;
use bristle_geometry::{Pose, Shape};
use bristle_skin::{Skin, SkinLayout, SkinOptions};
use bristle_world::{Body, BodyId, Inertia, Joint, Mass, ModelBuilder, SkinId, World};
use glam::{DQuat, DVec3};

/// Gravity of the paper's experiments \[m/s²\]: 1 kg weighs 9.8 N in Table 3.
pub(crate) const GRAVITY: f64 = 9.8;
/// Side of the cube \[m\]; the paper shows it, but does not state it.
pub(crate) const SIDE: f64 = 0.05;
/// Distance of texels \[m\]: the maker's figure for the array.
pub(crate) const PITCH: f64 = 3.4e-3;
/// Compression at which the pad gives up \[m\], twice the foam's thickness as in §3.3.3.
const THICKNESS: f64 = 12e-3;
/// How far beyond its surface the pad looks for what comes \[m\]: farther than anything moves in a step.
const LOOK_AHEAD: f64 = 4e-3;

/// What stands on what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    /// Texels along the finger and across it.
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Stiffness of a texel \[N/m\].
    pub(crate) stiffness: f64,
    /// Damping of a texel \[N·s/m\].
    pub(crate) damping: f64,
    /// Friction law, by its name.
    pub(crate) law: &'static str,
    pub(crate) friction: BristleParameters,
    /// Mass of the cube \[kg\].
    pub(crate) mass: f64,
    /// How far its centre of mass is off its middle, along the finger \[m\].
    pub(crate) offset: f64,
    /// Tilt of the finger about its short side \[rad\].
    pub(crate) tilt: f64,
}

/// Friction of the 2010 report, where the 2013 paper gives none for these tests; bristles damped so that explicit steps of
/// 0.1 ms are stable down to 0.1 kg.
pub(crate) const FRICTION: BristleParameters = BristleParameters {
    stiffness: 2e4,
    damping: 5.0,
    viscosity: 0.0,
    mu_static: 0.6,
    mu_dynamic: 0.3,
    stribeck_speed: 0.5,
};

/// A stand that was built.
pub(crate) struct Standing {
    pub(crate) world: World,
    pub(crate) cube: BodyId,
    pub(crate) pad: SkinId,
}

impl Stand {
    /// The cube just touches the pad, at rest; what happens then is the experiment.
    pub(crate) fn build(&self) -> Result<Standing, LabError> {
        let mut builder = ModelBuilder::new();
        builder.gravity(DVec3::NEG_Z * GRAVITY);
        let tilted = Pose::new(DQuat::from_rotation_y(self.tilt), DVec3::ZERO);
        let name = |name: &str| name.to_owned();
        let fixed = Body {
            name: name("finger"),
            parent: None,
            pose: tilted,
            joint: Joint::fixed(),
            inertia: Inertia::ZERO,
        };
        let finger = builder.body(fixed)?;
        let normal = LinearSpringDamper::new(self.stiffness, self.damping)?;
        let friction = friction_law(self.law, self.friction)?;
        let material = ContactMaterial::new(normal, friction, THICKNESS, Basis::PerTexel)?;
        let options = SkinOptions { look_ahead: Some(LOOK_AHEAD), ..SkinOptions::default() };
        let skin = Skin::new(&SkinLayout::grid(self.rows, self.columns, PITCH)?, material, options)?;
        let pad = builder.skin(finger, "pad", skin, Pose::IDENTITY)?;

        let shape: Shape = Cuboid::new(DVec3::splat(0.5 * SIDE))?.into();
        let centred = Inertia::of_shape(&shape, Mass::Total(self.mass))?;
        let free = Body {
            name: name("cube"),
            parent: None,
            pose: tilted * Pose::from_translation(DVec3::Z * 0.5 * SIDE),
            joint: Joint::free(),
            inertia: Inertia { centre: DVec3::X * self.offset, ..centred },
        };
        let cube = builder.body(free)?;
        builder.shape(cube, "cube", shape, Pose::IDENTITY)?;
        Ok(Standing { world: World::new(builder.build()?), cube, pad })
    }

    /// Number of texels.
    pub(crate) fn texels(&self) -> f64 {
        (self.rows * self.columns) as f64
    }

    /// How far a level cube leans whose centre of mass is off the pad's middle \[rad\]:
    /// `θ = m g e/(K_θ − m g H − (m g)²/(N σ₀))`, `K_θ = kΣx²`, H from the cube's bottom to its centre.
    ///
    /// To first order in θ. The last two terms are the weight that leans out, and the shear that lets it.
    pub(crate) fn lean(&self) -> f64 {
        let weight = self.mass * GRAVITY;
        let middle = 0.5 * (self.rows as f64 - 1.0);
        let squares: f64 = (0..self.rows).map(|row| ((row as f64 - middle) * PITCH).powi(2)).sum();
        let resists = self.stiffness * squares * self.columns as f64;
        let shear = weight * weight / (self.texels() * self.friction.stiffness);
        weight * self.offset / (resists - weight * 0.5 * SIDE - shear)
    }

    /// Refuses explicit steps of `h` \[s\] that would swing up rather than settle.
    pub(crate) fn check_explicit(&self, standing: &Standing, h: f64) -> Result<(), LabError> {
        let largest = standing.world.advise(h)?.largest_explicit_pressed;
        if h <= largest {
            return Ok(());
        }
        Err(LabError::Settings(format!(
            "explicit steps of {h} s are not stable with {} kg on this pad; the largest is {largest:.2e} s\n  \
             fix: a smaller --step, or --stepping newton",
            self.mass
        )))
    }
}
