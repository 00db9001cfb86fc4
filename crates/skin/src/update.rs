//! The update: poses and twists in, forces out.

use crate::Skin;
use crate::batch::Batch;
use crate::contact::Contact;
use crate::detect::Nearest;
use crate::lanes::{Lanes, Vec3x};
use crate::memory::SkinMemory;
use crate::pair_sum::PairSum;
use crate::patch_reading::PatchReading;
use crate::reading::{SkinReading, TexelReading};
use crate::state::{Bristle, SkinState};
use crate::target::{Relative, Target};
use bristle_geometry::{Pose, Twist};
use thiserror::Error;

/// Why an update was refused. Nothing has changed then.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum UpdateError {
    /// A pose or twist with NaN or infinity.
    #[error("the {quantity} of {whose} is not finite; look at the step before this one")]
    NotFinite {
        /// Pose or twist.
        quantity: &'static str,
        /// The skin, or which target.
        whose: String,
    },
    /// A step that is no step.
    #[error("the time step is {0} s; it must be within [1e-9, 1] s")]
    BadStep(f64),
    /// State, memory or reading belong to another skin or to other targets.
    #[error("the {what} was made for {made_for} {of}, but there are {given}; make a new one")]
    Mismatch {
        /// State, memory or reading.
        what: &'static str,
        /// Of what.
        of: &'static str,
        /// Number it was made for.
        made_for: usize,
        /// Number given.
        given: usize,
    },
}

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
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has just said that it knows AVX2.
            #[allow(unsafe_code)]
            unsafe {
                self.run_avx2(targets, h, state, memory, reading);
            }
            self.finish(pose, targets, memory, reading);
            return Ok(());
        }
        self.run::<wide::f64x4>(targets, h, state, memory, reading);
        self.finish(pose, targets, memory, reading);
        Ok(())
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
        self.run::<crate::lanes::Avx>(targets, h, state, memory, reading);
    }

    #[inline(always)]
    fn run<L: Lanes>(
        &self,
        targets: &[Target],
        h: f64,
        state: &mut SkinState,
        memory: &mut SkinMemory,
        reading: &mut SkinReading,
    ) {
        for index in 0..self.patches.len() {
            if self.detect(index, targets, memory) {
                self.feel_patch::<L>(index, h, state, memory, reading);
            } else {
                self.release(index, state, reading);
            }
        }
    }

    fn finish(&self, pose: Pose, targets: &[Target], memory: &SkinMemory, reading: &mut SkinReading) {
        for ((pair, sum), target) in reading.pairs.iter_mut().zip(&memory.sums).zip(targets) {
            *pair = sum.finish(pose, target.pose);
        }
    }

    /// Fills the nearest hits of a patch; false if no target comes near it.
    #[inline]
    fn detect(&self, index: usize, targets: &[Target], memory: &mut SkinMemory) -> bool {
        let patch = &self.patches[index];
        let SkinMemory { pairs, relatives, nearest, .. } = memory;
        let nearest = &mut nearest[..self.rays_of(patch).len()];
        let mut any = false;
        for (i, target) in targets.iter().enumerate() {
            let relative = &relatives[i];
            if target.shape.may_touch_ball(relative.point_in_target(patch.centre), patch.radius) {
                if !any {
                    nearest.fill(Nearest::NONE);
                    any = true;
                }
                self.cast_patch(index, target, i as u32, relative, &mut pairs[i], nearest);
            }
        }
        any
    }

    /// Second half: forces from the hits of a patch.
    #[inline(always)]
    fn feel_patch<L: Lanes>(
        &self,
        index: usize,
        h: f64,
        state: &mut SkinState,
        memory: &mut SkinMemory,
        reading: &mut SkinReading,
    ) {
        let patch = &self.patches[index];
        let rays = self.rays_of(patch);
        let SkinMemory { relatives, nearest, sums, texels, .. } = memory;
        let bristles = &mut state.bristles[rays.clone()];
        let mut felt = PatchReading {
            skin: self,
            first_slot: patch.slots.start,
            readings: &mut reading.texels,
            sums: &mut texels[..patch.slots.len()],
        };
        felt.begin();
        let mut touching = false;
        for (target, (relative, sum)) in relatives.iter().zip(sums).enumerate() {
            let mut batch = Batch::EMPTY;
            for (i, (ray, nearest)) in self.rays[rays.clone()].iter().zip(nearest.iter()).enumerate() {
                if nearest.target != target as u32 {
                    continue;
                }
                let contact = Contact {
                    penetration: self.reach - nearest.distance,
                    point: ray.origin + ray.direction * nearest.distance,
                    normal: nearest.normal,
                    squareness: -nearest.normal.dot(ray.direction),
                };
                let bristle = &mut bristles[i];
                if contact.penetration <= 0.0 {
                    *bristle = Bristle::FREE;
                    felt.look_ahead(i, &contact, ray.units, nearest.target);
                    continue;
                }
                // A new contact, or one with another target, begins with a straight bristle.
                if bristle.target != nearest.target {
                    *bristle = Bristle { normal: contact.normal, target: nearest.target, ..Bristle::FREE };
                }
                touching = true;
                if batch.push(i, &contact, ray.units, bristle) {
                    self.feel_batch::<L>(&batch, relative, h, bristles, sum, &mut felt);
                    batch.count = 0;
                }
            }
            if batch.count > 0 {
                batch.pad();
                self.feel_batch::<L>(&batch, relative, h, bristles, sum, &mut felt);
            }
        }
        for (i, (bristle, nearest)) in bristles.iter_mut().zip(nearest.iter()).enumerate() {
            if nearest.target == Bristle::FREE_TARGET {
                *bristle = Bristle::FREE;
                felt.nothing(i);
            }
        }
        felt.finish();
        state.touching[index] = touching;
        reading.written[index] = true;
    }

    #[inline(always)]
    fn feel_batch<L: Lanes>(
        &self,
        batch: &Batch,
        relative: &Relative,
        h: f64,
        bristles: &mut [Bristle],
        sum: &mut PairSum,
        felt: &mut PatchReading,
    ) {
        let point = Vec3x::<L>::load(&batch.point);
        let velocity = Vec3x::splat(relative.velocity) + Vec3x::splat(relative.rotation).cross(point);
        let force = batch.force::<L>(&self.material, velocity, h);
        sum.add(batch, &force, h);
        felt.take(batch, &force, bristles);
    }

    /// A patch that nothing comes near: free bristles, empty readings; free of cost if it was so before.
    #[inline]
    fn release(&self, index: usize, state: &mut SkinState, reading: &mut SkinReading) {
        let patch = &self.patches[index];
        if state.touching[index] {
            state.bristles[self.rays_of(patch)].fill(Bristle::FREE);
            state.touching[index] = false;
        }
        if reading.written[index] {
            for slot in patch.slots.clone() {
                reading.texels[self.texel_of_slot[slot] as usize] = TexelReading::NOTHING;
            }
            reading.written[index] = false;
        }
    }

    fn check_fit(
        &self,
        targets: &[Target],
        state: &SkinState,
        memory: &SkinMemory,
        reading: &SkinReading,
    ) -> Result<(), UpdateError> {
        let fit = |what, of, made_for: usize, given: usize| {
            if made_for == given { Ok(()) } else { Err(UpdateError::Mismatch { what, of, made_for, given }) }
        };
        fit("state", "rays", state.bristles.len(), self.rays.len())?;
        fit("state", "patches", state.touching.len(), self.patches.len())?;
        fit("reading", "texels", reading.texels.len(), self.texels.len())?;
        fit("reading", "targets", reading.pairs.len(), targets.len())?;
        fit("reading", "patches", reading.written.len(), self.patches.len())?;
        fit("memory", "targets", memory.pairs.len(), targets.len())?;
        for (pair, target) in memory.pairs.iter().zip(targets) {
            if matches!(target.shape, bristle_geometry::Shape::Mesh(_)) {
                fit("memory", "rays at a mesh", pair.hints.len(), self.rays.len())?;
            }
        }
        fit("memory", "rays per patch", memory.nearest.len(), self.widest_patch())
    }
}

fn check_motion(pose: Pose, twist: Twist, targets: &[Target], h: f64) -> Result<(), UpdateError> {
    if !(1e-9..=1.0).contains(&h) {
        return Err(UpdateError::BadStep(h));
    }
    let finite = |pose: Pose, twist: Twist, whose: &dyn Fn() -> String| {
        if !pose.is_finite() {
            return Err(UpdateError::NotFinite { quantity: "pose", whose: whose() });
        }
        if !twist.is_finite() {
            return Err(UpdateError::NotFinite { quantity: "twist", whose: whose() });
        }
        Ok(())
    };
    finite(pose, twist, &|| "the skin".into())?;
    targets.iter().enumerate().try_for_each(|(i, t)| finite(t.pose, t.twist, &|| format!("target {i}")))
}
