//! Friction laws: how the target drags the pad along in the tangent plane.

mod bristle;
mod coulomb;
mod elasto_plastic;
mod lugre;
mod rotation;
mod stribeck;
mod tangent_matrix;

pub use bristle::BristleParameters;
pub use coulomb::{CoulombParameters, RegularisedCoulomb};
pub use elasto_plastic::ElastoPlastic;
pub use lugre::LuGre;
pub use rotation::{ANTIPARALLEL, rotate_deflection};
pub use stribeck::{Friction, LINEAR_BELOW, Stribeck};
pub use tangent_matrix::TangentMatrix;

use crate::MaterialError;
use glam::DVec3;

/// One step of a friction law, with everything an implicit solver asks for.
///
/// For a law per area, read \[N\] as \[Pa\] throughout.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FrictionStep {
    /// Tangential force on the pad, along the target's motion past it \[N\].
    pub force: DVec3,
    /// Bristle deflection at the end of the step \[m\].
    pub deflection: DVec3,
    /// Largest bristle force at this speed, `g = f_n μ(|w|)` \[N\].
    pub limit: f64,
    /// Whether the contact slides rather than sticks; each law says by which test.
    pub slipping: bool,
    /// ∂force/∂slip velocity \[N·s/m\].
    pub d_slip_velocity: TangentMatrix,
    /// ∂force/∂deflection at the start of the step \[N/m\].
    pub d_deflection: TangentMatrix,
    /// ∂force/∂normal force \[-\].
    pub d_normal_force: DVec3,
}

impl FrictionStep {
    /// No contact: no force, and the bristle springs back.
    pub const FREE: Self = Self {
        force: DVec3::ZERO,
        deflection: DVec3::ZERO,
        limit: 0.0,
        slipping: false,
        d_slip_velocity: TangentMatrix::ZERO,
        d_deflection: TangentMatrix::ZERO,
        d_normal_force: DVec3::ZERO,
    };

    /// The part of ∂force/∂slip velocity that is not the spring's doing within the step of `h` \[s\]:
    /// `d_slip_velocity − h d_deflection` \[N·s/m\].
    ///
    /// Both matrices of a step share their vector `a`, so the difference keeps the form.
    #[inline(always)]
    pub fn damping(&self, h: f64) -> TangentMatrix {
        TangentMatrix {
            isotropic: self.d_slip_velocity.isotropic - h * self.d_deflection.isotropic,
            a: self.d_slip_velocity.a,
            b: self.d_slip_velocity.b - h * self.d_deflection.b,
        }
    }

    /// The same contact on `factor` units: a traction times an area is a force. Deflection and slip stay.
    #[inline(always)]
    pub fn scaled(&self, factor: f64) -> Self {
        Self {
            force: self.force * factor,
            limit: self.limit * factor,
            d_slip_velocity: self.d_slip_velocity.scaled(factor),
            d_deflection: self.d_deflection.scaled(factor),
            ..*self
        }
    }
}

/// Which friction law a material follows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FrictionLaw {
    /// Bristle that sticks fully below the limit: no drift. The default choice.
    ElastoPlastic(ElastoPlastic),
    /// Bristle of Canudas de Wit et al., as in the 2010 and 2013 papers; drifts under vibration.
    LuGre(LuGre),
    /// Friction from the speed alone; cannot hold a load at rest.
    RegularisedCoulomb(RegularisedCoulomb),
}

impl FrictionLaw {
    /// Advances the bristle over `h` \[s\], `h > 0`.
    ///
    /// `deflection` \[m\] and `slip_velocity` \[m/s\] (target minus pad) lie in the tangent plane; `normal_force` \[N\]
    /// is the total pushing force. Without one, `normal_force <= 0`, there is no friction and the bristle is reset.
    #[inline(always)]
    pub fn step(&self, deflection: DVec3, slip_velocity: DVec3, normal_force: f64, h: f64) -> FrictionStep {
        match self {
            Self::ElastoPlastic(law) => law.step(deflection, slip_velocity, normal_force, h),
            Self::LuGre(law) => law.step(deflection, slip_velocity, normal_force, h),
            Self::RegularisedCoulomb(law) => law.step(slip_velocity, normal_force),
        }
    }

