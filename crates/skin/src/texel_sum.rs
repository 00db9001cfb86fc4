//! From the rays of a texel to its reading.

use crate::contact::{Contact, ContactForce};
use crate::reading::{TexelReading, TexelState};
use glam::DVec3;

/// Sums over the rays of one texel that meet a target.
#[derive(Default)]
pub(crate) struct TexelSum {
    /// Share of the texel that is in contact, in units of material.
    touching: f64,
    /// Share that looks ahead at a target without touching it.
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
    target: u32,
}

impl TexelSum {
    pub(crate) fn touches(&self) -> bool {
        self.touching > 0.0
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, contact: &Contact, felt: &ContactForce, units: f64, target: u32) {
        if self.facing > 0.0 {
            // A touch outweighs whatever other rays of the texel only see.
            (self.facing, self.penetration, self.point) = (0.0, 0.0, DVec3::ZERO);
        }
        self.touching += units;
        self.push += contact.normal * felt.normal_force;
        self.elastic += felt.elastic_force;
        self.shear += felt.friction.force;
        self.limit += felt.friction.limit;
        self.penetration += contact.penetration * units;
        self.point += contact.point * units;
        self.normal += contact.normal * units;
        self.slip_velocity += felt.slip_velocity * units;
        self.deflection += felt.friction.deflection * units;
        self.saturated |= felt.saturated;
        if felt.friction.slipping { self.slipping += 1 } else { self.sticking += 1 }
        if self.touching == units || felt.normal_force > self.hardest {
            self.hardest = felt.normal_force;
            self.target = target;
        }
    }

    /// A target within the look-ahead: counts only where nothing is touched.
    pub(crate) fn look_ahead(&mut self, contact: &Contact, units: f64, target: u32) {
        if self.touching == 0.0 {
            self.facing += units;
            self.penetration += contact.penetration * units;
            self.point += contact.point * units;
            self.target = target;
        }
    }

    #[inline]
    pub(crate) fn finish(&self, incipient_from: f64) -> TexelReading {
        if self.touching == 0.0 {
            if self.facing == 0.0 {
                return TexelReading::default();
            }
            return TexelReading {
                penetration: self.penetration / self.facing,
                point: self.point / self.facing,
                target: Some(self.target as u16),
                ..TexelReading::default()
            };
        }
        let mean = 1.0 / self.touching;
        let normal_force = self.push.length();
        let utilisation = if self.limit > 0.0 { self.shear.length() / self.limit } else { 0.0 };
        let state = match (self.slipping, self.sticking) {
            _ if self.saturated => TexelState::Saturated,
            (1.., 0) => TexelState::Slip,
            (1.., _) => TexelState::Incipient,
            _ if utilisation >= incipient_from && self.limit > 0.0 => TexelState::Incipient,
            _ => TexelState::Stick,
        };
        TexelReading {
            normal_force,
            elastic_force: self.elastic,
            shear: self.shear,
            penetration: self.penetration * mean,
            point: self.point * mean,
            // Without a force (a pad that springs back) the mean direction serves.
            normal: if normal_force > 0.0 { self.push / normal_force } else { self.normal.normalize_or_zero() },
            slip_velocity: self.slip_velocity * mean,
            deflection: self.deflection * mean,
            utilisation,
            state,
            target: Some(self.target as u16),
        }
    }
}
