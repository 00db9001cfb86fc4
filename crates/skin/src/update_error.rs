//! What an update refuses, before it changes anything.

use crate::memory::SkinMemory;
use crate::reading::SkinReading;
use crate::state::{ALL_LANES, SkinState};
use crate::{Bristle, Skin, Target};
use bristle_geometry::lanes::{Four, FourVec3, WIDTH};
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
    /// A trial before the first look.
    #[error("the memory holds no hits of this skin; call Skin::detect at the start of every step")]
    NotDetected,
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

fn fit(what: &'static str, of: &'static str, made_for: usize, given: usize) -> Result<(), UpdateError> {
    if made_for == given { Ok(()) } else { Err(UpdateError::Mismatch { what, of, made_for, given }) }
}

impl Skin {
    /// State, memory and reading belong to this skin and these targets.
    pub(crate) fn check_fit(
        &self,
        targets: &[Target],
        state: &SkinState,
        memory: &SkinMemory,
        reading: &SkinReading,
    ) -> Result<(), UpdateError> {
        self.check_state(state)?;
        self.check_reading(targets.len(), reading)?;
        self.check_memory(targets, memory)
    }

    pub(crate) fn check_state(&self, state: &SkinState) -> Result<(), UpdateError> {
        fit("state", "rays", state.rays, self.ray_count())?;
        fit("state", "groups of four rays", state.bristles.len(), self.rays.len())?;
        fit("state", "groups of four texels", state.merged.len(), self.groups())?;
        fit("state", "patches", state.touching.len(), self.patches.len())
    }

    /// Whether a state that comes from elsewhere is one of this skin, with no other targets than the first so many.
    pub fn fits_state(&self, targets: usize, state: &SkinState) -> bool {
        let known = |target: u32| target == Bristle::FREE_TARGET || (target as usize) < targets;
        let four = |four: &Four| four.0.iter().all(|x| x.is_finite());
        let vector = |v: &FourVec3| [v.x, v.y, v.z].iter().all(four);
        self.check_state(state).is_ok()
            && state.receded.len() <= targets
            && state.let_in.len() <= targets
            && [0, self.rays.len()].contains(&state.entered.len())
            && state.entered.iter().all(four)
            && state.merged.iter().all(|&lanes| u32::from(lanes) <= ALL_LANES)
            && state.places.len() <= targets
            && state.places.iter().flatten().all(|place| place.r_ts.is_finite() && place.p_ts.is_finite())
            && state.bristles.iter().all(|group| {
                group.target.iter().all(|&target| known(target))
                    && vector(&group.deflection)
                    && vector(&group.normal)
            })
    }

    /// Whether a reading that comes from elsewhere is one of this skin with so many targets.
    pub fn fits_reading(&self, targets: usize, reading: &SkinReading) -> bool {
        self.check_reading(targets, reading).is_ok()
    }

    pub(crate) fn check_reading(&self, targets: usize, reading: &SkinReading) -> Result<(), UpdateError> {
        fit("reading", "texels", reading.texels.len(), self.texels.len())?;
        fit("reading", "targets", reading.pairs.len(), targets)?;
        fit("reading", "patches", reading.written.len(), self.patches.len())
    }

    pub(crate) fn check_memory(&self, targets: &[Target], memory: &SkinMemory) -> Result<(), UpdateError> {
        fit("memory", "targets", memory.pairs.len(), targets.len())?;
        for (pair, target) in memory.pairs.iter().zip(targets) {
            if matches!(target.shape, bristle_geometry::Shape::Mesh(_)) {
                fit("memory", "rays at a mesh", pair.hints.len(), self.rays.len() * WIDTH)?;
            }
        }
        fit("memory", "groups of four rays", memory.hits.len(), self.rays.len())?;
        fit("memory", "groups of four texels", memory.merged.len(), self.groups())?;
        fit("memory", "patches", memory.near.len(), self.patches.len())
    }
}

/// Numbers are numbers, rotations rotate, and the step is one.
pub(crate) fn check_motion(pose: Pose, twist: Twist, targets: &[Target], h: f64) -> Result<(), UpdateError> {
    check_step(h)?;
    check_poses(pose, targets)?;
    let finite = |twist: Twist, whose: &dyn Fn() -> String| {
        if twist.is_finite() {
            Ok(())
        } else {
            Err(UpdateError::NotFinite { quantity: "twist", whose: whose() })
        }
    };
    finite(twist, &|| "the skin".into())?;
    targets.iter().enumerate().try_for_each(|(i, t)| finite(t.twist, &|| format!("target {i}")))
}

pub(crate) fn check_step(h: f64) -> Result<(), UpdateError> {
    if (1e-9..=1.0).contains(&h) { Ok(()) } else { Err(UpdateError::BadStep(h)) }
}

pub(crate) fn check_poses(pose: Pose, targets: &[Target]) -> Result<(), UpdateError> {
    if targets.len() > usize::from(u16::MAX) {
        return Err(UpdateError::TooManyTargets(targets.len()));
    }
    let proper = |pose: Pose, whose: &dyn Fn() -> String| {
        if !pose.is_finite() {
            return Err(UpdateError::NotFinite { quantity: "pose", whose: whose() });
        }
        let length = pose.rotation.length();
        if (length - 1.0).abs() > 1e-6 {
            return Err(UpdateError::NotARotation { whose: whose(), length });
        }
        Ok(())
    };
    proper(pose, &|| "the skin".into())?;
    targets.iter().enumerate().try_for_each(|(i, t)| proper(t.pose, &|| format!("target {i}")))
}
