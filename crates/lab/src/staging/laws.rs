//! Laws and ways of stepping by the words that parameters use; scenes use the same.

use crate::LabError;
use bristle_contact::{
    BristleParameters, CoulombParameters, ElastoPlastic, FrictionLaw, LuGre, RegularisedCoulomb,
};
use bristle_world::Stepping;

/// Words for [`friction_law`].
pub(crate) const FRICTION_LAWS: &[&str] = &["elasto_plastic", "lugre", "coulomb"];

/// Speed at which regularised friction has reached 1/√2 of its limit \[m/s\].
pub(crate) const COULOMB_SLIP_SPEED: f64 = 1e-4;

/// The friction law of a name; Coulomb's has no bristle and takes the rest of the parameters.
pub(crate) fn friction_law(word: &str, parameters: BristleParameters) -> Result<FrictionLaw, LabError> {
    let BristleParameters { viscosity, mu_static, mu_dynamic, stribeck_speed, .. } = parameters;
    Ok(match word {
        "elasto_plastic" => ElastoPlastic::new(parameters)?.into(),
        "lugre" => LuGre::new(parameters)?.into(),
        "coulomb" => RegularisedCoulomb::new(CoulombParameters {
            slip_speed: COULOMB_SLIP_SPEED,
            viscosity,
            mu_static,
            mu_dynamic,
            stribeck_speed,
        })?
        .into(),
        _ => return Err(LabError::Settings(format!("there is no friction law `{word}`"))),
    })
}

/// The way of stepping of a name.
pub(crate) fn stepping(word: &str) -> Result<Stepping, LabError> {
    match word {
        "newton" => Ok(Stepping::Newton),
        "explicit" => Ok(Stepping::Explicit),
        "automatic" => Ok(Stepping::Automatic),
        _ => Err(LabError::Settings(format!("there is no way of stepping `{word}`"))),
    }
}
