//! Normal laws: force along the contact normal as a function of penetration and its rate.

mod custom;
mod exponent;
mod hunt_crossley;
mod linear;
mod pchip;
mod power_law;
mod power_spring;
mod tabulated;

pub use custom::{CustomNormal, ElasticCurve};
pub use exponent::{Exponent, SimplePower};
pub use hunt_crossley::HuntCrossley;
pub use linear::LinearSpringDamper;
pub use power_law::PowerLaw;
pub use tabulated::Tabulated;

use crate::MaterialError;

/// Force of a normal law at one penetration and rate, with its derivatives.
///
/// For a law per area, read \[N\] as \[Pa\] throughout.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NormalForce {
    /// Elastic part of the pad, never negative \[N\].
    pub elastic: f64,
    /// What its backing adds to it beyond the pad's largest compression \[N\].
    pub backing: f64,
    /// Damping part, positive while the pad is being compressed \[N\].
    pub damping: f64,
    /// ∂(elastic + backing + damping)/∂penetration \[N/m\].
    pub d_penetration: f64,
    /// ∂damping/∂rate \[N·s/m\].
    pub d_rate: f64,
}

impl NormalForce {
    /// No contact.
    pub const ZERO: Self = Self { elastic: 0.0, backing: 0.0, damping: 0.0, d_penetration: 0.0, d_rate: 0.0 };

    /// The force applied: a dry pad pushes but never pulls \[N\] (NC-2).
    #[inline]
    pub fn total(&self) -> f64 {
        (self.elastic + self.backing + self.damping).max(0.0)
    }

    /// Whether damping would pull the bodies together, so that [`total`](Self::total) is held at zero.
    #[inline]
    pub fn is_clamped(&self) -> bool {
        self.elastic + self.backing + self.damping < 0.0
    }

    /// ∂[`total`](Self::total)/∂penetration \[N/m\]: zero where the clamp acts.
    #[inline]
    pub fn total_d_penetration(&self) -> f64 {
        if self.is_clamped() { 0.0 } else { self.d_penetration }
    }

    /// ∂[`total`](Self::total)/∂rate \[N·s/m\]: zero where the clamp acts.
    #[inline]
    pub fn total_d_rate(&self) -> f64 {
        if self.is_clamped() { 0.0 } else { self.d_rate }
    }

    /// The same contact on `factor` units: a pressure times an area is a force.
    #[inline(always)]
    pub fn scaled(&self, factor: f64) -> Self {
        Self {
            elastic: self.elastic * factor,
            backing: self.backing * factor,
            damping: self.damping * factor,
            d_penetration: self.d_penetration * factor,
            d_rate: self.d_rate * factor,
        }
    }
}

/// Elastic force with its first two derivatives in the compression.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Elastic {
    /// Force \[N\].
    pub force: f64,
    /// d force / d compression \[N/m\].
    pub slope: f64,
    /// d² force / d compression² \[N/m²\].
    pub curvature: f64,
}

/// Damping force with its derivatives, given the pad's compression and its rate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Damping {
    /// Force \[N\].
    pub(crate) force: f64,
    /// ∂force/∂compression \[N/m\].
    pub(crate) d_compression: f64,
    /// ∂force/∂rate \[N·s/m\].
    pub(crate) d_rate: f64,
}

impl Damping {
    /// `c ẋ`, the same at every compression.
    #[inline(always)]
    fn linear(c: f64, rate: f64) -> Self {
        Self { force: c * rate, d_compression: 0.0, d_rate: c }
    }
}

/// Which normal law a material follows.
#[derive(Debug, Clone, PartialEq)]
pub enum NormalLaw {
    /// `k p + c ṗ`.
    Linear(LinearSpringDamper),
    /// `k pⁿ (1 + a ṗ)`.
    HuntCrossley(HuntCrossley),
    /// `k pⁿ + c ṗ`.
    PowerLaw(PowerLaw),
    /// A measured pressure–compression curve, plus `c ṗ`.
    Tabulated(Tabulated),
    /// A curve that a user wrote, plus `c ṗ`.
    Custom(CustomNormal),
}

