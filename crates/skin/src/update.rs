//! The update: poses and twists in, forces out.

use crate::Skin;
use crate::contact::Contact;
use crate::detect::Nearest;
use crate::memory::SkinMemory;
use crate::pair_sum::PairSum;
use crate::reading::{SkinReading, TexelReading};
use crate::skin::Ray;
use crate::state::{Bristle, SkinState};
use crate::target::{Relative, Target};
use crate::texel_sum::TexelSum;
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
        for index in 0..self.patches.len() {
            if self.detect(index, targets, memory) {
                self.feel_patch(index, h, state, memory, reading);
            } else {
                self.release(index, state, reading);
            }
        }
        for ((pair, sum), target) in reading.pairs.iter_mut().zip(&memory.sums).zip(targets) {
            *pair = sum.finish(pose, target.pose);
        }
        Ok(())
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
    fn feel_patch(
        &self,
        index: usize,
        h: f64,
        state: &mut SkinState,
        memory: &mut SkinMemory,
        reading: &mut SkinReading,
    ) {
        let patch = &self.patches[index];
        let rays = self.rays_of(patch);
        let SkinMemory { relatives, nearest, sums, .. } = memory;
        let per_texel = self.rays_per_texel;
        let mut touching = false;
        for (own, slot) in patch.slots.clone().enumerate() {
            let mut texel = TexelSum::default();
            for i in own * per_texel..(own + 1) * per_texel {
                let (ray, bristle) = (&self.rays[rays.start + i], &mut state.bristles[rays.start + i]);
                self.feel_ray(ray, &nearest[i], relatives, h, bristle, &mut texel, sums);
            }
            touching |= texel.touches();
            reading.texels[self.texel_of_slot[slot] as usize] = texel.finish(self.options.incipient_from);
        }
        state.touching[index] = touching;
        reading.written[index] = true;
    }

    #[inline(always)]
    fn feel_ray(
        &self,
        ray: &Ray,
        nearest: &Nearest,
        relatives: &[Relative],
        h: f64,
        bristle: &mut Bristle,
        texel: &mut TexelSum,
        sums: &mut [PairSum],
    ) {
        let target = nearest.target;
        if target == Bristle::FREE_TARGET {
            *bristle = Bristle::FREE;
            return;
        }
        let contact = Contact {
            penetration: self.reach - nearest.distance,
            point: ray.origin + ray.direction * nearest.distance,
            normal: nearest.normal,
            squareness: -nearest.normal.dot(ray.direction),
        };
        if contact.penetration <= 0.0 {
            *bristle = Bristle::FREE;
            texel.look_ahead(&contact, ray.units, target);
            return;
        }
        if bristle.target != target {
            *bristle = Bristle { normal: contact.normal, target, ..Bristle::FREE };
        }
        let velocity = relatives[target as usize].velocity_at(contact.point);
        let felt = contact.force(&self.material, ray.units, velocity, bristle, h);
        bristle.deflection = felt.friction.deflection;
        bristle.normal = contact.normal;
        texel.add(&contact, &felt, ray.units, target);
        sums[target as usize].add(&contact, &felt, h);
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
                reading.texels[self.texel_of_slot[slot] as usize] = TexelReading::default();
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
