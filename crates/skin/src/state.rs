//! What a skin remembers as physics: one bristle per ray, or per texel where one ray stands for all.

use crate::Skin;
use crate::rays::RayGroup;
use crate::stamp::Stamp;
use crate::target::Relative;
use crate::trial::RelativeMotion;
use bristle_geometry::Pose;
use bristle_geometry::lanes::{Four, FourVec3, WIDTH};
use glam::{DMat3, DVec3};
use serde::{Deserialize, Serialize};

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
    /// How far the pad was pressed in at the end of the last step \[m\].
    pub depth: f64,
    /// The target it clings to; [`Bristle::FREE_TARGET`] if none.
    pub target: u32,
}

impl Bristle {
    /// Stands for "no target".
    pub const FREE_TARGET: u32 = NO_TARGET;

    /// A bristle that touches nothing.
    pub const FREE: Self =
        Self { deflection: DVec3::ZERO, normal: DVec3::ZERO, depth: 0.0, target: Self::FREE_TARGET };
}

/// Four bristles, as their rays lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct BristleGroup {
    pub(crate) deflection: FourVec3,
    pub(crate) normal: FourVec3,
    pub(crate) depth: Four,
    pub(crate) target: [u32; WIDTH],
}

impl BristleGroup {
    pub(crate) const FREE: Self = Self {
        deflection: FourVec3::ZERO,
        normal: FourVec3::ZERO,
        depth: Four::ZERO,
        target: [NO_TARGET; WIDTH],
    };

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
            let (mut sum, mut depth, mut units) = (DVec3::ZERO, 0.0, 0.0);
            for (four, rays) in bristles.iter().zip(rays) {
                units += rays.units.0[lane];
                if holds(&four) {
                    sum += four.deflection.get(lane) * rays.units.0[lane];
                    depth += four.depth.0[lane] * rays.units.0[lane];
                }
            }
            let deflection = (sum / units).reject_from_normalized(first.normal);
            mean.put(lane, Bristle { deflection, depth: depth / units, ..first });
        }
        mean
    }

    fn bristle(&self, lane: usize) -> Bristle {
        Bristle {
            deflection: self.deflection.get(lane),
            normal: self.normal.get(lane),
            depth: self.depth.0[lane],
            target: self.target[lane],
        }
    }

    fn put(&mut self, lane: usize, bristle: Bristle) {
        self.deflection.set(lane, bristle.deflection);
        self.normal.set(lane, bristle.normal);
        self.depth.0[lane] = bristle.depth;
        self.target[lane] = bristle.target;
    }

    fn has_bits_of(&self, other: &Self) -> bool {
        let bits = |v: &FourVec3| [v.x, v.y, v.z].map(|four| four.0.map(f64::to_bits));
        self.target == other.target
            && bits(&self.deflection) == bits(&other.deflection)
            && bits(&self.normal) == bits(&other.normal)
            && self.depth.0.map(f64::to_bits) == other.depth.0.map(f64::to_bits)
    }

    /// In the given lanes, holds on to nothing.
    pub(crate) fn let_go(&mut self, lanes: u32) {
        for lane in (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
            if self.target[lane] != NO_TARGET {
                self.deflection.set(lane, DVec3::ZERO);
                self.normal.set(lane, DVec3::ZERO);
                self.depth.0[lane] = 0.0;
                self.target[lane] = NO_TARGET;
            }
        }
    }
}

/// All of a skin that changes as physics. Clone it to take a snapshot; equal states continue equally, bit for bit.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// Where the targets were in the last step, as far as they were there.
    pub(crate) places: Vec<Option<TargetPlace>>,
    #[serde(skip, default = "Stamp::fresh")]
    pub(crate) stamp: Stamp,
}

/// Bodies that were moved by hand by no more than this may as well have moved so \[m\].
const SLIGHT: f64 = 1e-5;

/// Targets for which there is room from the start.
const FEW_TARGETS: usize = 8;

/// Where a target was: takes coordinates in the skin's frame S to coordinates in the target's frame T.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TargetPlace {
    pub(crate) r_ts: DMat3,
    pub(crate) p_ts: DVec3,
}

