//! Materials and friction laws by name.

use bristle_contact::{
    BristleParameters, ContactMaterial, CoulombParameters, ElastoPlastic, FrictionLaw, LuGre, MaterialError,
    RegularisedCoulomb, presets,
};
use clap::ValueEnum;

/// Materials of the literature; see `bristle_contact::presets` for their numbers and sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preset {
    /// Foam RS-55-066 per area, corrected: any pitch
    Foam,
    /// The same per texel, for the pitch of the device it was measured on
    FoamPerTexel,
    /// The same per texel with the paper's own numbers; its force ends at 12 mm
    FoamAsPublished,
    /// The example of the 2010 OpenGRASP report, per texel
    #[value(name = "opengrasp-2010")]
    OpenGrasp2010,
    /// The stiff pad of the paper's weighing test, per texel
    Table3,
}

impl Preset {
    pub(crate) fn material(self) -> ContactMaterial {
        match self {
            Self::Foam => presets::foam_rs_55_066_corrected_per_area(),
            Self::FoamPerTexel => presets::foam_rs_55_066_corrected(),
            Self::FoamAsPublished => presets::foam_rs_55_066_as_published(),
            Self::OpenGrasp2010 => presets::opengrasp_2010(),
            Self::Table3 => presets::table3(),
        }
    }
}

/// Friction laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Law {
    /// Elasto-plastic bristle: holds without drift
    Ep,
    /// LuGre bristle, as in the papers
    Lugre,
    /// Regularised Coulomb friction: depends on speed alone
    Coulomb,
}

/// Speed below which regularised Coulomb friction is viscous \[m/s\]: slow against any slide.
const CREEP: f64 = 1e-4;

impl Law {
    /// The material with its friction following this law, by the same parameters.
    pub(crate) fn replace_in(self, material: ContactMaterial) -> Result<ContactMaterial, MaterialError> {
        let Some(parameters) = bristle_parameters(material.friction()) else { return Ok(material) };
        let BristleParameters { viscosity, mu_static, mu_dynamic, stribeck_speed, .. } = parameters;
        Ok(material.with_friction(match self {
            Self::Ep => FrictionLaw::from(ElastoPlastic::new(parameters)?),
            Self::Lugre => LuGre::new(parameters)?.into(),
            Self::Coulomb => RegularisedCoulomb::new(CoulombParameters {
                slip_speed: CREEP,
                viscosity,
                mu_static,
                mu_dynamic,
                stribeck_speed,
            })?
            .into(),
        }))
    }
}

fn bristle_parameters(law: &FrictionLaw) -> Option<BristleParameters> {
    match law {
        FrictionLaw::ElastoPlastic(law) => Some(law.parameters()),
        FrictionLaw::LuGre(law) => Some(law.parameters()),
        FrictionLaw::RegularisedCoulomb(_) => None,
    }
}

/// The law in words.
pub(crate) fn law_name(law: &FrictionLaw) -> &'static str {
    match law {
        FrictionLaw::ElastoPlastic(_) => "elasto-plastic",
        FrictionLaw::LuGre(_) => "LuGre",
        FrictionLaw::RegularisedCoulomb(_) => "regularised Coulomb",
    }
}

/// The name a preset is asked for by.
pub(crate) fn preset_name(preset: Preset) -> String {
    preset.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}
