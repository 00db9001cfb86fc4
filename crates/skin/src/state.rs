//! What a skin remembers as physics: one bristle per ray.

use crate::Skin;
use bristle_geometry::lanes::{FourVec3, WIDTH};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Stands for "no target".
pub(crate) const NO_TARGET: u32 = u32::MAX;

/// A bit for each of four lanes.
pub(crate) const ALL_LANES: u32 = (1 << WIDTH) - 1;

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
    pub const FREE_TARGET: u32 = NO_TARGET;

    /// A bristle that touches nothing.
    pub const FREE: Self = Self { deflection: DVec3::ZERO, normal: DVec3::ZERO, target: Self::FREE_TARGET };
}

/// Four bristles, as their rays lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct BristleGroup {
    pub(crate) deflection: FourVec3,
    pub(crate) normal: FourVec3,
    pub(crate) target: [u32; WIDTH],
}

impl BristleGroup {
    pub(crate) const FREE: Self =
        Self { deflection: FourVec3::ZERO, normal: FourVec3::ZERO, target: [NO_TARGET; WIDTH] };

    /// In the given lanes, holds on to a target. A new contact, or one with another target, begins with a straight bristle.
    #[inline(always)]
    pub(crate) fn cling(&mut self, lanes: u32, target: u32, normal: &FourVec3) {
        if lanes == ALL_LANES && self.target == [target; WIDTH] {
            return;
        }
        for lane in (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
            if self.target[lane] != target {
                self.deflection.set(lane, DVec3::ZERO);
                self.normal.set(lane, normal.get(lane));
                self.target[lane] = target;
            }
        }
    }

    /// In the given lanes, holds on to nothing.
    pub(crate) fn let_go(&mut self, lanes: u32) {
        for lane in (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
            if self.target[lane] != NO_TARGET {
                self.deflection.set(lane, DVec3::ZERO);
                self.normal.set(lane, DVec3::ZERO);
                self.target[lane] = NO_TARGET;
            }
        }
    }
}

/// All of a skin that changes as physics. Clone it to take a snapshot; equal states continue equally, bit for bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkinState {
    pub(crate) bristles: Vec<BristleGroup>,
    /// Rays it was made for; the last group of a patch may have lanes to spare.
    pub(crate) rays: usize,
    /// Patches with a bristle that touches: all others are known to be free.
    pub(crate) touching: Vec<bool>,
    /// By how much the surface of each target has receded for good; targets beyond the list have not.
    pub(crate) receded: Vec<f64>,
    /// By how much each target is still let in that was found deep inside the pad; not at all beyond the list.
    pub(crate) let_in: Vec<f64>,
}

/// How fast what was found deep inside a pad is pushed out \[m/s\].
const PUSHED_OUT_AT: f64 = 0.05;

impl SkinState {
    /// A skin that touches nothing.
    pub fn new(skin: &Skin) -> Self {
        Self {
            bristles: vec![BristleGroup::FREE; skin.rays.len()],
            rays: skin.ray_count(),
            touching: vec![false; skin.patches.len()],
            receded: Vec::new(),
            let_in: Vec::new(),
        }
    }

    /// By how much a target is let in \[m\].
    pub(crate) fn let_in(&self, target: usize) -> f64 {
        self.let_in.get(target).copied().unwrap_or(0.0)
    }

    /// By how much the surface of a target lies back in all, receded or let in \[m\].
    pub(crate) fn set_back(&self, target: usize) -> f64 {
        self.receded(target) + self.let_in(target)
    }

    /// Whether the surface of any target lies back.
    pub(crate) fn any_set_back(&self) -> bool {
        !(self.receded.is_empty() && self.let_in.is_empty())
    }

    /// After a step `h` \[s\] in which targets were let in by `depth` each.
    pub(crate) fn push_out(&mut self, depth: impl Iterator<Item = f64> + Clone, h: f64) {
        self.let_in.clear();
        let left = depth.map(|depth| (depth - PUSHED_OUT_AT * h).max(0.0));
        if left.clone().any(|depth| depth > 0.0) {
            self.let_in.extend(left);
        }
    }

    /// By how much the surface of a target has receded for good since it was crushed \[m\].
    pub fn receded(&self, target: usize) -> f64 {
        self.receded.get(target).copied().unwrap_or(0.0)
    }

    /// Lets the surface of a target recede by more.
    pub(crate) fn recede(&mut self, target: usize, by: f64) {
        if self.receded.len() <= target {
            self.receded.resize(target + 1, 0.0);
        }
        self.receded[target] += by;
    }

    /// Bristles of a texel, one per ray.
    pub fn bristles(&self, skin: &Skin, texel: usize) -> Vec<Bristle> {
        let bristle = |(group, lane): (usize, usize)| {
            let four = &self.bristles[group];
            Bristle {
                deflection: four.deflection.get(lane),
                normal: four.normal.get(lane),
                target: four.target[lane],
            }
        };
        skin.lanes_of_texel(texel).map(bristle).collect()
    }

    /// Puts bristles in the place of a texel's own, one per ray: for states that were kept as numbers. Bristles beyond the texel's
    /// rays are left out, rays beyond the bristles stay as they are.
    pub fn set_bristles(&mut self, skin: &Skin, texel: usize, bristles: &[Bristle]) {
        for ((group, lane), bristle) in skin.lanes_of_texel(texel).zip(bristles) {
            let four = &mut self.bristles[group];
            four.deflection.set(lane, bristle.deflection);
            four.normal.set(lane, bristle.normal);
            four.target[lane] = bristle.target;
        }
        let slot = skin.slot_of_texel[texel] as usize;
        let patch = skin.patches.partition_point(|p| p.slots.end <= slot);
        let mut groups = self.bristles[skin.patches[patch].groups.clone()].iter();
        self.touching[patch] = groups.any(|four| four.target.iter().any(|&target| target != NO_TARGET));
    }

    /// Memory held \[bytes\].
    pub fn memory(&self) -> usize {
        size_of_val(&*self.bristles) + size_of_val(&*self.touching)
    }
}