impl From<&Relative> for TargetPlace {
    fn from(relative: &Relative) -> Self {
        Self { r_ts: relative.r_ts, p_ts: relative.p_ts }
    }
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
            places: Vec::with_capacity(FEW_TARGETS),
            stamp: Stamp::fresh(),
        }
    }

    /// The same for a skin whose targets have changed: where each is now in its list, none for what is gone.
    #[must_use]
    pub fn with_targets(&self, now: &[Option<u32>]) -> Self {
        let same = |(was, now): (usize, &Option<u32>)| *now == Some(was as u32);
        if now.iter().enumerate().all(same) {
            return self.clone();
        }
        let mut changed = self.clone();
        let place_of = |target: u32| now.get(target as usize).copied().flatten();
        for group in &mut changed.bristles {
            for lane in 0..WIDTH {
                if let Some(now) = place_of(group.target[lane]) {
                    group.target[lane] = now;
                } else {
                    group.let_go(1 << lane);
                }
            }
        }
        let count = now.iter().flatten().max().map_or(0, |most| *most as usize + 1);
        let mut places = vec![None; count];
        for (was, now) in now.iter().enumerate() {
            if let (Some(now), Some(place)) = (*now, self.places.get(was)) {
                places[now as usize] = *place;
            }
        }
        let moved = |list: &[f64]| {
            let mut new = vec![0.0; if list.is_empty() { 0 } else { count }];
            for (was, now) in now.iter().enumerate() {
                if let (Some(now), Some(value)) = (*now, list.get(was)) {
                    new[now as usize] = *value;
                }
            }
            new
        };
        (changed.receded, changed.let_in) = (moved(&self.receded), moved(&self.let_in));
        changed.places = places;
        changed.mark(None);
        changed
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
            && self.places == other.places
    }

    /// Where a target was in the last step, if it was there.
    pub(crate) fn place(&self, target: usize) -> Option<&TargetPlace> {
        self.places.get(target)?.as_ref()
    }

    /// Takes the bodies as placed where they are now, by hand and not by their motion: whatever reaches through the skin's surface in the next
    /// step counts as pressed in from the front.
    pub fn forget_places(&mut self) {
        self.places.clear();
        self.mark(None);
    }

    /// The same for one target.
    pub fn forget_place(&mut self, target: usize) {
        if let Some(place) = self.places.get_mut(target) {
            *place = None;
            self.mark(None);
        }
    }

    /// Whether a target is where it must be after it moved with `motion` for the time `h` \[s\] since the last step, with the skin at `pose`; also
    /// if it was not there then. `radius` \[m\] is that of the skin.
    pub fn follows(
        &self,
        target: usize,
        now: (Pose, Pose),
        motion: &RelativeMotion,
        h: f64,
        radius: f64,
    ) -> bool {
        let Some(then) = self.place(target) else { return true };
        let (skin, target) = now;
        let x_ts = target.inverse() * skin;
        let r_ts = x_ts.rotation_matrix();
        let turned = h * motion.rotation.length();
        let expected = h * (motion.velocity.length() + turned * radius);
        let away = (x_ts.translation - then.p_ts + r_ts * motion.velocity * h).length();
        let columns =
            [r_ts.x_axis - then.r_ts.x_axis, r_ts.y_axis - then.r_ts.y_axis, r_ts.z_axis - then.r_ts.z_axis];
        let turn = columns.map(DVec3::length_squared).iter().sum::<f64>().sqrt();
        away <= 0.5 * expected + SLIGHT && turn * radius <= 3.0 * turned * radius + SLIGHT
    }

    /// Notes where the targets are.
    pub(crate) fn note_places(&mut self, relatives: &[Relative]) {
        self.places.clear();
        self.places.extend(relatives.iter().map(|relative| Some(TargetPlace::from(relative))));
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

    /// Gives every ray of a texel a bristle of its own.
    pub(crate) fn split(&mut self, skin: &Skin, group: usize, lane: usize) {
        if skin.rays_per_texel > 1 {
            self.merge(skin, group, self.merged[group] & !(1 << lane), &[NO_TARGET; WIDTH]);
        }
    }

    /// Puts bristles in the place of a texel's own, one per ray.
    pub(crate) fn set_bristles(&mut self, skin: &Skin, texel: usize, bristles: &[Bristle]) {
        let slot = skin.slot_of_texel[texel] as usize;
        let (group, lane) = skin.place_of(slot);
        self.split(skin, group, lane);
        for (four, bristle) in self.bristles[skin.rays_of(group..group + 1)].iter_mut().zip(bristles) {
            four.put(lane, *bristle);
        }
        let patch = skin.patch_of(slot);
        let mut held = self.bristles[skin.rays_of(skin.patches[patch].groups.clone())].iter();
        self.touching[patch] = held.any(|four| four.target.iter().any(|&target| target != NO_TARGET));
        self.mark(None);
    }

    /// Whether it was made for a skin of this size.
    pub fn fits(&self, skin: &Skin) -> bool {
        self.rays == skin.ray_count() && self.merged.len() == skin.groups()
    }

    /// Whether no bristle touches anything.
    pub fn is_free(&self) -> bool {
        !self.touching.contains(&true)
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
            let i = if merged { group * rays(state) } else { i };
            (state.bristles[i].bristle(lane), state.entered.get(i).map_or(0.0, |four| four.0[lane]))
        };
        let same = |i: usize| (0..WIDTH).all(|lane| ray(self, i, lane) == ray(other, i, lane));
        (self.rays, self.bristles.len(), self.merged.len())
            == (other.rays, other.bristles.len(), other.merged.len())
            && (&self.touching, &self.receded, &self.let_in)
                == (&other.touching, &other.receded, &other.let_in)
            && self.places == other.places
            && (0..self.bristles.len()).all(same)
    }
}
