//! Two bodies that touch, whatever feels it: a skin, or two plain surfaces.

use crate::{BodyId, SkinId};
use bristle_geometry::{Pose, Wrench};
use bristle_skin::TrialLoad;
use glam::DVec3;

/// What passes between two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touching<'a> {
    /// The one that feels, and the other.
    pub(crate) bodies: [usize; 2],
    /// The frame in the middle of the step that the load is given in.
    pub(crate) frame: Pose,
    pub(crate) load: &'a TrialLoad,
}

impl Touching<'_> {
    /// What acts on the first body.
    pub(crate) fn wrench_on_first(&self) -> Wrench {
        Wrench { force: self.load.force, torque: self.load.torque, point: DVec3::ZERO }.in_frame(self.frame)
    }
}

/// Two bodies that touched in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyContact {
    /// The two; if a skin feels the contact, the one that wears it is first.
    pub bodies: (BodyId, BodyId),
    /// The skin that feels it; none between plain surfaces.
    pub skin: Option<SkinId>,
    /// What acts on the first body, in world axes: the mean of the last step.
    pub wrench_on_first: Wrench,
}
