//! What a skin is made of: a preset, of which single numbers may be replaced, or all numbers.

use super::{RecipeError, Words};
use bristle_contact::{
    Basis, BristleParameters, ContactMaterial, CoulombParameters, ElastoPlastic, Exponent, FrictionLaw,
    HuntCrossley, LinearSpringDamper, LuGre, NormalLaw, PowerLaw, RegularisedCoulomb, Saturation, presets,
};

/// A material of the literature and its name.
type Preset = (&'static str, fn() -> ContactMaterial);

const PRESETS: [Preset; 5] = [
    ("foam_rs_55_066_corrected", presets::foam_rs_55_066_corrected),
    ("foam_rs_55_066_corrected_per_area", presets::foam_rs_55_066_corrected_per_area),
    ("foam_rs_55_066_as_published", presets::foam_rs_55_066_as_published),
    ("opengrasp_2010", presets::opengrasp_2010),
    ("table3", presets::table3),
];

/// Friction falls from static to dynamic over this speed, where nothing else is said \[m/s\].
const STRIBECK_SPEED: f64 = 0.01;

pub(super) fn read(words: &Words) -> Result<ContactMaterial, RecipeError> {
    let names = PRESETS.map(|(name, _)| name);
    let base = words.choice("preset", &names)?;
    let base = base.and_then(|name| PRESETS.iter().find(|p| p.0 == name)).map(|(_, make)| make());
    let basis = match (&base, words.choice("basis", &["per_texel", "per_area"])?) {
        (Some(_), Some(_)) => {
            let why = "a preset knows what its numbers are of; leave basis out";
            return Err(RecipeError::Conflict { key: "basis", other: "preset", why });
        }
        (Some(base), None) => base.basis(),
        (None, Some("per_area")) => Basis::PerArea,
        (None, _) => Basis::PerTexel,
    };
    let max_penetration = match (&base, words.number("max_penetration")?) {
        (_, Some(given)) => given,
        (Some(base), None) => base.max_penetration(),
        (None, None) => words.need("max_penetration", WITHOUT_PRESET)?,
    };
    let normal = normal(words, base.as_ref())?;
    let friction = friction(words, base.as_ref())?;
    let material = ContactMaterial::new(normal, friction, max_penetration, basis)?;
    let saturation = match words.choice("saturation", &["hold", "cut_off"])? {
        Some("cut_off") => Saturation::CutOff,
        Some(_) => Saturation::Hold,
        None => base.as_ref().map_or(Saturation::Hold, ContactMaterial::saturation),
    };
    let material = material.with_saturation(saturation);
    Ok(match words.number("target_stiffness")? {
        Some(stiffness) => material.with_target_stiffness(stiffness)?,
        None => material,
    })
}

const WITHOUT_PRESET: &str =
    "a material is a preset, or has stiffness, max_penetration, shear_stiffness and mu_static of its own";

fn normal(words: &Words, base: Option<&ContactMaterial>) -> Result<NormalLaw, RecipeError> {
    let (base_k, base_c) = match base.map(ContactMaterial::normal) {
        Some(NormalLaw::Linear(law)) => (Some(law.stiffness()), law.damping()),
        _ => (None, 0.0),
    };
    let k = match (words.number("stiffness")?, base_k) {
        (Some(given), _) | (None, Some(given)) => given,
        (None, None) => words.need("stiffness", WITHOUT_PRESET)?,
    };
    let exponent = words.number("exponent")?;
    if let Some(dissipation) = words.number("dissipation")? {
        if words.text("damping").is_some() {
            let why = "dissipation is damping in proportion to the force; give one of them";
            return Err(RecipeError::Conflict { key: "dissipation", other: "damping", why });
        }
        return Ok(HuntCrossley::new(k, Exponent::new(exponent.unwrap_or(1.0))?, dissipation)?.into());
    }
    let c = words.number("damping")?.unwrap_or(base_c);
    Ok(match exponent {
        Some(n) => PowerLaw::new(k, Exponent::new(n)?, c)?.into(),
        None => LinearSpringDamper::new(k, c)?.into(),
    })
}

fn friction(words: &Words, base: Option<&ContactMaterial>) -> Result<FrictionLaw, RecipeError> {
    let law = words.choice("friction_law", &["elasto_plastic", "lugre", "coulomb"])?;
    let (base, base_law) = match base.map(ContactMaterial::friction) {
        Some(FrictionLaw::ElastoPlastic(law)) => (Some(law.parameters()), "elasto_plastic"),
        Some(FrictionLaw::LuGre(law)) => (Some(law.parameters()), "lugre"),
        _ => (None, "elasto_plastic"),
    };
    let law = law.unwrap_or(base_law);
    let pick = |key, of_base: fn(&BristleParameters) -> f64, otherwise: Option<f64>| match words
        .number(key)?
        .or(base.as_ref().map(of_base))
        .or(otherwise)
    {
        Some(value) => Ok(value),
        None => Err(RecipeError::Missing { key, why: WITHOUT_PRESET }),
    };
    let mu_static = pick("mu_static", |b| b.mu_static, None)?;
    let mu_dynamic = match (words.number("mu_dynamic")?, words.number("mu_static")?) {
        (Some(given), _) => given,
        // Who replaces one coefficient of a preset means both.
        (None, Some(_)) => mu_static,
        (None, None) => pick("mu_dynamic", |b| b.mu_dynamic, Some(mu_static))?,
    };
    let stribeck_speed = pick("stribeck_speed", |b| b.stribeck_speed, Some(STRIBECK_SPEED))?;
    let viscosity = pick("viscosity", |b| b.viscosity, Some(0.0))?;
    if law == "coulomb" {
        let slip_speed = words.need("slip_speed", "friction_law coulomb is smoothed over it")?;
        let parameters = CoulombParameters { slip_speed, viscosity, mu_static, mu_dynamic, stribeck_speed };
        return Ok(RegularisedCoulomb::new(parameters)?.into());
    }
    let parameters = BristleParameters {
        stiffness: pick("shear_stiffness", |b| b.stiffness, None)?,
        damping: pick("shear_damping", |b| b.damping, Some(0.0))?,
        viscosity,
        mu_static,
        mu_dynamic,
        stribeck_speed,
    };
    Ok(match law {
        "lugre" => LuGre::new(parameters)?.into(),
        _ => ElastoPlastic::new(parameters)?.into(),
    })
}
