//! From the rays of a texel to its reading.

use crate::contact::Contact;
use crate::reading::{TexelReading, TexelState};
use glam::DVec3;

/// What one ray feels, as far as its texel's reading goes.
pub(crate) struct RayReading {
    pub(crate) normal_force: f64,
    pub(crate) elastic_force: f64,
    pub(crate) shear: DVec3,
    pub(crate) slip_velocity: DVec3,
    pub(crate) deflection: DVec3,
    pub(crate) limit: f64,
    pub(crate) slipping: bool,
    pub(crate) saturated: bool,
    pub(crate) target: u32,
}

impl RayReading {
    #[inline(always)]
    pub(crate) fn utilisation(&self) -> f64 {
        utilisation(self.shear, self.limit)
    }
}

#[inline(always)]
fn utilisation(shear: DVec3, limit: f64) -> f64 {
    if limit > 0.0 { shear.length() / limit } else { 0.0 }
}

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
    target: u32,
}

impl TexelSum {
    pub(crate) fn add(&mut self, contact: &Contact, felt: &RayReading, units: f64) {
        if self.facing > 0.0 {
            // A touch outweighs whatever other rays of the texel only see.
            (self.facing, self.penetration, self.point) = (0.0, 0.0, DVec3::ZERO);
        }
        if self.touching == 0.0 || felt.normal_force > self.hardest {
            self.hardest = felt.normal_force;
            self.target = felt.target;
        }
        self.touching += units;
        self.push += contact.normal * felt.normal_force;
        self.elastic += felt.elastic_force;
        self.shear += felt.shear;
        self.limit += felt.limit;
        self.penetration += contact.penetration * units;
        self.point += contact.point * units;
        self.normal += contact.normal * units;
        self.slip_velocity += felt.slip_velocity * units;
        self.deflection += felt.deflection * units;
        self.saturated |= felt.saturated;
        self.slipping += usize::from(felt.slipping);
        self.sticking += usize::from(!felt.slipping);
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

    pub(crate) fn finish(&self, incipient_from: f64) -> TexelReading {
        if self.touching == 0.0 {
            if self.facing == 0.0 {
                return TexelReading::NOTHING;
            }
            return TexelReading {
                penetration: self.penetration / self.facing,
                point: self.point / self.facing,
                target: Some(self.target as u16),
                ..TexelReading::NOTHING
            };
        }
        let mean = 1.0 / self.touching;
        let normal_force = self.push.length();
        let utilisation = utilisation(self.shear, self.limit);
        let close = utilisation >= incipient_from && self.limit > 0.0;
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
            state: TexelState::of(self.saturated, self.slipping, self.sticking, close),
            target: Some(self.target as u16),
        }
    }
}
