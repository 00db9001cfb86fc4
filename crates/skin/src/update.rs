//! The update: poses and twists in, forces out.

use crate::Skin;
use crate::detect::Nearest;
use crate::fastest::{Kernel, run_fastest};
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
    /// The first update with a target that has edges makes room for the hits; others allocate nothing.
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
        run_fastest(Update { skin: self, targets, h, state, memory, reading });
        self.finish(pose, targets, memory, reading);
        for (i, surface) in targets.iter().enumerate().filter_map(|(i, target)| Some((i, target.surface?))) {
            self.crush(i, surface.crush, surface.material.as_deref(), reading, state);
        }
        Ok(())
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

/// Feels all patches.
pub(crate) struct Update<'a> {
    pub(crate) skin: &'a Skin,
    pub(crate) targets: &'a [Target<'a>],
    pub(crate) h: f64,
    pub(crate) state: &'a mut SkinState,
    pub(crate) memory: &'a mut SkinMemory,
    pub(crate) reading: &'a mut SkinReading,
}

impl Kernel for Update<'_> {
    #[inline(always)]
    fn run<L: Quad>(self) {
        let Self { skin, targets, h, state, memory, reading } = self;
        memory.keep_hits = skin.feels_edges(targets);
        if memory.keep_hits {
            memory.hits.resize(skin.rays.len(), Nearest::NONE);
            memory.near.resize(skin.patches.len(), false);
        }
        for index in 0..skin.patches.len() {
            let near = skin.comes_near(index, targets, &memory.relatives);
            if memory.keep_hits {
                memory.near[index] = near;
            }
            if near {
                skin.feel_patch::<L>(index, targets, h, state, memory, reading);
            } else {
                skin.release(index, state, reading);
            }
        }
        if are_far(reading.texels.len()) {
            L::settle();
        }
        if memory.keep_hits {
            skin.find_edges(targets, state, memory);
            memory.edges.add_to_update(&mut memory.sums, reading);
            // What was felt is no detection that a trial may begin with.
            memory.near.clear();
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
