//! The update: poses and twists in, forces out.

use crate::Skin;
use crate::fastest::{Kernel, run_fastest};
use crate::group_reading::GroupReading;
use crate::memory::SkinMemory;
use crate::quad::Quad;
use crate::reading::SkinReading;
use crate::state::{BristleGroup, SkinState};
use crate::target::Target;
use crate::texel_cells::{TexelCells, are_far};
use crate::update_error::{UpdateError, check_motion};
use bristle_geometry::{Pose, Twist};

impl Skin {
    /// Feels all targets at once and advances the bristles by the step `h` \[s\].
    ///
    /// `pose` and `twist` are those of the skin's frame. A ray feels the target that it meets first, the deepest one.
    /// The first update with a target that has edges makes room for them; others allocate nothing.
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
        state.note_places(&memory.relatives);
        state.mark(None);
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

    /// A patch that nothing comes near: free bristles, empty readings; free of cost if it was so before.
    #[inline]
    fn release(&self, index: usize, state: &mut SkinState, felt: &mut GroupReading, written: &mut bool) {
        let rays = self.rays_of(self.patches[index].groups.clone());
        free(&mut state.bristles[rays], &mut state.touching[index]);
        felt.blank(index, written);
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
        // What is felt is no detection that a trial may begin with.
        (memory.detected, memory.edged) = (false, false);
        let mut felt = GroupReading::new(skin, TexelCells::new(&mut reading.texels));
        for (index, written) in reading.written.iter_mut().enumerate() {
            if skin.feel_patch::<L>(index, targets, h, state, memory, &mut felt) {
                *written = true;
            } else {
                skin.release(index, state, &mut felt, written);
            }
        }
        if are_far(reading.texels.len()) {
            L::settle();
        }
        skin.find_edges(targets, state, memory);
        memory.edges.add_to_update(&mut memory.sums, reading);
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
