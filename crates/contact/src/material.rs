//! Everything a skin needs to know about what it is made of.

use crate::check::positive;
use crate::facing::OtherPad;
use crate::root::rising_root;
use crate::{FrictionLaw, MaterialError, NormalForce, NormalLaw, SimplePower, in_series_with};

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
    /// The pad rests on its backing: its own force stays at its largest value, and the backing's is added.
    #[default]
    Backed,
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

/// The part of a material that a whole bed of texels can be worked out with at once: `k pⁿ (1 + a ṗ) + c ṗ`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BedLaw {
    /// `k` \[N/mⁿ\]
    pub stiffness: f64,
    /// `n`
    pub power: SimplePower,
    /// `a` \[s/m\]
    pub dissipation: f64,
    /// `c` \[N·s/m\]
    pub damping: f64,
    /// The largest penetration at which it holds \[m\].
    pub limit: f64,
}

impl BedLaw {
    /// `k p + c ṗ`.
    pub(crate) fn straight(stiffness: f64, damping: f64, limit: f64) -> Self {
        Self { stiffness, power: SimplePower::One, dissipation: 0.0, damping, limit }
    }

    /// Whether the elastic force is a straight line through the origin.
    #[inline]
    pub fn is_straight(&self) -> bool {
        self.power == SimplePower::One
    }
}

/// A backing of unstated stiffness is this many times as stiff as the pad at its limit.
const RIGID: f64 = 1e3;

/// Ways shorter than this share of the penetration are short.
const SHORT: f64 = 1e-2;

/// Simpson's rule for a mean.
fn simpson(from: f64, middle: f64, to: f64) -> f64 {
    (from + 4.0 * middle + to) / 6.0
}

/// Normal and friction law of a skin with the pad's limits.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactMaterial {
    normal: NormalLaw,
    friction: FrictionLaw,
    max_penetration: f64,
    saturation: Saturation,
    backing_stiffness: Option<f64>,
    target: Target,
    basis: Basis,
}

/// What gives way on the other side.
#[derive(Debug, Clone, PartialEq)]
enum Target {
    Rigid,
    /// A spring \[N/m\].
    Spring(f64),
    Pad(Box<OtherPad>),
}

