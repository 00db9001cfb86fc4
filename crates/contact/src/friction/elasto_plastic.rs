//! A bristle that either sticks or slides: friction without drift.

use super::bristle::{Bristle, bristle_law};
use super::{FrictionStep, TangentMatrix};
use glam::DVec3;

/// Elasto-plastic bristle, implicit in its deflection; see `docs/theory/elasto-plastic.md`.
///
/// `slipping` is true exactly when the trial force exceeds the limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ElastoPlastic(Bristle);

bristle_law!(ElastoPlastic);

impl ElastoPlastic {
    #[inline(always)]
    pub(super) fn step(&self, z: DVec3, w: DVec3, normal_force: f64, h: f64) -> FrictionStep {
        if normal_force <= 0.0 {
            return FrictionStep::FREE;
        }
        let Bristle { stiffness: sigma0, damping: sigma1, viscosity: c_t, stribeck } = self.0;
        let friction = stribeck.at(w.length_squared());
        let limit = normal_force * friction.mu; // (EP-1)
        if limit <= 0.0 {
            // No friction at all: nothing for a bristle to cling to.
            return FrictionStep {
                force: w * c_t,
                slipping: w != DVec3::ZERO,
                d_slip_velocity: TangentMatrix::isotropic(c_t),
                ..FrictionStep::FREE
            };
        }
        let qh = sigma0 * h + sigma1;
        let trial = z * sigma0 + w * qh; // (EP-2)
        let trial_squared = trial.length_squared();
        if trial_squared <= limit * limit {
            return FrictionStep {
                force: trial + w * c_t, // (EP-3)
                deflection: z + w * h,  // (EP-4)
                limit,
                slipping: false,
                d_slip_velocity: TangentMatrix::isotropic(qh + c_t), // (EP-7)
                d_deflection: TangentMatrix::isotropic(sigma0),
                d_normal_force: DVec3::ZERO,
            };
        }
        let inverse_trial = 1.0 / trial_squared.sqrt();
        let d = trial * inverse_trial;
        let ratio = limit * inverse_trial; // < 1: how far the limit cut the trial force back
        let plastic = trial * ratio;
        let across = ratio * qh; // (EP-8) turning the trial force turns the friction with it
        FrictionStep {
            force: plastic + w * c_t,                            // (EP-5)
            deflection: (plastic * h + z * sigma1) * (1.0 / qh), // (EP-6)
            limit,
            slipping: true,
            d_slip_velocity: TangentMatrix {
                isotropic: across + c_t,
                a: d,
                b: w * (normal_force * friction.slope) - d * across,
            },
            d_deflection: TangentMatrix { isotropic: ratio * sigma0, a: d, b: d * (-ratio * sigma0) }, // (EP-9)
            d_normal_force: d * friction.mu, // (EP-10)
        }
    }
}
