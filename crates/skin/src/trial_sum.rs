//! Sums over the contacts of one skin–target pair during an implicit step.

use crate::Block6;
use crate::batch::{Batch, BatchForce};
use crate::block::{Arm, BlockSum};
use crate::quad::Quad;
use crate::trial::TrialLoad;
use bristle_geometry::lanes::{Four, FourVec3};

/// Wrench on the skin so far and, if asked for, its derivative, in S about its origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrialSum {
    force: FourVec3,
    torque: FourVec3,
    damping: BlockSum,
    along: Four,
    elastic: Four,
    pub(crate) jumped: bool,
    contacts: usize,
}

impl TrialSum {
    pub(crate) const ZERO: Self = Self {
        force: FourVec3::ZERO,
        torque: FourVec3::ZERO,
        damping: BlockSum::ZERO,
        along: Four::ZERO,
        elastic: Four::ZERO,
        jumped: false,
        contacts: 0,
    };

    pub(crate) fn clear(&mut self) {
        (self.force, self.torque, self.contacts) = (FourVec3::ZERO, FourVec3::ZERO, 0);
        (self.along, self.elastic, self.jumped) = (Four::ZERO, Four::ZERO, false);
        self.damping.clear();
    }

    /// Adds four contacts; gives a bit for each that is pressed.
    #[inline(always)]
    pub(crate) fn add<L: Quad>(&mut self, batch: &Batch<L>, felt: &BatchForce<L>) -> u32 {
        let force = batch.normal * felt.normal_force + felt.shear;
        force.add_to(&mut self.force);
        batch.point.cross(force).add_to(&mut self.torque);
        let zero = L::splat(0.0);
        let presses = zero.below(felt.normal_force);
        // Without a jump where dampers hold a pad back that springs after its target.
        let elastic = felt.elastic_force.smaller(felt.normal_force + felt.normal_force);
        L::select(presses, elastic, zero).add_to(&mut self.elastic);
        let pressed = L::bits(presses);
        self.contacts += pressed.count_ones() as usize;
        pressed
    }

    /// Adds what the same contacts answer to a faster motion; `time` and `share` are those of their
    /// [`Squeeze`](crate::squeeze::Squeeze).
    #[inline(always)]
    pub(crate) fn add_damping<L: Quad>(&mut self, batch: &Batch<L>, felt: &BatchForce<L>, time: L, share: L) {
        let arm = Arm::new(batch.point, batch.normal);
        let along = felt.normal_stiffness * time + felt.normal_damping * share;
        along.add_to(&mut self.along);
        self.damping.add(&arm, along, felt.d_velocity);
        if let Some(slip) = &felt.slip {
            self.damping.add_slip(&arm, (slip.a, slip.b_velocity), along, slip.per_normal_force);
        }
    }

    /// Adds these contacts to a load.
    pub(crate) fn add_to(&self, load: &mut TrialLoad, derivatives: bool) {
        if self.contacts == 0 {
            return;
        }
        load.force += self.force.total();
        load.torque += self.torque.total();
        load.elastic += self.elastic.total();
        load.jumped |= self.jumped;
        load.contacts += self.contacts;
        if derivatives {
            load.normal_resistance += self.along.total();
            let Block6(resistance) = self.damping.resistance();
            crate::block::add(&mut load.resistance.0, &resistance);
            crate::block::add(&mut load.damping.0, &resistance);
            self.damping.add_general(&mut load.damping.0);
        }
    }
}
