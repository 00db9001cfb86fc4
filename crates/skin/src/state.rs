//! What a skin remembers as physics: one bristle per ray.

use crate::Skin;
use glam::DVec3;

/// Friction memory of one ray, in the skin's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bristle {
    /// Deflection `z`, tangent to `normal` \[m\].
    pub deflection: DVec3,
    /// Contact normal that `deflection` is tangent to.
    pub normal: DVec3,
    /// The target it clings to; [`Bristle::FREE_TARGET`] if none.
    pub target: u32,
}

impl Bristle {
    /// Stands for "no target".
    pub const FREE_TARGET: u32 = u32::MAX;

    /// A bristle that touches nothing.
    pub const FREE: Self =
        Self { deflection: DVec3::ZERO, normal: DVec3::ZERO, target: Self::FREE_TARGET };
}

/// All of a skin that changes as physics. Clone it to take a snapshot; equal states continue equally, bit for bit.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinState {
    pub(crate) bristles: Vec<Bristle>,
    /// Patches with a bristle that touches: all others are known to be free.
    pub(crate) touching: Vec<bool>,
}

impl SkinState {
    /// A skin that touches nothing.
    pub fn new(skin: &Skin) -> Self {
        Self { bristles: vec![Bristle::FREE; skin.rays.len()], touching: vec![false; skin.patches.len()] }
    }

    /// Bristles of a texel, one per ray.
    pub fn bristles(&self, skin: &Skin, texel: usize) -> &[Bristle] {
        let slot = skin.slot_of_texel[texel] as usize;
        &self.bristles[slot * skin.rays_per_texel..(slot + 1) * skin.rays_per_texel]
    }
}
