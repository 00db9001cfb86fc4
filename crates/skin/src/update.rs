//! The update: poses and twists in, forces out.

use crate::Skin;
use crate::detect::Nearest;
use crate::memory::{PairMemory, SkinMemory};
use crate::quad::Quad;
use crate::reading::{SkinReading, TexelReading};
use crate::state::{BristleGroup, SkinState};
use crate::target::{Relative, Target};
use crate::texel_cells::{TexelCells, are_far};
use crate::update_error::{UpdateError, check_motion};
use bristle_geometry::{Pose, Twist};
use std::ops::Range;

impl Skin {
    /// Feels all targets at once and advances the bristles by the step `h` \[s\].
    ///
    /// `pose` and `twist` are those of the skin's frame. A ray feels the target that it meets first, the deepest one.
    /// Nothing is allocated.
    pub fn update(
        &self,
        pose: Pose,
        twist: Twist,
        targets: &[Target],
        h: f64,
        state: &mut SkinState,
        memory: &mut SkinMemory,
        reading: &mut SkinReading,
    ) -> Result<(), UpdateError> {
        check_motion(pose, twist, targets, h)?;
        self.check_fit(targets, state, memory, reading)?;
        memory.begin(pose, twist, targets);
        self.run_fastest(targets, h, state, memory, reading);
        self.finish(pose, targets, memory, reading);
        Ok(())
    }

    /// By the best kernel of this machine; all give the same bits.
    fn run_fastest(
        &self,
        targets: &[Target],
        h: f64,
        state: &mut SkinState,
        memory: &mut SkinMemory,
        reading: &mut SkinReading,
    ) {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has just said that it knows AVX2.
            #[allow(unsafe_code)]
            return unsafe { self.run_avx2(targets, h, state, memory, reading) };
        }
        self.run::<wide::f64x4>(targets, h, state, memory, reading);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn run_avx2(
        &self,
        targets: &[Target],
        h: f64,
        state: &mut SkinState,
        memory: &mut SkinMemory,
        reading: &mut SkinReading,
    ) {
        self.run::<crate::avx2::Avx>(targets, h, state, memory, reading);
    }

    #[inline(always)]
    pub(crate) fn run<L: Quad>(
        &self,
        targets: &[Target],
        h: f64,
        state: &mut SkinState,
        memory: &mut SkinMemory,
        reading: &mut SkinReading,
    ) {
        for index in 0..self.patches.len() {
            if self.comes_near(index, targets, &memory.relatives) {
                self.feel_patch::<L>(index, targets, h, state, memory, reading);
            } else {
                self.release(index, state, reading);
            }
        }
        if are_far(reading.texels.len()) {
            L::settle();
        }
    }

    pub(crate) fn finish(
        &self,
        pose: Pose,
        targets: &[Target],
        memory: &SkinMemory,
        reading: &mut SkinReading,
    ) {
        for ((pair, sum), target) in reading.pairs.iter_mut().zip(&memory.sums).zip(targets) {
            *pair = sum.finish(pose, target.pose);
        }
    }

    /// Whether any target may touch a patch.
    #[inline(always)]
    pub(crate) fn comes_near(&self, index: usize, targets: &[Target], relatives: &[Relative]) -> bool {
        let patch = &self.patches[index];
        targets.iter().zip(relatives).any(|(target, relative)| {
            target.shape.may_touch_ball(relative.point_in_target(patch.centre), patch.radius)
        })
    }

    /// The nearest hits of some groups of rays of a patch.
    #[inline(always)]
    pub(crate) fn detect_groups<L: Quad>(
        &self,
        index: usize,
        groups: Range<usize>,
        targets: &[Target],
        pairs: &mut [PairMemory],
        relatives: &[Relative],
        nearest: &mut [Nearest],
    ) {
        let patch = &self.patches[index];
        nearest.fill(Nearest::NONE);
        for (i, target) in targets.iter().enumerate() {
            let relative = &relatives[i];
            if target.shape.may_touch_ball(relative.point_in_target(patch.centre), patch.radius) {
                let pair = &mut pairs[i];
                self.cast_patch::<L>(index, groups.clone(), target, i as u32, relative, pair, nearest);
            }
        }
    }

    /// A patch that nothing comes near: free bristles, empty readings; free of cost if it was so before.
    #[inline]
    fn release(&self, index: usize, state: &mut SkinState, reading: &mut SkinReading) {
        let patch = &self.patches[index];
        free(&mut state.bristles[patch.groups.clone()], &mut state.touching[index]);
        self.blank(index, &mut TexelCells::new(&mut reading.texels), &mut reading.written[index]);
    }

    /// Empty readings for a patch, if it has others.
    #[inline]
    pub(crate) fn blank(&self, index: usize, texels: &mut TexelCells, written: &mut bool) {
        if *written {
            for slot in self.patches[index].slots.clone() {
                *texels.get(self.texel_of_slot[slot] as usize) = TexelReading::NOTHING;
            }
            *written = false;
        }
    }
}

/// Frees the bristles of a patch, if any hold on.
#[inline]
pub(crate) fn free(bristles: &mut [BristleGroup], touching: &mut bool) {
    if *touching {
        bristles.fill(BristleGroup::FREE);
        *touching = false;
    }
}
