//! Everything a skin needs to know about what it is made of.

use crate::check::positive;
use crate::{FrictionLaw, MaterialError, NormalForce, NormalLaw, in_series_with};

/// What one unit of the laws stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// One texel: forces in \[N\], stiffness in \[N/m\]. Tied to the resolution it was measured with.
    PerTexel,
    /// One square metre: pressures in \[Pa\], stiffness in \[N/m³\]. The skin multiplies by the texel's area.
    PerArea,
}

/// What happens when the pad is compressed beyond its largest penetration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Saturation {
    /// The elastic force stays at its largest value; damping still acts.
    #[default]
    Hold,
    /// The force ceases, as in Moisio et al. (2013), §3.3.3: the object falls through.
    CutOff,
}

/// A pad's answer to a penetration.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NormalResponse {
    /// Force with derivatives in the whole penetration \[N\].
    pub force: NormalForce,
    /// The pad's own compression; less than the penetration if the target yields too \[m\].
    pub compression: f64,
    /// Whether the pad is compressed beyond its largest penetration.
    pub saturated: bool,
}

/// Where the mean force over a way is met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanPenetration {
    /// \[m\]
    pub penetration: f64,
    /// Its derivative in the penetration at the end of the way.
    pub d_end: f64,
}

/// Ways shorter than this share of the penetration are short.
const SHORT: f64 = 1e-2;

/// Halvings of an interval until it is empty.
const MOST_TRIES: usize = 80;

/// Normal and friction law of a skin with the pad's limits.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactMaterial {
    normal: NormalLaw,
    friction: FrictionLaw,
    max_penetration: f64,
    saturation: Saturation,
    target_stiffness: Option<f64>,
    basis: Basis,
}

impl ContactMaterial {
    /// A pad that can be compressed by `max_penetration` \[m\] against rigid targets, its force held beyond.
    pub fn new(
        normal: impl Into<NormalLaw>,
        friction: impl Into<FrictionLaw>,
        max_penetration: f64,
        basis: Basis,
    ) -> Result<Self, MaterialError> {
        let fix = "use the thickness of the pad";
        Ok(Self {
            max_penetration: positive("max_penetration", max_penetration, "m", fix)?,
            ..Self::known_valid(normal.into(), friction.into(), max_penetration, basis)
        })
    }

    /// Constants known to be valid: every one is checked by the tests of the presets.
    pub(crate) const fn known_valid(
        normal: NormalLaw,
        friction: FrictionLaw,
        max_penetration: f64,
        basis: Basis,
    ) -> Self {
        Self {
            normal,
            friction,
            max_penetration,
            saturation: Saturation::Hold,
            target_stiffness: None,
            basis,
        }
    }

    /// The same pad with another behaviour beyond its largest penetration.
    #[must_use]
    pub fn with_saturation(mut self, saturation: Saturation) -> Self {
        self.saturation = saturation;
        self
    }

    /// The same pad against targets that yield with stiffness `k2` \[N/m, or N/m³ per area\] behind it.
    pub fn with_target_stiffness(mut self, k2: f64) -> Result<Self, MaterialError> {
        let fix = "leave it out for a rigid target";
        self.target_stiffness = Some(positive("target_stiffness", k2, "N/m", fix)?);
        Ok(self)
    }

    /// The same pad with another friction law.
    #[must_use]
    pub fn with_friction(mut self, friction: impl Into<FrictionLaw>) -> Self {
        self.friction = friction.into();
        self
    }

    /// `factor` units side by side; a texel of area `A` \[m²\] from a law per area is `scaled(A, PerTexel)`.
    pub fn scaled(&self, factor: f64, basis: Basis) -> Result<Self, MaterialError> {
        Ok(Self {
            normal: self.normal.scaled(factor)?,
            friction: self.friction.scaled(factor)?,
            target_stiffness: self.target_stiffness.map(|k2| k2 * factor),
            basis,
            ..*self
        })
    }

    /// Force and pad compression at `penetration` \[m\] growing at `rate` \[m/s\], saturation included.
    #[inline]
    pub fn normal_force(&self, penetration: f64, rate: f64) -> NormalResponse {
        match self.target_stiffness {
            None if penetration <= self.max_penetration => NormalResponse {
                force: self.normal.force(penetration, rate),
                compression: penetration.max(0.0),
                saturated: false,
            },
            None => self.saturated(penetration, rate),
            Some(k2) => {
                let target = self.target_deflection_at_limit(k2);
                if penetration - target > self.max_penetration {
                    return self.saturated(penetration - target, rate);
                }
                let shared = in_series_with(&self.normal, k2, penetration, rate);
                NormalResponse { force: shared.force, compression: shared.compression, saturated: false }
            }
        }
    }

