//! Laws and ways of stepping by the words that parameters use; scenes use the same.

use crate::LabError;
use bristle_contact::{BristleParameters, ElastoPlastic, FrictionLaw, Named};
use bristle_world::Stepping;

/// The friction law of a name; Coulomb's has no bristle and takes the rest of the parameters.
pub(crate) fn friction_law(word: &str, parameters: BristleParameters) -> Result<FrictionLaw, LabError> {
    let bristle = FrictionLaw::from(ElastoPlastic::new(parameters)?);
    FrictionLaw::named(word)?.read(|parameter| Ok(bristle.parameter(parameter.name)))
}

/// The way of stepping of a name.
pub(crate) fn stepping(word: &str) -> Result<Stepping, LabError> {
    match word {
        "newton" => Ok(Stepping::Newton),
        "explicit" => Ok(Stepping::Explicit),
        _ => Err(LabError::Settings(format!("there is no way of stepping `{word}`"))),
    }
}
