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
            .choice("saturation", &["backed", "cut_off"])?
            .map(|word| if word == "cut_off" { Saturation::CutOff } else { Saturation::Backed }),
        backing_stiffness: words.number("backing_stiffness")?,
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
    made(words, NormalLaw::named(name)?, |name| name, |name| base.and_then(|law| law.parameter(name)))
}

fn friction(words: &Words, base: Option<&ContactMaterial>) -> Result<FrictionLaw, RecipeError> {
    let base = base.map(ContactMaterial::friction);
    let name = words.choice("friction_law", FrictionLaw::NAMES)?;
    let name = name.or_else(|| Some(base?.law()?.name)).unwrap_or("elasto_plastic");
    let key = |name| match name {
        "stiffness" => "shear_stiffness",
        "damping" => "shear_damping",
        name => name,
    };
    made(words, FrictionLaw::named(name)?, key, |name| {
        // Who replaces one coefficient of a preset means both.
        let is_own = name == "mu_dynamic" && words.text("mu_static").is_some();
        base.filter(|_| !is_own)?.parameter(name)
    })
}

/// A law from its words, or else the numbers of a preset, or else its defaults. `key` is what a model file calls a parameter.
fn made<L>(
    words: &Words,
    law: &Law<L>,
    key: impl Fn(&'static str) -> &'static str,
    of_preset: impl Fn(&str) -> Option<f64>,
) -> Result<L, RecipeError> {
    let given = |p: &'static Parameter| Ok(words.number(key(p.name))?.or_else(|| of_preset(p.name)));
    law.read(given).map_err(|error| match error {
        RecipeError::Material(MaterialError::Missing { part }) => {
            without_preset(MaterialError::Missing { part: key(part) })
        }
        error => error,
    })
}
