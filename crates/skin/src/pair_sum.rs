//! Sums over the contacts of one skin–target pair.

use crate::batch::{Batch, BatchForce};
use crate::block::{Arm, BlockSum};
use crate::quad::Quad;
use crate::reading::PairLoad;
use bristle_geometry::lanes::FourVec3;
use bristle_geometry::{Pose, Wrench};
use glam::DVec3;

/// Wrench on the skin and its derivatives so far, in S about its origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairSum {
    force: FourVec3,
    torque: FourVec3,
    stiffness: BlockSum,
    damping: BlockSum,
    contacts: usize,
}

impl PairSum {
    pub(crate) const ZERO: Self = Self {
        force: FourVec3::ZERO,
        torque: FourVec3::ZERO,
        stiffness: BlockSum::ZERO,
        damping: BlockSum::ZERO,
        contacts: 0,
    };

    pub(crate) fn clear(&mut self) {
        if self.contacts == 0 {
            return;
        }
        (self.force, self.torque, self.contacts) = (FourVec3::ZERO, FourVec3::ZERO, 0);
        self.stiffness.clear();
        self.damping.clear();
    }

    #[inline(always)]
    pub(crate) fn add<L: Quad>(&mut self, batch: &Batch<L>, felt: &BatchForce<L>, h: f64) {
        let Batch { point, normal, lanes, .. } = *batch;
        let force = normal * felt.normal_force + felt.shear;
        force.add_to(&mut self.force);
        point.cross(force).add_to(&mut self.torque);
        self.contacts += lanes.count_ones() as usize;
        let arm = Arm::new(point, normal);
        let h = L::splat(h);
        let damping = felt.d_velocity - h * felt.d_deflection;
        self.stiffness.add(&arm, felt.normal_stiffness, felt.d_deflection);
        self.damping.add(&arm, felt.normal_damping, damping);
        if let Some(slip) = &felt.slip {
            let damper = slip.b_velocity - slip.b_deflection * h;
            self.stiffness.add_slip(
                &arm,
                (slip.a, slip.b_deflection),
                felt.normal_stiffness,
                slip.per_normal_force,
            );
            self.damping.add_slip(&arm, (slip.a, damper), felt.normal_damping, slip.per_normal_force);
        }
    }

    /// Adds a force that comes without derivatives.
    pub(crate) fn add_force(&mut self, force: DVec3, torque: DVec3) {
        self.force.set(0, self.force.get(0) + force);
        self.torque.set(0, self.torque.get(0) + torque);
    }

    pub(crate) fn finish(&self, skin: Pose, target: Pose) -> PairLoad {
        if self.contacts == 0 {
            return PairLoad::none(skin, target);
        }
        let on_skin = Wrench { force: self.force.total(), torque: self.torque.total(), point: DVec3::ZERO }
            .in_frame(skin);
        PairLoad {
            wrench_on_skin_w: on_skin,
            wrench_on_target_w: on_skin.reaction().shift_to(target.translation),
            stiffness: self.stiffness.finish(),
            damping: self.damping.finish(),
            contacts: self.contacts,
        }
    }
}
