//! The LuGre bristle of the 2010 and 2013 papers, integrated so that it cannot blow up.

use super::bristle::{Bristle, bristle_law};
use super::{FrictionStep, TangentMatrix};
use glam::DVec3;

/// LuGre bristle, backward Euler in its deflection; see `docs/theory/lugre.md`.
///
/// The law knows no clean break-away. `slipping` is true when the elastic bristle force has reached
/// [`SLIP_FRACTION`](Self::SLIP_FRACTION) of the limit, so that most of any further motion is slip.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LuGre(Bristle);

bristle_law!(LuGre);

impl LuGre {
    /// Share of the limit above which the contact counts as slipping \[-\]: reached after sliding by three
    /// break-away deflections, `1 − e⁻³` (LG-6).
    pub const SLIP_FRACTION: f64 = 0.95;

    #[inline(always)]
    pub(super) fn step(&self, z: DVec3, w: DVec3, normal_force: f64, h: f64) -> FrictionStep {
        if normal_force <= 0.0 {
            return FrictionStep::FREE;
        }
        let Bristle { stiffness: sigma0, damping: sigma1, viscosity: c_t, stribeck } = self.0;
        let speed_squared = w.length_squared();
        let speed = speed_squared.sqrt();
        let friction = stribeck.at(speed_squared);
        let limit = normal_force * friction.mu; // (LG-1)
        if limit < f64::MIN_POSITIVE {
            // Frictionless at this speed: the bristle has nothing to hold on to.
            return FrictionStep {
                force: w * c_t,
                slipping: true,
                d_slip_velocity: TangentMatrix::isotropic(c_t),
                ..FrictionStep::FREE
            };
        }

        // All of (LG-3) multiplied by g, so that no quotient grows without bound as g goes to zero.
        let inverse_sum = 1.0 / (limit + h * sigma0 * speed);
        let kept = limit * inverse_sum;
        let deflection = (z + w * h) * kept; // (LG-3)
        let rate = (w * limit - z * (sigma0 * speed)) * inverse_sum; // (LG-4)
        let qh = sigma0 * h + sigma1;

        // (LG-7) how |w|/g grows with w; at rest the speed has no direction and the term drops out.
        let per_speed = if speed > 0.0 { 1.0 / speed } else { 0.0 };
        let gradient = w * (sigma0 * inverse_sum * (per_speed - speed * friction.slope / friction.mu));
        FrictionStep {
            force: deflection * sigma0 + rate * sigma1 + w * c_t, // (LG-5)
            deflection,
            limit,
            slipping: sigma0 * sigma0 * deflection.length_squared()
                >= Self::SLIP_FRACTION * Self::SLIP_FRACTION * limit * limit,
            d_slip_velocity: TangentMatrix { isotropic: qh * kept + c_t, a: deflection * -qh, b: gradient },
            d_deflection: TangentMatrix {
                isotropic: sigma0 * kept - sigma1 * sigma0 * speed * inverse_sum, // (LG-8)
                a: deflection * -qh,
                b: DVec3::ZERO,
            },
            d_normal_force: deflection * (qh * sigma0 * speed * inverse_sum / normal_force), // (LG-9)
        }
    }
}