impl ContactMaterial {
    /// A pad that can be compressed by `max_penetration` \[m\] against rigid targets, and rests on a rigid backing.
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
            saturation: Saturation::Backed,
            backing_stiffness: None,
            target: Target::Rigid,
            basis,
        }
    }

    /// The same pad with another behaviour beyond its largest penetration.
    #[must_use]
    pub fn with_saturation(mut self, saturation: Saturation) -> Self {
        self.saturation = saturation;
        self
    }

    /// The same pad on a backing of stiffness `k` \[N/m, or N/m³ per area\]; one of unstated stiffness is a thousand times as stiff as
    /// the pad at its limit.
    pub fn with_backing_stiffness(mut self, k: f64) -> Result<Self, MaterialError> {
        let fix = "leave it out for a rigid backing";
        self.backing_stiffness = Some(positive("backing_stiffness", k, "N/m", fix)?);
        Ok(self)
    }

    /// The same pad against targets that yield with stiffness `k2` \[N/m, or N/m³ per area\] behind it.
    pub fn with_target_stiffness(mut self, k2: f64) -> Result<Self, MaterialError> {
        let fix = "leave it out for a rigid target";
        self.target = Target::Spring(positive("target_stiffness", k2, "N/m", fix)?);
        Ok(self)
    }

    /// Two pads that face each other, in series: both carry the same force, friction is the weaker one's. The material is this pad's, against
    /// `other`, of which `factor` units face one of its own.
    pub fn against(&self, other: &Self, factor: f64) -> Result<Self, MaterialError> {
        let (own, other) = (self.alone(), other.alone().scaled(factor, self.basis)?);
        let friction = own.friction.in_series_with(&other.friction)?;
        Ok(Self { target: Target::Pad(Box::new(OtherPad::new(&own, other))), friction, ..own })
    }

    /// The same pad against rigid targets.
    fn alone(&self) -> Self {
        Self { target: Target::Rigid, ..self.clone() }
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
            backing_stiffness: self.backing_stiffness.map(|k| k * factor),
            max_penetration: self.max_penetration,
            saturation: self.saturation,
            target: match &self.target {
                Target::Rigid => Target::Rigid,
                Target::Spring(k2) => Target::Spring(k2 * factor),
                Target::Pad(other) => {
                    let (own, other) =
                        (self.alone().scaled(factor, basis)?, other.pad.scaled(factor, basis)?);
                    Target::Pad(Box::new(OtherPad::new(&own, other)))
                }
            },
            basis,
        })
    }

    /// Force and pad compression at `penetration` \[m\] growing at `rate` \[m/s\], backing included.
    #[inline]
    pub fn normal_force(&self, penetration: f64, rate: f64) -> NormalResponse {
        let beyond = penetration - self.reach();
        if beyond > 0.0 && !matches!(self.target, Target::Pad(_)) {
            return self.beyond_limit(beyond, rate);
        }
        match &self.target {
            Target::Rigid => NormalResponse {
                force: self.normal.force(penetration, rate),
                compression: penetration.max(0.0),
                saturated: false,
            },
            Target::Pad(other) => other.response(self.saturation, penetration, rate),
            &Target::Spring(k2) => {
                let shared = in_series_with(&self.normal, k2, penetration, rate);
                NormalResponse { force: shared.force, compression: shared.compression, saturated: false }
            }
        }
    }

    /// Force and compression of the pad on the other side at a steady `penetration` of both \[m\], if one faces this pad.
    pub fn other_pad(&self, penetration: f64) -> Option<NormalResponse> {
        match &self.target {
            Target::Pad(other) => Some(other.its_response(penetration)),
            Target::Rigid | Target::Spring(_) => None,
        }
    }

    /// The penetration at which the pad is at its limit \[m\]: its largest one, and as much as the target yields by then.
    #[inline]
    pub fn reach(&self) -> f64 {
        match &self.target {
            Target::Rigid => self.max_penetration,
            Target::Spring(k2) => self.max_penetration + self.force_at_limit() / k2,
            Target::Pad(other) => other.reach,
        }
    }

    /// What a whole bed of texels can be worked out with at once, if there is such a part.
    #[inline]
    pub fn bed_law(&self) -> Option<BedLaw> {
        let limit = self.max_penetration;
        match (&self.normal, &self.target) {
            (NormalLaw::Linear(law), Target::Rigid) => {
                Some(BedLaw::straight(law.stiffness(), law.damping(), limit))
            }
            (NormalLaw::Linear(law), &Target::Spring(k2)) => {
                let share = k2 / (law.stiffness() + k2);
                Some(BedLaw::straight(share * law.stiffness(), share * share * law.damping(), self.reach()))
            }
            (NormalLaw::Linear(_), Target::Pad(other)) => other.straight,
            (NormalLaw::HuntCrossley(law), Target::Rigid) => law.exponent().simple().map(|power| BedLaw {
                stiffness: law.stiffness(),
                power,
                dissipation: law.dissipation(),
                damping: 0.0,
                limit,
            }),
            (NormalLaw::PowerLaw(law), Target::Rigid) => law.exponent().simple().map(|power| BedLaw {
                stiffness: law.stiffness(),
                power,
                dissipation: 0.0,
                damping: law.damping(),
                limit,
            }),
            _ => None,
        }
    }

    /// The penetration at which the elastic force is the mean over the way from penetration `a` to `b` \[m\], `(E(b) − E(a))/(b − a)` (TD-1):
    /// the work of that force is the change of the energy. Negative penetrations are gaps.
    ///
    /// The force is taken `towards_end`, from 0 to 1, to that at `b` (TD-2).
    pub fn mean_penetration(&self, a: f64, b: f64, towards_end: f64) -> MeanPenetration {
        let mean = self.mean_over(a, b);
        if towards_end == 0.0 {
            return mean;
        }
        let ((force, slope), (at_end, slope_at_end)) =
            (self.elastic(mean.penetration), self.elastic(b.max(0.0)));
        let wanted = (1.0 - towards_end) * force + towards_end * at_end;
        let excess = |p: f64| {
            let (force, slope) = self.elastic(p);
            (force - wanted, slope)
        };
        let bracket = (mean.penetration.min(b).max(0.0), mean.penetration.max(b));
        let p = rising_root(excess, bracket, 0.5 * (bracket.0 + bracket.1));
        let slope_there = self.elastic(p).1;
        let slope_at_end = if b > 0.0 { slope_at_end } else { 0.0 };
        let change = (1.0 - towards_end) * slope * mean.d_end + towards_end * slope_at_end;
        MeanPenetration { penetration: p, d_end: if slope_there > 0.0 { change / slope_there } else { 0.0 } }
    }

    fn mean_over(&self, a: f64, b: f64) -> MeanPenetration {
        let (middle, way, low, high) = (0.5 * (a + b), b - a, a.min(b), a.max(b));
        if self.is_short_and_smooth(low, high) {
            let (force, slope) = self.elastic(middle);
            if slope <= 0.0 {
                return MeanPenetration { penetration: middle, d_end: 0.5 };
            }
            let ((from, slope_from), (to, slope_to)) = (self.elastic(a), self.elastic(b));
            let mean = simpson(from, force, to);
            let d_end = 0.5 + (slope_to - slope_from) / (12.0 * slope);
            return MeanPenetration { penetration: middle + (mean - force) / slope, d_end };
        }
        let mean = self.mean_force(low, high);
        let excess = |p: f64| {
            let (force, slope) = self.elastic(p);
            (force - mean, slope)
        };
        let p = rising_root(excess, (low.max(0.0), high), middle.max(0.5 * high));
        let slope = self.elastic(p).1;
        let d_end = if slope > 0.0 { (self.elastic(b).0 - mean) / (way * slope) } else { 0.0 };
        MeanPenetration { penetration: p, d_end }
    }

    /// Mean of the elastic force over the penetrations from `low` to `high` \[N\], over each smooth piece by itself.
    fn mean_force(&self, low: f64, high: f64) -> f64 {
        if high <= 0.0 {
            return 0.0;
        }
        let [first, second] = self.kinks();
        if let Some(kink) = [0.0, first, second].into_iter().find(|&kink| low < kink && kink < high) {
            let share = (high - kink) / (high - low);
            return (1.0 - share) * self.mean_force(low, kink) + share * self.mean_force(kink, high);
        }
        if self.is_short_and_smooth(low, high) {
            let force = |p| self.elastic(p).0;
            return simpson(force(low), force(0.5 * (low + high)), force(high));
        }
        (self.energy(high) - self.energy(low)) / (high - low)
    }

    /// Whether energies at the ends of a way would cancel, and Simpson's rule is exact enough.
    fn is_short_and_smooth(&self, low: f64, high: f64) -> bool {
        let smooth = |kink: f64| high <= kink || kink <= low;
        low >= 0.0 && high - low <= SHORT * 0.5 * (low + high) && self.kinks().into_iter().all(smooth)
    }

    /// Penetrations at which pads come to their limits \[m\].
    fn kinks(&self) -> [f64; 2] {
        match &self.target {
            Target::Pad(other) => [other.reach, other.its_reach],
            _ => [self.reach(), f64::INFINITY],
        }
    }

    /// Elastic force of pad and backing, and its slope.
    fn elastic(&self, penetration: f64) -> (f64, f64) {
        let force = self.normal_force(penetration, 0.0).force;
        (force.elastic + force.backing, force.d_penetration)
    }

    /// Elastic potential: the work that presses one unit to `penetration` slowly \[J\].
    pub fn energy(&self, penetration: f64) -> f64 {
        if let Target::Pad(other) = &self.target {
            return other.energy(penetration);
        }
        let (limit, beyond) = (self.max_penetration, penetration - self.reach());
        if beyond > 0.0 {
            let force = self.force_at_limit();
            let target = self.target_stiffness().map_or(0.0, |k2| 0.5 * force * force / k2);
            let at_limit = self.normal.energy(limit) + target;
            return match self.saturation {
                Saturation::Backed => at_limit + (force + 0.5 * self.stiffness_beyond() * beyond) * beyond,
                Saturation::CutOff => at_limit,
            };
        }
        match self.target_stiffness() {
            None => self.normal.energy(penetration),
            Some(_) if penetration <= 0.0 => 0.0,
            Some(k2) => {
                let x = in_series_with(&self.normal, k2, penetration, 0.0).compression;
                self.normal.energy(x) + 0.5 * k2 * (penetration - x) * (penetration - x)
            }
        }
    }

    /// `beyond` the penetration at which the pad is at its limit: the pad as at its limit, and the backing.
    #[cold]
    fn beyond_limit(&self, beyond: f64, rate: f64) -> NormalResponse {
        let limit = self.max_penetration;
        match self.saturation {
            Saturation::Backed => {
                let stiffness = self.stiffness_beyond();
                let at_limit = match self.target {
                    Target::Spring(k2) => in_series_with(&self.normal, k2, self.reach(), rate).force,
                    _ => self.normal.force(limit, rate),
                };
                let backing = stiffness * beyond;
                // Damping grows with the force, as in (NC-4): a jump at the limit would have no place to rest at.
                let per_force = if at_limit.elastic > 0.0 { 1.0 / at_limit.elastic } else { 0.0 };
                let more = 1.0 + backing * per_force;
                let force = NormalForce {
                    elastic: self.force_at_limit(),
                    backing,
                    damping: at_limit.damping * more,
                    d_penetration: stiffness + at_limit.damping * stiffness * per_force,
                    d_rate: at_limit.d_rate * more,
                };
                let yielding = self.target_stiffness().map_or(0.0, |k2| stiffness * beyond / k2);
                NormalResponse { force, compression: limit + beyond - yielding, saturated: true }
            }
            Saturation::CutOff => {
                NormalResponse { force: NormalForce::ZERO, compression: limit + beyond, saturated: true }
            }
        }
    }

    /// Stiffness of the backing, in series with the target if that yields \[N/m\].
    fn stiffness_beyond(&self) -> f64 {
        let backing = self.backing_stiffness();
        self.target_stiffness().map_or(backing, |k2| backing * (k2 / (backing + k2)))
    }

    /// Elastic force of the pad when it can be compressed no further \[N\].
    #[inline]
    pub fn force_at_limit(&self) -> f64 {
        self.normal.elastic(self.max_penetration).force
    }

    /// Stiffness of the pad at its limit: its slope or, where that is less, all of its force over all of its way \[N/m\].
    fn stiffness_at_limit(&self) -> f64 {
        let at_limit = self.normal.elastic(self.max_penetration);
        at_limit.slope.max(at_limit.force / self.max_penetration)
    }

    /// Stiffness of what the pad rests on beyond its largest penetration \[N/m\].
    #[inline]
    pub fn backing_stiffness(&self) -> f64 {
        self.backing_stiffness.unwrap_or_else(|| RIGID * self.stiffness_at_limit())
    }

    /// The stiffness of the backing, if it was stated \[N/m\].
    #[inline]
    pub fn stated_backing_stiffness(&self) -> Option<f64> {
        self.backing_stiffness
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
        match self.target {
            Target::Spring(k2) => Some(k2),
            _ => None,
        }
    }

    /// What one unit stands for.
    #[inline]
    pub fn basis(&self) -> Basis {
        self.basis
    }
}
