//! From the rays of a texel to its reading.

use crate::reading::{TexelReading, TexelState};
use glam::DVec3;

/// Sums over the rays of one texel that meet a target.
#[derive(Clone, Debug, Default)]
pub(crate) struct TexelSum {
    /// Units of material in contact.
    touching: f64,
    /// Units that look ahead at a target without touching it.
    facing: f64,
    push: DVec3,
    elastic: f64,
    shear: DVec3,
    limit: f64,
    penetration: f64,
    point: DVec3,
    normal: DVec3,
    slip_velocity: DVec3,
    deflection: DVec3,
    slipping: usize,
    sticking: usize,
    saturated: bool,
    hardest: f64,
    target: Option<u16>,
}

impl TexelSum {
    /// Adds a ray in contact: its reading, its friction limit \[N\] and its units of material.
    pub(crate) fn add(&mut self, felt: &TexelReading, limit: f64, units: f64) {
        if self.facing > 0.0 {
            // A touch outweighs whatever other rays of the texel only see.
            (self.facing, self.penetration, self.point) = (0.0, 0.0, DVec3::ZERO);
        }
        if self.touching == 0.0 || felt.normal_force > self.hardest {
            self.hardest = felt.normal_force;
            self.target = felt.target;
        }
        self.touching += units;
        self.push += felt.normal * felt.normal_force;
        self.elastic += felt.elastic_force;
        self.shear += felt.shear;
        self.limit += limit;
        self.penetration += felt.penetration * units;
        self.point += felt.point * units;
        self.normal += felt.normal * units;
        self.slip_velocity += felt.slip_velocity * units;
        self.deflection += felt.deflection * units;
        match felt.state {
            TexelState::Saturated => self.saturated = true,
            TexelState::Slip => self.slipping += 1,
            _ => self.sticking += 1,
        }
    }

    /// A target within the look-ahead: counts only where nothing is touched.
    pub(crate) fn look_ahead(&mut self, penetration: f64, point: DVec3, units: f64, target: u32) {
        if self.touching == 0.0 {
            self.facing += units;
            self.penetration += penetration * units;
            self.point += point * units;
            self.target = Some(target as u16);
        }
    }

    pub(crate) fn finish(&self, incipient_from: f64) -> TexelReading {
        if self.touching == 0.0 {
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
        let mean = 1.0 / self.touching;
        let normal_force = self.push.length();
        let utilisation = if self.limit > 0.0 { self.shear.length() / self.limit } else { 0.0 };
        let close = utilisation >= incipient_from && self.limit > 0.0;
        TexelReading {
            normal_force,
            elastic_force: self.elastic,
            shear: self.shear,
            penetration: self.penetration * mean,
            point: self.point * mean,
            // Without a force (a pad that springs back) the mean direction serves.
            normal: if normal_force > 0.0 {
                self.push / normal_force
            } else {
                self.normal.normalize_or_zero()
            },
            slip_velocity: self.slip_velocity * mean,
            deflection: self.deflection * mean,
            utilisation,
            state: TexelState::of(self.saturated, normal_force > 0.0, self.slipping, self.sticking, close),
            target: self.target,
        }
    }
}
