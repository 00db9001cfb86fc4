//! Parameters that the bristle laws share.

use super::Stribeck;
use crate::MaterialError;
use crate::check::{non_negative, positive};

/// What a bristle law is made of, per texel or per square metre. Plain data; the laws check it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BristleParameters {
    /// Bristle stiffness `σ₀` \[N/m\].
    pub stiffness: f64,
    /// Bristle damping `σ₁` \[N·s/m\].
    pub damping: f64,
    /// Viscous friction `c_t` \[N·s/m\].
    pub viscosity: f64,
    /// Static friction coefficient `μ_s` \[-\].
    pub mu_static: f64,
    /// Dynamic friction coefficient `μ_d` \[-\].
    pub mu_dynamic: f64,
    /// Stribeck speed `x₀` \[m/s\].
    pub stribeck_speed: f64,
}

/// Checked parameters, with the Stribeck curve prepared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bristle {
    pub(super) stiffness: f64,
    pub(super) damping: f64,
    pub(super) viscosity: f64,
    pub(super) stribeck: Stribeck,
}

impl Bristle {
    pub(super) fn new(parameters: BristleParameters) -> Result<Self, MaterialError> {
        let BristleParameters { stiffness, damping, viscosity, .. } = parameters;
        positive(
            "stiffness sigma0",
            stiffness,
            "N/m",
            "use the shear stiffness of the pad, often near its k",
        )?;
        non_negative("damping sigma1", damping, "N·s/m", "use 0 for a bristle without losses")?;
        non_negative("viscosity c_t", viscosity, "N·s/m", "use 0 for dry friction")?;
        Stribeck::new(parameters.mu_static, parameters.mu_dynamic, parameters.stribeck_speed)?;
        Ok(Self::known_valid(parameters))
    }

    pub(super) const fn known_valid(parameters: BristleParameters) -> Self {
        Self {
            stiffness: parameters.stiffness,
            damping: parameters.damping,
            viscosity: parameters.viscosity,
            stribeck: Stribeck::known_valid(
                parameters.mu_static,
                parameters.mu_dynamic,
                parameters.stribeck_speed,
            ),
        }
    }

    #[inline]
    pub(super) fn parameters(&self) -> BristleParameters {
        BristleParameters {
            stiffness: self.stiffness,
            damping: self.damping,
            viscosity: self.viscosity,
            mu_static: self.stribeck.mu_static(),
            mu_dynamic: self.stribeck.mu_dynamic(),
            stribeck_speed: self.stribeck.speed(),
        }
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        Self {
            stiffness: self.stiffness * factor,
            damping: self.damping * factor,
            viscosity: self.viscosity * factor,
            stribeck: self.stribeck,
        }
    }
}

/// What the laws of a [`Bristle`] have in common: how they are made, and what they are made of.
macro_rules! bristle_law {
    ($law:ident) => {
        impl $law {
            /// A law from its parameters.
            pub fn new(
                parameters: $crate::friction::BristleParameters,
            ) -> Result<Self, $crate::MaterialError> {
                Bristle::new(parameters).map(Self)
            }

            /// Constants known to be valid: every one is checked by the tests of the presets.
            pub(crate) const fn known_valid(parameters: $crate::friction::BristleParameters) -> Self {
                Self(Bristle::known_valid(parameters))
            }

            /// The parameters it was built from.
            #[inline]
            pub fn parameters(&self) -> $crate::friction::BristleParameters {
                self.0.parameters()
            }

            /// Friction coefficient over speed.
            #[inline]
            pub fn stribeck(&self) -> &$crate::friction::Stribeck {
                &self.0.stribeck
            }

            pub(super) fn scaled(&self, factor: f64) -> Self {
                Self(self.0.scaled(factor))
            }
        }
    };
}
pub(super) use bristle_law;