impl NormalLaw {
    /// Force at penetration `penetration` \[m\] growing at `rate` \[m/s\]; zero for `penetration <= 0`.
    #[inline(always)]
    pub fn force(&self, penetration: f64, rate: f64) -> NormalForce {
        if penetration <= 0.0 {
            return NormalForce::ZERO;
        }
        let elastic = self.elastic(penetration);
        let damping = self.damping_force(&elastic, rate);
        NormalForce {
            elastic: elastic.force,
            backing: 0.0,
            damping: damping.force,
            d_penetration: elastic.slope + damping.d_compression,
            d_rate: damping.d_rate,
        }
    }

    /// Elastic force and its derivatives at `penetration` \[m\]; zero for `penetration <= 0`.
    #[inline(always)]
    pub fn elastic(&self, penetration: f64) -> Elastic {
        match self {
            Self::Linear(law) => law.elastic(penetration),
            Self::HuntCrossley(law) => law.spring.elastic(penetration),
            Self::PowerLaw(law) => law.spring.elastic(penetration),
            Self::Tabulated(law) => law.elastic(penetration),
            Self::Custom(law) => law.elastic(penetration),
        }
    }

    /// Damping of a pad in the elastic state `elastic`, compressed at `rate` \[m/s\].
    #[inline(always)]
    pub(crate) fn damping_force(&self, elastic: &Elastic, rate: f64) -> Damping {
        match self {
            Self::Linear(law) => Damping::linear(law.damping(), rate),
            Self::HuntCrossley(law) => law.damping_force(elastic, rate),
            Self::PowerLaw(law) => Damping::linear(law.damping(), rate),
            Self::Tabulated(law) => Damping::linear(law.damping(), rate),
            Self::Custom(law) => Damping::linear(law.damping(), rate),
        }
    }

    /// Elastic potential: the work that presses the unit to `penetration` slowly \[J\] (NC-3).
    #[inline]
    pub fn energy(&self, penetration: f64) -> f64 {
        match self {
            Self::Linear(law) => law.energy(penetration),
            Self::HuntCrossley(law) => law.spring.energy(penetration),
            Self::PowerLaw(law) => law.spring.energy(penetration),
            Self::Tabulated(law) => law.energy(penetration),
            Self::Custom(law) => law.energy(penetration),
        }
    }

    /// The law of `factor` units side by side, for example of a texel from the law of a square metre.
    pub fn scaled(&self, factor: f64) -> Result<Self, MaterialError> {
        let factor =
            crate::check::positive("factor", factor, "units", "pass the area or the weight of the unit")?;
        Ok(match self {
            Self::Linear(law) => Self::Linear(law.scaled(factor)),
            Self::HuntCrossley(law) => Self::HuntCrossley(law.scaled(factor)),
            Self::PowerLaw(law) => Self::PowerLaw(law.scaled(factor)),
            Self::Tabulated(law) => Self::Tabulated(law.scaled(factor)),
            Self::Custom(law) => Self::Custom(law.scaled(factor)),
        })
    }

    /// The constant stiffness, if the elastic force is a straight line through the origin \[N/m\].
    #[inline]
    pub(crate) fn constant_stiffness(&self) -> Option<f64> {
        match self {
            Self::Linear(law) => Some(law.stiffness()),
            Self::HuntCrossley(law) if law.exponent().is_one() => Some(law.stiffness()),
            Self::PowerLaw(law) if law.exponent().is_one() => Some(law.stiffness()),
            _ => None,
        }
    }
}

macro_rules! law_from {
    ($($variant:ident($law:ident)),*) => {$(
        impl From<$law> for NormalLaw {
            fn from(law: $law) -> Self {
                Self::$variant(law)
            }
        }
    )*};
}
law_from!(
    Linear(LinearSpringDamper),
    HuntCrossley(HuntCrossley),
    PowerLaw(PowerLaw),
    Tabulated(Tabulated),
    Custom(CustomNormal)
);
