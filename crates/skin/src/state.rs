//! What a skin remembers as physics: one bristle per ray, or per texel where one ray stands for all.

use crate::Skin;
use crate::rays::RayGroup;
use crate::stamp::Stamp;
use bristle_geometry::lanes::{Four, FourVec3, WIDTH};
use glam::DVec3;

/// Stands for "no target".
pub(crate) const NO_TARGET: u32 = u32::MAX;

/// A bit for each of four lanes.
pub(crate) const ALL_LANES: u32 = (1 << WIDTH) - 1;

/// Friction memory of one ray, or of a texel, in the skin's frame.
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
#[derive(Clone, Copy, Debug, PartialEq)]
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

    /// The bristles of four rays in the middles of their texels, which meet `target`, when they take the place of several `rays` per texel: the
    /// mean of what these hold. A ray that does not hold on to the target counts with a straight bristle, so that the force stays the same.
    #[cold]
    fn mean(bristles: &[Self], rays: &[RayGroup], target: &[u32; WIDTH]) -> Self {
        let mut mean = Self::FREE;
        for (lane, &target) in target.iter().enumerate() {
            let holds = |four: &&Self| four.target[lane] == target && target != NO_TARGET;
            let Some(first) = bristles.iter().find(holds).map(|four| four.bristle(lane)) else { continue };
            // To the last bit where all are the same.
            if bristles.iter().all(|four| four.bristle(lane) == first) {
                mean.put(lane, first);
                continue;
            }
            let (mut sum, mut units) = (DVec3::ZERO, 0.0);
            for (four, rays) in bristles.iter().zip(rays) {
                units += rays.units.0[lane];
                if holds(&four) {
                    sum += four.deflection.get(lane) * rays.units.0[lane];
                }
            }
            let deflection = (sum / units).reject_from_normalized(first.normal);
            mean.put(lane, Bristle { deflection, ..first });
        }
        mean
    }

    fn bristle(&self, lane: usize) -> Bristle {
        Bristle {
            deflection: self.deflection.get(lane),
            normal: self.normal.get(lane),
            target: self.target[lane],
        }
    }

    fn put(&mut self, lane: usize, bristle: Bristle) {
        self.deflection.set(lane, bristle.deflection);
        self.normal.set(lane, bristle.normal);
        self.target[lane] = bristle.target;
    }

    fn has_bits_of(&self, other: &Self) -> bool {
        let bits = |v: &FourVec3| [v.x, v.y, v.z].map(|four| four.0.map(f64::to_bits));
        self.target == other.target
            && bits(&self.deflection) == bits(&other.deflection)
            && bits(&self.normal) == bits(&other.normal)
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
#[derive(Clone, Debug)]
pub struct SkinState {
    pub(crate) bristles: Vec<BristleGroup>,
    /// A bit for each of four texels whose first bristle stands for all; its others are free.
    pub(crate) merged: Vec<u8>,
    /// Rays it was made for; the last group of a patch may have lanes to spare.
    pub(crate) rays: usize,
    /// Patches with a bristle that touches: all others are known to be free.
    pub(crate) touching: Vec<bool>,
    /// By how much the surface of each target has receded for good; targets beyond the list have not.
    pub(crate) receded: Vec<f64>,
    /// By how much each target is still let in that was found deep inside the pad; not at all beyond the list.
    pub(crate) let_in: Vec<f64>,
    /// By how much each ray still lets its target in that came from the side \[m\]; empty if none does.
    pub(crate) entered: Vec<Four>,
    pub(crate) stamp: Stamp,
}

/// How fast what was found deep inside a pad is pushed out \[m/s\].
pub(crate) const PUSHED_OUT_AT: f64 = 0.05;

impl SkinState {
    /// A skin that touches nothing.
    pub fn new(skin: &Skin) -> Self {
        Self {
            bristles: vec![BristleGroup::FREE; skin.rays.len()],
            merged: vec![ALL_LANES as u8; skin.groups()],
            rays: skin.ray_count(),
            touching: vec![false; skin.patches.len()],
            receded: Vec::new(),
            let_in: Vec::new(),
            entered: Vec::new(),
            stamp: Stamp::fresh(),
        }
    }

    /// The mark of its content: copies have the same one.
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// Marks it after a change; as `old`, if nothing has changed to the last bit.
    pub(crate) fn mark(&mut self, old: Option<&Self>) {
        self.stamp = match old {
            Some(old) if self.has_bits_of(old) => old.stamp,
            _ => Stamp::fresh(),
        };
    }

    fn has_bits_of(&self, other: &Self) -> bool {
        let bits = |list: &[f64]| list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        self.bristles.iter().zip(&other.bristles).all(|(a, b)| a.has_bits_of(b))
            && self.merged == other.merged
            && self.touching == other.touching
            && bits(&self.receded) == bits(&other.receded)
            && bits(&self.let_in) == bits(&other.let_in)
            && self.entered == other.entered
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

    /// What the `i`-th rays of a group hold on to, if in the lanes `merged` one in the middle is cast in their place and `met` these targets.
    /// `room` is for what lies nowhere.
    #[inline(always)]
    pub(crate) fn held<'a>(
        &'a self,
        skin: &Skin,
        (group, i): (usize, usize),
        (merged, met): (u8, &[u32; WIDTH]),
        room: &'a mut Option<BristleGroup>,
    ) -> &'a BristleGroup {
        if self.merged[group] == merged {
            return &self.bristles[group * skin.rays_per_texel + i];
        }
        room.insert(self.regrouped(skin, (group, i), (merged, met)))
    }

    /// The same where other texels are merged than before.
    #[cold]
    fn regrouped(
        &self,
        skin: &Skin,
        (group, i): (usize, usize),
        (merged, met): (u8, &[u32; WIDTH]),
    ) -> BristleGroup {
        let rays = skin.rays_of(group..group + 1);
        let own = &self.bristles[rays.clone()];
        let mean = || BristleGroup::mean(own, &skin.rays[rays.clone()], met);
        let mut held = own[i];
        for lane in 0..WIDTH {
            match (self.merged[group] >> lane & 1 != 0, merged >> lane & 1 != 0) {
                (true, false) => held.put(lane, own[0].bristle(lane)),
                (false, true) if i == 0 => held.put(lane, mean().bristle(lane)),
                (false, true) => held.put(lane, Bristle::FREE),
                (true, true) | (false, false) => {}
            }
        }
        held
    }

    /// Lets one bristle stand for all of a texel in these lanes, and gives the rays of the others their own.
    pub(crate) fn merge(&mut self, skin: &Skin, group: usize, merged: u8, met: &[u32; WIDTH]) {
        if self.merged[group] == merged {
            return;
        }
        let first = group * skin.rays_per_texel;
        let regrouped: Vec<BristleGroup> =
            (0..skin.rays_per_texel).map(|i| self.regrouped(skin, (group, i), (merged, met))).collect();
        self.bristles[first..first + regrouped.len()].copy_from_slice(&regrouped);
        self.merged[group] = merged;
    }

    /// Bristles of a texel, one per ray. Where one stands for all of them, all are the same.
    pub fn bristles(&self, skin: &Skin, texel: usize) -> Vec<Bristle> {
        let (group, lane) = skin.place_of(skin.slot_of_texel[texel] as usize);
        let own = &self.bristles[skin.rays_of(group..group + 1)];
        let merged = self.merged[group] >> lane & 1 != 0;
        (0..own.len()).map(|i| own[if merged { 0 } else { i }].bristle(lane)).collect()
    }

    /// Puts bristles in the place of a texel's own, one per ray: for states that were kept as numbers. Bristles beyond the texel's
    /// rays are left out, rays beyond the bristles stay as they are.
    pub fn set_bristles(&mut self, skin: &Skin, texel: usize, bristles: &[Bristle]) {
        let slot = skin.slot_of_texel[texel] as usize;
        let (group, lane) = skin.place_of(slot);
        let rays = skin.rays_of(group..group + 1);
        if rays.len() > 1 {
            self.merge(skin, group, self.merged[group] & !(1 << lane), &[NO_TARGET; WIDTH]);
        }
        for (four, bristle) in self.bristles[rays].iter_mut().zip(bristles) {
            four.put(lane, *bristle);
        }
        let patch = skin.patch_of(slot);
        let mut held = self.bristles[skin.rays_of(skin.patches[patch].groups.clone())].iter();
        self.touching[patch] = held.any(|four| four.target.iter().any(|&target| target != NO_TARGET));
        self.mark(None);
    }

    /// Memory held \[bytes\].
    pub fn memory(&self) -> usize {
        size_of_val(&*self.bristles) + size_of_val(&*self.merged) + size_of_val(&*self.touching)
    }
}

/// Whether all rays hold on to the same, however it is kept.
impl PartialEq for SkinState {
    fn eq(&self, other: &Self) -> bool {
        let rays = |state: &Self| state.bristles.len() / state.merged.len().max(1);
        let ray = |state: &Self, i: usize, lane: usize| {
            let group = i / rays(state);
            let merged = state.merged[group] >> lane & 1 != 0;
            state.bristles[if merged { group * rays(state) } else { i }].bristle(lane)
        };
        let same = |i: usize| (0..WIDTH).all(|lane| ray(self, i, lane) == ray(other, i, lane));
        (self.rays, self.bristles.len(), self.merged.len())
            == (other.rays, other.bristles.len(), other.merged.len())
            && (&self.touching, &self.receded, &self.let_in)
                == (&other.touching, &other.receded, &other.let_in)
            && self.entered == other.entered
            && (0..self.bristles.len()).all(same)
    }
}
