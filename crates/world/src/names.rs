//! Things by their names.

use crate::{BodyId, Model, MotorId, SensorId, SkinId};
use std::fmt;
use thiserror::Error;

/// There is nothing of that name. `Display` says what there is, and what may have been meant.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct UnknownName {
    /// A body, a skin, …
    pub what: &'static str,
    /// The name given.
    pub name: String,
    /// Names that there are.
    pub known: Vec<String>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, name, known } = self;
        write!(f, "there is no {what} `{name}`; ")?;
        match known.as_slice() {
            [] => write!(f, "there are none")?,
            [one] => write!(f, "there is `{one}`")?,
            many => write!(f, "there are {}", many.join(", "))?,
        }
        match nearest(name, known.iter().map(String::as_str)) {
            Some(near) if known.len() > 1 => write!(f, "; did you mean `{near}`?"),
            _ => Ok(()),
        }
    }
}

impl UnknownName {
    /// The place of `name` among `names`, or what there is instead.
    pub fn look_up<'a>(
        what: &'static str,
        name: &str,
        names: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<usize, Self> {
        let unknown =
            || Self { what, name: name.to_owned(), known: names.clone().map(str::to_owned).collect() };
        names.clone().position(|known| known == name).ok_or_else(unknown)
    }
}

impl Model {
    /// The body of a name.
    pub fn body_named(&self, name: &str) -> Result<BodyId, UnknownName> {
        UnknownName::look_up("body", name, self.bodies().iter().map(|body| body.name.as_str())).map(BodyId)
    }

    /// The tactile skin of a name; surfaces of plain bodies are none.
    pub fn skin_named(&self, name: &str) -> Result<SkinId, UnknownName> {
        let skins = self.skins().iter().enumerate();
        let found = UnknownName::look_up("skin", name, skins.clone().map(|(_, skin)| skin.name.as_str()))?;
        Ok(SkinId(skins.clone().nth(found).map_or(0, |(index, _)| index)))
    }

    /// The motor of a name.
    pub fn motor_named(&self, name: &str) -> Result<MotorId, UnknownName> {
        UnknownName::look_up("motor", name, self.motors().iter().map(|motor| motor.name())).map(MotorId)
    }

    /// The sensor of a name.
    pub fn sensor_named(&self, name: &str) -> Result<SensorId, UnknownName> {
        UnknownName::look_up("sensor", name, self.sensors().iter().map(|sensor| sensor.name())).map(SensorId)
    }
}

/// The candidate nearest to `word`, if it is near at all: a third of its letters may be wrong.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Distances of very long words are slow and of no use.
    if word.len() > 64 {
        return None;
    }
    let folded = word.to_lowercase().replace('-', "_");
    candidates
        .map(|candidate| {
            (strsim::damerau_levenshtein(&folded, &candidate.to_lowercase().replace('-', "_")), candidate)
        })
        .filter(|(distance, candidate)| *distance <= (candidate.chars().count().max(3) / 3).max(1))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_understood_and_nonsense_is_not() {
        let keys = ["stiffness", "damping", "max_penetration_mm"];
        assert_eq!(nearest("stifness", keys.into_iter()), Some("stiffness"));
        assert_eq!(nearest("Damping", keys.into_iter()), Some("damping"));
        assert_eq!(nearest("max-penetration-mm", keys.into_iter()), Some("max_penetration_mm"));
        assert_eq!(nearest("colour", keys.into_iter()), None);
        assert_eq!(nearest("", keys.into_iter()), None);
    }

    #[test]
    fn an_unknown_name_is_told_with_what_there_is() {
        let ask = |name: &str, known: &[&str]| {
            let error = UnknownName::look_up("body", name, known.iter().copied()).unwrap_err();
            error.to_string()
        };
        assert_eq!(ask("a", &[]), "there is no body `a`; there are none");
        assert_eq!(ask("arm", &["palm"]), "there is no body `arm`; there is `palm`");
        assert_eq!(
            ask("plam", &["palm", "jaw"]),
            "there is no body `plam`; there are palm, jaw; did you mean `palm`?"
        );
        assert_eq!(UnknownName::look_up("body", "jaw", ["palm", "jaw"].into_iter()), Ok(1));
    }
}
