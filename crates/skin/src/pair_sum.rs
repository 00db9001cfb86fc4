//! Sums over the contacts of one skin–target pair.

use crate::block::{Arm, BlockSum};
use crate::contact::{Contact, ContactForce};
use crate::reading::PairLoad;
use bristle_geometry::{Pose, Wrench};
use glam::DVec3;

/// Wrench on the skin and its derivatives so far, in S about its origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairSum {
    force: DVec3,
    torque: DVec3,
    stiffness: BlockSum,
    damping: BlockSum,
    contacts: usize,
}

impl PairSum {
    pub(crate) const ZERO: Self = Self {
        force: DVec3::ZERO,
        torque: DVec3::ZERO,
        stiffness: BlockSum::ZERO,
        damping: BlockSum::ZERO,
        contacts: 0,
    };

    #[inline(always)]
    pub(crate) fn add(&mut self, contact: &Contact, felt: &ContactForce, h: f64) {
        let force = contact.normal * felt.normal_force + felt.friction.force;
        self.force += force;
        self.torque += contact.point.cross(force);
        self.contacts += 1;
        let arm = Arm::new(contact.point, contact.normal);
        let (spring, damper) = (felt.friction.d_deflection, felt.friction.damping(h));
        self.stiffness.add(&arm, felt.normal_stiffness, spring.isotropic);
        self.damping.add(&arm, felt.normal_damping, damper.isotropic);
        let follows = felt.friction.d_normal_force;
        if follows != DVec3::ZERO || damper.a != DVec3::ZERO {
            self.stiffness.add_slip(&arm, &spring, felt.normal_stiffness, follows);
            self.damping.add_slip(&arm, &damper, felt.normal_damping, follows);
        }
    }

    pub(crate) fn finish(&self, skin: Pose, target: Pose) -> PairLoad {
        let on_skin = Wrench { force: self.force, torque: self.torque, point: DVec3::ZERO }.in_frame(skin);
        PairLoad {
            wrench_on_skin_w: on_skin,
            wrench_on_target_w: on_skin.reaction().shift_to(target.translation),
            stiffness: self.stiffness.finish(),
            damping: self.damping.finish(),
            contacts: self.contacts,
        }
    }
}