    /// Friction coefficient over speed.
    #[inline]
    pub fn stribeck(&self) -> &Stribeck {
        match self {
            Self::ElastoPlastic(law) => law.stribeck(),
            Self::LuGre(law) => law.stribeck(),
            Self::RegularisedCoulomb(law) => law.stribeck(),
        }
    }

    /// Tangential stiffness of a contact at rest \[N/m\]; what a step-size advisor needs.
    #[inline]
    pub fn rest_stiffness(&self) -> f64 {
        match self {
            Self::ElastoPlastic(law) => law.parameters().stiffness,
            Self::LuGre(law) => law.parameters().stiffness,
            Self::RegularisedCoulomb(_) => 0.0,
        }
    }

    /// Tangential damping of a contact at rest under `normal_force` \[N\] \[N·s/m\].
    #[inline]
    pub fn rest_damping(&self, normal_force: f64) -> f64 {
        match self {
            Self::ElastoPlastic(law) => law.parameters().damping + law.parameters().viscosity,
            Self::LuGre(law) => law.parameters().damping + law.parameters().viscosity,
            Self::RegularisedCoulomb(law) => law.rest_damping(normal_force),
        }
    }

    /// Friction between two surfaces that face each other: bristles in series, and the weaker one's coefficient. Laws of different kinds have no
    /// series: the weaker one slips.
    pub(crate) fn in_series_with(&self, other: &Self) -> Result<Self, MaterialError> {
        let weaker = if other.stribeck().mu_static() < self.stribeck().mu_static() { other } else { self };
        let both = |a: BristleParameters, b: BristleParameters, weaker: BristleParameters| {
            let (share, rest) =
                (b.stiffness / (a.stiffness + b.stiffness), a.stiffness / (a.stiffness + b.stiffness));
            BristleParameters {
                stiffness: a.stiffness * share,
                damping: a.damping * share * share + b.damping * rest * rest,
                ..weaker
            }
        };
        Ok(match (self, other, weaker) {
            (Self::ElastoPlastic(a), Self::ElastoPlastic(b), Self::ElastoPlastic(w)) => {
                ElastoPlastic::new(both(a.parameters(), b.parameters(), w.parameters()))?.into()
            }
            (Self::LuGre(a), Self::LuGre(b), Self::LuGre(w)) => {
                LuGre::new(both(a.parameters(), b.parameters(), w.parameters()))?.into()
            }
            _ => *weaker,
        })
    }

    /// Energy in a bristle deflected by `deflection` \[J\].
    #[inline]
    pub fn energy(&self, deflection: DVec3) -> f64 {
        0.5 * self.rest_stiffness() * deflection.length_squared()
    }

    /// The law of `factor` units side by side, for example of a texel from the law of a square metre.
    pub fn scaled(&self, factor: f64) -> Result<Self, MaterialError> {
        let factor =
            crate::check::positive("factor", factor, "units", "pass the area or the weight of the unit")?;
        Ok(match self {
            Self::ElastoPlastic(law) => Self::ElastoPlastic(law.scaled(factor)),
            Self::LuGre(law) => Self::LuGre(law.scaled(factor)),
            Self::RegularisedCoulomb(law) => Self::RegularisedCoulomb(law.scaled(factor)),
        })
    }
}

impl From<ElastoPlastic> for FrictionLaw {
    fn from(law: ElastoPlastic) -> Self {
        Self::ElastoPlastic(law)
    }
}

impl From<LuGre> for FrictionLaw {
    fn from(law: LuGre) -> Self {
        Self::LuGre(law)
    }
}

impl From<RegularisedCoulomb> for FrictionLaw {
    fn from(law: RegularisedCoulomb) -> Self {
        Self::RegularisedCoulomb(law)
    }
}
