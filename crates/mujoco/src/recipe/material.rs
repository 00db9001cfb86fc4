//! What a skin is made of: a preset, of which single numbers may be replaced, or all numbers.

use super::{RecipeError, Words};
use bristle_contact::{
    Basis, ContactMaterial, FrictionLaw, Law, MaterialDescription, MaterialError, Named, NormalLaw,
    Parameter, Preset, Saturation,
};

pub(super) fn read(words: &Words) -> Result<ContactMaterial, RecipeError> {
    let preset = words.choice("preset", Preset::NAMES)?.and_then(Preset::named);
    let basis = words.choice("basis", &["per_texel", "per_area"])?;
    if preset.is_some() && basis.is_some() {
        let why = "a preset knows what its numbers are of; leave basis out";
        return Err(RecipeError::Conflict { key: "basis", other: "preset", why });
    }
    let base = preset.map(Preset::material);
    let description = MaterialDescription {
        preset,
        normal: Some(normal(words, base.as_ref())?),
        friction: Some(friction(words, base.as_ref())?),
        max_penetration: words.number("max_penetration")?,
        basis: basis.map(|word| if word == "per_area" { Basis::PerArea } else { Basis::PerTexel }),
        saturation: words
            .choice("saturation", &["hold", "cut_off"])?
            .map(|word| if word == "cut_off" { Saturation::CutOff } else { Saturation::Hold }),
        target_stiffness: words.number("target_stiffness")?,
    };
    description.material().map_err(without_preset)
}

/// What is missing, in the words of a model file.
fn without_preset(error: MaterialError) -> RecipeError {
    let why = "a material is a preset, or has basis, stiffness, max_penetration, shear_stiffness and mu_static of its own";
    match error {
        MaterialError::Missing { part } => RecipeError::Missing { key: part, why },
        error => error.into(),
    }
}

fn normal(words: &Words, base: Option<&ContactMaterial>) -> Result<NormalLaw, RecipeError> {
    let has = |key| words.text(key).is_some();
    if has("dissipation") && has("damping") {
        let why = "dissipation is damping in proportion to the force; give one of them";
        return Err(RecipeError::Conflict { key: "dissipation", other: "damping", why });
    }
    let name = match (has("dissipation"), has("exponent")) {
        (true, _) => "hunt_crossley",
        (_, true) => "power_law",
        _ => "linear",
    };
    let base = base.map(ContactMaterial::normal);
    made(NormalLaw::named(name)?, |parameter| {
        Ok(words.number(parameter.name)?.or(base.and_then(|law| law.parameter(parameter.name))))
    })
}

fn friction(words: &Words, base: Option<&ContactMaterial>) -> Result<FrictionLaw, RecipeError> {
    let base = base.map(ContactMaterial::friction);
    let name = words.choice("friction_law", FrictionLaw::NAMES)?;
    let name = name.or_else(|| Some(base?.law()?.name)).unwrap_or("elasto_plastic");
    made(FrictionLaw::named(name)?, |parameter| {
        let key = match parameter.name {
            "stiffness" => "shear_stiffness",
            "damping" => "shear_damping",
            name => name,
        };
        // Who replaces one coefficient of a preset means both.
        let is_own = parameter.name == "mu_dynamic" && words.text("mu_static").is_some();
        let base = base.filter(|_| !is_own);
        Ok(words.number(key)?.or(base.and_then(|law| law.parameter(parameter.name))))
    })
}

fn made<L>(
    law: &Law<L>,
    given: impl FnMut(&'static Parameter) -> Result<Option<f64>, RecipeError>,
) -> Result<L, RecipeError> {
    law.read(given).map_err(|error| match error {
        RecipeError::Material(error) => without_preset(error),
        error => error,
    })
}
