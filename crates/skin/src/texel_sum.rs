//! From the rays of a texel to its reading.

use crate::batch::{Batch, BatchForce};
use crate::quad::Quad;
use crate::reading::{TexelReading, TexelState};
use bristle_geometry::lanes::{Four, WIDTH};
use glam::DVec3;

/// Rows of four numbers that are summed over the rays in contact.
const ROWS: usize = 6;

/// Sums over the rays of one texel that meet a target.
#[derive(Clone, Debug, Default)]
pub(crate) struct TexelSum {
    /// Over the rays in contact, in the order of [`ContactRows`]; how many there are is told by their units, the first number.
    rows: [Four; ROWS],
    slipping: usize,
    sticking: usize,
    saturated: bool,
    hardest: f64,
    target: Option<u16>,
    /// Units that look ahead at a target without touching it, and what they see.
    facing: f64,
    penetration: f64,
    point: DVec3,
}

/// What four rays in contact add to the sums of their texels: a row of numbers for each.
pub(crate) struct ContactRows<L> {
    rows: [[L; WIDTH]; ROWS],
}

impl<L: Quad> ContactRows<L> {
    #[inline(always)]
    pub(crate) fn new(batch: &Batch<L>, force: &BatchForce<L>) -> Self {
        let units = batch.units;
        let (push, shear) = (batch.normal * force.normal_force, force.shear);
        let (y, n) = (batch.point * units, batch.normal * units);
        let (w, z) = (force.slip_velocity * units, force.deflection * units);
        let rows = [
            L::transpose([units, push.x, push.y, push.z]),
            L::transpose([force.elastic_force, shear.x, shear.y, shear.z]),
            L::transpose([force.limit, y.x, y.y, y.z]),
            L::transpose([batch.penetration * units, n.x, n.y, n.z]),
            L::transpose([z.x, w.x, w.y, w.z]),
            L::transpose([z.y, z.z, L::splat(0.0), L::splat(0.0)]),
        ];
        Self { rows }
    }

    /// Adds the ray of this lane to the sum of its texel.
    #[inline(always)]
    pub(crate) fn add_to(&self, sum: &mut TexelSum, lane: usize) {
        for (row, own) in sum.rows.iter_mut().zip(&self.rows) {
            own[lane].add_to(row);
        }
    }
}

impl TexelSum {
    /// Notes what a ray in contact does, before its numbers are added.
    #[inline(always)]
    pub(crate) fn note(&mut self, normal_force: f64, state: TexelState, target: u16) {
        if self.touching() == 0.0 || normal_force > self.hardest {
            self.hardest = normal_force;
            self.target = Some(target);
        }
        match state {
            TexelState::Saturated => self.saturated = true,
            TexelState::Slip => self.slipping += 1,
            _ => self.sticking += 1,
        }
    }

    /// Units of material in contact.
    #[inline(always)]
    fn touching(&self) -> f64 {
        self.rows[0].0[0]
    }

    /// A target within the look-ahead: counts only where nothing is touched.
    pub(crate) fn look_ahead(&mut self, penetration: f64, point: DVec3, units: f64, target: u32) {
        if self.touching() == 0.0 {
            self.facing += units;
            self.penetration += penetration * units;
            self.point += point * units;
            self.target = Some(target as u16);
        }
    }

    pub(crate) fn finish(&self, incipient_from: f64) -> TexelReading {
        if self.touching() == 0.0 {
            if self.facing == 0.0 {
                return TexelReading::NOTHING;
            }
            return TexelReading {
                penetration: self.penetration / self.facing,
                point: self.point / self.facing,
                target: self.target,
                ..TexelReading::NOTHING
            };
        }
        let mean = 1.0 / self.touching();
        let last_three = |row: usize| DVec3::from_slice(&self.rows[row].0[1..]);
        let [push, shear, point, normal, slip_velocity] = [0, 1, 2, 3, 4].map(last_three);
        let [_, elastic, limit, penetration, z_x, z_y] = self.rows.each_ref().map(|row| row.0[0]);
        let normal_force = push.length();
        let utilisation = if limit > 0.0 { shear.length() / limit } else { 0.0 };
        let close = utilisation >= incipient_from && limit > 0.0;
        TexelReading {
            normal_force,
            elastic_force: elastic,
            shear,
            penetration: penetration * mean,
            point: point * mean,
            // Without a force (a pad that springs back) the mean direction serves.
            normal: if normal_force > 0.0 { push / normal_force } else { normal.normalize_or_zero() },
            slip_velocity: slip_velocity * mean,
            deflection: DVec3::new(z_x, z_y, self.rows[5].0[1]) * mean,
            utilisation,
            state: TexelState::of(self.saturated, normal_force > 0.0, self.slipping, self.sticking, close),
            target: self.target,
        }
    }
}
