//! What a skin can touch, and how it moves past.

use crate::target_surface::{TargetPart, TargetSurface};
use bristle_contact::ContactMaterial;
use bristle_geometry::{Hit, Pose, Segment, Shape, Twist};
use glam::{DMat3, DVec3};

/// A body that the skin may touch: its shape, and how it stands and moves in the world.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The solid, in the target's frame T.
    pub shape: &'a Shape,
    /// `X_WT`.
    pub pose: Pose,
    /// Velocity of T's origin and rotation of T, in world axes.
    pub twist: Twist,
    /// Which part of it is felt, and as what; all of it, with the skin's own material, if `None`.
    pub surface: Option<&'a TargetSurface>,
}

impl<'a> Target<'a> {
    /// All of a solid, which is rigid.
    pub fn new(shape: &'a Shape, pose: Pose, twist: Twist) -> Self {
        Self { shape, pose, twist, surface: None }
    }

    /// The part that is felt, if that is not all of it.
    #[inline]
    pub(crate) fn part(&self) -> Option<&'a TargetPart> {
        self.surface.map(|surface| &surface.part).filter(|part| !matches!(part, TargetPart::Whole))
    }

    /// The surface as it yields after it has `receded` \[m\].
    #[inline]
    pub(crate) fn yielding(&self, receded: f64) -> Option<&'a TargetSurface> {
        self.surface.filter(|surface| !surface.is_at_core(receded))
    }

    /// The material that is felt, given the skin's own, after the surface has `receded` \[m\].
    #[inline]
    pub(crate) fn material(&self, own: &'a ContactMaterial, receded: f64) -> &'a ContactMaterial {
        self.yielding(receded).and_then(|surface| surface.material.as_deref()).unwrap_or(own)
    }

    /// The first entry of a segment, given in T, into the part that is felt.
    pub(crate) fn first_entry(&self, segment: &Segment, min_cosine: f64) -> Option<Hit> {
        let belongs = |hit: &Hit| {
            let at = segment.origin + segment.direction * hit.distance;
            self.part().is_none_or(|part| part.has(at, segment.direction))
        };
        self.shape.first_entry(segment, min_cosine).filter(belongs)
    }
}

/// The target as seen from the skin.
#[derive(Clone, Debug)]
pub(crate) struct Relative {
    /// Takes coordinates in S to coordinates in T.
    pub(crate) r_ts: DMat3,
    pub(crate) p_ts: DVec3,
    /// Velocity, in S, of the target's material past the skin's: at S's origin, and its rotation.
    pub(crate) velocity: DVec3,
    pub(crate) rotation: DVec3,
}

impl Relative {
    pub(crate) fn new(skin_pose: Pose, skin_twist: Twist, target: &Target) -> Self {
        let x_ts = target.pose.inverse() * skin_pose;
        let to_skin = skin_pose.rotation.conjugate();
        let at_skin = target.twist.velocity_at(skin_pose.translation - target.pose.translation);
        Self {
            r_ts: x_ts.rotation_matrix(),
            p_ts: x_ts.translation,
            velocity: to_skin * (at_skin - skin_twist.linear),
            rotation: to_skin * (target.twist.angular - skin_twist.angular),
        }
    }

    #[inline]
    pub(crate) fn point_in_target(&self, p_s: DVec3) -> DVec3 {
        self.r_ts * p_s + self.p_ts
    }
}
