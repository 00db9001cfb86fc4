//! Friction that falls from its static to its dynamic value as sliding sets in.

use crate::check::non_negative;
use crate::{MaterialError, OutOfRange};

/// Slowest Stribeck speed accepted: below it, its inverse square would near the end of the number range.
const SLOWEST_SPEED: f64 = 1e-9;
/// `exp(−u)` is `1 − u` to the last bit below this.
pub const LINEAR_BELOW: f64 = 1e-8;
/// `exp(−u)` is lost in the round-off of `μ_d` above this.
const NEGLIGIBLE_ABOVE: f64 = 40.0;

/// Stribeck curve `μ(v) = μ_d + (μ_s − μ_d) exp(−(v/x₀)²)` (ST-1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stribeck {
    mu_static: f64,
    mu_dynamic: f64,
    speed: f64,
    drop: f64,
    inverse_speed_squared: f64,
}

/// Coefficient and its slope at one speed.
#[derive(Debug, Clone, Copy)]
pub struct Friction {
    /// `μ` \[-\].
    pub mu: f64,
    /// `∇μ = slope · w` \[s²/m²\]: the slope over the speed, finite at rest (ST-2).
    pub slope: f64,
}

impl Stribeck {
    /// A curve from `mu_static` at rest to `mu_dynamic` well above `speed` \[m/s\].
    pub fn new(mu_static: f64, mu_dynamic: f64, speed: f64) -> Result<Self, MaterialError> {
        let fix = "use 0 for a frictionless contact";
        let mu_static = non_negative("mu_static", mu_static, "[-]", fix)?;
        let mu_dynamic = non_negative("mu_dynamic", mu_dynamic, "[-]", fix)?;
        if mu_dynamic > mu_static {
            return Err(MaterialError::DynamicAboveStatic { mu_static, mu_dynamic });
        }
        OutOfRange::unless(
            speed.is_finite() && speed >= SLOWEST_SPEED,
            "stribeck_speed x0",
            speed,
            "m/s",
            "finite and >= 1e-9",
            "use the sliding speed at which friction has fallen most of the way, e.g. 0.01 to 1",
        )?;
        Ok(Self::known_valid(mu_static, mu_dynamic, speed))
    }

    /// Constants known to be valid: every one is checked by the tests of the presets.
    pub(crate) const fn known_valid(mu_static: f64, mu_dynamic: f64, speed: f64) -> Self {
        Self {
            mu_static,
            mu_dynamic,
            speed,
            drop: mu_static - mu_dynamic,
            inverse_speed_squared: 1.0 / (speed * speed),
        }
    }

    /// Static friction coefficient `μ_s` \[-\].
    #[inline]
    pub fn mu_static(&self) -> f64 {
        self.mu_static
    }

    /// Dynamic friction coefficient `μ_d` \[-\].
    #[inline]
    pub fn mu_dynamic(&self) -> f64 {
        self.mu_dynamic
    }

    /// Stribeck speed `x₀` \[m/s\].
    #[inline]
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// `μ_s − μ_d` \[-\].
    #[inline]
    pub fn drop(&self) -> f64 {
        self.drop
    }

    /// `1/x₀²` \[s²/m²\].
    #[inline]
    pub fn inverse_speed_squared(&self) -> f64 {
        self.inverse_speed_squared
    }

    /// Friction coefficient at sliding speed `speed` \[m/s\].
    #[inline]
    pub fn coefficient(&self, speed: f64) -> f64 {
        self.at(speed * speed).mu
    }

    /// Coefficient and slope from the squared speed \[m²/s²\], so that neither root nor exponential is taken where it cannot matter.
    #[inline(always)]
    pub fn at(&self, speed_squared: f64) -> Friction {
        let u = speed_squared * self.inverse_speed_squared;
        if self.drop == 0.0 || u > NEGLIGIBLE_ABOVE {
            return Friction { mu: self.mu_dynamic, slope: 0.0 };
        }
        let fading = self.drop * if u < LINEAR_BELOW { 1.0 - u } else { (-u).exp() };
        Friction { mu: self.mu_dynamic + fading, slope: -2.0 * self.inverse_speed_squared * fading }
    }
}
