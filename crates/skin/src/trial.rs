//! The skin in an implicit time step: look once, try several motions, commit one.
//!
//! [`Skin::update`](crate::Skin::update) answers the question "what does the skin feel now?". An implicit step asks another
//! one: "what will it feel if the bodies end the step with these velocities?", several times per step, and wants to
//! know how the answer changes with them. Where the rays meet the targets is found once, in the predicted middle of the
//! step; only the laws are evaluated again.

use crate::Skin;
use crate::block::Block6;
use crate::fastest::run_fastest;
use crate::memory::SkinMemory;
use crate::reading::{PairLoad, SkinReading};
use crate::state::SkinState;
use crate::target::Target;
use crate::target_surface::Crush;
use crate::trial_follower::{Probe, Settle};
use crate::trial_kernel::{Look, Step, Trial};
use crate::update_error::{UpdateError, check_poses, check_step};
use bristle_contact::ContactMaterial;
use bristle_geometry::{Pose, Wrench};
use glam::DVec3;

/// Relative motion of one target past the skin, in the skin's axes: velocity at the skin's origin, and rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RelativeMotion {
    /// Velocity of the target's material past the skin's, at the skin's origin \[m/s\].
    pub velocity: DVec3,
    /// Rotation of the target past the skin \[rad/s\].
    pub rotation: DVec3,
}

/// What passes between skin and one target for a trial motion; in the skin's frame S about its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialLoad {
    /// Force on the skin \[N\].
    pub force: DVec3,
    /// Torque on the skin \[N·m\].
    pub torque: DVec3,
    /// ∂(force, torque)/∂(velocity, rotation) of the motion over the step; zero where it is not asked for.
    pub damping: Block6,
    /// Its symmetric part without the friction that follows the normal force: never negative.
    pub resistance: Block6,
    /// The part of it along the contacts' normals, summed up \[N·s/m\].
    pub normal_resistance: f64,
    /// Elastic part of the normal forces, summed up \[N\].
    pub elastic: f64,
    /// Whether rays find the target deeper than the last step has left it; known where derivatives are asked for.
    pub jumped: bool,
    /// Rays that are pressed.
    pub contacts: usize,
}

impl TrialLoad {
    /// Nothing passes.
    pub const ZERO: Self = Self {
        force: DVec3::ZERO,
        torque: DVec3::ZERO,
        damping: Block6::ZERO,
        resistance: Block6::ZERO,
        normal_resistance: 0.0,
        elastic: 0.0,
        jumped: false,
        contacts: 0,
    };
}

impl Skin {
    /// Casts all rays once, at the poses in the predicted middle of a step, and keeps the hits in `memory`.
    ///
    /// The twists of the targets are ignored; `state` says what is held on to. The first call makes room for the hits; later ones allocate nothing.
    pub fn detect(
        &self,
        pose: Pose,
        targets: &[Target],
        state: &SkinState,
        memory: &mut SkinMemory,
    ) -> Result<(), UpdateError> {
        check_poses(pose, targets)?;
        self.check_memory(targets, memory)?;
        self.check_state(state)?;
        memory.begin_step(self, pose, targets, state);
        run_fastest(Look { skin: self, targets, state, memory });
        Ok(())
    }

    /// The loads of a trial motion, with derivatives: `before[i]` is the motion of target `i` past the skin at the start of the step `h`
    /// \[s\] that [`detect`](Self::detect) was called in the middle of, and `after[i]` its motion over the whole step: way over time.
    ///
    /// Elastic forces are the mean over the way, so that their work is the change of the elastic energy; damping and friction follow
    /// the way, too. State and reading are left alone.
    pub fn try_motion(
        &self,
        before: &[RelativeMotion],
        after: &[RelativeMotion],
        h: f64,
        state: &SkinState,
        memory: &mut SkinMemory,
        loads: &mut [TrialLoad],
    ) -> Result<(), UpdateError> {
        self.check_trial(before, after, h, state, memory, loads)?;
        let step = Step { skin: self, before, after, h, state, moves_at_end: memory.moves_at_end };
        Trial::new(step, memory, Probe).run_fastest();
        memory.gather(loads, true);
        Ok(())
    }

