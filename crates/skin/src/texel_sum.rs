//! From the rays of four texels to their readings.

use crate::batch::{Batch, BatchForce};
use crate::quad::Quad;
use crate::reading::{TexelReading, TexelState};
use bristle_geometry::lanes::{Four, FourVec3, WIDTH};
use glam::DVec3;

/// Sums over the rays of four texels with several rays each.
#[derive(Clone, Debug, Default)]
pub(crate) struct TexelSums {
    /// Over the rays in contact: units of material, elastic force, friction limit, penetration times units.
    units: Four,
    elastic: Four,
    limit: Four,
    penetration: Four,
    /// Normal force and friction as vectors; point, normal, slip velocity and deflection times units.
    push: FourVec3,
    shear: FourVec3,
    point: FourVec3,
    normal: FourVec3,
    slip_velocity: FourVec3,
    deflection: FourVec3,
    /// The largest normal force of a ray, and the target that it meets.
    hardest: Four,
    target: [u32; WIDTH],
    /// A bit for every texel with such a ray.
    touching: u32,
    slipping: u32,
    sticking: u32,
    saturated: u32,
    /// Units that look ahead at a target without touching it, and what they see.
    facing: [Facing; WIDTH],
}

#[derive(Clone, Copy, Debug, Default)]
struct Facing {
    units: f64,
    penetration: f64,
    point: DVec3,
    target: u32,
}

impl TexelSums {
    /// Adds one ray of each texel that meets the target.
    #[inline(always)]
    pub(crate) fn add<L: Quad>(&mut self, batch: &Batch<L>, force: &BatchForce<L>, target: u32) {
        let (units, lanes) = (batch.units, batch.lanes);
        let hardest = L::load(&self.hardest);
        let first = lanes & !self.touching;
        let harder = (L::bits(hardest.below(force.normal_force)) & lanes) | first;
        for lane in (0..WIDTH).filter(|lane| harder >> lane & 1 != 0) {
            self.target[lane] = target;
        }
        hardest.larger(force.normal_force).store(&mut self.hardest);
        units.add_to(&mut self.units);
        force.elastic_force.add_to(&mut self.elastic);
        force.limit.add_to(&mut self.limit);
        (batch.penetration * units).add_to(&mut self.penetration);
        (batch.normal * force.normal_force).add_to(&mut self.push);
        force.shear.add_to(&mut self.shear);
        (batch.point * units).add_to(&mut self.point);
        (batch.normal * units).add_to(&mut self.normal);
        (force.slip_velocity * units).add_to(&mut self.slip_velocity);
        (force.deflection * units).add_to(&mut self.deflection);
        self.touching |= lanes;
        self.saturated |= force.saturated & lanes;
        let presses = L::bits(L::splat(0.0).below(force.normal_force)) & lanes & !force.saturated;
        self.slipping |= presses & force.slipping;
        self.sticking |= presses & !force.slipping;
    }

    /// A ray that sees a target within the look-ahead: counts only where nothing is touched.
    pub(crate) fn look_ahead(
        &mut self,
        lane: usize,
        penetration: f64,
        point: DVec3,
        units: f64,
        target: u32,
    ) {
        let facing = &mut self.facing[lane];
        facing.units += units;
        facing.penetration += penetration * units;
        facing.point += point * units;
        facing.target = target;
    }

    /// What a texel reads.
    pub(crate) fn reading(&self, lane: usize, incipient_from: f64) -> TexelReading {
        let is = |bits: u32| bits >> lane & 1 != 0;
        if !is(self.touching) {
            let facing = &self.facing[lane];
            if facing.units == 0.0 {
                return TexelReading::NOTHING;
            }
            return TexelReading {
                penetration: facing.penetration / facing.units,
                point: facing.point / facing.units,
                target: Some(facing.target as u16),
                ..TexelReading::NOTHING
            };
        }
        let mean = 1.0 / self.units.0[lane];
        let (push, shear, limit) = (self.push.get(lane), self.shear.get(lane), self.limit.0[lane]);
        let normal_force = push.length();
        let utilisation = if limit > 0.0 { shear.length() / limit } else { 0.0 };
        let close = utilisation >= incipient_from && limit > 0.0;
        let (slipping, sticking) = (is(self.slipping), is(self.sticking));
        TexelReading {
            normal_force,
            elastic_force: self.elastic.0[lane],
            shear,
            penetration: self.penetration.0[lane] * mean,
            point: self.point.get(lane) * mean,
            // Without a force (a pad that springs back) the mean direction serves.
            normal: if normal_force > 0.0 {
                push / normal_force
            } else {
                self.normal.get(lane).normalize_or_zero()
            },
            slip_velocity: self.slip_velocity.get(lane) * mean,
            deflection: self.deflection.get(lane) * mean,
            utilisation,
            state: TexelState::of(is(self.saturated), normal_force > 0.0, slipping, sticking, close),
            target: Some(self.target[lane] as u16),
        }
    }
}
