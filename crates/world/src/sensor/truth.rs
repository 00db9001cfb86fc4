//! What the stepper knows after a step.

use crate::BodyId;
use bristle_geometry::{Pose, Shape, Twist, Wrench};
use bristle_skin::SkinReading;
use glam::DVec3;

/// A solid where it is.
#[derive(Clone, Copy, Debug)]
pub struct PlacedShape<'a> {
    /// The solid.
    pub shape: &'a Shape,
    /// `X_WS` of the solid.
    pub pose: Pose,
    /// The body that carries it.
    pub body: BodyId,
}

/// The truth after a step, in world axes. Lists are indexed by [`BodyId`] or [`SkinId`](crate::SkinId).
#[derive(Clone, Copy, Debug)]
pub struct Truth<'a> {
    /// Time after the step \[s\].
    pub time: f64,
    /// Length of the step \[s\].
    pub h: f64,
    /// \[m/s²\]
    pub gravity: DVec3,
    /// `X_WB` of each body.
    pub poses: &'a [Pose],
    /// Velocity of each body's origin, and its angular velocity.
    pub twists: &'a [Twist],
    /// Acceleration of each body's origin \[m/s²\], and its angular acceleration \[rad/s²\].
    pub accelerations: &'a [Twist],
    /// What each body's parent exerts on it through its joint, about the body's origin.
    pub joint_wrenches: &'a [Wrench],
    /// Position of each body's one-dof joint \[m | rad\]; 0 for other joints.
    pub positions: &'a [f64],
    /// Velocity of each body's one-dof joint \[m/s | rad/s\]; 0 for other joints.
    pub velocities: &'a [f64],
    /// What each skin feels.
    pub readings: &'a [SkinReading],
    /// All solids.
    pub shapes: &'a [PlacedShape<'a>],
}
