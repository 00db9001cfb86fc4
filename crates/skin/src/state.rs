//! What a skin remembers as physics: one bristle per ray.

use crate::Skin;
use bristle_geometry::lanes::{FourVec3, WIDTH};
use glam::DVec3;

/// Stands for "no target".
pub(crate) const NO_TARGET: u32 = u32::MAX;

/// Friction memory of one ray, in the skin's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bristle {
    /// Deflection `z`, tangent to `normal` \[m\].
    pub deflection: DVec3,
    /// Contact normal that `deflection` is tangent to.
    pub normal: DVec3,
    /// The target it clings to.
    pub target: Option<u16>,
}

/// Four bristles, as their rays lie in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BristleGroup {
    pub(crate) deflection: FourVec3,
    pub(crate) normal: FourVec3,
    pub(crate) target: [u32; WIDTH],
}

impl BristleGroup {
    pub(crate) const FREE: Self =
        Self { deflection: FourVec3::ZERO, normal: FourVec3::ZERO, target: [NO_TARGET; WIDTH] };
}

/// All of a skin that changes as physics. Clone it to take a snapshot; equal states continue equally, bit for bit.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinState {
    pub(crate) bristles: Vec<BristleGroup>,
    /// Patches with a bristle that touches: all others are known to be free.
    pub(crate) touching: Vec<bool>,
}

impl SkinState {
    /// A skin that touches nothing.
    pub fn new(skin: &Skin) -> Self {
        Self {
            bristles: vec![BristleGroup::FREE; skin.rays.len()],
            touching: vec![false; skin.patches.len()],
        }
    }

    /// Bristles of a texel, one per ray.
    pub fn bristles(&self, skin: &Skin, texel: usize) -> impl Iterator<Item = Bristle> {
        skin.lanes_of_texel(texel).map(|(group, lane)| {
            let four = &self.bristles[group];
            let target = four.target[lane];
            Bristle {
                deflection: four.deflection.get(lane),
                normal: four.normal.get(lane),
                target: (target != NO_TARGET).then_some(target as u16),
            }
        })
    }

    /// Memory held \[bytes\].
    pub fn memory(&self) -> usize {
        size_of_val(&*self.bristles) + size_of_val(&*self.touching)
    }
}