    /// The penetration at which the elastic force is the mean over the way from penetration `a` to `b` \[m\], `(E(b) − E(a))/(b − a)` (TD-1):
    /// the work of that force is the change of the energy. Negative penetrations are gaps.
    pub fn mean_penetration(&self, a: f64, b: f64) -> MeanPenetration {
        let middle = 0.5 * (a + b);
        let elastic = |p: f64| {
            let force = self.normal_force(p, 0.0).force;
            (force.elastic, force.d_penetration)
        };
        let (way, low, high) = (b - a, a.min(b), a.max(b));
        let ((from, slope_from), (to, slope_to)) = (elastic(a), elastic(b));
        if low >= 0.0 && way.abs() <= SHORT * middle {
            // Energies would cancel. Simpson's rule is exact enough for a short way.
            let (force, slope) = elastic(middle);
            let mean = (from + 4.0 * force + to) / 6.0;
            if slope <= 0.0 {
                return MeanPenetration { penetration: middle, d_end: 0.5 };
            }
            let d_end = 0.5 + (slope_to - slope_from) / (12.0 * slope);
            return MeanPenetration { penetration: middle + (mean - force) / slope, d_end };
        }
        let mean = (self.energy(b) - self.energy(a)) / way;
        let (mut below, mut above) = (low.max(0.0), high);
        let mut p = middle.max(0.5 * above);
        let mut slope = 0.0;
        for _ in 0..MOST_TRIES {
            let (force, steep) = elastic(p);
            slope = steep;
            if force < mean {
                below = p
            } else {
                above = p
            }
            let newton = p - (force - mean) / steep;
            let next = if newton > below && newton < above { newton } else { 0.5 * (below + above) };
            if (next - p).abs() <= f64::EPSILON * above {
                break;
            }
            p = next;
        }
        let d_end = if slope > 0.0 { (to - mean) / (way * slope) } else { 0.0 };
        MeanPenetration { penetration: p, d_end }
    }

    /// Elastic potential: the work that presses one unit to `penetration` slowly \[J\].
    pub fn energy(&self, penetration: f64) -> f64 {
        let deflection = |x: f64, k2: f64| 0.5 * k2 * (penetration - x) * (penetration - x);
        match self.target_stiffness {
            None => self.pad_energy(penetration),
            Some(k2) => {
                let target = self.target_deflection_at_limit(k2);
                if penetration - target > self.max_penetration {
                    let x = penetration - target;
                    return self.pad_energy(x) + deflection(x, k2);
                }
                let x = in_series_with(&self.normal, k2, penetration, 0.0).compression;
                self.pad_energy(x) + if penetration > 0.0 { deflection(x, k2) } else { 0.0 }
            }
        }
    }

    /// Beyond the limit the pad behaves as if at the limit: a constant force has no stiffness.
    #[inline]
    fn saturated(&self, compression: f64, rate: f64) -> NormalResponse {
        let force = match self.saturation {
            Saturation::Hold => {
                NormalForce { d_penetration: 0.0, ..self.normal.force(self.max_penetration, rate) }
            }
            Saturation::CutOff => NormalForce::ZERO,
        };
        NormalResponse { force, compression, saturated: true }
    }

    /// How far the target yields when the pad is at its limit; it yields no further, since the force is held.
    #[inline]
    fn target_deflection_at_limit(&self, k2: f64) -> f64 {
        self.normal.elastic(self.max_penetration).force / k2
    }

    fn pad_energy(&self, compression: f64) -> f64 {
        let beyond = (compression - self.max_penetration).max(0.0);
        let held = match self.saturation {
            Saturation::Hold => self.normal.elastic(self.max_penetration).force * beyond,
            Saturation::CutOff => 0.0,
        };
        self.normal.energy(compression.min(self.max_penetration)) + held
    }

    /// Law along the normal.
    #[inline]
    pub fn normal(&self) -> &NormalLaw {
        &self.normal
    }

    /// Law in the tangent plane.
    #[inline]
    pub fn friction(&self) -> &FrictionLaw {
        &self.friction
    }

    /// Largest compression of the pad \[m\].
    #[inline]
    pub fn max_penetration(&self) -> f64 {
        self.max_penetration
    }

    /// Behaviour beyond [`max_penetration`](Self::max_penetration).
    #[inline]
    pub fn saturation(&self) -> Saturation {
        self.saturation
    }

    /// Stiffness of the target behind the pad \[N/m\], if it yields.
    #[inline]
    pub fn target_stiffness(&self) -> Option<f64> {
        self.target_stiffness
    }

    /// What one unit stands for.
    #[inline]
    pub fn basis(&self) -> Basis {
        self.basis
    }
}
