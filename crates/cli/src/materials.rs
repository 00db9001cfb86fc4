//! Materials and friction laws by name.

use bristle_contact::{ContactMaterial, FrictionLaw, MaterialError, Named, Preset};
use clap::ValueEnum;
use clap::builder::PossibleValue;

/// A material of the literature, as an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PresetOption(pub(crate) Preset);

impl PresetOption {
    const ALL: [Self; 5] = [
        Self(Preset::FoamCorrectedPerArea),
        Self(Preset::FoamCorrected),
        Self(Preset::FoamAsPublished),
        Self(Preset::OpenGrasp2010),
        Self(Preset::Table3),
    ];
}

impl ValueEnum for PresetOption {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.short_name()).help(self.0.summary().trim_end_matches('.')))
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

impl Law {
    /// The material with its friction following this law, by the same parameters.
    pub(crate) fn replace_in(self, material: ContactMaterial) -> Result<ContactMaterial, MaterialError> {
        let name = match self {
            Self::Ep => "elasto_plastic",
            Self::Lugre => "lugre",
            Self::Coulomb => "coulomb",
        };
        let old = *material.friction();
        let law: FrictionLaw = FrictionLaw::named(name)?
            .read(|parameter| Ok::<_, MaterialError>(old.parameter(parameter.name)))?;
        Ok(material.with_friction(law))
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