    /// The same forces as [`try_motion`](Self::try_motion), bit for bit, without derivatives; and this time they count:
    /// the advanced bristles go into `next`, what the texels feel into `reading`.
    ///
    /// `state` is left as it was, so that the step can be taken back. `next` may hold any state of the same skin. The
    /// wrenches of the reading are those at the poses of [`detect`](Self::detect); its blocks are zero.
    pub fn commit_motion(
        &self,
        before: &[RelativeMotion],
        after: &[RelativeMotion],
        h: f64,
        state: &SkinState,
        next: &mut SkinState,
        memory: &mut SkinMemory,
        loads: &mut [TrialLoad],
        reading: &mut SkinReading,
    ) -> Result<(), UpdateError> {
        self.check_trial(before, after, h, state, memory, loads)?;
        self.check_state(next)?;
        self.check_reading(before.len(), reading)?;
        let step = Step { skin: self, before, after, h, state, moves_at_end: memory.moves_at_end };
        Trial::new(step, memory, Settle::new(self, next, reading)).run_fastest();
        memory.gather(loads, false);
        memory.edges.add_to_texels(loads, reading);
        for ((pair, load), target) in reading.pairs.iter_mut().zip(loads).zip(&memory.target_poses) {
            *pair = load.as_pair(memory.skin_pose, *target);
        }
        next.receded.clone_from(&state.receded);
        next.push_out(memory.laws.iter().map(|law| law.let_in), h);
        memory.let_in_after(&step, next);
        next.note_places(&memory.relatives);
        for (target, law) in memory.laws.iter().enumerate() {
            self.crush(target, (law.crush, law.core), law.material.as_deref(), reading, next);
        }
        next.mark(Some(state));
        Ok(())
    }
}

impl Skin {
    /// Lets the surface of a target recede that is pressed beyond what it bears.
    pub(crate) fn crush(
        &self,
        target: usize,
        (crush, core): (Option<Crush>, Option<f64>),
        material: Option<&ContactMaterial>,
        reading: &SkinReading,
        state: &mut SkinState,
    ) {
        let Some(crush) = crush else { return };
        let material = material.unwrap_or(&self.material);
        let yields = |p: f64| p - material.normal_force(p, 0.0).compression;
        let pressed = reading.texels.iter().filter(|texel| texel.target == Some(target as u16));
        let left = core.map_or(f64::INFINITY, |core| core - state.receded(target));
        let recession = crush.recession(pressed, yields, left);
        if recession > 0.0 {
            state.recede(target, recession);
        }
    }
}

impl TrialLoad {
    /// The load in world axes, on both bodies.
    fn as_pair(&self, skin: Pose, target: Pose) -> PairLoad {
        if self.contacts == 0 {
            return PairLoad::none(skin, target);
        }
        let on_skin = Wrench { force: self.force, torque: self.torque, point: DVec3::ZERO }.in_frame(skin);
        PairLoad {
            wrench_on_skin_w: on_skin,
            wrench_on_target_w: on_skin.reaction().shift_to(target.translation),
            contacts: self.contacts,
            ..PairLoad::none(skin, target)
        }
    }
}

impl Skin {
    /// The buffers belong together and the numbers are numbers.
    fn check_trial(
        &self,
        before: &[RelativeMotion],
        after: &[RelativeMotion],
        h: f64,
        state: &SkinState,
        memory: &SkinMemory,
        loads: &[TrialLoad],
    ) -> Result<(), UpdateError> {
        check_step(h)?;
        let targets = memory.target_poses.len();
        if !memory.detected || memory.hits.len() != self.rays.len() {
            return Err(UpdateError::NotDetected);
        }
        for (what, given) in [
            ("list of motions before", before.len()),
            ("list of motions after", after.len()),
            ("list of loads", loads.len()),
        ] {
            if given != targets {
                return Err(UpdateError::Mismatch { what, of: "targets", made_for: given, given: targets });
            }
        }
        let finite = |m: &RelativeMotion| m.velocity.is_finite() && m.rotation.is_finite();
        match before.iter().zip(after).position(|(b, a)| !(finite(b) && finite(a))) {
            Some(i) => {
                Err(UpdateError::NotFinite { quantity: "relative motion", whose: format!("target {i}") })
            }
            None => self.check_state(state),
        }
    }
}
