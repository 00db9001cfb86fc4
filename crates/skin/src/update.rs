//! The update: poses and twists in, forces out.

use crate::Skin;
use crate::batch::Batch;
use crate::detect::Nearest;
use crate::memory::SkinMemory;
use crate::pair_sum::PairSum;
use crate::patch_reading::PatchReading;
use crate::rays::RayGroup;
use crate::reading::{SkinReading, TexelReading};
use crate::state::{ALL_LANES, BristleGroup, NO_TARGET, SkinState};
use crate::target::{Relative, Target};
use bristle_geometry::lanes::{Four, Lanes, Vec3x, WIDTH};
use bristle_geometry::{Pose, Twist};
use thiserror::Error;

/// For every set of lanes, 1 where a lane belongs to it.
static LANE_FLAGS: [Four; 1 << WIDTH] = {
    let mut flags = [Four::ZERO; 1 << WIDTH];
    let mut set = 0;
    while set < flags.len() {
        let mut lane = 0;
        while lane < WIDTH {
            flags[set].0[lane] = (set >> lane & 1) as f64;
            lane += 1;
        }
        set += 1;
    }
    flags
};

/// A bit for every lane that holds `value`.
#[inline(always)]
fn lanes_equal(four: &[u32; WIDTH], value: u32) -> u32 {
    if *four == [value; WIDTH] {
        return ALL_LANES;
    }
    (0..WIDTH).fold(0, |bits, lane| bits | u32::from(four[lane] == value) << lane)
}

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
    /// A pose that would stretch.
    #[error(
        "the rotation of {whose} has length {length}; it must be a unit quaternion: build poses with Pose::new"
    )]
    NotARotation {
        /// The skin, or which target.
        whose: String,
        /// Length of the quaternion.
        length: f64,
    },
    /// More targets than a reading can name.
    #[error("there are {0} targets; a skin feels at most 65535 at a time")]
    TooManyTargets(usize),
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
        self.run::<bristle_geometry::lanes::Avx>(targets, h, state, memory, reading);
    }

    #[inline(always)]
    pub(crate) fn run<L: Lanes>(
        &self,
        targets: &[Target],
        h: f64,
        state: &mut SkinState,
        memory: &mut SkinMemory,
        reading: &mut SkinReading,
    ) {
        for index in 0..self.patches.len() {
            if self.detect::<L>(index, targets, memory) {
                self.feel_patch::<L>(index, h, state, memory, reading);
            } else {
                self.release(index, state, reading);
            }
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

    /// Fills the nearest hits of a patch; false if no target comes near it.
    #[inline(always)]
    fn detect<L: Lanes>(&self, index: usize, targets: &[Target], memory: &mut SkinMemory) -> bool {
        let patch = &self.patches[index];
        let SkinMemory { pairs, relatives, nearest, .. } = memory;
        let nearest = &mut nearest[..patch.groups.len()];
        let mut any = false;
        for (i, target) in targets.iter().enumerate() {
            let relative = &relatives[i];
            if target.shape.may_touch_ball(relative.point_in_target(patch.centre), patch.radius) {
                if !any {
                    nearest.fill(Nearest::NONE);
                    any = true;
                }
                self.cast_patch::<L>(index, target, i as u32, relative, &mut pairs[i], nearest);
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
        let SkinMemory { relatives, nearest, sums, texels, .. } = memory;
        let mut felt = PatchReading {
            skin: self,
            first_slot: patch.slots.start,
            readings: &mut reading.texels,
            sums: texels.get_mut(..patch.slots.len()).unwrap_or_default(),
        };
        felt.begin();
        let mut touching = 0;
        let groups = self.rays[patch.groups.clone()].iter().zip(nearest.iter());
        for (i, ((rays, nearest), bristles)) in
            groups.zip(&mut state.bristles[patch.groups.clone()]).enumerate()
        {
            touching |=
                self.feel_group::<L>(i * WIDTH, rays, nearest, relatives, h, bristles, sums, &mut felt);
        }
        felt.finish();
        state.touching[index] = touching != 0;
        reading.written[index] = true;
    }

    /// Four rays; gives a bit for each that touches.
    #[inline(always)]
    fn feel_group<L: Lanes>(
        &self,
        first_ray: usize,
        rays: &RayGroup,
        nearest: &Nearest,
        relatives: &[Relative],
        h: f64,
        bristles: &mut BristleGroup,
        sums: &mut [PairSum],
        felt: &mut PatchReading,
    ) -> u32 {
        let (zero, reach) = (L::splat(0.0), L::splat(self.reach));
        let below_surface = L::bits(L::load(&nearest.distance).below(reach));
        let mut touching = 0;
        for (target, (relative, sum)) in (0u32..).zip(relatives.iter().zip(sums)) {
            let seen = lanes_equal(&nearest.target, target);
            let lanes = seen & below_surface;
            if seen != lanes {
                self.look_ahead(first_ray, seen & !lanes, rays, nearest, target, felt);
            }
            if lanes == 0 {
                continue;
            }
            touching |= lanes;
            bristles.cling(lanes, target, &nearest.normal);
            let on = zero.below(L::load(&LANE_FLAGS[lanes as usize]));
            let direction = Vec3x::<L>::load(&rays.direction);
            let normal = Vec3x::select(on, Vec3x::load(&nearest.normal), direction * L::splat(-1.0));
            let distance = L::select(on, L::load(&nearest.distance), reach);
            let point = Vec3x::load(&rays.origin) + direction * distance;
            let batch = Batch {
                lanes,
                penetration: reach - distance,
                squareness: -normal.dot(direction),
                units: L::select(on, L::load(&rays.units), zero),
                point,
                normal,
                deflection: Vec3x::load(&bristles.deflection),
                old_normal: Vec3x::load(&bristles.normal),
            };
            let velocity = Vec3x::splat(relative.velocity) + Vec3x::splat(relative.rotation).cross(point);
            let force = batch.force(&self.material, velocity, h);
            Vec3x::select(on, force.deflection, batch.deflection).store(&mut bristles.deflection);
            Vec3x::select(on, normal, batch.old_normal).store(&mut bristles.normal);
            sum.add(&batch, &force, h);
            felt.take(first_ray, &batch, &force, target);
        }
        if touching != ALL_LANES {
            bristles.let_go(!touching);
            for lane in 0..WIDTH {
                if nearest.target[lane] == NO_TARGET && rays.has(lane) {
                    felt.nothing(first_ray + lane);
                }
            }
        }
        touching
    }

    /// Rays that see a target which they do not touch.
    #[cold]
    fn look_ahead(
        &self,
        first_ray: usize,
        lanes: u32,
        rays: &RayGroup,
        nearest: &Nearest,
        target: u32,
        felt: &mut PatchReading,
    ) {
        for lane in (0..WIDTH).filter(|lane| lanes >> lane & 1 != 0) {
            let distance = nearest.distance.0[lane];
            let point = rays.origin.get(lane) + rays.direction.get(lane) * distance;
            felt.look_ahead(first_ray + lane, self.reach - distance, point, rays.units.0[lane], target);
        }
    }

    /// A patch that nothing comes near: free bristles, empty readings; free of cost if it was so before.
    #[inline]
    fn release(&self, index: usize, state: &mut SkinState, reading: &mut SkinReading) {
        let patch = &self.patches[index];
        if state.touching[index] {
            state.bristles[patch.groups.clone()].fill(BristleGroup::FREE);
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
        fit("state", "rays", state.rays, self.ray_count())?;
        fit("state", "groups of four rays", state.bristles.len(), self.rays.len())?;
        fit("state", "patches", state.touching.len(), self.patches.len())?;
        fit("reading", "texels", reading.texels.len(), self.texels.len())?;
        fit("reading", "targets", reading.pairs.len(), targets.len())?;
        fit("reading", "patches", reading.written.len(), self.patches.len())?;
        fit("memory", "targets", memory.pairs.len(), targets.len())?;
        for (pair, target) in memory.pairs.iter().zip(targets) {
            if matches!(target.shape, bristle_geometry::Shape::Mesh(_)) {
                fit("memory", "rays at a mesh", pair.hints.len(), self.rays.len() * WIDTH)?;
            }
        }
        fit("memory", "ray groups per patch", memory.nearest.len(), self.widest_patch())
    }
}

fn check_motion(pose: Pose, twist: Twist, targets: &[Target], h: f64) -> Result<(), UpdateError> {
    if !(1e-9..=1.0).contains(&h) {
        return Err(UpdateError::BadStep(h));
    }
    if targets.len() > usize::from(u16::MAX) {
        return Err(UpdateError::TooManyTargets(targets.len()));
    }
    let finite = |pose: Pose, twist: Twist, whose: &dyn Fn() -> String| {
        if !pose.is_finite() {
            return Err(UpdateError::NotFinite { quantity: "pose", whose: whose() });
        }
        if !twist.is_finite() {
            return Err(UpdateError::NotFinite { quantity: "twist", whose: whose() });
        }
        let length = pose.rotation.length();
        if (length - 1.0).abs() > 1e-6 {
            return Err(UpdateError::NotARotation { whose: whose(), length });
        }
        Ok(())
    };
    finite(pose, twist, &|| "the skin".into())?;
    targets.iter().enumerate().try_for_each(|(i, t)| finite(t.pose, t.twist, &|| format!("target {i}")))
}
